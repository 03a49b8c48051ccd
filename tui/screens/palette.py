"""The command palette: everything that can be done here, found by a few letters."""

import unicodedata
from collections.abc import Sequence

from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut, wrap
from tui.screens.line import TextLine
from tui.screens.overlay import Overlay, lay_panel
from tui.screens.page import Item, Page
from tui.words import _

WIDTH = 50
ROWS = 10
SETTINGS = "f2"


class PalettePage(Overlay):
    """A line to write in, and below it the commands whose words have these letters in this order."""

    def __init__(self, below: Page, items: Sequence[Item]) -> None:
        super().__init__(below)
        self._items = items
        self._line = TextLine()
        self._focus = 0

    @property
    def found(self) -> list[Item]:
        """The commands that fit: those that begin so first, then those that have it in one piece."""
        wanted = _bare(self._line.text)
        fitting = [item for item in self._items if _has_letters(_bare(item.words), wanted)]
        return sorted(fitting, key=lambda item: _rank(_bare(item.words), wanted))

    def draw_panel(self, canvas: Canvas) -> None:
        palette = canvas.palette
        x, y, across = lay_panel(canvas, min(WIDTH, canvas.width), ROWS + 4)
        self._line.draw(canvas, x, y + 1, across, _("What do you want to do?"))
        if not self.found:
            for row, words in enumerate(wrap(self._nothing(), across), y + 3):
                canvas.text(x, row, words, palette.muted)
        first = max(0, self._focus - ROWS + 1)
        for place, item in enumerate(self.found[first : first + ROWS], first):
            row = y + 3 + place - first
            if place == self._focus:
                canvas.fill(x - 1, row, across + 2, 1, palette.panel_hi)
                canvas.put(x - 1, row, "►", palette.accent_text)
            canvas.text(x + 1, row, cut(item.words, across - 10), palette.text, bold=place == self._focus)
            canvas.right(x + across - 1, row, bars.key_name(item.key), palette.muted)
            canvas.hot(x, row, across, 1, f"row {place}")

    @property
    def writes(self) -> bool:
        return True

    def _nothing(self) -> str:
        words = _("Nothing here is called {words}. Try a game, a theme, a language, or what you would press a key for.")
        return words.format(words=self._line.text.strip())

    def type(self, character: str) -> bool:
        self._line.write(character)
        self._focus = 0
        return True

    def press(self, key: str) -> None:
        found = self.found
        if key.startswith("row "):
            self._do(found[int(key.removeprefix("row "))])
        elif key in ("up", "down") and found:
            self._focus = (self._focus + (1 if key == "down" else -1)) % len(found)
        elif key == "enter" and found:
            self._do(found[self._focus])
        elif key in ("escape", "ctrl+p"):
            self.close()
        elif key == SETTINGS:
            # No letter to look for: it does what stands beside it.
            self._do_key(key)
        elif self._line.press(key):
            self._focus = 0

    def _do_key(self, key: str) -> None:
        item = next((item for item in self._items if item.key == key), None)
        if item is not None:
            self._do(item)

    def _do(self, item: Item) -> None:
        self.close()
        item.do()


def _bare(words: str) -> str:
    """Words as they are looked for: without case, accents and blanks."""
    letters = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def _rank(words: str, wanted: str) -> int:
    return 0 if words.startswith(wanted) else 1 if wanted in words else 2


def _has_letters(words: str, wanted: str) -> bool:
    """Whether letters occur in words in this order."""
    letters = iter(words)
    return all(letter in letters for letter in wanted)
