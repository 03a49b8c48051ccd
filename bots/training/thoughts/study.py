"""What is watched in a game, and how a net is taught by it."""

from collections.abc import Callable
from dataclasses import dataclass

from bots.training.thoughts.notes import Values, Watch


@dataclass(frozen=True, slots=True)
class Schooling:
    """How a net learns: so many units, times over all thoughts, thoughts a step, and how far a step leads at first.

    An option that is worth `heat` less than another one should be chosen e times as seldom. With every step weights
    shrink by `decay` of the step's length. With `stakes` a net learns to choose what brings most, so that large
    differences count more than small ones, and is then as sure of its choices as they are right.
    """

    units: int = 4
    rounds: int = 12
    batch: int = 32
    rate: float = 0.01
    heat: float = 0.02
    decay: float = 0.0
    stakes: bool = False


@dataclass(frozen=True, slots=True)
class Study:
    """How a game is watched, and how a net learns from many; it is to outdo the net that is `known` so far.

    It learns beginning with the line that `start` says, or with nothing.
    """

    watch: Watch
    schooling: Schooling
    known: list[Values]
    start: Callable[[], Values | None] = lambda: None
