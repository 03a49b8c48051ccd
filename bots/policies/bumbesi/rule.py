"""How to play Bumbesi: a number while one fits, shutting the next player out, and the cheapest way out otherwise."""

from typing import Final, cast

from bots.policies.base import Policy
from bots.policies.bumbesi.afterstate import FULL, Afterstate, Known, marked_cards
from bots.policies.bumbesi.taste import NAMES, Taste, straight
from bots.policies.bumbesi.thoughts import TODAY
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
    """Weighs what each move costs against the table and the hand that it leaves.

    `weights` stand in for the straight line of the net.
    """

    def __init__(self, weights: Weights | None = None) -> None:
        self._opinion: Opinion = Opinion(straight() if weights is None else weights, TODAY[1:])

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(BumbesiState, state)
        moves = thinkable(table)
        if len(moves) == 1:
            return moves[0]
        worths = weigh_all(self._opinion, table, moves)
        return moves[worths.index(max(worths))]

    def would(self, table: BumbesiState, move: Move) -> bool:
        """Whether this is the move that it chooses, which is quicker to tell where it is not."""
        moves = thinkable(table)
        if move not in moves:
            return False
        return len(moves) == 1 or is_best(self._opinion, table, moves, move)


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


class Standing:
    """How the game stands: the share of the draw pile that is `left`, who leads, and how many `seats` beyond four."""

    def __init__(self, state: BumbesiState) -> None:
        self._state: BumbesiState = state
        self._next: int = (state.turn + state.direction) % state.seats
        self._lead: float = leading(state, self._next)
        self.left: float = len(state.pile) / FULL
        self.seats: float = state.seats - 4.0

    def lead_of(self, seat: int) -> float:
        """How far the next player leads the others; whoever turns play round chooses another one."""
        return self._lead if seat == self._next else leading(self._state, seat)


class Opinion:
    """What the rule makes of afterstates: a straight line, and each unit as often as it counts where it says yes."""

    def __init__(self, weights: Weights, units: list[list[float]]) -> None:
        self._straight: Taste = Taste([weights[name][0] for name in NAMES])
        self._units: list[Taste] = [Taste(row) for row in units]
        self._counts: list[float] = [row[-1] for row in units]

    def worth(self, after: Afterstate, now: Standing) -> float:
        """What an afterstate is worth."""
        lead = now.lead_of(after.next)
        total = weigh(self._straight, after, now, lead)
        for place in range(len(self._units)):
            seen = weigh(self._units[place], after, now, lead)
            if seen > 0.0:
                total += self._counts[place] * seen
        return total


class Scales:
    """Weighs moves in one position."""

    def __init__(self, opinion: Opinion, state: BumbesiState) -> None:
        self._state: BumbesiState = state
        self._opinion: Opinion = opinion
        self._known: Known = Known(state)
        self._now: Standing = Standing(state)

    def weigh(self, move: Move) -> float:
        """What a move is worth."""
        return self._opinion.worth(Afterstate(self._state, self._known, move), self._now)


def is_best(opinion: Opinion, state: BumbesiState, moves: list[Move], move: Move) -> bool:
    """Whether no move is worth more than this one, and no earlier one as much."""
    scales = Scales(opinion, state)
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


def weigh_all(opinion: Opinion, state: BumbesiState, moves: list[Move]) -> list[float]:
    """What each move is worth."""
    scales = Scales(opinion, state)
    return [scales.weigh(move) for move in moves]


def weigh(taste: Taste, after: Afterstate, now: Standing, lead: float) -> float:
    """What a line of weights makes of an afterstate whose next player leads by so much."""
    worth = taste.taken * after.taken + taste.marked * after.marked + taste.other * after.other
    worth += taste.marked_room * after.marked_room + taste.other_room * after.other_room
    worth += taste.room * after.room + taste.shut * after.shut
    worth += taste.wait_marked * after.wait_marked + taste.wait_other * after.wait_other
    worth += taste.second_wait * after.second_wait
    worth += taste.fit_marked * after.fit_marked + taste.fit_other * after.fit_other
    worth += taste.held_reverse * after.reverses + taste.held_steal * after.steals + taste.held_limit * after.lifts
    worth += taste.high_card * after.highest + taste.numbers * after.numbers
    worth += taste.marked_top * after.marked_top + taste.other_top * after.other_top
    worth += taste.marked_limit * after.marked_limit + taste.other_limit * after.other_limit
    worth += taste.left * now.left + taste.lead * lead + taste.seats * now.seats + taste.always
    if after.special == REVERSE:
        return worth + taste.use_reverse
    if after.special == STEAL:
        return worth + taste.use_steal
    if after.special == LIMIT:
        return worth + taste.use_limit
    if after.laid > 0.0:
        return worth + taste.collecting + taste.new_limit * after.laid
    return worth + taste.number * after.number + taste.step * after.step


def leading(state: BumbesiState, seat: int) -> float:
    """How far another seat leads the opponents' mean, from -1 to 1 for ten points and more."""
    total = 0
    for other in range(state.seats):
        if other != state.turn:
            total += len(state.bins[other])
    lead = (total / (state.seats - 1) - len(state.bins[seat])) / 10.0
    return max(-1.0, min(1.0, lead))
