"""What is said on a screen that is too small to be drawn on: as much as there is room for, what matters most first."""

from collections.abc import Sequence
from typing import NamedTuple

from tui.draw.canvas import Canvas
from tui.draw.glyphs import command_rows, wrap
from tui.words import _

LEAST = (40, 20)
PLAINLY = "p"


class Said(NamedTuple):
    """A sentence, or a line to type (`typed`), of which nothing is lost."""

    words: str
    typed: bool = False

    def rows(self, width: int) -> list[str]:
        """Break it into rows."""
        if not self.typed:
            return wrap(self.words, width)
        return command_rows(self.words, width)


def say_small(canvas: Canvas, *versions: Sequence[Said]) -> int:
    """Say the first of several versions that there is room for, or the last; return the first free row."""
    rows = [[(row, said.typed) for said in version for row in said.rows(canvas.width)] for version in versions]
    chosen = next((each for each in rows if len(each) <= canvas.height), rows[-1])
    for y, (words, typed) in enumerate(chosen):
        canvas.text(0, y, words, canvas.palette.accent_text if typed else canvas.palette.text, bold=typed)
    return len(chosen)


def bare_code(command: str) -> str:
    """The code alone in a line like `ssh CODE@host`."""
    return command.partition(" ")[2].partition("@")[0]


def say_too_small(canvas: Canvas, come_back: str = "") -> None:
    """Say that a screen can't be drawn, what can be done, and to a guest the line to `come_back` with."""
    size = Said(_("Tablée needs {width} x {height} cells,").format(width=LEAST[0], height=LEAST[1]))
    here = Said(_("this is {width} x {height}.").format(width=canvas.width, height=canvas.height))
    larger, plainly = Said(_("Make the window larger.")), Said(_("p plays as plain text."))
    if come_back:
        line, code = Said(come_back, typed=True), Said(bare_code(come_back), typed=True)
        whole, short = [size, here, larger, plainly, line], [larger, plainly, line]
        say_small(canvas, whole, short, [plainly, line], [plainly, code])
    else:
        say_small(canvas, [size, here, larger, plainly], [size, larger, plainly])
    canvas.hot(0, 0, canvas.width, canvas.height, PLAINLY)
