"""What a search makes of Da Capo: which moves are worth a thought, and who will win from where it stops."""

from collections.abc import Sequence
from math import exp
from typing import cast

from bots.policies.base import Evaluation, Mind
from bots.policies.dacapo.evaluation import missing
from bots.policies.dacapo.models import opponents, weigh
from bots.policies.dacapo.rule import DaCapoRule
from bots.policies.dacapo.weights import ESTIMATE
from bots.policies.line import Weights
from engines.dacapo.moves import BIT, END, LAY, PLACES, PLAYS, ROB
from engines.dacapo.rules import DaCapoState
from engines.dacapo.view import JOKER
from engines.game import Game, Move, State
from engines.view import Turn, View


class Prospect:
    """Who wins: each seat's chance is its share of the softmax of its standing.

    `stock_card` counts for each card in its stock, and `stock_share` for that over the shortest stock and a `few`;
    `missing` for so many cards missing to the stock card, `ready` for a stock card that can be played at once, and
    `each_joker` for a joker.
    """

    def __init__(self, weights: Weights) -> None:
        self.stock_card: float = weights["stock card"][0]
        self.stock_share: float = weights["stock share"][0]
        self.few: float = weights["few"][0]
        self.missing: list[float] = weights["missing"]
        self.ready: float = weights["ready"][0]
        self.each_joker: float = weights["each joker"][0]

    def judge(self, table: DaCapoState) -> Evaluation:
        """Every seat's chance to win, and the points it may expect in the end."""
        heights = [len(build) for build in table.builds]
        fewest = min([len(stock) for stock in table.stocks])
        chances = [exp(self._standing(table, seat, heights, fewest)) for seat in range(table.seats)]
        total = sum(chances)
        # Until somebody has cleared the shortest stock, the others clear about as much of theirs.
        points = [float(points - fewest) for points in table.scores()]
        return Evaluation([chance / total for chance in chances], points)

    def _standing(self, table: DaCapoState, seat: int, heights: list[int], fewest: int) -> float:
        """Weigh a seat's prospects at the start of a turn."""
        cards = table.held[seat]
        jokers = 0
        for card in table.hands[seat]:
            if card == JOKER:
                jokers += 1
        for card in table.helper_tops[seat]:
            if card == JOKER:
                jokers += 1
            elif card:
                cards |= BIT[card]
        left = len(table.stocks[seat])
        far = missing(heights, table.tops[seat], cards, jokers)
        standing = self.stock_card * left + self.stock_share * left / (fewest + self.few) + self.each_joker * jokers
        if far < len(self.missing):
            standing += self.missing[far]
        if far == 0 and seat == table.turn:
            standing += self.ready
        return standing


class DaCapoMind(Mind):
    """Lets everybody play by the rule for a while, and then counts stocks."""

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        super().__init__(game, view, history)
        self.rule = DaCapoRule()
        self.models = opponents()
        self.weights = weigh(view.seats, view.seat, history)
        self.blend = 1.0
        self.turns = view.seats + 1
        self.race = True
        self.doubt = 1.5
        self._prospect: Prospect = Prospect(ESTIMATE)

    def options(self, state: State) -> list[Move]:
        """The stock card alone where it fits, and otherwise no two moves that come to the same."""
        table = cast(DaCapoState, state)
        seat = table.turn
        fits = table.fits[table.tops[seat]]
        if fits:
            return [move for move in PLAYS[0][fits] if _first_of_height(table, move % PLACES)]
        keeps_jokers = table.held[seat] != BIT[JOKER]
        return [move for move in table.legal() if _worth_a_thought(table, move, keeps_jokers)]

    def estimate(self, state: State) -> Evaluation:
        return self._prospect.judge(cast(DaCapoState, state))


def _first_of_height(table: DaCapoState, place: int) -> bool:
    """Whether no build pile before this one has the same height."""
    return table.fits[len(table.builds[place]) + 1] % BIT[place] == 0


def _worth_a_thought(table: DaCapoState, move: Move, keeps_jokers: bool) -> bool:
    """Leave out a twin of another move, a joker laid for nothing, and the robbery that makes its victim win (C14)."""
    row = move // PLACES
    place = move % PLACES
    if move == END:
        return True
    if row > LAY:
        if row - LAY == JOKER and keeps_jokers:
            return False
        tops = table.helper_tops[table.turn]
        return tops[place] != 0 or 0 not in tops[:place]
    if row >= ROB and len(table.stocks[row - ROB]) == 1:
        return False
    return _first_of_height(table, place)
