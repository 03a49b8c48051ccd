"""What the search makes of a decision in Bumbesi: three rounds by the rule, then a look at the hands and the table."""

from collections.abc import Sequence
from math import exp
from typing import Final, cast

from bots.policies.base import Evaluation, Exact, Mind, Policy, draw_model
from bots.policies.bumbesi.afterstate import FULL, marked_cards
from bots.policies.bumbesi.endgame import FEWEST, Endgame, TooLarge, World
from bots.policies.bumbesi.history import HandChange, hand_changes
from bots.policies.bumbesi.models import opponents, weigh
from bots.policies.bumbesi.reading import Reader
from bots.policies.bumbesi.rule import BumbesiRule, sensible, without_dear_collections
from bots.policies.bumbesi.weights import ESTIMATE
from bots.policies.line import Weights
from engines.bumbesi.rules import BumbesiState
from engines.bumbesi.view import HIGHEST, BumbesiView
from engines.chance import FastChance
from engines.game import Game, Move, Sampler, State
from engines.view import Turn, View

# The search collects no more than so many cards while a number fits, and while a special could be played.
CHEAP: Final = 2
DEAR: Final = 6
# An endgame is looked at in one world for so many iterations, but in no more than so many worlds; and so many moves in
# these are as much work as an iteration.
FOR_A_WORLD: Final = 8
MOST_WORLDS: Final = 512
EACH: Final = 20
# However sure an estimate is, a lead never says more than at this spread.
LEAST_SPREAD: Final = 0.2


class Prospect:
    """The further points that a hand and a place promise, and how far luck may still carry a lead (`spread`).

    `lying` is how many of the cards on the table and in the hands end in bins too.
    """

    def __init__(self, weights: Weights) -> None:
        self.each_special: float = weights["each special"][0]
        self.each_special_early: float = weights["each special early"][0]
        self.near: float = weights["near"][0]
        self.near_many: float = weights["near many"][0]
        self.playable_early: float = weights["playable early"][0]
        self.shut_out: float = weights["shut out"][0]
        self.shut_out_now: float = weights["shut out now"][0]
        self.helpless: float = weights["helpless"][0]
        self.helpless_now: float = weights["helpless now"][0]
        self.spread: float = weights["spread"][0]
        self.spread_early: float = weights["spread early"][0]
        self.spread_of_many: float = weights["spread of many"][0]
        self.lying: float = weights["lying"][0]

    def judge(self, table: BumbesiState) -> Evaluation:
        """Every seat's chance to win, and the points it may expect in the end."""
        promised = [self.further_points(table, seat) for seat in range(table.seats)]
        # What nobody's hand can change: nearly every card still to come ends in somebody's bin.
        common = (len(table.pile) + self.lying - sum(promised, 0.0)) / table.seats
        points = [len(table.bins[seat]) + promised[seat] + common for seat in range(table.seats)]
        least = min(points)
        spread = self.spread + self.spread_early * len(table.pile) / FULL + self.spread_of_many * (table.seats - 4)
        spread = max(LEAST_SPREAD, spread)
        wins = [exp((least - own) / spread) for own in points]
        total = sum(wins)
        return Evaluation([win / total for win in wins], points)

    def further_points(self, state: BumbesiState, seat: int) -> float:
        """The points that a seat's hand and place promise from here on, more or less than the others'."""
        hand = state.hands[seat]
        marked = marked_cards(state)
        specials, playable, reach = holdings(state, hand)
        left = len(state.pile) / FULL
        more = self.each_special * specials + self.each_special_early * specials * left
        more += (self.near + self.near_many * marked) * reach + self.playable_early * left * min(playable, 3)
        if playable == 0:
            more += self.shut_out
            if seat == state.turn:
                more += self.shut_out_now * marked
            if specials == 0:
                more += self.helpless * marked
                if seat == state.turn:
                    more += self.helpless_now * marked
        return more


class BumbesiMind(Mind):
    """Looks a few turns ahead, the others playing as they seem to, and judges the hands and the table found there."""

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        super().__init__(game, view, history)
        self.rule = BumbesiRule()
        self.turns = 3 * view.seats
        self.race = True
        self._prospect: Prospect = Prospect(ESTIMATE)
        self._view: BumbesiView = cast(BumbesiView, view)
        self._changes: list[list[HandChange]] = hand_changes(game, view.seats, history)
        if history:
            self.models = opponents()
            self.weights = weigh(self.models, self._changes, view.seat, FastChance(0))

    def worlds(self, sampler: Sampler) -> Sampler:
        return Reader(self._view, self._changes, self.models, self.weights, sampler) if self.models else sampler

    def solve(self, sampler: Sampler, effort: int, luck: FastChance) -> dict[Move, Exact]:
        """Every way to the end once the draw pile is empty, over hands as they are read."""
        if self._view.left > 0:
            return {}
        reader = self.worlds(sampler)
        count = min(max(effort // FOR_A_WORLD, FEWEST), MOST_WORLDS)
        worlds = [World(cast(BumbesiState, reader.draw(luck)), self._draw_players(luck)) for _ in range(count)]
        try:
            return Endgame(self._view.turn, luck, effort * EACH).answer(worlds)
        except TooLarge:
            return {}

    def _draw_players(self, luck: FastChance) -> list[Policy]:
        if not self.models:
            return [self.rule] * self.seats
        return [self.models[draw_model(weights, luck)] for weights in self.weights]

    def options(self, state: State) -> list[Move]:
        table = cast(BumbesiState, state)
        return without_dear_collections(table, sensible(table), CHEAP, DEAR)

    def estimate(self, state: State) -> Evaluation:
        return self._prospect.judge(cast(BumbesiState, state))


def holdings(state: BumbesiState, hand: list[int]) -> tuple[int, int, float]:
    """Count the specials and the playable numbers of a hand, and how far a pile may grow before none fits."""
    low0 = state.piles[0][-1] if state.piles[0] else 0
    low1 = state.piles[1][-1] if state.piles[1] else 0
    high0, high1 = state.limits[0][-1], state.limits[1][-1]
    specials = playable = reach = 0
    for card in hand:
        if card > HIGHEST:
            specials += 1
            continue
        far = max(card - low0 if low0 < card < high0 else 0, card - low1 if low1 < card < high1 else 0)
        if far:
            playable += 1
            reach = max(reach, far)
    return specials, playable, reach / HIGHEST
