"""A grid of cells to draw on. Drawing outside it is cut off, never an error."""

from dataclasses import dataclass

from rich.segment import Segment
from textual.strip import Strip

from tui.draw.glyphs import UNICODE, Glyphs
from tui.draw.palette import Colour, Palette


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def has(self, x: int, y: int) -> bool:
        """Say whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Ground:
    """A finished background, made once and copied onto many canvases."""

    def __init__(self, chars: list[list[str]], fg: list[list[Colour]], bg: list[list[Colour]]) -> None:
        self.chars = chars
        self.fg = fg
        self.bg = bg


class Canvas:
    """Cells with a character, two colours and boldness; besides, what a click does and where the cursor stands.

    `bg=None` keeps what lies beneath, so words over felt keep the lamp's tone. `places` names the spots between which
    cards fly.
    """

    def __init__(self, width: int, height: int, palette: Palette, glyphs: Glyphs = UNICODE) -> None:
        self.width = width
        self.height = height
        self.palette = palette
        self.glyphs = glyphs
        self.chars = [[" "] * width for _ in range(height)]
        self.fg = [[palette.text] * width for _ in range(height)]
        self.bg = [[palette.room] * width for _ in range(height)]
        self.bold = [[False] * width for _ in range(height)]
        self.hot_areas: list[tuple[Area, str]] = []
        self.places: dict[str, Area] = {}
        self.cursor: tuple[int, int] | None = None

    def lay(self, ground: Ground) -> None:
        """Start from a finished background of the canvas's own size."""
        if self.glyphs is UNICODE:
            self.chars = [row[:] for row in ground.chars]
        else:
            self.chars = [list(self.glyphs.clean("".join(row))) for row in ground.chars]
        self.fg = [row[:] for row in ground.fg]
        self.bg = [row[:] for row in ground.bg]

    def text(self, x: int, y: int, words: str, fg: Colour, bg: Colour | None = None, bold: bool = False) -> int:
        """Write words from a cell on and give the column after the last one."""
        end = x + len(words)
        if not 0 <= y < self.height or end <= 0 or x >= self.width:
            return end
        words = self.glyphs.clean(words)
        start, stop = x, end
        if x < 0 or end > self.width:
            start, stop = max(x, 0), min(end, self.width)
            words = words[start - x : stop - x]
        count = stop - start
        self.chars[y][start:stop] = words
        self.fg[y][start:stop] = [fg] * count
        self.bold[y][start:stop] = [bold] * count
        if bg is not None:
            self.bg[y][start:stop] = [bg] * count
        return end

    def right(self, x: int, y: int, words: str, fg: Colour, bg: Colour | None = None, bold: bool = False) -> int:
        """Write words whose last cell is x and give the column of the first one."""
        start = x - len(words) + 1
        self.text(start, y, words, fg, bg, bold)
        return start

    def centre(
        self, x: int, y: int, width: int, words: str, fg: Colour, bg: Colour | None = None, bold: bool = False
    ) -> None:
        """Write words in the middle of `width` cells; the odd cell is left over on the right."""
        self.text(x + (width - len(words)) // 2, y, words, fg, bg, bold)

    def put(self, x: int, y: int, char: str, fg: Colour, bg: Colour | None = None, bold: bool = False) -> None:
        """Set one cell."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self.chars[y][x] = self.glyphs.swaps[ord(char)]
            self.fg[y][x] = fg
            self.bold[y][x] = bold
            if bg is not None:
                self.bg[y][x] = bg

    def fill(self, x: int, y: int, width: int, height: int, bg: Colour) -> None:
        """Paint a rectangle in one colour."""
        start, stop = max(x, 0), min(x + width, self.width)
        if start >= stop:
            return
        count = stop - start
        for row in range(max(y, 0), min(y + height, self.height)):
            self.chars[row][start:stop] = " " * count
            self.bg[row][start:stop] = [bg] * count
            self.bold[row][start:stop] = [False] * count

    def ground(self, x: int, y: int) -> Colour:
        """Give the background of a cell; outside the canvas it is the room."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return self.bg[y][x]
        return self.palette.room

    def hot(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Let a click in this rectangle do the same as a key; later ones lie on top."""
        self.hot_areas.append((Area(x, y, width, height), action))

    def action_at(self, x: int, y: int) -> str | None:
        """Give what a click on this cell does."""
        for area, action in reversed(self.hot_areas):
            if area.has(x, y):
                return action
        return None

    def cover(self, x: int, y: int, width: int, height: int) -> None:
        """Take clicks away from what an overlay hides."""
        self.hot_areas.append((Area(x, y, width, height), ""))

    def name_place(self, name: str, x: int, y: int, width: int = 1, height: int = 1) -> None:
        """Remember where something lies, for cards that fly there."""
        self.places[name] = Area(x, y, width, height)

    def changed_rows(self, previous: "Canvas | None") -> list[int]:
        """List the rows that look different from another canvas."""
        if previous is None or (previous.width, previous.height) != (self.width, self.height):
            return list(range(self.height))
        if previous.palette is not self.palette or previous.glyphs is not self.glyphs:
            return list(range(self.height))
        return [
            y
            for y in range(self.height)
            if self.chars[y] != previous.chars[y]
            or self.bg[y] != previous.bg[y]
            or self.fg[y] != previous.fg[y]
            or self.bold[y] != previous.bold[y]
        ]

    def line(self, y: int) -> str:
        """Give the characters of a row."""
        return "".join(self.chars[y])

    def strip(self, y: int) -> Strip:
        """Give a row as Textual draws it; cells of one look become one segment, and a space fits any ink."""
        style = self.palette.style
        chars = self.chars[y]
        segments: list[Segment] = []
        start = x = 0
        fg, bg, bold, inked = 0, -1, False, False
        for char, cell_fg, cell_bg, cell_bold in zip(chars, self.fg[y], self.bg[y], self.bold[y], strict=True):
            if cell_bg != bg or (char != " " and inked and (cell_fg != fg or cell_bold != bold)):
                if x:
                    segments.append(Segment("".join(chars[start:x]), style(fg, bg, bold)))
                start, bg, inked = x, cell_bg, False
            if char != " " and not inked:
                fg, bold, inked = cell_fg, cell_bold, True
            x += 1
        if x:
            segments.append(Segment("".join(chars[start:]), style(fg, bg, bold)))
        return Strip(segments, self.width)
