"""Everybody's chances over a game as an SVG picture in full quality."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

Point = tuple[int, Sequence[float]]
"""So many moves made, and then the share of the win that each seat can expect."""

WIDTH, HEIGHT = 960, 420
LEFT, TOP, RIGHT, BOTTOM = 60, 50, 170, 40
# Told apart by those who see colours otherwise too; and each line ends in its name.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
NEAR = 16


def svg_chart(title: str, names: Sequence[str], points: Sequence[Point], seat: int, marks: Sequence[int]) -> str:
    """Draw one line for each seat, that of `seat` thicker, with a mark on it after each of so many moves."""
    last = max(points[-1][0], 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        'font-size="14">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="28" font-size="18">{escape(title)}</text>',
        *(_rule(share) for share in QUARTERS),
        *(_line(points, number, last, number == seat) for number in range(len(names))),
        *(_mark(points, seat, last, turn) for turn in marks),
        *_ends(names, points),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _x(turn: int, last: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * turn / last


def _y(share: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share


def _rule(share: float) -> str:
    y = _y(share)
    return (
        f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#d0d0d0"/>'
        f'<text x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end" fill="#606060">{100 * share:.0f} %</text>'
    )


def _line(points: Sequence[Point], seat: int, last: int, own: bool) -> str:
    way = " ".join(f"{_x(turn, last):.1f},{_y(shares[seat]):.1f}" for turn, shares in points)
    width = 3.5 if own else 1.5
    colour = COLOURS[seat % len(COLOURS)]
    return f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>'


def _mark(points: Sequence[Point], seat: int, last: int, turn: int) -> str:
    share = next((shares[seat] for at, shares in points if at == turn), 0.0)
    x, y = _x(turn, last), _y(share)
    return f'<circle class="mistake" cx="{x:.1f}" cy="{y:.1f}" r="6" fill="#ffffff" stroke="#c00000" stroke-width="3"/>'


def _ends(names: Sequence[str], points: Sequence[Point]) -> list[str]:
    """Each name where its line ends; those that would lie upon each other are moved apart."""
    ends = sorted(range(len(names)), key=lambda seat: -points[-1][1][seat])
    rows: list[str] = []
    free = 0.0
    # What ends at the bottom grows upwards from there, so the lowest name still has room.
    lowest = _y(0.0) + 5
    for place, seat in enumerate(ends):
        y = min(max(_y(points[-1][1][seat]) + 5, free), lowest - NEAR * (len(ends) - 1 - place))
        free = y + NEAR
        colour = COLOURS[seat % len(COLOURS)]
        rows.append(f'<text x="{WIDTH - RIGHT + 10}" y="{y:.1f}" fill="{colour}">{escape(names[seat])}</text>')
    return rows
