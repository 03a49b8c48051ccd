"""A small net in plain Python: a few thousand multiplications that mypyc makes quick, and nothing to install.

Sums run in a fixed order, so a net gives the same number to the last bit plain and compiled.
"""

Weights = dict[str, list[float]]
"""What was learnt, by name, as a game's generated `weights.py` holds it."""

STRAIGHT = "straight"
UNIT = "unit {}"
OUT = "out"


class Net:
    """A weighted sum of some inputs, and beside it one layer of rectified units; with no units it is a linear rule."""

    def __init__(self, weights: Weights) -> None:
        self.straight: list[float] = weights[STRAIGHT]
        self.out: list[float] = weights.get(OUT, [])
        self.units: list[list[float]] = [weights[UNIT.format(place + 1)] for place in range(len(self.out))]

    def score(self, inputs: list[float]) -> float:
        """What the net makes of these inputs; one of them should always be 1."""
        total = 0.0
        straight = self.straight
        for place in range(len(inputs)):
            total += straight[place] * inputs[place]
        units = self.units
        for number in range(len(units)):
            unit = units[number]
            reached = 0.0
            for place in range(len(inputs)):
                reached += unit[place] * inputs[place]
            if reached > 0.0:
                total += self.out[number] * reached
        return total
