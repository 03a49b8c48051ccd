"""A sentence that should not be overlooked."""

from collections.abc import Callable

from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.draw.glyphs import command_rows, wrap
from tui.screens.overlay import EDGES, Overlay, lay_panel, panel_width
from tui.screens.page import Page
from tui.tables.too_small import Said, bare_code, say_small
from tui.words import _

WIDTH = 56


class TellPage(Overlay):
    """Says something, with a line to type where there is one, and waits for any key; `then` is done after that."""

    def __init__(self, below: Page, sentence: str, command: str = "", then: Callable[[], None] | None = None) -> None:
        super().__init__(below)
        self._sentence = sentence
        self._command = command
        self._then = then

    def draw_panel(self, canvas: Canvas) -> None:
        palette = canvas.palette
        width = panel_width(canvas, WIDTH, [self._command])
        lines = wrap(self._sentence, width - EDGES)
        command = command_rows(self._command, width - EDGES)
        x, y, _across = lay_panel(canvas, width, len(lines) + len(command) + 4 + bool(command))
        for row, words in enumerate(lines, y + 1):
            canvas.text(x, row, words, palette.text)
        y += len(lines) + 1
        for row, words in enumerate(command, y + 1):
            canvas.text(x, row, words, palette.accent_text, bold=True)
        y += len(command) + bool(command) + 1
        end = bars.cap(canvas, x, y, "enter", focus=True)
        canvas.text(end + 1, y, _("go on"), palette.text)

    def draw_small(self, canvas: Canvas) -> None:
        sentence, command = Said(self._sentence), Said(self._command, typed=True)
        code = Said(bare_code(self._command), typed=True)
        go_on = Said(f"{bars.key_name('enter')} {_('go on')}")
        say_small(canvas, [sentence, command, go_on], [command, go_on], [command], [code])
        canvas.hot(0, 0, canvas.width, canvas.height, "enter")

    def press(self, key: str) -> None:
        self.close()
        if self._then is not None:
            self._then()
