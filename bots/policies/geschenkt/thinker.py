"""Somebody who thinks ahead, foreseen without thinking: a small net that was taught what searches choose.

It says how likely a card is taken. Opponents who search are drawn from it, and what somebody does tells how well it
fits them.
"""

from math import exp, log
from typing import Final, cast

from bots.policies.base import Policy
from bots.policies.geschenkt.features import Look
from bots.policies.geschenkt.opinion import Opinion
from engines.chance import FastChance
from engines.game import Move, State
from engines.geschenkt.rules import PASS, TAKE, GeschenktState

# Beyond this a choice is as good as certain.
SURE: Final = 6.0
STEPS: Final = 256
# The scores up to which a card is taken by so many of as many equally likely throws.
NOISE: Final = [log((step + 0.5) / (STEPS - step - 0.5)) for step in range(STEPS)]


class Thinker(Policy):
    """Takes a card as often as somebody does who thinks ahead; `rule` is how they play where that is too far off."""

    def __init__(self, net: list[list[float]], rule: Policy) -> None:
        self.rule: Policy = rule
        self._opinion: Opinion = Opinion(net)
        self._look: Look = Look()

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(GeschenktState, state)
        if table.chips[table.turn] == 0:
            return TAKE
        self._look.turn_up(table)
        self._look.see(table)
        return TAKE if self.takes(self._look, luck) else PASS

    def takes(self, look: Look, luck: FastChance) -> bool:
        """Whether the card is taken this time."""
        score = self._opinion.score(look)
        if score > SURE or score < -SURE:
            return score > 0.0
        return score > NOISE[luck.below(STEPS)]

    def chance(self, look: Look) -> float:
        """How likely the card is taken."""
        return 1.0 / (1.0 + exp(-max(-SURE, min(SURE, self._opinion.score(look)))))
