"""One question, answered with a line of text."""

from collections.abc import Callable

from tui.draw import bars
from tui.draw.canvas import Canvas
from tui.draw.glyphs import wrap
from tui.screens.line import LONGEST, TextLine
from tui.screens.overlay import Overlay, lay_panel
from tui.screens.page import Page
from tui.tables.too_small import Said, say_small
from tui.words import _

WIDTH = 50


class AskPage(Overlay):
    """Asks for a text and hands the answer on; Escape leaves without one."""

    def __init__(
        self, below: Page, question: str, answer: Callable[[str], None], text: str = "", longest: int = LONGEST
    ) -> None:
        super().__init__(below)
        self._question = question
        self._answer = answer
        self._line = TextLine(text, longest)

    def draw_panel(self, canvas: Canvas) -> None:
        palette = canvas.palette
        width = min(WIDTH, canvas.width)
        question = wrap(self._question, width - 4)
        problem = wrap(self.notice, width - 4)
        x, y, across = lay_panel(canvas, width, len(question) + len(problem) + 6)
        for row, words in enumerate(question, 1):
            canvas.text(x, y + row, words, palette.text, bold=True)
        y += len(question) + 2
        self._line.draw(canvas, x, y, across)
        for row, words in enumerate(problem, 1):
            canvas.text(x, y + row, words, palette.bad)
        cursor = canvas.cursor
        end = bars.cap(canvas, x, y + len(problem) + 2, "enter")
        end = canvas.text(end + 1, y + len(problem) + 2, _("done"), palette.text)
        end = bars.cap(canvas, end + 3, y + len(problem) + 2, "escape")
        canvas.text(end + 1, y + len(problem) + 2, _("back"), palette.text)
        canvas.cursor = cursor

    def draw_small(self, canvas: Canvas) -> None:
        question, problem = [Said(self._question)], [Said(self.notice)]
        y = say_small(canvas, [*question, *problem], problem if self.notice else question)
        self._line.draw(canvas, 0, min(y, canvas.height - 1), canvas.width)

    @property
    def writes(self) -> bool:
        return True

    def type(self, character: str) -> bool:
        self.notice = ""
        self._line.write(character)
        return True

    def press(self, key: str) -> None:
        if key == "escape":
            self.close()
        elif key == "enter" and self._line.text.strip():
            self.close()
            self._answer(self._line.text.strip())
        else:
            self._line.press(key)
