"""What a bot is, and how long it may think."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from bots.advice import Advice
from engines.record import Recording
from engines.view import Turn, View

LEVELS = ("beginner", "easy", "medium", "hard", "expert")
"""The bots that every game has, from the one that anybody can beat to the one that takes its whole second."""


class BadBudget(ValueError):
    """A text that is no thinking time."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a decision may take: seconds, or search iterations, which make it repeatable."""

    seconds: float = 0.0
    iterations: int = 0

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """Read `0.2s` or `500i`."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?)s|(\d+)i", text.strip())
        budget = cls(float(found[1] or 0), int(found[2] or 0)) if found else cls()
        if not budget.seconds and not budget.iterations:
            raise BadBudget(f"{text!r} is no thinking time: say 0.2s or 500i.")
        return budget


@dataclass(frozen=True, slots=True)
class Decision:
    """All that a bot is told: its View, the public history and its legal moves as texts."""

    game: str
    view: View
    history: Sequence[Turn]
    legal: Sequence[str]

    @classmethod
    def of(cls, recording: Recording) -> "Decision":
        """What the seat to act is told in a game that goes on."""
        game, state = recording.game, recording.state
        legal = tuple(game.say(move) for move in state.legal())
        return cls(game.id, game.view(state, state.turn), tuple(recording.history), legal)


class Bot(ABC):
    """Somebody who decides without being a person."""

    name: str

    @abstractmethod
    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        """Decide; with a budget of iterations the same seed gives the same answer."""

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Let go of what the bot holds."""
