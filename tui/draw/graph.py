"""Everybody's chances over a game, drawn in cells: a row of points for each seat, marks below, and where one stands."""

from bisect import bisect_right
from collections.abc import Sequence

from tui.draw.canvas import Area, Canvas
from tui.draw.chart import Point
from tui.draw.glyphs import BRAILLE, UNICODE

AXIS = 6
MARK = "!"
HALVES = (0.0, 0.5, 1.0)
# The dots of a cell of braille, the left column and the right one, from the top down.
DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


def graph(canvas: Canvas, area: Area, points: Sequence[Point], seat: int, marks: Sequence[int], at: int) -> None:
    """Draw the shares of all seats, that of `seat` on top, with marks after so many moves and a line where `at` is.

    Colours tell the seats apart, and lines are drawn in dots of braille; where there are none of these each point is
    the number of its seat.
    """
    left, width, height = area.x + AXIS, area.width - AXIS, area.height - 1
    last = max(points[-1][0], 1)
    palette = canvas.palette
    inner = Area(left, area.y, width, height)
    for share in HALVES:
        y = area.y + round((1 - share) * (height - 1))
        canvas.right(left - 2, y, f"{100 * share:.0f}%", palette.felt_muted)
        canvas.text(left, y, "∙" * width, palette.felt_line)
    here = left + _column(at, last, width)
    for y in range(height):
        canvas.put(here, area.y + y, "│", palette.felt_muted)
    lettered = canvas.glyphs is not UNICODE or palette.depth == "none"
    draw = _numbers if lettered else _curve
    for other in sorted(range(len(points[0][1])), key=lambda other: other == seat):
        draw(canvas, inner, points, other, bold=other == seat)
    for turn in marks:
        canvas.put(left + _column(turn, last, width), area.y + height, MARK, palette.bad, bold=True)


def _numbers(canvas: Canvas, area: Area, points: Sequence[Point], seat: int, bold: bool) -> None:
    for column in range(area.width):
        y = area.y + round((1 - _share(points, seat, column, area.width)) * (area.height - 1))
        canvas.put(area.x + column, y, str(seat + 1), canvas.palette.seat(seat), bold=bold)


def _curve(canvas: Canvas, area: Area, points: Sequence[Point], seat: int, bold: bool) -> None:
    """Draw a line without gaps: a column of dots reaches to where the one before was."""
    cells: dict[tuple[int, int], int] = {}
    across, down = 2 * area.width, 4 * area.height
    before: int | None = None
    for column in range(across):
        y = round((1 - _share(points, seat, column, across)) * (down - 1))
        for dot in range(min(y, y if before is None else before), max(y, y if before is None else before) + 1):
            place = (column // 2, dot // 4)
            cells[place] = cells.get(place, 0) | DOTS[column % 2][dot % 4]
        before = y
    for (x, y), dots in cells.items():
        canvas.put(area.x + x, area.y + y, chr(BRAILLE[dots]), canvas.palette.seat(seat), bold=bold)


def _share(points: Sequence[Point], seat: int, column: int, width: int) -> float:
    """The share at a column of so many."""
    turns = [turn for turn, _ in points]
    turn = column * max(turns[-1], 1) // max(width - 1, 1)
    return points[max(bisect_right(turns, turn) - 1, 0)][1][seat]


def _column(turn: int, last: int, width: int) -> int:
    return turn * (width - 1) // last
