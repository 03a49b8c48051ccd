"""An exact yardstick: the last round of Danger 13 for two, with 16 cards that nobody has seen yet.

Nothing is hidden but the order of the cards, so every way in which the round may go can be looked at. What a bot gives
away is then exact: the value of the best move less the value of its own, added up over a round.
"""

from collections.abc import Iterator
from functools import cache
from statistics import fmean
from typing import NamedTuple

from bots.bot import Bot, Budget, Decision
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
CARDS = {PLAIN + 4: 3, PLUS + 3: 3, PLUS + 4: 2, DOUBLE + 5: 3, DRAW + 4: 3, HAND: 2}
KINDS = tuple(CARDS)
# What the two have won before; the second one leads in every other game.
BEFORE = ([PLUS + 3, DOUBLE + 4], [PLUS + 4, DOUBLE + 4, PLUS + 0])
ROUND = 5
ROUNDS = 200
ITERATIONS = {"plain Python": 100, "compiled": 1000}

Counts = tuple[int, ...]


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
    """Both rows, the unseen cards by kind, the open card, who deals and who waits, and who is asked, or nobody."""

    rows: tuple[Row, Row]
    unseen: Counts
    open: int
    dealer: int
    waiting: tuple[int, ...]
    asked: int | None
    won: tuple[tuple[int, int], tuple[int, int]]

    @property
    def mover(self) -> int:
        """Who decides."""
        return self.dealer if self.asked is None else self.asked


@cache
def value(position: Position) -> float:
    """The share of the win of the first seat when both play perfectly."""
    worths = worth_of_moves(position).values()
    return max(worths) if position.mover == 0 else min(worths)


def worth_of_moves(position: Position) -> dict[Move, float]:
    """The share of the win of the first seat after each move."""
    if position.asked is not None:
        return {ACCEPT: accepted(position, position.asked), REFUSE: refused(position, position.asked)}
    return {seat: given(position, seat) for seat in position.waiting}


def given(position: Position, seat: int) -> float:
    """What it comes to when a seat is given the open card."""
    waiting = tuple(other for other in position.waiting if other != seat)
    return received(position._replace(waiting=waiting), seat)


def received(position: Position, seat: int) -> float:
    """What it comes to when the open card reaches a seat, which is asked if it has a hand card (D8)."""
    return value(position._replace(asked=seat)) if position.rows[seat].hands else accepted(position, seat)


def accepted(position: Position, seat: int) -> float:
    """What it comes to when a seat lays the open card (D9, D12, D14)."""
    after = changed(position, seat, position.rows[seat].with_card(position.open))
    if after.rows[seat].total >= LIMIT:
        return ended(after, seat)
    if DRAW <= position.open < DRAW + 10:
        return fmean_of((share, received(next_one, seat)) for share, next_one in turned_up(after))
    return dealt_on(after)


def refused(position: Position, seat: int) -> float:
    """What it comes to when a seat gives a hand card up for the open one (D8)."""
    row = position.rows[seat]
    return dealt_on(changed(position, seat, row._replace(hands=row.hands - 1)))


def changed(position: Position, seat: int, row: Row) -> Position:
    """The position with another row, and nobody asked."""
    return position._replace(rows=(row, position.rows[1]) if seat == 0 else (position.rows[0], row), asked=None)


def dealt_on(position: Position) -> float:
    """The mean over the next card of this packet, or of the next dealer's (D5, D7)."""
    if not position.waiting:
        position = position._replace(dealer=1 - position.dealer, waiting=(0, 1))
    return fmean_of((share, value(after)) for share, after in turned_up(position))


def turned_up(position: Position) -> Iterator[tuple[float, Position]]:
    """Every card that may be next, and how likely it is."""
    left = sum(position.unseen)
    for place, count in enumerate(position.unseen):
        if count:
            unseen = (*position.unseen[:place], count - 1, *position.unseen[place + 1 :])
            yield count / left, position._replace(open=KINDS[place], unseen=unseen)


def fmean_of(weighted: Iterator[tuple[float, float]]) -> float:
    """The mean of some values by their shares."""
    return sum(share * each for share, each in weighted)


def ended(position: Position, loser: int) -> float:
    """The share of the win of the first seat once this one is at its limit (D16, D20)."""
    ranks = [
        (signs + (0 if seat == loser else row.signs), values + (0 if seat == loser else row.values))
        for seat, (row, (signs, values)) in enumerate(zip(position.rows, position.won, strict=True))
    ]
    return 0.5 if ranks[0] == ranks[1] else float(ranks[0] > ranks[1])


def laid_out(number: int) -> Danger13State:
    """The beginning of a last round: cards in some order, and what was won before."""
    luck = FastChance(number)
    state = Danger13State(2, luck)
    cards = [card for card, count in CARDS.items() for _ in range(count)]
    luck.shuffle(cards)
    state.round, state.last_round = ROUND, True
    state.won = [list(BEFORE[number % 2]), list(BEFORE[1 - number % 2])]
    state.start = state.marker = state.dealer = state.turn = number // 2 % 2
    state.packets = 1
    state.waiting = [0, 1]
    state.pile, state.packet, state.open = cards[3:], cards[:1], cards[1]
    state.pile.append(cards[2])
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
    won = [(sum(SIGNS[card] for card in cards), sum(VALUES[card] for card in cards)) for cards in state.won]
    asked = state.turn if state.asked else None
    counts = tuple(unseen.count(kind) for kind in KINDS)
    return Position((rows[0], rows[1]), counts, state.open, state.dealer, tuple(state.waiting), asked, (won[0], won[1]))


def loss(bot: Bot, budget: Budget, number: int) -> float:
    """The share of the win that a bot gives away in one round against perfect play."""
    game = Danger13()
    state = laid_out(number)
    history = [Turn(state.start, "deal", cards_shown(state.shown))]
    given_away = 0.0
    own = number // 4 % 2
    while state.turn != OVER:
        seat = state.turn
        worths = worth_of_moves(position_of(state))
        shares = {move: worth if seat == 0 else 1.0 - worth for move, worth in worths.items()}
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
    """Print what the search gives away, the rule, and luck."""
    iterations = ITERATIONS[build()]
    game = Danger13()
    print(f"exact last round of Danger 13 ({build()}): share of the win given away in it against perfect play")
    report(f"search, {iterations} iterations", Searcher(), Budget(iterations=iterations))
    report("policy", PolicyBot(game), Budget())
    report("random", RandomBot(), Budget())


def report(name: str, bot: Bot, budget: Budget) -> None:
    """Print what a bot gives away in a round."""
    losses = [loss(bot, budget, number) for number in range(ROUNDS)]
    mean = fmean(losses)
    low, high = mean_interval(mean, losses) or (mean, mean)
    print(f"{name:>26}  {mean:.3f}   95 % {max(low, 0.0):.3f} .. {high:.3f}   {ROUNDS} rounds", flush=True)


if __name__ == "__main__":
    main()
