"""The exact last round of Danger 13: its values agree with the engine, and nobody does better than perfect play."""

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


def worth(state: Danger13State) -> float:
    if state.turn == OVER:
        winners = state.winners()
        return 1 / len(winners) if 0 in winners else 0.0
    return expectimax.value(expectimax.position_of(state))


def mixed(state: Danger13State, luck: FastChance) -> Danger13State:
    """The same position with the unseen cards in another order."""
    twin = state.copy(luck)
    cards = twin.packet + twin.pile
    luck.shuffle(cards)
    twin.packet, twin.pile = cards[: len(state.packet)], cards[len(state.packet) :]
    return twin


# Games with even numbers begin with the same score, so that most of what is looked at was seen before.
@pytest.mark.parametrize("number", [0, 2])
def test_a_move_is_worth_what_follows_it_on_average_in_the_engine(number: int) -> None:
    luck = FastChance(number)
    state = expectimax.laid_out(number)
    while state.turn != OVER:
        for move, wanted in expectimax.worth_of_moves(expectimax.position_of(state)).items():
            total = 0.0
            for _ in range(SHUFFLES):
                world = mixed(state, luck)
                world.play(move)
                total += worth(world)
            assert total / SHUFFLES == pytest.approx(wanted, abs=NEAR)
        moves = state.legal()
        state.play(moves[luck.below(len(moves))])


def test_nothing_is_gained_on_perfect_play() -> None:
    losses = [expectimax.loss(PolicyBot(Danger13()), Budget(), number) for number in range(0, 24, 2)]
    assert min(losses) >= -1e-9
    assert max(losses) > 0
