"""The glass of a terminal: reads what an app sends and knows what a person sees there."""

import re

# A place to go to, colours, any other sequence, or characters.
PARTS = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|\x1b(?:\[[^@-~]*[@-~]|\][^\x07]*\x07|.)|([^\x1b]+)")
COLOUR = re.compile(r"[34]8;2;\d+;\d+;\d+|\d+")

Cell = tuple[str, str, str, bool]


class Glass:
    """Cells with a character, two true colours and boldness; of a space only the ground counts."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Cell] = {}
        self._at = (0, 0)
        self._ink = self._ground = ""
        self._bold = False

    def write(self, data: bytes) -> None:
        """Show what was sent."""
        for row, column, codes, words in PARTS.findall(data.decode()):
            if row:
                self._at = (int(row) - 1, int(column) - 1)
            elif words:
                self._print(words.replace("\n", ""))
            for code in COLOUR.findall(codes):
                self._set(code)

    def _set(self, code: str) -> None:
        if code == "0":
            self._ink, self._ground, self._bold = "", "", False
        elif code == "1":
            self._bold = True
        elif code.startswith("38;"):
            self._ink = code
        else:
            self._ground = code

    def _print(self, words: str) -> None:
        y, x = self._at
        for char in words:
            self.cells[y, x] = ("", "", self._ground, False) if char == " " else self._cell(char)
            x += 1
        self._at = (y, x)

    def _cell(self, char: str) -> Cell:
        return char, self._ink, self._ground, self._bold

    def line(self, y: int, width: int) -> str:
        """Read a row."""
        return "".join(self.cells[y, x][0] or " " if (y, x) in self.cells else " " for x in range(width))
