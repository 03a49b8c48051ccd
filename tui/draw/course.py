"""A line of numbers over time, drawn in half cells."""

from collections.abc import Sequence

from tui.draw.canvas import Area, Canvas
from tui.draw.palette import Colour


def course(canvas: Canvas, area: Area, numbers: Sequence[int], ink: Colour) -> None:
    """Draw numbers from left to right between their least and their most, which stand at the left."""
    low, high = min(numbers), max(numbers)
    margin = max(len(str(low)), len(str(high))) + 1
    left, width = area.x + margin, area.width - margin
    palette = canvas.palette
    canvas.right(left - 2, area.y, str(high), palette.felt_muted)
    if area.height > 1 and low != high:
        canvas.right(left - 2, area.y + area.height - 1, str(low), palette.felt_muted)
    steps = 2 * area.height - 1
    lettered = canvas.glyphs.lined
    for column in range(width):
        number = numbers[column * (len(numbers) - 1) // max(width - 1, 1)]
        half = round((high - number) / (high - low) * steps) if high > low else 0
        canvas.put(left + column, area.y + half // 2, "*" if lettered else "▄" if half % 2 else "▀", ink)
