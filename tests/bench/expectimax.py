"""An exact yardstick: the last round of Danger 13 for two, and the end of one for three.

Nothing is hidden but the order of the cards, so every way in which the round may go can be looked at. What a bot gives
away is then exact: the value of the best move less the value of its own, added up over a round. With three everybody
else does what is best for themselves, and of equal moves the first.
"""

from collections.abc import Iterator
from functools import cache
from statistics import fmean
from typing import NamedTuple

from bots.bot import Bot, Budget, Decision
from bots.policies.danger13.rule import Weigher
from bots.searcher import Searcher
from bots.simple import PolicyBot, RandomBot
from bots.standings import mean_interval
from engines.chance import FastChance
from engines.danger13.game import Danger13
from engines.danger13.rules import ACCEPT, REFUSE, SIGNS, VALUES, Danger13State
from engines.danger13.view import DOUBLE, DRAW, HAND, LIMIT, PLAIN, PLUS
from engines.game import Move
from engines.games import build
from engines.view import OVER, Turn, cards_shown

# No card takes another one away and rows overflow before the pile ends, so no order of cards needs to be remembered.
KINDS = (PLAIN + 4, PLUS + 3, PLUS + 4, DOUBLE + 5, DRAW + 4, HAND)
ROUND = 5
ROUNDS = 200
ITERATIONS = {"plain Python": 100, "compiled": 1000}

Counts = tuple[int, ...]
Shares = tuple[float, ...]
"""Everybody's share of the win."""


class Table(NamedTuple):
    """How a round begins: the unseen cards by kind, everybody's row, and what each has won before."""

    unseen: Counts
    rows: tuple[tuple[int, ...], ...]
    won: tuple[tuple[int, ...], ...]

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.won)


TWO = Table((3, 3, 2, 3, 3, 2), ((), ()), ((PLUS + 3, DOUBLE + 4), (PLUS + 4, DOUBLE + 4, PLUS + 0)))
THREE = Table(
    (3, 4, 1, 3, 3, 2),
    ((DOUBLE + 3, PLAIN + 2), (PLUS + 4, PLAIN + 1), (DOUBLE + 4, PLAIN + 1)),
    ((PLUS + 3, DOUBLE + 4), (PLUS + 4, DOUBLE + 4, PLUS + 0), (DOUBLE + 4, DOUBLE + 1)),
)
TABLES = {"the last round for two": TWO, "the end of the last round for three": THREE}


class Row(NamedTuple):
    """What counts of a row: its total, the signs and the values that would be won, and the hand cards."""

    total: int = 0
    signs: int = 0
    values: int = 0
    hands: int = 0

    def with_card(self, card: int) -> "Row":
        """The row with one more card."""
        value, signs = VALUES[card], SIGNS[card]
        return Row(
            self.total + value, self.signs + signs, self.values + (value if signs else 0), self.hands + (card == HAND)
        )


class Position(NamedTuple):
    """All rows, the unseen cards by kind, the open card, who deals and who waits, and who is asked, or nobody."""

    rows: tuple[Row, ...]
    unseen: Counts
    open: int
    dealer: int
    waiting: tuple[int, ...]
    asked: int | None
    won: tuple[tuple[int, int], ...]

    @property
    def mover(self) -> int:
        """Who decides."""
        return self.dealer if self.asked is None else self.asked


@cache
def value(position: Position) -> Shares:
    """Everybody's share of the win when all play perfectly."""
    mover = position.mover
    return max(worth_of_moves(position).values(), key=lambda shares: shares[mover])


def worth_of_moves(position: Position) -> dict[Move, Shares]:
    """Everybody's share of the win after each move."""
    if position.asked is not None:
        return {ACCEPT: accepted(position, position.asked), REFUSE: refused(position, position.asked)}
    return {seat: given(position, seat) for seat in position.waiting}


def given(position: Position, seat: int) -> Shares:
    """What it comes to when a seat is given the open card."""
    waiting = tuple(other for other in position.waiting if other != seat)
    return received(position._replace(waiting=waiting), seat)


def received(position: Position, seat: int) -> Shares:
    """What it comes to when the open card reaches a seat, which is asked if it has a hand card (D8)."""
    return value(position._replace(asked=seat)) if position.rows[seat].hands else accepted(position, seat)


def accepted(position: Position, seat: int) -> Shares:
    """What it comes to when a seat lays the open card (D9, D12, D14)."""
    after = changed(position, seat, position.rows[seat].with_card(position.open))
    if after.rows[seat].total >= LIMIT:
        return ended(after, seat)
    if DRAW <= position.open < DRAW + 10:
        return mean_of((share, received(next_one, seat)) for share, next_one in turned_up(after))
    return dealt_on(after)


def refused(position: Position, seat: int) -> Shares:
    """What it comes to when a seat gives a hand card up for the open one (D8)."""
    row = position.rows[seat]
    return dealt_on(changed(position, seat, row._replace(hands=row.hands - 1)))


def changed(position: Position, seat: int, row: Row) -> Position:
    """The position with another row, and nobody asked."""
    return position._replace(rows=(*position.rows[:seat], row, *position.rows[seat + 1 :]), asked=None)


