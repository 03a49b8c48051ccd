"""What is watched in a game, and how nets are taught by it."""

from collections.abc import Callable
from dataclasses import dataclass

from bots.bot import Bot
from bots.training.thoughts.notes import Thought, Values


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
    """One game's nets: how to watch a game of searches or of somebody else, how many, and how to learn from them.

    What searches find is learnt beginning with the line `start`, or with nothing.
    """

    watch: Callable[[int, Bot | None], list[Thought]]
    games: int = 100
    schooling: Schooling = Schooling()
    start: Values | None = None
