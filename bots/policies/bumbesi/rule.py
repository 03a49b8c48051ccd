"""How to play Bumbesi: a number while one fits, shutting the next player out, and the cheapest way out otherwise."""

from typing import Final, cast

from bots.policies.base import Policy
from bots.policies.bumbesi.afterstate import FULL, Afterstate, Known, marked_cards
from bots.policies.bumbesi.taste import FEWEST, Taste
from bots.policies.bumbesi.weights import RULE
from bots.policies.line import Weights
from engines.bumbesi.moves import LAY_LIMIT, PLAY, STEAL_FROM
from engines.bumbesi.rules import BumbesiState
from engines.bumbesi.view import LIMIT, REVERSE, STEAL
from engines.chance import FastChance
from engines.game import Move, State

# The rule thinks of collecting no more than so many cards while a number fits, and while a special could be played.
CHEAP: Final = 1
DEAR: Final = 5


class BumbesiRule(Policy):
    """Weighs what each move costs against the table and the hand that it leaves."""

    def __init__(self, weights: Weights = RULE) -> None:
        columns = len(weights["taken"])
        self._tastes: list[Taste] = [Taste(weights, FEWEST + column) for column in range(columns)]

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(BumbesiState, state)
        moves = thinkable(table)
        if len(moves) == 1:
            return moves[0]
        worths = weigh_all(self._taste(table), table, moves)
        return moves[worths.index(max(worths))]

    def would(self, table: BumbesiState, move: Move) -> bool:
        """Whether this is the move that it chooses, which is quicker to tell where it is not."""
        moves = thinkable(table)
        if move not in moves:
            return False
        return len(moves) == 1 or is_best(self._taste(table), table, moves, move)

    def _taste(self, table: BumbesiState) -> Taste:
        return self._tastes[table.seats - FEWEST]


def thinkable(state: BumbesiState) -> list[Move]:
    """List the moves that the rule weighs: no special while a number fits, and no dear collection."""
    moves = without_dear_collections(state, sensible(state), CHEAP, DEAR)
    if len(moves) > 1 and number_fits(moves):
        return [move for move in moves if move <= LAY_LIMIT]
    return moves


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
    return with_one_victim(moves) if STEAL in state.hands[state.turn] else moves


def without_dear_collections(state: BumbesiState, moves: list[Move], cheap: int, dear: int) -> list[Move]:
    """Leave out collections of more cards than is `cheap` while a number fits, or than is `dear` beside a special."""
    cost = marked_cards(state)
    if cost <= cheap or moves[0] > PLAY or moves[-1] <= PLAY:
        return moves
    if cost > dear or number_fits(moves):
        return [move for move in moves if move > PLAY]
    return moves


def number_fits(moves: list[Move]) -> bool:
    """Whether there is a number among the moves that can be played."""
    for move in moves:
        if move > PLAY:
            return move <= LAY_LIMIT
    return False


def with_one_victim(moves: list[Move]) -> list[Move]:
    """Leave out all steals but the first: one stranger's random card is as good as another's."""
    kept: list[Move] = []
    stealing = False
    for move in moves:
        steals = move >= STEAL_FROM
        if not steals or not stealing:
            kept.append(move)
        stealing = stealing or steals
    return kept


def wins_by_ending(state: BumbesiState) -> bool:
    """Whether the seat to act wins alone, ties broken (B15), if it collects now and the game ends."""
    seat = state.turn
    own = len(state.bins[seat]) + marked_cards(state)
    specials = state.tiebreaks()
    for other in range(state.seats):
        if other != seat:
            theirs = len(state.bins[other])
            if theirs < own or (theirs == own and specials[other] <= specials[seat]):
                return False
    return True


class Scales:
    """Weighs moves in one position."""

    def __init__(self, taste: Taste, state: BumbesiState) -> None:
        self._state: BumbesiState = state
        self._taste: Taste = taste
        self._known: Known = Known(state)
        self._left: float = len(state.pile) / FULL
        self._lead: float = leading(state, (state.turn + state.direction) % state.seats)

    def weigh(self, move: Move) -> float:
        """What a move is worth, in about points."""
        after = Afterstate(self._state, self._known, move)
        lead = leading(self._state, after.next) if after.special == REVERSE else self._lead
        return weigh(self._taste, after, self._left, lead)


def is_best(taste: Taste, state: BumbesiState, moves: list[Move], move: Move) -> bool:
    """Whether no move is worth more than this one, and no earlier one as much."""
    scales = Scales(taste, state)
    worth = scales.weigh(move)
    earlier = True
    for other in moves:
        if other == move:
            earlier = False
        else:
            rival = scales.weigh(other)
            if rival > worth or (earlier and rival == worth):
                return False
    return True


def weigh_all(taste: Taste, state: BumbesiState, moves: list[Move]) -> list[float]:
    """What each move is worth, in about points."""
    scales = Scales(taste, state)
    return [scales.weigh(move) for move in moves]


def weigh(taste: Taste, after: Afterstate, left: float, lead: float) -> float:
    """What an afterstate is worth with this share of the draw pile left and the next player leading by that much."""
    specials = after.specials()
    threat = after.shut * after.marked
    worth = (taste.taken + taste.taken_early * left) * after.taken
    worth += taste.other * after.other + taste.threat_beyond * after.shut * after.other
    worth += (taste.threat + taste.threat_to_leader * lead) * threat
    worth += taste.marked_room * after.marked_room + taste.other_room * after.other_room
    worth += (taste.reach + taste.reach_for_many * after.marked) * after.reach
    worth += taste.held_reverse * after.reverses + taste.held_steal * after.steals + taste.held_limit * after.lifts
    worth += taste.held_early * specials * left + taste.high_card * after.highest
    worth += taste.step * after.step + taste.number * after.number
    worth += taste.playable_early * left * min(after.playable, 3)
    if after.playable == 0:
        worth += taste.none_playable
        if specials == 0:
            worth += taste.stuck + taste.stuck_under_many * after.marked
    if after.special == REVERSE:
        worth += taste.use_reverse
    elif after.special == STEAL:
        worth += taste.use_steal
    elif after.special == LIMIT:
        worth += taste.use_limit
    return worth


def leading(state: BumbesiState, seat: int) -> float:
    """How far another seat leads the opponents' mean, from -1 to 1 for ten points and more."""
    total = 0
    for other in range(state.seats):
        if other != state.turn:
            total += len(state.bins[other])
    lead = (total / (state.seats - 1) - len(state.bins[seat])) / 10.0
    return max(-1.0, min(1.0, lead))
