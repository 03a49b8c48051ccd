"""One line of text that is being written."""

from net.letters import cells
from tui.draw.canvas import Canvas
from tui.draw.glyphs import cut

LONGEST = 200


class TextLine:
    """A text and the place in it where the next letter goes."""

    def __init__(self, text: str = "", longest: int = LONGEST) -> None:
        self.text = text
        self.at = len(text)
        self.longest = longest

    def write(self, letters: str) -> None:
        """Put letters in, as far as there is room."""
        room = max(0, self.longest - len(self.text))
        added = "".join(letter for letter in letters if letter.isprintable())[:room]
        self.text = self.text[: self.at] + added + self.text[self.at :]
        self.at += len(added)

    def press(self, key: str) -> bool:
        """Move or take letters away; return whether the key does that here."""
        if key in ("left", "right", "home", "end"):
            moves = {"left": self.at - 1, "right": self.at + 1, "home": 0, "end": len(self.text)}
            self.at = max(0, min(moves[key], len(self.text)))
        elif key in ("backspace", "ctrl+h") and self.at:
            self._remove(self.at - 1)
        elif key == "delete" and self.at < len(self.text):
            self._remove(self.at)
        elif key == "ctrl+u":
            self.text, self.at = self.text[self.at :], 0
        elif key == "ctrl+w":
            kept = self.text[: self.at].rstrip().rpartition(" ")[0]
            self.text, self.at = kept + self.text[self.at :], len(kept)
        else:
            return key in ("backspace", "ctrl+h", "delete")
        return True

    def _remove(self, place: int) -> None:
        self.text = self.text[:place] + self.text[place + 1 :]
        self.at = place

    def draw(self, canvas: Canvas, x: int, y: int, width: int, ghost: str = "") -> None:
        """Draw the line, shifted so that the cursor is in it; `ghost` stands where nothing is written yet."""
        palette = canvas.palette
        canvas.fill(x, y, width, 1, palette.panel_hi)
        first = 0
        while cells(self.text[first : self.at]) > width - 2:
            first += 1
        if self.text:
            canvas.text(x, y, cut(self.text[first:], width - 1), palette.text)
        else:
            canvas.text(x, y, cut(ghost, width - 1), palette.muted)
        canvas.cursor = (x + cells(self.text[first : self.at]), y)
