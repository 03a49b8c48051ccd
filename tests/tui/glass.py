"""The glass of a terminal: reads what an app sends and knows what a person sees there."""

import re

# A place to go to, colours, any other sequence, or characters.
PARTS = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|\x1b(?:\[[^@-~]*[@-~]|\][^\x07]*\x07|.)|([^\x1b]+)")
# How many numbers a ground has in true colour; it comes last.
GROUND = 5

Cell = tuple[str, str]


class Glass:
    """Cells with a character and its colours; of a space only the ground counts."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Cell] = {}
        self._at = (0, 0)
        self._look = ""

    def write(self, data: bytes) -> None:
        """Show what was sent."""
        for row, column, codes, words in PARTS.findall(data.decode()):
            if row:
                self._at = (int(row) - 1, int(column) - 1)
            elif words:
                self._print(words.replace("\n", ""))
            else:
                self._look = codes

    def _print(self, words: str) -> None:
        y, x = self._at
        ground = ";".join(self._look.split(";")[-GROUND:])
        for char in words:
            self.cells[y, x] = (char, ground if char == " " else self._look)
            x += 1
        self._at = (y, x)

    def line(self, y: int, width: int) -> str:
        """Read a row."""
        return "".join(self.cells.get((y, x), (" ", ""))[0] for x in range(width))