def dealt_on(position: Position) -> Shares:
    """The mean over the next card of this packet, or of the next dealer's (D5, D7)."""
    if not position.waiting:
        seats = len(position.rows)
        position = position._replace(dealer=(position.dealer + 1) % seats, waiting=tuple(range(seats)))
    return mean_of((share, value(after)) for share, after in turned_up(position))


def turned_up(position: Position) -> Iterator[tuple[float, Position]]:
    """Every card that may be next, and how likely it is."""
    left = sum(position.unseen)
    for place, count in enumerate(position.unseen):
        if count:
            unseen = (*position.unseen[:place], count - 1, *position.unseen[place + 1 :])
            yield count / left, position._replace(open=KINDS[place], unseen=unseen)


def mean_of(weighted: Iterator[tuple[float, Shares]]) -> Shares:
    """The mean of everybody's shares, by how likely each is."""
    return tuple(map(sum, zip(*([likely * each for each in shares] for likely, shares in weighted), strict=True)))


def ended(position: Position, loser: int) -> Shares:
    """Everybody's share of the win once one seat is at its limit (D16, D20)."""
    ranks = [
        (signs + (0 if seat == loser else row.signs), values + (0 if seat == loser else row.values))
        for seat, (row, (signs, values)) in enumerate(zip(position.rows, position.won, strict=True))
    ]
    best = max(ranks)
    return tuple(float(rank == best) / ranks.count(best) for rank in ranks)


def laid_out(number: int, table: Table = TWO) -> Danger13State:
    """The beginning of a round: cards in some order, and what everybody has, at another seat from game to game."""
    luck = FastChance(number)
    seats = table.seats
    state = Danger13State(seats, luck)
    cards = [card for card, count in zip(KINDS, table.unseen, strict=True) for _ in range(count)]
    luck.shuffle(cards)
    state.round, state.last_round = ROUND, True
    for seat in range(seats):
        state.won[seat] = list(table.won[(seat + number) % seats])
        state.rows[seat] = list(table.rows[(seat + number) % seats])
        state.totals[seat] = sum(VALUES[card] for card in state.rows[seat])
    state.start = state.marker = state.dealer = state.turn = number // seats % seats
    state.packets = 1
    state.waiting = list(range(seats))
    state.packet, state.open, state.pile = cards[: seats - 1], cards[seats - 1], cards[seats:]
    state.discard = [PLAIN + 1]
    state.show(state.open)
    return state


def position_of(state: Danger13State) -> Position:
    """Read a state of the engine as a position of the solver."""
    rows = []
    for cards in state.rows:
        row = Row()
        for card in cards:
            row = row.with_card(card)
        rows.append(row._replace(hands=cards.count(HAND)))
    unseen = state.pile + state.packet
    won = tuple((sum(SIGNS[card] for card in cards), sum(VALUES[card] for card in cards)) for cards in state.won)
    asked = state.turn if state.asked else None
    counts = tuple(unseen.count(kind) for kind in KINDS)
    return Position(tuple(rows), counts, state.open, state.dealer, tuple(state.waiting), asked, won)


def loss(bot: Bot, budget: Budget, number: int, table: Table = TWO) -> float:
    """The share of the win that a bot gives away in one round against perfect play."""
    game = Danger13()
    state = laid_out(number, table)
    history = [Turn(state.start, "deal", cards_shown(state.shown))]
    given_away = 0.0
    own = number // table.seats**2 % table.seats
    while state.turn != OVER:
        seat = state.turn
        shares = {move: worth[seat] for move, worth in worth_of_moves(position_of(state)).items()}
        move = max(shares, key=lambda option: shares[option])
        if seat == own and len(shares) > 1:
            legal = tuple(game.say(option) for option in state.legal())
            decision = Decision(game.id, game.view(state, seat), tuple(history), legal)
            chosen = game.parse(bot.choose(decision, budget, number).move)
            given_away += shares[move] - shares[chosen]
            move = chosen
        state.play(move)
        history.append(Turn(seat, game.say(move), cards_shown(state.shown)))
    return given_away


def main() -> None:
    """Print what the search gives away, the rule, the plain rule, and luck."""
    iterations = ITERATIONS[build()]
    game = Danger13()
    for name, table in TABLES.items():
        print(f"exact: {name} of Danger 13 ({build()}): share of the win given away in it against perfect play")
        report(f"search, {iterations} iterations", Searcher(), Budget(iterations=iterations), table)
        report("policy", PolicyBot(game), Budget(), table)
        report("plain rule", PolicyBot(game, Weigher()), Budget(), table)
        report("random", RandomBot(), Budget(), table)
        value.cache_clear()


def report(name: str, bot: Bot, budget: Budget, table: Table) -> None:
    """Print what a bot gives away in a round."""
    losses = [loss(bot, budget, number, table) for number in range(ROUNDS)]
    mean = fmean(losses)
    low, high = mean_interval(mean, losses) or (mean, mean)
    print(f"{name:>26}  {mean:.3f}   95 % {max(low, 0.0):.3f} .. {high:.3f}   {ROUNDS} rounds", flush=True)


if __name__ == "__main__":
    main()
