"""A grid of cells to draw on. Drawing outside it is cut off, never an error.

A canvas keeps what was drawn as marks, row by row, and makes cells of a row only when that row is to be shown. Two
canvases are compared by their marks, so drawing everything again for a key costs little where nothing has changed.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from rich.segment import Segment
from textual.strip import Strip

from net.letters import cells, width
from tui.draw.glyphs import TAIL, UNICODE, Glyphs, spread
from tui.draw.palette import Colour, Palette

SHADE: Colour = -1
"""The ink of a shadow: the ground it falls on, darker; nothing where there are no shadows."""

# The largest card has ten rows and a shadow. A stamp takes some 2 KB, and a busy table shows twenty of them.
TALLEST = 16
STAMPS = 2048

P = ParamSpec("P")
T = TypeVar("T")
Flying = TypeVar("Flying")

# First column, words, ink, ground, boldness; without an ink or a ground the cells keep theirs.
Mark = tuple[int, str, Colour | None, Colour | None, bool]
Span = tuple[int, int, int]
Stamp = tuple[tuple[Mark, ...], ...]


class Area(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def has(self, x: int, y: int) -> bool:
        """Whether a cell lies in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Ground(NamedTuple):
    """A finished background, made once for many canvases."""

    chars: list[list[str]]
    fg: list[list[Colour]]
    bg: list[list[Colour]]


class Row(NamedTuple):
    """The cells of a row."""

    chars: list[str]
    fg: list[Colour]
    bg: list[Colour]
    bold: list[bool]


