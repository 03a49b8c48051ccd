"""A link to hand on: the lines to type or to open, and a code of the page for a phone held before the screen."""

from collections.abc import Sequence
from functools import partial

from net.messages.sharing import Share, Shared
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.draw.glyphs import command_rows, wrap
from tui.draw.qr import draw_qr, qr_size
from tui.screens.overlay import EDGES, Overlay, lay_panel, panel_width
from tui.screens.page import Item, Page
from tui.screens.tell import WIDTH
from tui.words import _

BESIDE = 30
GO_ON = ("enter", "escape", "space", "q")


def invite(page: Page, code: str) -> None:
    """Show how others come to a table."""
    lines = page.tablee.venue.lines(code, f"/t/{code}")
    if lines:
        page.app.push_screen(LinkPage(page, _("Others sit down here with one of these lines."), lines))


def show_shared(page: Page, shared: Shared) -> None:
    """Show the link to a game of one's own, which can be taken back."""
    if not shared.token:
        page.notice = _("Nobody sees this game by its link any more")
        return
    lines = page.tablee.venue.lines(f"replay-{shared.token}", f"/r/{shared.token}")
    words = _("Whoever has this link sees the whole game, move by move, and your review of it.")
    back = Item("x", _("take it back"), partial(page.tablee.say, Share(id=shared.id, on=False)))
    page.app.push_screen(LinkPage(page, words, lines, [back]))


class LinkPage(Overlay):
    """Shows lines that lead somewhere until it is closed; `page` is the one for browsers, shown as a code too."""

    def __init__(self, below: Page, sentence: str, lines: Sequence[str], items: Sequence[Item] = ()) -> None:
        super().__init__(below)
        self._sentence = sentence
        self._lines = lines
        self._items = items
        self.page = next((line for line in reversed(lines) if line.startswith("http")), "")

    def draw(self, canvas: Canvas) -> None:
        """Cover the table: it may show the same code, and of two that overlap none can be scanned."""
        super().draw(canvas)
        felt.lay_felt(canvas)
        self.draw_panel(canvas)

    def draw_panel(self, canvas: Canvas) -> None:
        """Draw the words, and the code beside them, below them, or not at all, by the room there is."""
        across, down = qr_size(canvas, self.page)
        least = max([BESIDE, *map(len, self._lines)]) + EDGES
        beside = bool(across) and canvas.width >= least + across + 2
        room = min(panel_width(canvas, WIDTH, self._lines), canvas.width - (across + 2) * beside) - EDGES
        words = wrap(self._sentence, room)
        rows = [command_rows(line, room) for line in self._lines]
        height = len(words) + sum(len(each) + 1 for each in rows) + len(self._items) + 2
        below = bool(across) and not beside and canvas.height >= height + down + 2
        full = max(height, down) if beside else height + down * below
        x, y, _width = lay_panel(canvas, room + EDGES + (across + 2) * beside, full + 2)
        if beside:
            draw_qr(canvas, x + room + 2, y + 1, across, full, self.page)
        elif below:
            draw_qr(canvas, x, y + height + 1, room, down, self.page)
        self._draw_words(canvas, x, y + 1 + (full - height) // 2 * beside, words, rows)

    def _draw_words(self, canvas: Canvas, x: int, y: int, words: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        palette = canvas.palette
        for row, line in enumerate(words, y):
            canvas.text(x, row, line, palette.text)
        y += len(words) + 1
        for parts in rows:
            for row, part in enumerate(parts, y):
                canvas.text(x, row, part, palette.accent_text, bold=True)
            y += len(parts) + 1
        for row, item in enumerate(self._keys(), y):
            end = bars.cap(canvas, x, row, item.key, focus=item.key == "enter")
            canvas.text(end + 1, row, item.words, palette.text)

    def _keys(self) -> list[Item]:
        return [Item("enter", _("go on"), self.close), *self._items]

    def commands(self) -> list[Item]:
        return self._keys()

    def press(self, key: str) -> None:
        item = next((item for item in self._items if item.key == key), None)
        if item is not None or key in GO_ON:
            self.close()
        if item is not None:
            item.do()
