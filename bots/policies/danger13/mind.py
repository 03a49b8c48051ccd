"""What the search makes of a decision in Danger 13: opponents as their moves show them, one round at a time."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, cast

from bots.policies.base import Evaluation, Mind
from bots.policies.danger13.models import opponents, weigh
from bots.policies.danger13.rule import Weigher, count_signs
from engines.danger13.rules import Danger13State
from engines.danger13.view import Danger13View
from engines.game import Game, State
from engines.view import Turn, View

# How much a lead between two rounds says: fitted to who won 1,200 games of the policy on 3 and 4 seats.
DRIFT_A_CARD: Final = 0.25
LEAST_DRIFT: Final = 1.5
# The plus signs that all seats together win in the last round, and besides with each card still in the pile.
LAST_SIGNS: Final = 3.0
SIGNS_A_CARD: Final = 0.38


class Danger13Mind(Mind):
    """Plays the round out and judges the scores at its end by the cards still to come.

    Whole games take four times as long, and bring so much luck along that as many of them find worse moves.
    """

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        super().__init__(game, view, history)
        now = cast(Danger13View, view)
        self.rule = Weigher()
        self.models = opponents()
        self.weights = weigh(self.models, now, history)
        self.race = True
        # Moves differ by so little that with less patience a good one is often lost after the first few worlds.
        self.behind = 3.0
        self.round: int = now.round

    def enough(self, state: State, turns: int) -> bool:
        return cast(Danger13State, state).round > self.round

    def estimate(self, state: State) -> Evaluation:
        table = cast(Danger13State, state)
        heat = 1.0 / sqrt(LEAST_DRIFT + DRIFT_A_CARD * len(table.pile))
        to_come = (LAST_SIGNS + SIGNS_A_CARD * len(table.pile)) / table.seats
        points: list[float] = []
        shares: list[float] = []
        total = 0.0
        for seat in range(table.seats):
            signs = float(count_signs(table.won[seat]))
            share = exp(signs * heat)
            points.append(signs + to_come)
            shares.append(share)
            total += share
        return Evaluation([share / total for share in shares], points)
