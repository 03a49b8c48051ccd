"""What the search makes of a decision in Geschenkt: a tree against opponents as their takes and passes show them."""

from collections.abc import Sequence
from math import exp, log
from typing import Final, cast

from bots.policies.base import Exact, Lookahead, Mind, Policy
from bots.policies.geschenkt.endgame import FEW, Endgame, Opponent, TooLarge, size
from bots.policies.geschenkt.features import Look, look_at
from bots.policies.geschenkt.models import opponents
from bots.policies.geschenkt.portrait import Gallery, Seen
from bots.policies.geschenkt.rule import Taker, Taught, Trained
from bots.policies.geschenkt.thinker import Thinker
from bots.policies.geschenkt.thoughts import BEFORE, TODAY
from bots.policies.line import STRAIGHT
from engines.chance import FastChance
from engines.game import Game, Move, Sampler, State
from engines.geschenkt.rules import PASS, TAKE, GeschenktState
from engines.geschenkt.view import GeschenktView
from engines.view import OVER, Turn, View

# How far a model is trusted to be the opponent: its move is this likely, and the other one that little.
AGREES: Final = 0.95
DIFFERS: Final = 0.05
# Before anything is seen an opponent follows one of the plain rules, weighs as people do that training met, or thinks
# ahead: as searches do that were watched, or otherwise. Whoever plays by a price is soon told from those who think, but
# not the other way round, so thinkers begin ahead. Each move of somebody who thinks otherwise is as likely as FORESEEN
# says, so whatever fits soon drives this model out, and where nothing fits, it stays.
BY_RULE: Final = 0.24
LIKE_SOMEBODY: Final = 0.3
THINKING: Final = 0.36
LOOKING_AHEAD: Final = 0.1
FORESEEN: Final = 0.7
# So many positions of an endgame are as much work as one iteration of the tree.
EACH: Final = 20


class GeschenktMind(Mind):
    """Follows every opponent's takes and passes, and searches against the models that fit them.

    No rule foresees an opponent who thinks ahead, so two models were taught by those who do, and another one does.
    """

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        super().__init__(game, view, history)
        self.rule = Taught()
        self.width = 12.0
        self.pairs = True
        self._look: Look = Look()
        takers = opponents()
        thinkers = [Thinker(net, self.rule) for net in (TODAY, BEFORE)]
        models: list[Policy] = [*takers, Lookahead(self.rule), *thinkers]
        witness = Witness(takers, thinkers, cast(GeschenktView, view))
        witness.follow(history)
        portraits: list[list[int]] = []
        weights: list[list[float]] = []
        for seat in range(view.seats):
            gallery = Gallery(witness.seen[seat], FastChance(seat))
            portraits.append([len(models) + place for place in range(len(gallery.portraits))])
            models += [Trained({STRAIGHT: portrait}) for portrait in gallery.portraits]
            weights.append(witness.weights(seat, gallery.evidence))
        for seat in range(view.seats):
            weights[seat] = _spread_out(weights[seat], portraits[seat], len(models))
        self.models = models
        self.weights = weights

    def roll_out(self, state: State, players: list[Policy], turns: int, luck: FastChance) -> None:
        """Play on until it is enough; whatever trained rules see of a card is worked out once for all of them.

        Whoever thinks plays on by the rule: single choices of theirs are foreseen well, but choices that are drawn one
        after the other come to a weak player, and with weak opponents to come everything looks good.
        """
        table = cast(GeschenktState, state)
        takers = [player.rule if isinstance(player, (Lookahead, Thinker)) else player for player in players]
        look = self._look
        seen = len(table.pile) + 1
        while table.turn != OVER and not self.enough(table, 0):
            taker = takers[table.turn]
            if table.chips[table.turn] == 0:
                table.play(TAKE)
            elif isinstance(taker, (Taught, Trained)):
                if seen != len(table.pile):
                    seen = len(table.pile)
                    look.turn_up(table)
                look.see(table)
                score = taker.opinion.score(look) if isinstance(taker, Taught) else taker.line.weigh(look)
                table.play(TAKE if score > 0.0 else PASS)
            else:
                table.play(taker.choose(table, luck))

    def solve(self, sampler: Sampler, effort: int, luck: FastChance) -> dict[Move, Exact]:
        """The last cards, exactly, or all of a very small game."""
        state = cast(GeschenktState, sampler.draw(FastChance(0)))
        if len(state.pile) > FEW and size(state) > effort * EACH:
            return {}
        opponents = [Opponent(self.models, weights) for weights in self.weights]
        try:
            return Endgame(state, opponents, effort * EACH).answer()
        except TooLarge:
            return {}


def _spread_out(weights: list[float], portraits: list[int], count: int) -> list[float]:
    """Divide the last weight, that of all portraits of a seat together, among them; others' portraits get none."""
    spread = weights[:-1] + [0.0] * (count - len(weights) + 1)
    for place in portraits:
        spread[place] = weights[-1] / len(portraits)
    return spread


class Witness:
    """Has seen what everybody took and passed in this game, and how well that fits each plain rule and thinker."""

    def __init__(self, takers: list[Taker], thinkers: list[Thinker], view: GeschenktView) -> None:
        self._takers: list[Taker] = takers
        self._thinkers: list[Thinker] = thinkers
        self._thoughts: list[list[float]] = [[0.0] * len(thinkers) for _ in range(view.seats)]
        self._view: GeschenktView = view
        self.seen: list[list[Seen]] = [[] for _ in range(view.seats)]
        self._logs: list[list[float]] = [[0.0] * len(takers) for _ in range(view.seats)]

    def follow(self, history: Sequence[Turn]) -> None:
        """Play the history again, looking at each free choice of the others."""
        view = self._view
        state = GeschenktState(view.seats, view.variant, FastChance(0))
        state.deal()
        for turn in history:
            if turn.move == "deal":
                state.turn = turn.seat
                state.open = turn.shown[0]
                continue
            took = turn.move == "take"
            if state.chips[turn.seat] > 0 and turn.seat != view.seat:
                self._look(state, took)
            if took and turn.shown:
                state.pile[-1] = turn.shown[0]
            state.play(TAKE if took else PASS)

    def _look(self, state: GeschenktState, took: bool) -> None:
        seat = state.turn
        look = look_at(state)
        self.seen[seat].append(Seen(look, took))
        thoughts = self._thoughts[seat]
        for number, thinker in enumerate(self._thinkers):
            chance = thinker.chance(look)
            thoughts[number] += log(chance if took else 1.0 - chance)
        logs = self._logs[seat]
        for number, taker in enumerate(self._takers):
            logs[number] += log(AGREES if taker.wants(state) == took else DIFFERS)

    def weights(self, seat: int, evidence: float) -> list[float]:
        """The probability of each plain rule, looking ahead, thinkers, and all portraits, given their evidence."""
        each = log(BY_RULE / len(self._takers))
        logs = [each + value for value in self._logs[seat]]
        logs.append(log(LOOKING_AHEAD) + len(self.seen[seat]) * log(FORESEEN))
        logs += [log(THINKING / len(self._thinkers)) + value for value in self._thoughts[seat]]
        logs.append(log(LIKE_SOMEBODY) + evidence)
        most = max(logs)
        raw = [exp(value - most) for value in logs]
        total = sum(raw)
        return [value / total for value in raw]
