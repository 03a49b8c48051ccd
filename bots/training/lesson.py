"""One thing that is evolved: where it starts, and what some weights are worth."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bots.policies.line import Weights
from bots.training.evolution import Pace

Values = list[float]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One section of a game's weights.

    `judge(weights, seed, earlier)` says what weights are worth under the luck of a seed; `earlier` are the weights that
    were kept on the way, one every `keep` steps, to play against. Training moves each number in units of about its own
    size at the `start`, but at least of `unit`. A lesson that comes `after` another one starts with what that has come
    to, where both have a name for it; its `partners` are lessons that come before, and what they have come to is the
    first of `earlier`.
    """

    name: str
    start: Weights
    judge: Callable[[Weights, int, list[Weights]], float]
    steps: int
    pace: Pace = field(default_factory=Pace)
    keep: int = 25
    unit: float = 1.0
    relative: bool = False
    after: str = ""
    partners: tuple[str, ...] = ()

    def named(self, values: Values) -> Weights:
        """Cut a line of numbers into named weights."""
        weights: Weights = {}
        at = 0
        for name, first in self.start.items():
            unit = self._unit(first)
            weights[name] = [value * unit for value in values[at : at + len(first)]]
            at += len(first)
        return weights

    def in_line(self, weights: Weights) -> Values:
        """Put named weights in one line of numbers, each in its own unit."""
        return [value / self._unit(first) for name, first in self.start.items() for value in weights[name]]

    def _unit(self, values: list[float]) -> float:
        return max(self.unit, *(abs(value) for value in values)) if self.relative else self.unit
