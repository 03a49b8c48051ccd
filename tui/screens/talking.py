"""The line in which somebody at a table, or in the lobby, writes what they want to say."""

from net.messages import PHRASES, Say
from tui.draw.canvas import Canvas
from tui.screens.line import TextLine
from tui.words import _


class Pen:
    """A line of talk; the arrows up and down offer phrases that everybody reads in their own language."""

    def __init__(self) -> None:
        self.line = TextLine()
        self._phrase: int | None = None

    @property
    def state(self) -> tuple[str, int, int | None]:
        """All that the line shows."""
        return self.line.text, self.line.at, self._phrase

    def write(self, letters: str) -> None:
        """Take letters; a phrase that was chosen becomes one's own words."""
        self._own_words()
        self.line.write(letters)

    def press(self, key: str) -> Say | None:
        """Edit the line; Enter gives what is to be said, if anything is."""
        if key == "enter":
            if self._phrase is not None:
                return Say(phrase=self._phrase)
            return Say(text=self.line.text) if self.line.text.strip() else None
        if key in ("up", "down"):
            step, before_first = (1, -1) if key == "down" else (-1, 0)
            self._phrase = ((before_first if self._phrase is None else self._phrase) + step) % len(PHRASES)
        else:
            self._own_words()
            self.line.press(key)
        return None

    def _own_words(self) -> None:
        if self._phrase is not None:
            self.line = TextLine(_(PHRASES[self._phrase]))
            self._phrase = None

    def draw(self, canvas: Canvas, y: int) -> None:
        """Draw the line across the canvas."""
        palette = canvas.palette
        canvas.cover(0, y, canvas.width, 1)
        canvas.fill(0, y, canvas.width, 1, palette.panel_hi)
        label = _("SAY")
        x = canvas.text(0, y, f" {label} ", palette.accent_ink, palette.accent, bold=True) + 1
        line = self.line if self._phrase is None else TextLine(_(PHRASES[self._phrase]))
        ghost = _("write, or up and down for a phrase; Enter says it, Esc leaves")
        line.draw(canvas, x, y, canvas.width - x, ghost)
