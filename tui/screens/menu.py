"""A short list to choose from, over another screen."""

from collections.abc import Sequence

from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut
from tui.screens.overlay import Overlay, lay_panel
from tui.screens.page import Item, Page

WIDTH = 44
EDGES = 6


class MenuPage(Overlay):
    """Offers things to do; a key, an arrow with Enter, or a click takes one and closes the menu."""

    def __init__(self, below: Page, title: str, items: Sequence[Item]) -> None:
        super().__init__(below)
        self._title = title
        self._items = items
        self._focus = 0

    def draw_panel(self, canvas: Canvas) -> None:
        palette = canvas.palette
        column = max(len(bars.key_name(item.key)) for item in self._items) + 3
        longest = max(len(item.words) for item in self._items)
        x, y, across = lay_panel(canvas, max(WIDTH, column + longest + EDGES), len(self._items) + 4)
        bars.heading(canvas, x, y + 1, across, self._title, right=bars.key_name("escape"))
        canvas.hot(x, y + 1, across, 1, "escape")
        room = max(1, canvas.height - y - 4)
        first = max(0, self._focus - room + 1)
        for row, item in enumerate(self._items[first : first + room], y + 3):
            focused = item is self._items[self._focus]
            if focused:
                canvas.fill(x - 1, row, across + 2, 1, palette.panel_hi)
                canvas.put(x - 1, row, "►", palette.accent_text)
            bars.cap(canvas, x, row, item.key, focus=focused)
            end = canvas.text(x + column, row, cut(item.words, across - column), palette.text, bold=focused)
            canvas.text(end + 2, row, cut(item.note, x + across - end - 2), palette.muted)
            canvas.hot(x, row, across, 1, item.key)

    def press(self, key: str) -> None:
        if key in ("up", "down", "tab", "shift+tab"):
            self._focus = (self._focus + (1 if key in ("down", "tab") else -1)) % len(self._items)
            return
        wanted = self._items[self._focus].key if key in ("enter", "space") else key
        item = next((item for item in self._items if item.key == wanted), None)
        if item is not None or key in ("escape", "q"):
            self.close()
        if item is not None:
            item.do()
