"""What the search makes of a decision in Danger 13: opponents as their moves show them, one round at a time."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, cast

from bots.policies.base import Evaluation, Mind, Policy
from bots.policies.danger13.models import opponents, weigh
from bots.policies.danger13.rule import Weigher, count_signs
from bots.policies.danger13.thinker import Thinker
from bots.policies.danger13.weights import ESTIMATE
from bots.policies.line import Weights
from engines.danger13.rules import Danger13State
from engines.danger13.view import Danger13View
from engines.game import Game, Move, State
from engines.view import Turn, View

# What the net says is in hundredths of a win.
HUNDREDTH: Final = 0.01


class Prospect:
    """What a score between two rounds promises.

    A lead says the less, the more the players may still drift apart: by `drift_a_card` for each card in the pile and by
    `least_drift` besides, in signs squared. All seats together win `last_signs` in the last round, and `signs_a_card`
    besides with each card still in the pile.
    """

    def __init__(self, weights: Weights) -> None:
        self.drift_a_card: float = weights["drift a card"][0]
        self.least_drift: float = weights["least drift"][0]
        self.last_signs: float = weights["last signs"][0]
        self.signs_a_card: float = weights["signs a card"][0]

    def judge(self, table: Danger13State) -> Evaluation:
        """Every seat's chance to win, and the signs it may expect in the end."""
        heat = 1.0 / sqrt(max(self.least_drift + self.drift_a_card * len(table.pile), 0.05))
        to_come = (self.last_signs + self.signs_a_card * len(table.pile)) / table.seats
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


class Danger13Mind(Mind):
    """Plays the round out and judges the scores at its end by the cards still to come.

    Whole games take four times as long, and bring so much luck along that as many of them find worse moves.
    """

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        super().__init__(game, view, history)
        now = cast(Danger13View, view)
        self._thinker: Thinker = Thinker()
        self.rule = self._thinker
        # Four times as many rollouts by the plain rule find as much as those by the net.
        self._plain: Policy = Weigher()
        self.models = opponents()
        self.weights = weigh(self.models, now, history)
        self.race = True
        # Moves differ by so little that with less patience a good one is often lost after the first few worlds.
        self.behind = 3.0
        self.trust = 96.0
        self.round: int = now.round
        self._prospect: Prospect = Prospect(ESTIMATE)

    def player(self) -> Policy:
        return self._plain

    def hunch(self, state: State, move: Move) -> float:
        return HUNDREDTH * self._thinker.score(cast(Danger13State, state), move)

    def enough(self, state: State, turns: int) -> bool:
        return cast(Danger13State, state).round > self.round

    def estimate(self, state: State) -> Evaluation:
        return self._prospect.judge(cast(Danger13State, state))
