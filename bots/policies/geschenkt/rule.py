"""The rule of Geschenkt: take the card when it is worth more to this seat than the chip that a pass costs."""

from abc import abstractmethod
from typing import cast

from bots.policies.base import Policy
from bots.policies.geschenkt.features import Line, Look
from bots.policies.geschenkt.opinion import Opinion
from bots.policies.geschenkt.thoughts import TODAY
from bots.policies.geschenkt.weights import RULE
from bots.policies.line import STRAIGHT, Weights
from engines.chance import FastChance
from engines.game import Move, State
from engines.geschenkt.rules import PASS, TAKE, GeschenktState


class Taker(Policy):
    """Takes the card when it wants it or has no chip left (G6), and passes otherwise."""

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(GeschenktState, state)
        return TAKE if table.chips[table.turn] == 0 or self.wants(table) else PASS

    @abstractmethod
    def wants(self, state: GeschenktState) -> bool:
        """Whether the seat to act would rather take the card than pay a chip."""


class Taught(Taker):
    """Weighs cost, pot, chips, runs that may still grow, and who else wants the card, as searches taught it to."""

    def __init__(self, net: list[list[float]] = TODAY) -> None:
        self.opinion: Opinion = Opinion(net)
        self._look: Look = Look()

    def wants(self, state: GeschenktState) -> bool:
        self._look.turn_up(state)
        self._look.see(state)
        return self.opinion.score(self._look) > 0.0


class Trained(Taker):
    """Weighs the same things by a straight line, as the rule did that won most often against others of its kind."""

    def __init__(self, weights: Weights = RULE) -> None:
        self.line: Line = Line(weights[STRAIGHT])
        self._look: Look = Look()

    def wants(self, state: GeschenktState) -> bool:
        self._look.turn_up(state)
        self._look.see(state)
        return self.line.weigh(self._look) > 0.0
