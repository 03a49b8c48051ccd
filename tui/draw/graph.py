"""Everybody's chances over a game, drawn in cells: a row of points for each seat, marks below, and where one stands."""

from bisect import bisect_right
from collections.abc import Sequence

from tui.draw.canvas import Area, Canvas
from tui.draw.chart import Point

AXIS = 6
MARK = "!"
HALVES = (0.0, 0.5, 1.0)


def graph(canvas: Canvas, area: Area, points: Sequence[Point], seat: int, marks: Sequence[int], at: int) -> None:
    """Draw the shares of all seats, that of `seat` on top, with marks after so many moves and a line where `at` is.

    Colours tell the seats apart; where there are none, or no blocks, each point is the number of its seat.
    """
    left, width, height = area.x + AXIS, area.width - AXIS, area.height - 1
    last = max(points[-1][0], 1)
    palette = canvas.palette
    for share in HALVES:
        y = area.y + _row(share, height)
        canvas.right(left - 2, y, f"{100 * share:.0f}%", palette.felt_muted)
        canvas.text(left, y, "∙" * width, palette.felt_line)
    here = left + _column(at, last, width)
    for y in range(height):
        canvas.put(here, area.y + y, "│", palette.felt_muted)
    seats = [other for other in range(len(points[0][1])) if other != seat]
    for other in [*seats, seat]:
        _line(canvas, Area(left, area.y, width, height), points, other, bold=other == seat)
    for turn in marks:
        canvas.put(left + _column(turn, last, width), area.y + height, MARK, palette.bad, bold=True)


def _line(canvas: Canvas, area: Area, points: Sequence[Point], seat: int, bold: bool) -> None:
    turns = [turn for turn, _ in points]
    colour = canvas.palette.seat(seat)
    lettered = canvas.glyphs.lined or canvas.palette.depth == "none"
    for column in range(area.width):
        turn = column * max(turns[-1], 1) // max(area.width - 1, 1)
        share = points[max(bisect_right(turns, turn) - 1, 0)][1][seat]
        half = round((1 - share) * (2 * area.height - 1))
        glyph = str(seat + 1) if lettered else "▄" if half % 2 else "▀"
        canvas.put(area.x + column, area.y + half // 2, glyph, colour, bold=bold)


def _row(share: float, height: int) -> int:
    return round((1 - share) * (2 * height - 1)) // 2


def _column(turn: int, last: int, width: int) -> int:
    return turn * (width - 1) // last
