"""Antithetic evolution strategies: numbers get better by trying them a little changed, always in pairs of opposites.

Both of a pair meet the same luck, so what differs between them is the change. It needs no gradient, so the same few
lines train a linear rule, a net and a fit.
"""

import json
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from math import sqrt
from pathlib import Path

Worth = Callable[[list[float], int], float]
"""What some numbers are worth under the luck of a seed."""

# Adam's usual memory of slopes and of their squares.
SLOPES = 0.9
SQUARES = 0.99
TINY = 1e-8


@dataclass(frozen=True, slots=True)
class Pace:
    """How training goes: pairs tried a step, how far each is from the middle, and how far a step leads.

    After `half` steps the stride is half as long, and so on.
    """

    pairs: int = 24
    spread: float = 0.15
    stride: float = 0.05
    half: int = 100


@dataclass(slots=True)
class Progress:
    """Where training stands; it can be written down and gone on with to the same end."""

    values: list[float]
    seed: int = 0
    step: int = 0
    slopes: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)
    earlier: list[list[float]] = field(default_factory=list)

    def save(self, path: Path) -> None:
        """Write it down so that a kill in the middle leaves the last one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(asdict(self)))
        fresh.replace(path)

    @classmethod
    def load(cls, path: Path) -> "Progress":
        """Read what `save` wrote."""
        return cls(**json.loads(path.read_text()))


def improve(progress: Progress, worth: Worth, pace: Pace) -> float:
    """Take one step, and return the mean worth of what was tried on the way."""
    luck = random.Random(f"{progress.seed} {progress.step}")
    values = progress.values
    slope = [0.0] * len(values)
    tried = []
    for _ in range(pace.pairs):
        way = [luck.gauss(0.0, 1.0) for _ in values]
        deal = luck.getrandbits(31)
        up = worth([value + pace.spread * change for value, change in zip(values, way, strict=True)], deal)
        down = worth([value - pace.spread * change for value, change in zip(values, way, strict=True)], deal)
        tried += [up, down]
        for place, change in enumerate(way):
            slope[place] += (up - down) * change
    _stride(progress, [each / (2 * pace.pairs * pace.spread) for each in slope], pace)
    return sum(tried) / len(tried)


def _stride(progress: Progress, slope: list[float], pace: Pace) -> None:
    """Go uphill after Adam, who makes every number move about as fast whatever its scale."""
    stride = pace.stride * 0.5 ** (progress.step / pace.half)
    progress.step += 1
    progress.slopes = progress.slopes or [0.0] * len(slope)
    progress.squares = progress.squares or [0.0] * len(slope)
    for place, each in enumerate(slope):
        first = progress.slopes[place] = SLOPES * progress.slopes[place] + (1 - SLOPES) * each
        second = progress.squares[place] = SQUARES * progress.squares[place] + (1 - SQUARES) * each * each
        first /= 1 - SLOPES**progress.step
        second /= 1 - SQUARES**progress.step
        progress.values[place] += stride * first / (sqrt(second) + TINY)
