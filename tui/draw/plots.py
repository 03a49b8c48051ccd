"""Figures drawn in cells: columns for how often, a line for what changes."""

from collections.abc import Sequence

from tui.draw.canvas import Area, Canvas
from tui.draw.palette import Colour

AXIS = 5
MARK = "*"
"""A point of a line where there are no half blocks."""

SHARES = (0.0, 0.5, 1.0)


def columns(canvas: Canvas, area: Area, counts: Sequence[int], colour: Colour, width: int) -> None:
    """Draw a column for each count, so many cells wide, from the bottom of an area up; something is never nothing."""
    most = max(counts, default=0)
    for place, count in enumerate(counts):
        halves = max(1, round(2 * area.height * count / most)) if count else 0
        x = area.x + place * width
        for row in range(area.height):
            left = halves - 2 * row
            glyph = "" if left <= 0 else canvas.glyphs.full if left > 1 else canvas.glyphs.fill
            canvas.text(x, area.y + area.height - 1 - row, glyph * max(width - 1, 1), colour)


def line(canvas: Canvas, area: Area, shares: Sequence[float], colour: Colour) -> None:
    """Draw shares one after the other as a line over the whole width, between 0 and 100 %."""
    palette, left, width = canvas.palette, area.x + AXIS, area.width - AXIS
    for share in SHARES:
        y = area.y + _half(share, area.height) // 2
        canvas.right(left - 2, y, f"{100 * share:.0f}%", palette.muted)
        canvas.text(left, y, "∙" * width, palette.line)
    halves = [_half(_between(shares, column / max(width - 1, 1)), area.height) for column in range(width)]
    for column, half in enumerate(halves):
        # What lies between two columns is drawn too, so that a steep line holds together.
        before = halves[column - 1] if column else half
        for at in range(min(before, half), max(before, half) + 1):
            glyph = MARK if canvas.glyphs.lined else "▄" if at % 2 else "▀"
            y = area.y + at // 2
            both = not canvas.glyphs.lined and min(before, half) <= at - at % 2 and at - at % 2 + 1 <= max(before, half)
            canvas.put(left + column, y, "█" if both else glyph, colour)


def _half(share: float, height: int) -> int:
    """How many half rows from the top a share lies."""
    return round((1 - share) * (2 * height - 1))


def _between(shares: Sequence[float], part: float) -> float:
    """The value at a part of the way from the first to the last."""
    place = part * (len(shares) - 1)
    first = min(int(place), len(shares) - 1)
    second = min(first + 1, len(shares) - 1)
    return shares[first] + (shares[second] - shares[first]) * (place - first)
