"""What the search makes of a decision in Geschenkt: a tree against opponents as their takes and passes show them."""

from collections.abc import Sequence
from math import exp, log
from typing import TYPE_CHECKING, Final, cast

from bots.policies.base import Evaluation, Exact, Lookahead, Mind, Policy
from bots.policies.geschenkt.afterstate import Judge
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
from engines.geschenkt.rules import MATERIALS, NOBODY, PASS, TAKE, GeschenktState
from engines.geschenkt.view import GeschenktView
from engines.view import OVER, Turn, View

if TYPE_CHECKING:
    from mypy_extensions import i64

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
# So many cards are played for, the open one among them, and what comes after them is judged.
CARDS: Final = 2
# A place that was judged so often is played on from, for one card more.
OFTEN: Final = 16
# Names of places are worked out below this.
MOST: Final = (1 << 42) - 1
STEP: Final = 1000003
SHIFT: Final = 64


class Judged:
    """What a net says of a place, and how often it was asked."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation: Evaluation = evaluation
        self.times: int = 0


class GeschenktMind(Mind):
    """Follows every opponent's takes and passes, and searches against the models that fit them.

    No rule foresees an opponent who thinks ahead, so two models were taught by those who do, and another one does.
    """

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        super().__init__(game, view, history)
        self.rule = Taught()
        self._look: Look = Look()
        self._judge: Judge = Judge()
        self._known: dict[int, Judged] = {}
        self._to_take: list[int] = _to_take(cast(GeschenktView, view))
        self._left: int = cast(GeschenktView, view).left
        self._judges: bool = view.seats in game.info.seats
        if self._judges:
            # What a net says of a place is far less noisy than how one game ends.
            self.exploration = 0.2
            self.blend = 1.0
        else:
            self.width = 12.0
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
        """Play until a place is judged; whatever trained rules see of a card is worked out once for all of them.

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

    def enough(self, state: State, turns: int) -> bool:
        """Whether this is a place far enough away and not yet known well; of tables of two the net knows nothing.

        So the longer a search goes on, the further it sees, and first where it looks most.
        """
        table = cast(GeschenktState, state)
        if not self._judges or table.pot > 0 or self._left - len(table.pile) < CARDS:
            return False
        known = self._known.get(self._name(table))
        return known is None or known.times < OFTEN

    def estimate(self, state: State) -> Evaluation:
        """What the place is worth where the last card was taken; few places are met, and again and again."""
        table = cast(GeschenktState, state)
        name = self._name(table)
        known = self._known.get(name)
        if known is None:
            known = Judged(self._judge.judge(table))
            self._known[name] = known
        known.times += 1
        return known.evaluation

    def _name(self, table: GeschenktState) -> int:
        """A number for who has which of the cards that were not taken before, how many chips, and is to turn one up."""
        name: i64 = table.turn
        for chips in table.chips:
            name = (name * STEP + chips) & MOST
        for card in self._to_take:
            owner: i64 = table.owner[card]
            if owner != NOBODY:
                name = (name * STEP + owner * SHIFT + card) & MOST
        return name

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
    """Share the last weight, of all portraits of a seat together, out to each of them; others' portraits get none."""
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


def _to_take(view: GeschenktView) -> list[int]:
    """List the cards that nobody has taken yet."""
    taken = {card for row in view.rows for card in row}
    return [card for card in MATERIALS[view.variant].cards if card not in taken]
