"""A small net: rectified units beside a line, as training wrote it down.

Sums run in a fixed order, so a net gives the same number to the last bit plain and compiled.
"""

from bots.policies.line import weigh


class Net:
    """Makes one number of a line of things looked at, of which one should always be 1.

    Its rows are the straight line first, then the line of each unit with what it counts at the end.
    """

    def __init__(self, rows: list[list[float]]) -> None:
        self._straight: list[float] = rows[0]
        self._units: list[list[float]] = [row[:-1] for row in rows[1:]]
        self._counts: list[float] = [row[-1] for row in rows[1:]]

    def score(self, look: list[float]) -> float:
        """What the net makes of it."""
        total = weigh(self._straight, look)
        for place in range(len(self._units)):
            seen = weigh(self._units[place], look)
            if seen > 0.0:
                total += self._counts[place] * seen
        return total
