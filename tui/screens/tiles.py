"""Which games home shows where: all of them while there is room, else those round the focus."""

from dataclasses import dataclass

WIDTH, HEIGHT = 18, 7
APART, BELOW = WIDTH + 1, HEIGHT + 2
ACROSS, ROWS = 80, 24
"""The size of home with a single row of tiles."""


def window(count: int, focus: int, room: int) -> int:
    """The first of `room` things that are shown, so that the focus stands in their middle where it can."""
    return max(0, min(focus - room // 2, count - room))


@dataclass(frozen=True, slots=True)
class Tiles:
    """Tiles in rows of so many columns, from game `first` on; `count` is how many games there are."""

    count: int
    columns: int
    rows: int
    first: int

    @property
    def shown(self) -> range:
        """The games whose tiles are shown."""
        return range(self.first, min(self.count, self.first + self.columns * self.rows))

    def spot(self, game: int) -> tuple[int, int]:
        """Where a game's tile begins, in the middle of home's 80 columns and below its first row of tiles."""
        row, column = divmod(game - self.first, self.columns)
        beside = min(self.columns, self.shown.stop - self.first - row * self.columns)
        return (ACROSS + 1 - APART * beside) // 2 + APART * column, BELOW * row


def lay_tiles(count: int, focus: int, width: int, height: int) -> Tiles:
    """Lay tiles out on a screen; in one row they slide with the focus, in several the rows do."""
    across = max(1, (width - 4) // APART)
    most = max(1, 1 + (height - ROWS) // BELOW)
    needed = -(-count // across)
    if needed <= most:
        return Tiles(count, -(-count // needed), needed, 0)
    if most == 1:
        return Tiles(count, across, 1, window(count, focus, across))
    return Tiles(count, across, most, across * window(needed, focus // across, most))
