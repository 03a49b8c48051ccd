"""Numbers from a metre away: digits drawn in half-row pixels, their round corners cut by a quarter of a cell."""

from functools import cache

from tui.draw.canvas import Canvas
from tui.draw.palette import Colour

_SMALL = {
    "0": "### #.# #.# #.# ###",
    "1": "##. .#. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "J": "..# ..# ..# #.# ###",
    "|": "## .# .# .# .#",  # the narrow 1 of a 10
    "-": "... ... ### ... ...",
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "A": ".###. #...# ##### #...# #...#",
    "B": "####. #...# ####. #...# ####.",
    "L": "#.... #.... #.... #.... #####",
    "E": "##### #.... ####. #.... #####",
}

_TALL = {
    "0": "#### #..# #..# #..# #..# #..# ####",
    "1": ".##. ###. .##. .##. .##. .##. ####",
    "2": "#### ...# ...# #### #... #... ####",
    "3": "#### ...# ...# .### ...# ...# ####",
    "4": "#..# #..# #..# #### ...# ...# ...#",
    "5": "#### #... #... #### ...# ...# ####",
    "6": "#### #... #... #### #..# #..# ####",
    "7": "#### ...# ...# ..## ..#. ..#. ..#.",
    "8": "#### #..# #..# #### #..# #..# ####",
    "9": "#### #..# #..# #### ...# ...# ####",
    "-": ".... .... .... #### .... .... ....",
}

# The corners that are cut in the top, the middle and the bottom stroke; the flat ones keep a 5 from reading as S.
_ROUND = {
    "0": ("┌┐", "", "└┘"),
    "2": ("┐", "┌┘", ""),
    "3": ("┐", "", "┘"),
    "5": ("", "┐", "┘"),
    "6": ("┌", "┐", "└┘"),
    "8": ("┌┐", "", "└┘"),
    "9": ("┌┐", "└", "┘"),
}

# By the quarters that are set: upper left 1, upper right 2, lower left 4, lower right 8.
_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


@cache
def pixels(char: str, tall: bool = False, scale: int = 1, low: bool = True) -> tuple[str, ...]:
    """A digit as rows of glyphs; `low` starts it half a row down."""
    bitmap = (_TALL if tall else _SMALL)[char].split()
    grid = _quarters(char, bitmap, scale)
    if low:
        grid.insert(0, [False] * len(grid[0]))
    if len(grid) % 2:
        grid.append([False] * len(grid[0]))
    return tuple(
        "".join(
            _QUARTERS[grid[y][x] + 2 * grid[y][x + 1] + 4 * grid[y + 1][x] + 8 * grid[y + 1][x + 1]]
            for x in range(0, len(grid[0]), 2)
        )
        for y in range(0, len(grid), 2)
    )


def _quarters(char: str, bitmap: list[str], scale: int) -> list[list[bool]]:
    across, down = 2 * scale, scale
    grid = [
        [bitmap[y // down][x // across] == "#" for x in range(len(bitmap[0]) * across)]
        for y in range(len(bitmap) * down)
    ]
    middle = len(bitmap) // 2
    for stroke, corners in zip((0, middle, len(bitmap) - 1), _ROUND.get(char, ("", "", "")), strict=True):
        for corner in corners:
            y = stroke * down + (down - 1 if corner in "└┘" else 0)
            grid[y][0 if corner in "┌└" else -1] = False
    return grid


def width(number: str, tall: bool = False, scale: int = 1) -> int:
    """The cells that a number takes, with a gap between its digits."""
    font = _TALL if tall else _SMALL
    return sum(font[char].index(" ") * scale for char in number) + scale * (len(number) - 1)


def has(number: str) -> bool:
    """Whether every character of a text can be drawn in pixels."""
    return all(char in _SMALL for char in number)


def draw(
    canvas: Canvas, x: int, y: int, number: str, ink: Colour, tall: bool = False, scale: int = 1, low: bool = True
) -> None:
    """Draw a number; a full cell is a space on ink, so that no font leaves hairlines in it."""
    for char in number:
        rows = pixels(char, tall, scale, low)
        for down, row in enumerate(rows):
            for across, glyph in enumerate(row):
                if glyph == "█":
                    canvas.put(x + across, y + down, " ", ink, ink)
                elif glyph != " ":
                    canvas.put(x + across, y + down, glyph, ink)
        x += len(rows[0]) + scale
