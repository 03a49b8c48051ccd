"""A sentence that should not be overlooked."""

import textwrap

from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.screens.overlay import Overlay, lay_panel
from tui.screens.page import Page
from tui.words import _

WIDTH = 56


class TellPage(Overlay):
    """Says something and waits for any key."""

    def __init__(self, below: Page, sentence: str) -> None:
        super().__init__(below)
        self._sentence = sentence

    def draw_panel(self, canvas: Canvas) -> None:
        width = min(WIDTH, canvas.width)
        lines = textwrap.wrap(self._sentence, width - 4)
        x, y, _across = lay_panel(canvas, width, len(lines) + 4)
        for row, words in enumerate(lines, 1):
            canvas.text(x, y + row, words, canvas.palette.text)
        end = bars.cap(canvas, x, y + len(lines) + 2, "enter", focus=True)
        canvas.text(end + 1, y + len(lines) + 2, _("go on"), canvas.palette.text)

    def press(self, key: str) -> None:
        self.close()
