"""How to play Bumbesi: small steps, cheap collections, and a table that shuts the next player out."""

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, cast

from bots.policies.bumbesi_prospect import FULL, Known, Prospect, is_steal, marked_cards
from bots.policies.policy import Mind, Outcome, Policy
from engines.bumbesi.moves import PLAY
from engines.bumbesi.rules import BumbesiState
from engines.bumbesi.view import HIGHEST, LIMIT, REVERSE, STEAL
from engines.chance import FastChance
from engines.game import Game, Move, State
from engines.view import Turn, View

# What the rule makes of a prospect. Found by antithetic evolution strategies (24 pairs of 120 to 300 games a step,
# about 500 steps, worth .7 win share + .3 squashed margin) on 3 to 6 seats against plain rules, random moves and
# earlier versions of itself.
TAKEN: Final = -2.2214
TAKEN_EARLY: Final = -0.5698
OTHER: Final = 0.5406
THREAT: Final = 1.2183
THREAT_BEYOND: Final = -0.8962
THREAT_TO_LEADER: Final = 0.9468
MARKED_ROOM: Final = -4.7821
OTHER_ROOM: Final = -4.9608
REACH: Final = 2.4433
REACH_FOR_MANY: Final = 0.6513
HELD_REVERSE: Final = 1.0268
HELD_STEAL: Final = -0.8324
HELD_LIMIT: Final = -1.0321
HELD_EARLY: Final = 2.742
HIGH_CARD: Final = 2.5861
STEP: Final = 0.0405
PLAYABLE_EARLY: Final = 0.4098
NONE_PLAYABLE: Final = -1.4926
STUCK: Final = 0.4417
STUCK_UNDER_MANY: Final = -0.3306
USE_REVERSE: Final = -1.0185
USE_STEAL: Final = -2.4597
USE_LIMIT: Final = -3.5399

# The further points that a hand and a place promise, fitted by least squares to games of the rule against itself.
EACH_SPECIAL: Final = -0.6196
EACH_SPECIAL_EARLY: Final = -0.9127
NEAR: Final = -1.6409
NEAR_MANY: Final = -0.5854
SHUT_OUT: Final = 0.9915
SHUT_OUT_NOW: Final = 0.2676
HELPLESS: Final = 0.2173
HELPLESS_NOW: Final = 0.2372
ONE_PLAYABLE: Final = 0.5032
SPREAD: Final = 1.0
SPREAD_EARLY: Final = 4.0


class BumbesiRule(Policy):
    """Weighs what each move costs against the table and the hand that it leaves."""

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(BumbesiState, state)
        moves = sensible(table)
        if len(moves) == 1:
            return moves[0]
        known = Known(table)
        best = moves[0]
        most = -1.0e9
        for move in moves:
            worth = weigh(table, Prospect(table, known, move))
            if worth > most:
                most = worth
                best = move
        return best


def sensible(state: BumbesiState) -> list[Move]:
    """List the legal moves without those that are no choice at all."""
    moves = state.legal()
    if len(moves) == 1:
        return moves
    if not state.pile:
        # A collection ends the game now (B13): it is right if it wins, and wrong if it does not.
        if wins_by_ending(state):
            return moves[:1]
        moves = [move for move in moves if move > PLAY]
    return with_one_victim(moves)


def with_one_victim(moves: list[Move]) -> list[Move]:
    """Leave out all steals but the first: one stranger's random card is as good as another's."""
    kept: list[Move] = []
    stealing = False
    for move in moves:
        if not is_steal(move) or not stealing:
            kept.append(move)
        stealing = stealing or is_steal(move)
    return kept


def wins_by_ending(state: BumbesiState) -> bool:
    """Say whether the seat to act wins alone, ties broken (B15), if it collects now and the game ends."""
    seat = state.turn
    own = len(state.bins[seat]) + marked_cards(state)
    specials = state.tiebreaks()
    for other in range(state.seats):
        if other != seat:
            theirs = len(state.bins[other])
            if theirs < own or (theirs == own and specials[other] <= specials[seat]):
                return False
    return True


def weigh(state: BumbesiState, after: Prospect) -> float:
    """Give what a prospect is worth, in about points."""
    left = len(state.pile) / FULL
    specials = after.specials()
    threat = after.shut * after.marked
    worth = (TAKEN + TAKEN_EARLY * left) * after.taken
    worth += OTHER * after.other + THREAT * threat + THREAT_BEYOND * after.shut * after.other
    worth += THREAT_TO_LEADER * threat * leading(state, after.next)
    worth += MARKED_ROOM * after.marked_room + OTHER_ROOM * after.other_room
    worth += (REACH + REACH_FOR_MANY * after.marked) * after.reach
    worth += HELD_REVERSE * after.reverses + HELD_STEAL * after.steals + HELD_LIMIT * after.lifts
    worth += HELD_EARLY * specials * left + HIGH_CARD * after.highest
    worth += STEP * after.step + PLAYABLE_EARLY * left * min(after.playable, 3)
    if after.playable == 0:
        worth += NONE_PLAYABLE
        if specials == 0:
            worth += STUCK + STUCK_UNDER_MANY * after.marked
    if after.special == REVERSE:
        worth += USE_REVERSE
    elif after.special == STEAL:
        worth += USE_STEAL
    elif after.special == LIMIT:
        worth += USE_LIMIT
    return worth


def leading(state: BumbesiState, seat: int) -> float:
    """Say how far another seat leads the opponents' mean, from -1 to 1 for ten points and more."""
    total = 0
    for other in range(state.seats):
        if other != state.turn:
            total += len(state.bins[other])
    lead = (total / (state.seats - 1) - len(state.bins[seat])) / 10.0
    return max(-1.0, min(1.0, lead))


class BumbesiMind(Mind):
    """Looks a few turns ahead, everybody playing by the rule, and judges the hands and the table it finds there."""

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        super().__init__(game, view, history)
        self.rule = BumbesiRule()
        self.models = [self.rule]
        self.weights = [[1.0] for _ in range(view.seats)]
        self.turns = 2 * view.seats
        self.depth = 1
        self.exploration = 0.1

    def options(self, state: State) -> list[Move]:
        return sensible(cast(BumbesiState, state))

    def estimate(self, state: State) -> Outcome:
        table = cast(BumbesiState, state)
        points = [len(table.bins[seat]) + outlook(table, seat) for seat in range(table.seats)]
        least = min(points)
        # How far luck may still carry a lead.
        spread = SPREAD + SPREAD_EARLY * sqrt(len(table.pile) / FULL)
        wins = [exp((least - own) / spread) for own in points]
        total = sum(wins)
        return Outcome([win / total for win in wins], points)


def outlook(state: BumbesiState, seat: int) -> float:
    """Give the points that a seat's hand and place promise, more or less than the others'."""
    hand = state.hands[seat]
    marked = marked_cards(state)
    specials, playable, reach = holdings(state, hand)
    left = len(state.pile) / FULL
    more = EACH_SPECIAL * specials + EACH_SPECIAL_EARLY * specials * left
    more += (NEAR + NEAR_MANY * marked) * reach
    if playable == 0:
        more += SHUT_OUT
        if seat == state.turn:
            more += SHUT_OUT_NOW * marked
        if specials == 0:
            more += HELPLESS * marked
            if seat == state.turn:
                more += HELPLESS_NOW * marked
    elif playable == 1:
        more += ONE_PLAYABLE
    return more


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
