"""A sentence that should not be overlooked."""

from collections.abc import Callable

from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.draw.glyphs import wrap
from tui.screens.overlay import Overlay, lay_panel
from tui.screens.page import Page
from tui.words import _

WIDTH = 56


def command_rows(command: str, width: int) -> list[str]:
    """Break a line that is to be typed into rows: it is one word to whoever copies it, and nothing of it is lost."""
    return [command[at : at + width] for at in range(0, len(command), width)]


class TellPage(Overlay):
    """Says something, with a line to type where there is one, and waits for any key; `then` is done after that."""

    def __init__(self, below: Page, sentence: str, command: str = "", then: Callable[[], None] | None = None) -> None:
        super().__init__(below)
        self._sentence = sentence
        self._command = command
        self._then = then

    def draw_panel(self, canvas: Canvas) -> None:
        palette = canvas.palette
        width = min(WIDTH, canvas.width)
        lines = wrap(self._sentence, width - 4)
        command = command_rows(self._command, width - 4)
        x, y, _across = lay_panel(canvas, width, len(lines) + len(command) + 4 + bool(command))
        for row, words in enumerate(lines, y + 1):
            canvas.text(x, row, words, palette.text)
        y += len(lines) + 1
        for row, words in enumerate(command, y + 1):
            canvas.text(x, row, words, palette.accent_text, bold=True)
        y += len(command) + bool(command) + 1
        end = bars.cap(canvas, x, y, "enter", focus=True)
        canvas.text(end + 1, y, _("go on"), palette.text)

    def press(self, key: str) -> None:
        self.close()
        if self._then is not None:
            self._then()
