"""How a net is taught what searches found: down the gradient of how unlikely it holds the better options.

This page alone needs numpy, which comes with the extra `training`; whoever plays needs none.
"""

import numpy as np
from numpy.typing import NDArray

from bots.training.thoughts.notes import Thought, Values
from bots.training.thoughts.study import Schooling

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

# Adam's usual memory of slopes and of their squares.
SLOPES = 0.9
SQUARES = 0.999
TINY = 1e-8
# How many times as sure as it has become a net may be made.
HEATS = [2.0 ** (step / 4) for step in range(-24, 13)]


class Pages:
    """Thoughts as arrays: all options below each other, and where each thought begins."""

    def __init__(self, thoughts: list[Thought], heat: float) -> None:
        self.looks: Floats = np.array([look for each in thoughts for look in each.looks])
        self.counts: Places = np.array([len(each.worths) for each in thoughts], dtype=np.intp)
        self.starts: Places = np.concatenate(([0], np.cumsum(self.counts)[:-1])).astype(np.intp)
        worths = np.array([worth for each in thoughts for worth in each.worths])
        self.worths: Floats = worths
        self.wanted: Floats = softmax(worths / heat, self.starts, self.counts)
        spreads = np.sqrt(np.mean(self.looks**2, axis=0))
        self.spreads: Floats = np.where(spreads > 0.0, spreads, 1.0)

    def options(self, chosen: Places) -> Places:
        """The places of all options of some thoughts."""
        counts = self.counts[chosen]
        ends = np.cumsum(counts)
        return np.arange(ends[-1]) + np.repeat(self.starts[chosen] - ends + counts, counts)


def softmax(scores: Floats, starts: Places, counts: Places) -> Floats:
    """The share of each option among those of its own thought."""
    most = np.repeat(np.maximum.reduceat(scores, starts), counts)
    raw = np.exp(scores - most)
    shares: Floats = raw / np.repeat(np.add.reduceat(raw, starts), counts)
    return shares


class Learner:
    """A net on the way, everything it looks at in units of its own size, and Adam's memory of every weight."""

    def __init__(self, weights: list[Floats], how: Schooling) -> None:
        self.weights = weights
        self._how = how
        self._slopes = [np.zeros_like(each) for each in weights]
        self._squares = [np.zeros_like(each) for each in weights]
        self._steps = 0

    def scores(self, looks: Floats) -> Floats:
        """What the net makes of each line of things looked at."""
        straight, lines, outs = self.weights
        found: Floats = looks @ straight + np.maximum(looks @ lines, 0.0) @ outs
        return found

    def learn(self, looks: Floats, aims: Floats, starts: Places, counts: Places, rate: float) -> None:
        """Go one step towards choosing as often as is wanted, or towards what brings most."""
        straight, lines, outs = self.weights
        seen = looks @ lines
        bent = np.maximum(seen, 0.0)
        shares = softmax(looks @ straight + bent @ outs, starts, counts)
        if self._how.stakes:
            gap = shares * (aims - np.repeat(np.add.reduceat(shares * aims, starts), counts)) / len(starts)
        else:
            gap = (aims - shares) / len(starts)
        back = np.outer(gap, outs) * (seen > 0.0)
        self._go([looks.T @ gap, looks.T @ back, bent.T @ gap], rate)

    def _go(self, slopes: list[Floats], rate: float) -> None:
        self._steps += 1
        for place, slope in enumerate(slopes):
            self._slopes[place] = SLOPES * self._slopes[place] + (1.0 - SLOPES) * slope
            self._squares[place] = SQUARES * self._squares[place] + (1.0 - SQUARES) * slope * slope
            mean = self._slopes[place] / (1.0 - SLOPES**self._steps)
            size = np.sqrt(self._squares[place] / (1.0 - SQUARES**self._steps)) + TINY
            self.weights[place] = self.weights[place] * (1.0 - rate * self._how.decay) + rate * mean / size

    def temper(self, pages: Pages) -> None:
        """Make the net as sure of its choices as makes the best options likeliest; it goes on to prefer the same."""
        scores = self.scores(pages.looks / pages.spreads)
        best = pages.worths == np.repeat(np.maximum.reduceat(pages.worths, pages.starts), pages.counts)
        likely = [np.log(softmax(scores * heat, pages.starts, pages.counts)[best] + TINY).sum() for heat in HEATS]
        heat = HEATS[int(np.argmax(likely))]
        straight, lines, outs = self.weights
        self.weights = [straight * heat, lines, outs * heat]

    def rows(self, spreads: Floats) -> list[Values]:
        """The net for things as they are."""
        straight, lines, outs = self.weights
        bent = [[*map(float, line / spreads), float(out)] for line, out in zip(lines.T, outs, strict=True)]
        return [[*map(float, straight / spreads)], *bent]


def teach(thoughts: list[Thought], seed: int, how: Schooling, start: Values | None = None) -> list[Values]:
    """Teach a net what was found, its straight line beginning with some weights or with nothing."""
    luck = np.random.default_rng(seed)
    pages = Pages(thoughts, how.heat)
    looks, things = pages.looks / pages.spreads, len(pages.spreads)
    straight = np.zeros(things) if start is None else np.array(start) * pages.spreads
    lines = luck.normal(0.0, 0.3, (things, how.units))
    learner = Learner([straight, lines, luck.normal(0.0, 0.1, how.units)], how)
    for number in range(how.rounds):
        order = luck.permutation(len(thoughts))
        rate = how.rate * (1.0 - number / how.rounds)
        for first in range(0, len(order), how.batch):
            chosen = order[first : first + how.batch]
            options, counts = pages.options(chosen), pages.counts[chosen]
            starts = np.cumsum(counts) - counts
            aims = pages.worths if how.stakes else pages.wanted
            learner.learn(looks[options], aims[options], starts, counts, rate)
    if how.stakes:
        learner.temper(pages)
    return learner.rows(pages.spreads)
