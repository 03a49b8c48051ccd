"""What the search makes of a decision in Geschenkt: a tree against opponents as their takes and passes show them."""

from collections.abc import Sequence
from typing import Final, cast

from bots.policies.base import Lookahead, Mind, Posterior
from bots.policies.geschenkt.models import opponents
from bots.policies.geschenkt.rule import Taker, Trained
from engines.chance import FastChance
from engines.game import Game
from engines.geschenkt.rules import PASS, TAKE, GeschenktState
from engines.geschenkt.view import GeschenktView
from engines.view import Turn, View

# How far a model is trusted to be the opponent: its move is this likely, and the other one that little.
AGREES: Final = 0.95
DIFFERS: Final = 0.05
# Beforehand it is LOOKING_AHEAD to 1 that an opponent looks ahead instead of following a rule, and then each move of
# theirs is as likely as FORESEEN says. So a rule that fits soon drives this model out, and where none fits, it stays.
LOOKING_AHEAD: Final = 0.3
FORESEEN: Final = 0.7


class GeschenktMind(Mind):
    """Follows every opponent's takes and passes, and searches against the models that fit them.

    No rule foresees an opponent who looks ahead, so the last model is one who does.
    """

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        super().__init__(game, view, history)
        self.rule = Trained()
        self.width = 12.0
        takers = opponents()
        self.models = [*takers, Lookahead(self.rule)]
        self.weights = weigh(takers, cast(GeschenktView, view), history)


def weigh(takers: list[Taker], view: GeschenktView, history: Sequence[Turn]) -> list[list[float]]:
    """For each seat the probability of each taker, and last of one who looks ahead, after what this game has shown."""
    posterior = Posterior(view.seats, len(takers) + 1)
    for seat in range(view.seats):
        posterior.see(seat, len(takers), LOOKING_AHEAD * len(takers))
    state = GeschenktState(view.seats, view.variant, FastChance(0))
    state.deal()
    for turn in history:
        if turn.move == "deal":
            state.turn = turn.seat
            state.open = turn.shown[0]
            continue
        took = turn.move == "take"
        if state.chips[turn.seat] > 0 and turn.seat != view.seat:
            _compare(posterior, takers, state, took)
        if took and turn.shown:
            state.pile[-1] = turn.shown[0]
        state.play(TAKE if took else PASS)
    return [posterior.weights(seat) for seat in range(view.seats)]


def _compare(posterior: Posterior, takers: list[Taker], state: GeschenktState, took: bool) -> None:
    for number, taker in enumerate(takers):
        posterior.see(state.turn, number, AGREES if taker.wants(state) == took else DIFFERS)
    posterior.see(state.turn, len(takers), FORESEEN)
