"""A small net: rectified units beside a line, as training wrote it down.

Sums run in a fixed order, so a net gives the same number to the last bit plain and compiled.
"""

from typing import Final

WIDTH: Final = 8


class Eight:
    """Eight numbers side by side: compiled they lie there bare, and are multiplied five times as quickly as lists."""

    def __init__(self, a: float, b: float, c: float, d: float, e: float, f: float, g: float, h: float) -> None:
        self.a: float = a
        self.b: float = b
        self.c: float = c
        self.d: float = d
        self.e: float = e
        self.f: float = f
        self.g: float = g
        self.h: float = h

    def times(self, other: "Eight") -> float:
        """The sum of the products."""
        return (
            self.a * other.a
            + self.b * other.b
            + self.c * other.c
            + self.d * other.d
            + self.e * other.e
            + self.f * other.f
            + self.g * other.g
            + self.h * other.h
        )

    def line(self) -> list[float]:
        """The eight numbers as a list."""
        return [self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h]


def in_eights(values: list[float]) -> list[Eight]:
    """Cut a line of numbers into eights, the last one filled up with nothing."""
    v = values + [0.0] * (-len(values) % WIDTH)
    return [
        Eight(v[at], v[at + 1], v[at + 2], v[at + 3], v[at + 4], v[at + 5], v[at + 6], v[at + 7])
        for at in range(0, len(v), WIDTH)
    ]


def weigh(weights: list[Eight], looks: list[Eight]) -> float:
    """What a line of weights makes of as many things looked at."""
    total = 0.0
    for place in range(len(looks)):
        total += weights[place].times(looks[place])
    return total


class Net:
    """Makes one number of a line of things looked at, of which one should always be 1.

    Its rows are the straight line first, then the line of each unit with what it counts at the end.
    """

    def __init__(self, rows: list[list[float]]) -> None:
        self._straight: list[Eight] = in_eights(rows[0])
        self._units: list[list[Eight]] = [in_eights(row[:-1]) for row in rows[1:]]
        self._counts: list[float] = [row[-1] for row in rows[1:]]

    def score(self, look: list[float]) -> float:
        """What the net makes of it."""
        return self.weigh(in_eights(look))

    def weigh(self, looks: list[Eight]) -> float:
        """What the net makes of things that were looked at in eights."""
        total = weigh(self._straight, looks)
        for place in range(len(self._units)):
            seen = weigh(self._units[place], looks)
            if seen > 0.0:
                total += self._counts[place] * seen
        return total
