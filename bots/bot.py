"""What a bot is, and how long it may think."""

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bots.advice import Advice
from engines.game import Game, State
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


class Going(Protocol):
    """A game that goes on. It is declared here so that compiled code imports no records and needs no packages."""

    @property
    def game(self) -> Game:
        """The rules of the game."""

    @property
    def state(self) -> State:
        """The position it has come to."""

    @property
    def history(self) -> Sequence[Turn]:
        """What everybody saw."""


@dataclass(frozen=True, slots=True)
class Decision:
    """All that a bot is told: its View, the public history and its legal moves as texts.

    `bots` names the bots at the table, seat by seat, with an empty name where none sits; empty if nobody told them.
    """

    game: str
    view: View
    history: Sequence[Turn]
    legal: Sequence[str]
    bots: Sequence[str] = ()

    @classmethod
    def of(cls, going: Going) -> "Decision":
        """What the seat to act is told."""
        game, state = going.game, going.state
        legal = tuple(game.say(move) for move in state.legal())
        return cls(game.id, game.view(state, state.turn), tuple(going.history), legal)


class Bot(ABC):
    """Somebody who decides without being a person."""

    name: str

    @abstractmethod
    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        """Decide; with a budget of iterations the same seed gives the same answer."""

    def close(self) -> None:  # noqa: B027 - most bots hold nothing
        """Let go of what the bot holds."""
