"""Pictures of canvases, to look at: every block glyph drawn as exact rectangles, letters in a monospace font.

They need nothing, and whoever shows one may scale it.
"""

from itertools import groupby
from xml.sax.saxutils import escape

from rich.color import Color
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from tui.draw.canvas import Canvas, Row
from tui.draw.palette import GROUND, Colour, Palette

CELL = 18
ROW = 36
INK, PAPER = "#d8d8d8", "#101010"
# Whichever the reader's machine has: a picture fetches nothing.
FONTS = "DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, monospace"

# Eighths of a cell: x, y, width, height.
RECTANGLES = {
    "▀": [(0, 0, 8, 4)],
    "▄": [(0, 4, 8, 4)],
    "█": [(0, 0, 8, 8)],
    "▌": [(0, 0, 4, 8)],
    "▐": [(4, 0, 4, 8)],
    "▁": [(0, 7, 8, 1)],
    "▖": [(0, 4, 4, 4)],
    "▗": [(4, 4, 4, 4)],
    "▘": [(0, 0, 4, 4)],
    "▝": [(4, 0, 4, 4)],
    "▙": [(0, 0, 4, 8), (4, 4, 4, 4)],
    "▟": [(4, 0, 4, 8), (0, 4, 4, 4)],
    "▛": [(0, 0, 4, 8), (4, 0, 4, 4)],
    "▜": [(4, 0, 4, 8), (0, 0, 4, 4)],
    "▚": [(0, 0, 4, 4), (4, 4, 4, 4)],
    "▞": [(4, 0, 4, 4), (0, 4, 4, 4)],
}


def hex_colour(palette: Palette, colour: Colour) -> str:
    """A colour of a palette as a web colour."""
    rich: Color | None = palette.rich(colour)
    if rich is None:
        return PAPER if colour == GROUND else INK
    return rich.get_truecolor(DEFAULT_TERMINAL_THEME).hex


def svg(canvas: Canvas) -> str:
    """Draw a canvas as SVG."""
    width, height = canvas.width * CELL, canvas.height * ROW
    shapes = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'shape-rendering="crispEdges" font-family="{FONTS}" font-size="29" xml:space="preserve">'
    ]
    for y in range(canvas.height):
        row = canvas.row(y)
        shapes.extend(_grounds(canvas.palette, row, y))
        for x in range(canvas.width):
            shapes.extend(_glyph(canvas.palette, row, x, y))
    return "\n".join([*shapes, "</svg>"])


def _grounds(palette: Palette, row: Row, y: int) -> list[str]:
    """Draw a row's backgrounds, one rectangle for neighbours of the same colour."""
    shapes = []
    x = 0
    for colour, cells in groupby(row.bg):
        count = len(list(cells))
        fill = hex_colour(palette, colour)
        shapes.append(f'<rect x="{x * CELL}" y="{y * ROW}" width="{count * CELL}" height="{ROW}" fill="{fill}"/>')
        x += count
    return shapes


def _glyph(palette: Palette, row: Row, x: int, y: int) -> list[str]:
    fg = hex_colour(palette, row.fg[x])
    left, top, char = x * CELL, y * ROW, row.chars[x]
    shapes: list[str] = []
    if char in RECTANGLES:
        shapes.extend(
            f'<rect x="{left + across * CELL / 8}" y="{top + down * ROW / 8}" width="{wide * CELL / 8}" '
            f'height="{high * ROW / 8}" fill="{fg}"/>'
            for across, down, wide, high in RECTANGLES[char]
        )
    elif char != " ":
        weight = ' font-weight="bold"' if row.bold[x] else ""
        shapes.append(f'<text x="{left}" y="{top + 28}" fill="{fg}"{weight}>{escape(char)}</text>')
    return shapes
