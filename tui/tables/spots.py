"""Where players sit: in a row on the felt, or round the rim of the wide table."""

from collections.abc import Mapping

from tui.draw.canvas import Area
from tui.tables.frame import Layout
from tui.tables.scene import Scene

Span = tuple[int, int]
"""A first column and a width."""


def in_a_row(count: int, left: int, width: int, gap: int = 1) -> tuple[Span, ...]:
    """Plates of one width side by side."""
    return tuple((left + (width + gap) * place, width) for place in range(count))


ON_FELT = {
    1: in_a_row(1, 21, 38),
    2: in_a_row(2, 1, 38, 2),
    3: in_a_row(3, 1, 25),
    4: in_a_row(4, 1, 19),
    5: in_a_row(5, 1, 15),
    6: in_a_row(6, 1, 12),
}
ON_RIM = {
    1: in_a_row(1, 26, 34),
    2: in_a_row(2, 10, 29, 6),
    3: in_a_row(3, 5, 23, 3),
    4: in_a_row(4, 6, 17, 2),
    5: in_a_row(5, 4, 15),
}


def felt_areas(scene: Scene, layout: Layout, spans: Mapping[int, tuple[Span, ...]] = ON_FELT) -> dict[int, Area]:
    """The plates of the opponents on the felt of the standard table, three rows each."""
    count = len(scene.others)
    found = spans.get(count) or in_a_row(count, 1, 79 // max(count, 1) - 1)
    return {
        seat: Area(layout.x + left, layout.top, width, 3)
        for seat, (left, width) in zip(scene.others, found, strict=True)
    }


def rim_areas(scene: Scene, layout: Layout, spans: Mapping[int, tuple[Span, ...]] = ON_RIM) -> dict[int, Area]:
    """The plates of the opponents on the rim of the wide table."""
    count = len(scene.others)
    found = spans.get(count) or in_a_row(count, 4, 79 // max(count, 1) - 1)
    return {
        seat: Area(layout.x + left, layout.y + 2, width, 2)
        for seat, (left, width) in zip(scene.others, found, strict=True)
    }


def own_rim(layout: Layout) -> Area:
    """The plate of the bottom seat on the rim of the wide table."""
    return Area(layout.x + 26, layout.y + 36, 34, 2)
