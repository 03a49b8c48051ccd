"""How a review is drawn: the table as it stood, everybody's chances beside it, and a few sentences below."""

from collections.abc import Sequence
from dataclasses import dataclass

from tui import tables
from tui.draw import bars, felt
from tui.draw.canvas import Area, Canvas
from tui.draw.chart import Point
from tui.draw.glyphs import cut, wrap
from tui.draw.graph import graph
from tui.tables.scene import Scene

# A table's own title, offers and keys are left out: its first and last rows.
COMPACT_TABLE, COMPACT_ROWS = (40, 20), range(1, 16)
STANDARD_TABLE, STANDARD_ROWS = (80, 24), range(1, 22)
NARROWEST_GRAPH = 34
# Below: what was played, the verdict with its reason, luck and play, and what is said; narrow lines take one more row.
WORDS, NARROW_WORDS = 5, 6


@dataclass(frozen=True, slots=True)
class Curve:
    """What the graph shows: shares over the moves, whose they are, where mistakes are and where one stands."""

    points: Sequence[Point]
    names: Sequence[str]
    seat: int
    marks: Sequence[int]
    at: int


def has_room(width: int) -> bool:
    """Whether a table fits beside the graph."""
    return width >= COMPACT_TABLE[0] + NARROWEST_GRAPH


def draw_review(canvas: Canvas, end: int, scene: Scene, curve: Curve | None, sentences: Sequence[str]) -> None:
    """Draw a review above the row `end`: graph and words, and where there is room the table."""
    felt.lay_felt(canvas)
    bars.title(canvas, scene.title, (scene.match,), ())
    left = _draw_table(canvas, end, scene) if has_room(canvas.width) else 0
    words = WORDS if left else NARROW_WORDS
    _draw_words(canvas, end - words, words, sentences)
    if curve is not None:
        area = Area(left + 1, 3, canvas.width - left - 3, end - words - 4)
        _draw_names(canvas, left + 2, curve)
        graph(canvas, area, curve.points, curve.seat, curve.marks, curve.at)


def _draw_table(canvas: Canvas, end: int, scene: Scene) -> int:
    """Draw the table in the largest form that leaves room for all else; return its width."""
    wide = canvas.width >= STANDARD_TABLE[0] + NARROWEST_GRAPH and end >= len(STANDARD_ROWS) + WORDS + 2
    (width, height), rows = (STANDARD_TABLE, STANDARD_ROWS) if wide else (COMPACT_TABLE, COMPACT_ROWS)
    table = Canvas(width, height, canvas.palette, canvas.glyphs)
    tables.draw(table, scene)
    room = end - WORDS - 1
    canvas.paste(0, 1 + max(room - len(rows), 0) // 2, table, rows[:room])
    return width


def _draw_names(canvas: Canvas, x: int, curve: Curve) -> None:
    room = (canvas.width - x - 2) // len(curve.names)
    for seat, name in enumerate(curve.names):
        words = cut(f"{seat + 1} {name}", room - 1)
        canvas.text(x, 2, words, canvas.palette.seat(seat), bold=seat == curve.seat)
        x += min(room, len(words) + 3)


def _draw_words(canvas: Canvas, top: int, most: int, sentences: Sequence[str]) -> None:
    rows = [row for words in sentences for row in wrap(words, canvas.width - 4)]
    for row, words in enumerate(rows[:most], top):
        canvas.text(2, row, words, canvas.palette.text)
