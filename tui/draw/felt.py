"""The table top: felt under a lamp, and a wooden rim where there is room for one."""

from functools import lru_cache

from tui.draw.canvas import Canvas, Ground
from tui.draw.palette import RIM_STEPS, Colour, Palette

CENTRE_Y = 0.40
RADIUS_X = 0.58
RADIUS_Y = 0.65
CORNER = 10
AROUND = [(step, fall) for step in (-1, 0, 1) for fall in (-1, 0, 1)]
STEPS, WIDE_STEPS = 14, 18


def lay_felt(canvas: Canvas, width: int | None = None, lamp: bool = True) -> None:
    """Cover the canvas with felt, or its first columns; the lamp hangs over their middle."""
    across = canvas.width if width is None else width
    canvas.lay(_felt(canvas.palette, canvas.width, canvas.height, across, lamp))


def lay_table(canvas: Canvas, x: int, y: int, width: int, height: int, lamp: bool = True) -> None:
    """Put a round-cornered table with a rim into the room."""
    canvas.lay(_table(canvas.palette, canvas.width, canvas.height, (x, y, width, height), lamp))


def tone_grid(width: int, height: int, steps: int) -> list[list[int]]:
    """The number of each cell's tone: an ellipse of light over the middle of play."""
    middle_x, middle_y = (width - 1) / 2, height * CENTRE_Y
    radius_x, radius_y = width * RADIUS_X, height * RADIUS_Y
    grid: list[list[int]] = []
    for y in range(height):
        row: list[int] = []
        for x in range(width):
            distance = (((x - middle_x) / radius_x) ** 2 + ((y - middle_y) / radius_y) ** 2) ** 0.5
            light = max(0.0, 1.0 - distance)
            row.append(round(light * light * (3 - 2 * light) * (steps - 1)))
        grid.append(row)
    return grid


def _felt_rows(palette: Palette, width: int, height: int, steps: int, lamp: bool) -> list[list[Colour]]:
    if not lamp or palette.lit[0] == palette.lit[1]:
        return [[palette.felt] * width for _ in range(height)]
    tones = palette.tones(steps)
    return [[tones[number] for number in row] for row in tone_grid(width, height, steps)]


def _bare(palette: Palette, width: int, height: int) -> tuple[list[list[str]], list[list[Colour]]]:
    return [[" "] * width for _ in range(height)], [[palette.text] * width for _ in range(height)]


@lru_cache(maxsize=64)
def _felt(palette: Palette, width: int, height: int, across: int, lamp: bool) -> Ground:
    rows = _felt_rows(palette, across, height, STEPS, lamp)
    return Ground(*_bare(palette, width, height), [row + [palette.room] * (width - across) for row in rows])


def _in_round_corners(x: int, y: int, width: int, height: int) -> bool:
    """Whether a half-row pixel lies in a rectangle with round corners."""
    if not (0 <= x < width and 0 <= y < height):
        return False
    away_x = max(CORNER - x - 0.5, x + 0.5 - (width - CORNER), 0.0)
    away_y = max(CORNER - y - 0.5, y + 0.5 - (height - CORNER), 0.0)
    return away_x * away_x + away_y * away_y <= CORNER * CORNER


@lru_cache(maxsize=32)
def _table(palette: Palette, width: int, height: int, table: tuple[int, int, int, int], lamp: bool) -> Ground:
    left, top, across, down = table
    chars, fg = _bare(palette, width, height)
    bg = [[palette.room] * width for _ in range(height)]
    felt = _felt_rows(palette, across, down, WIDE_STEPS, lamp)

    def inside(x: int, y: int) -> bool:
        return _in_round_corners(x, y, across, 2 * down)

    def pixel(x: int, y: int) -> Colour:
        if not inside(x, y):
            return palette.room
        if all(inside(x + step, y + fall) for step, fall in AROUND):
            return felt[y // 2][x]
        return palette.rim[y * RIM_STEPS // (2 * down)]

    for y in range(down):
        for x in range(across):
            upper, lower = pixel(x, 2 * y), pixel(x, 2 * y + 1)
            bg[top + y][left + x] = lower
            if upper != lower:
                chars[top + y][left + x] = "▀"
                fg[top + y][left + x] = upper
    return Ground(chars, fg, bg)
