"""The exact last round of Danger 13: its values agree with the engine, and nobody does better than perfect play."""

from statistics import fmean

import pytest

from bots.bot import Budget
from bots.simple import PolicyBot
from engines.chance import FastChance
from engines.danger13.game import Danger13
from engines.danger13.rules import Danger13State
from engines.view import OVER
from tests.bench import expectimax

SHUFFLES = 300
# A fair mean of so many is rarely further off than this.
NEAR = 0.09


def worth(state: Danger13State) -> expectimax.Shares:
    if state.turn == OVER:
        winners = state.winners()
        return tuple(float(seat in winners) / len(winners) for seat in range(state.seats))
    return expectimax.value(expectimax.position_of(state))


def mixed(state: Danger13State, luck: FastChance) -> Danger13State:
    """The same position with the unseen cards in another order."""
    twin = state.copy(luck)
    cards = twin.packet + twin.pile
    luck.shuffle(cards)
    twin.packet, twin.pile = cards[: len(state.packet)], cards[len(state.packet) :]
    return twin


# Games whose numbers are so far apart begin with the same score, so that most of what is looked at was seen before.
@pytest.mark.parametrize(("table", "number"), [(expectimax.TWO, 0), (expectimax.TWO, 2), (expectimax.THREE, 3)])
def test_a_move_is_worth_what_follows_it_on_average_in_the_engine(table: expectimax.Table, number: int) -> None:
    luck = FastChance(number)
    state = expectimax.laid_out(number, table)
    while state.turn != OVER:
        for move, wanted in expectimax.worth_of_moves(expectimax.position_of(state)).items():
            came = []
            for _ in range(SHUFFLES):
                world = mixed(state, luck)
                world.play(move)
                came.append(worth(world))
            means = [fmean(shares) for shares in zip(*came, strict=True)]
            assert means == pytest.approx(wanted, abs=NEAR)
            assert sum(wanted) == pytest.approx(1.0)
        moves = state.legal()
        state.play(moves[luck.below(len(moves))])


@pytest.mark.parametrize("table", expectimax.TABLES.values(), ids=expectimax.TABLES)
def test_nothing_is_gained_on_perfect_play(table: expectimax.Table) -> None:
    bot = PolicyBot(Danger13())
    losses = [expectimax.loss(bot, Budget(), number, table) for number in range(0, 12 * table.seats, table.seats)]
    assert min(losses) >= -1e-9
    assert max(losses) > 0