class _Air(NamedTuple):
    """What draws things in the air, and which marks of each row they are."""

    draw: Callable[["Canvas", Any], None]
    starts: list[int]
    stops: list[int]


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
        self.marks: list[list[Mark]] = [[] for _ in range(height)]
        self.hot_areas: list[tuple[Area, str]] = []
        self.places: dict[str, Area] = {}
        self.cursor: tuple[int, int] | None = None
        self._ground: Ground | None = None
        self._air: _Air | None = None

    def lay(self, ground: Ground) -> None:
        """Start from a finished background of the canvas's own size."""
        self._ground = ground
        self.marks = [[] for _ in range(self.height)]

    def text(self, x: int, y: int, words: str, fg: Colour, bg: Colour | None = None, bold: bool = False) -> int:
        """Write words from a cell on and return the column after the last one."""
        words = spread(words)
        if words and 0 <= y < self.height:
            self.marks[y].append((x, words, fg, bg, bold))
        return x + len(words)

    def right(self, x: int, y: int, words: str, fg: Colour, bg: Colour | None = None, bold: bool = False) -> int:
        """Write words whose last cell is x and return the column of the first one."""
        start = x - cells(words) + 1
        self.text(start, y, words, fg, bg, bold)
        return start

    def centre(
        self, x: int, y: int, width: int, words: str, fg: Colour, bg: Colour | None = None, bold: bool = False
    ) -> None:
        """Write words in the middle of `width` cells; the odd cell is left over on the right."""
        self.text(x + (width - cells(words)) // 2, y, words, fg, bg, bold)

    def put(self, x: int, y: int, char: str, fg: Colour, bg: Colour | None = None, bold: bool = False) -> None:
        """Set one cell."""
        if 0 <= y < self.height:
            self.marks[y].append((x, char, fg, bg, bold))

    def fill(self, x: int, y: int, width: int, height: int, bg: Colour) -> None:
        """Paint a rectangle in one colour."""
        if width > 0:
            mark = (x, " " * width, None, bg, False)
            for marks in self.marks[max(y, 0) : max(y + height, 0)]:
                marks.append(mark)

    def stamp(self, y: int, stamp: Stamp) -> None:
        """Repeat a drawing from a row on."""
        for row, more in enumerate(stamp, y):
            if 0 <= row < self.height:
                self.marks[row].extend(more)

    def paste(self, x: int, y: int, other: "Canvas", rows: range) -> None:
        """Lay some rows of another canvas on this one; what can be clicked there stays behind."""
        for place, number in enumerate(rows, y):
            row = other.row(number)
            looks = list(zip(row.fg, row.bg, row.bold, strict=True))
            start = 0
            for end in range(1, other.width + 1):
                if end == other.width or looks[end] != looks[start]:
                    fg, bg, bold = looks[start]
                    self.text(x + start, place, "".join(row.chars[start:end]), fg, bg, bold)
                    start = end

    def hover(self, draw: Callable[["Canvas", Flying], None], what: Flying) -> None:
        """Draw what is in the air over what lies here so far, so that it can be somewhere else in `with_air`."""
        starts = [len(marks) for marks in self.marks]
        draw(self, what)
        self._air = _Air(draw, starts, [len(marks) for marks in self.marks])

    def with_air(self, what: object) -> "Canvas | None":
        """The same picture with something else in the air; None where nothing can be there. Only its marks are new."""
        if self._air is None:
            return None
        draw, starts, stops = self._air
        copy = Canvas(self.width, self.height, self.palette, self.glyphs)
        copy.hot_areas, copy.places, copy.cursor, copy._ground = self.hot_areas, self.places, self.cursor, self._ground
        copy.marks = [marks[:start] for marks, start in zip(self.marks, starts, strict=True)]
        draw(copy, what)
        copy._air = _Air(draw, starts, [len(marks) for marks in copy.marks])
        for y, (marks, stop) in enumerate(zip(self.marks, stops, strict=True)):
            copy.marks[y] += marks[stop:]
        return copy

    def ground(self, x: int, y: int) -> Colour:
        """The background of a cell; outside the canvas it is the room."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return self.palette.room
        for start, words, _fg, bg, _bold in reversed(self.marks[y]):
            if bg is not None and start <= x < start + len(words):
                return bg
        return self.palette.room if self._ground is None else self._ground.bg[y][x]

    def hot(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Let a click in this rectangle do the same as a key; later ones lie on top."""
        self.hot_areas.append((Area(x, y, width, height), action))

    def action_at(self, x: int, y: int) -> str | None:
        """What a click on this cell does."""
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

    def changes(self, previous: "Canvas | None") -> list[Span]:
        """List the rows that look different from another canvas, each with the first such column and their end."""
        whole = [(y, 0, self.width) for y in range(self.height)]
        if previous is None or (previous.width, previous.height) != (self.width, self.height):
            return whole
        if previous.palette is not self.palette or previous.glyphs is not self.glyphs:
            return whole
        if previous._ground is not self._ground:
            return whole
        pairs = enumerate(zip(self.marks, previous.marks, strict=True))
        spans = ((y, *self._span(marks, others)) for y, (marks, others) in pairs if marks != others)
        return [(y, start, stop) for y, start, stop in spans if start < stop]

    def _span(self, marks: list[Mark], others: list[Mark]) -> tuple[int, int]:
        """The columns that two rows of marks may show differently: those of the marks that are not in both."""
        first, last = 0, min(len(marks), len(others))
        while first < last and marks[first] == others[first]:
            first += 1
        after = 0
        while after < last - first and marks[-1 - after] == others[-1 - after]:
            after += 1
        if any(TAIL in mark[1] for mark in (*marks, *others)):
            # Shown whole, so that no letter of two cells is cut in half.
            return 0, self.width
        differing = marks[first : len(marks) - after] + others[first : len(others) - after]
        start = min(mark[0] for mark in differing)
        stop = max(mark[0] + len(mark[1]) for mark in differing)
        return max(start, 0), min(stop, self.width)

    def row(self, y: int, start: int = 0, stop: int | None = None) -> Row:
        """Make the cells of a row, or of some columns of it."""
        stop = self.width if stop is None else stop
        clean = self.glyphs.clean
        chars, fg, bg, bold = row = self._bare_row(y, start, stop)
        for column, words, ink, paper, heavy in self.marks[y]:
            if column >= stop or column + len(words) <= start:
                continue
            seen = clean(words)[max(start - column, 0) : stop - column]
            x, count = max(column - start, 0), len(seen)
            if ink == SHADE:
                _shade(row, x, seen, self.palette)
                continue
            chars[x : x + count] = seen
            bold[x : x + count] = [heavy] * count
            if ink is not None:
                fg[x : x + count] = [ink] * count
            if paper is not None:
                bg[x : x + count] = [paper] * count
        if any(TAIL in mark[1] for mark in self.marks[y]):
            _mend_halves(chars)
        return row

    def _bare_row(self, y: int, start: int, stop: int) -> Row:
        count, ground = stop - start, self._ground
        if ground is None:
            return Row([" "] * count, [self.palette.text] * count, [self.palette.room] * count, [False] * count)
        chars = ground.chars[y][start:stop]
        clean = chars if self.glyphs is UNICODE else list(self.glyphs.clean("".join(chars)))
        return Row(clean, ground.fg[y][start:stop], ground.bg[y][start:stop], [False] * count)

    def line(self, y: int) -> str:
        """The characters of a row."""
        return "".join(self.row(y).chars).replace(TAIL, "")

    def strip(self, y: int, start: int = 0, stop: int | None = None) -> Strip:
        """A row, or some columns of it, as Textual draws it.

        Cells of one look become one segment, and a space fits any ink.
        """
        style = self.palette.style
        row = self.row(y, start, stop)
        chars = row.chars
        segments: list[Segment] = []
        first = x = 0
        fg, bg, bold, inked = 0, -1, False, False
        for char, cell_fg, cell_bg, cell_bold in zip(*row, strict=True):
            if cell_bg != bg or (char != " " and inked and (cell_fg != fg or cell_bold != bold)):
                if x:
                    segments.append(Segment("".join(chars[first:x]).replace(TAIL, ""), style(fg, bg, bold)))
                first, bg, inked = x, cell_bg, False
            if char != " " and not inked:
                fg, bold, inked = cell_fg, cell_bold, True
            x += 1
        if x:
            segments.append(Segment("".join(chars[first:]).replace(TAIL, ""), style(fg, bg, bold)))
        return Strip(segments, x)


def _mend_halves(chars: list[str]) -> None:
    """Leave nothing of a letter of two cells of which one is covered, or outside."""
    for x, char in enumerate(chars):
        wide = char != TAIL and not char.isascii() and width(char) == 2
        if (wide and chars[x + 1 : x + 2] != [TAIL]) or (char == TAIL and (x == 0 or width(chars[x - 1]) != 2)):
            chars[x] = " "


def _shade(row: Row, x: int, glyphs: str, palette: Palette) -> None:
    for column, glyph in enumerate(glyphs, x):
        ground = row.bg[column]
        shade = palette.shadow(ground)
        if shade != ground:
            row.chars[column], row.fg[column], row.bold[column] = glyph, shade, False


def stamped(draw: Callable[Concatenate[Canvas, int, int, P], T]) -> Callable[Concatenate[Canvas, int, int, P], T]:
    """Let something be drawn once and stamped from then on; all screens of a process share the stamps.

    It is drawn by its arguments alone: it looks at nothing on the canvas, names no place and takes no click.
    """

    @lru_cache(maxsize=STAMPS)
    def make(palette: Palette, glyphs: Glyphs, x: int, args: Sequence[object], more: object) -> tuple[Stamp, T]:
        sketch = Canvas(0, TALLEST, palette, glyphs)
        result = draw(sketch, x, 0, *args, **dict(more))  # type: ignore[arg-type, call-overload]
        while sketch.marks and not sketch.marks[-1]:
            sketch.marks.pop()
        return tuple(tuple(marks) for marks in sketch.marks), result

    @wraps(draw)
    def stamp(canvas: Canvas, x: int, y: int, /, *args: P.args, **more: P.kwargs) -> T:
        marks, result = make(canvas.palette, canvas.glyphs, x, args, tuple(more.items()))
        canvas.stamp(y, marks)
        return result

    return stamp
