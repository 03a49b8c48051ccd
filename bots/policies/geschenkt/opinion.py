"""What a small net makes of a card in Geschenkt: rectified units beside a line, each looking at the same things.

It is `bots.policies.net` once more, on attributes instead of lists, because rollouts do little else.
"""

from bots.policies.geschenkt.features import Line, Look


class Unit:
    """Something that a net sees in a card, and how much it speaks for taking it."""

    def __init__(self, weights: list[float]) -> None:
        self.line: Line = Line(weights)
        self.out: float = weights[-1]


class Opinion:
    """How much speaks for taking a card, from a net's rows: the straight line first, then each unit's."""

    def __init__(self, net: list[list[float]]) -> None:
        self._straight: Line = Line(net[0])
        self._units: list[Unit] = [Unit(weights) for weights in net[1:]]

    def score(self, look: Look) -> float:
        """More than 0 where the card should be taken."""
        total = self._straight.weigh(look)
        for unit in self._units:
            seen = unit.line.weigh(look)
            if seen > 0.0:
                total += unit.out * seen
        return total
