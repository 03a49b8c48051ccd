"""Exact endgames of Geschenkt, beside every game tried move by move, and what the search makes of them."""

from collections.abc import Iterator
from typing import cast

import pytest

from bots.bot import Budget, Decision
from bots.policies.base import Lookahead, Policy
from bots.policies.geschenkt.endgame import Endgame, Opponent, TooLarge, size
from bots.policies.geschenkt.models import Affine
from bots.policies.geschenkt.rule import Trained
from bots.searcher import Searcher, prepare
from engines.chance import FastChance, LiveChance
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import MATERIALS, PASS, TAKE, GeschenktState, Material
from engines.record import Recording
from engines.view import OVER
from tests.bench import solver

GAME = Geschenkt()
PLENTY = 10**6
AHEAD = Opponent([Lookahead(Trained())], [1.0])


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(MATERIALS, solver.SMALL, Material((), solver.CHIPS, solver.PILE, solver.CARDS[-1]))
    return solver.SMALL


def positions(variant: str, seats: int, cards: int, seed: int) -> Iterator[GeschenktState]:
    """Positions with a choice in a random game, once at most so many cards are in the pile."""
    luck = FastChance(seed)
    state = GeschenktState(seats, variant, luck)
    state.deal()
    while state.turn != OVER:
        if len(state.pile) <= cards and state.chips[state.turn] > 0:
            yield state.copy(FastChance(0))
        moves = state.legal()
        state.play(moves[luck.below(len(moves))])


@pytest.mark.parametrize("seed", range(4))
def test_where_all_look_ahead_it_finds_what_the_solved_small_game_is_worth(small: str, seed: int) -> None:
    for state in positions(small, 2, 4, seed):
        found = Endgame(state, [AHEAD, AHEAD], PLENTY).answer()
        position = solver.position_of(state)
        assert found[TAKE].win == pytest.approx(solver.take_value(position))
        assert found[PASS].win == pytest.approx(1 - solver.value(solver.after_pass(position)))


def tried(state: GeschenktState, seat: int, others: Policy) -> tuple[float, float]:
    """The best share of the win, and the fewest points, of a seat against this policy: every game there is."""
    if state.turn == OVER:
        winners = state.winners()
        return (1 / len(winners) if seat in winners else 0.0), float(state.scores()[seat])
    if state.turn != seat:
        return after(state, others.choose(state, FastChance(0)), seat, others)
    ways = [after(state, move, seat, others) for move in state.legal()]
    return max(ways, key=lambda way: (round(way[0], 9), -way[1]))


def after(state: GeschenktState, move: int, seat: int, others: Policy) -> tuple[float, float]:
    """What a move comes to: the mean over the cards that may be turned up."""
    cards = state.pile + state.left_out if move == TAKE and state.pile else [0]
    found = []
    for card in cards:
        world = state.copy(FastChance(0))
        if card:
            rest = [other for other in cards if other != card]
            world.pile, world.left_out = [*rest[: len(state.pile) - 1], card], rest[len(state.pile) - 1 :]
        world.play(move)
        found.append(tried(world, seat, others))
    return sum(win for win, _ in found) / len(found), sum(points for _, points in found) / len(found)


@pytest.mark.parametrize("others", [Affine(1.0, 4.0, 1.0), Trained()], ids=["price", "rule"])
@pytest.mark.parametrize("cards", [0, 1])
def test_it_finds_the_best_answer_to_opponents_who_play_by_a_rule(others: Policy, cards: int) -> None:
    for state in list(positions("", 3, cards, 5))[:3]:
        found = Endgame(state, [Opponent([others], [1.0])] * 3, PLENTY).answer()
        for move in (TAKE, PASS):
            win, points = after(state, move, state.turn, others)
            assert [found[move].win, found[move].points] == pytest.approx([win, points])


def test_an_opponent_who_may_be_two_people_is_half_of_each() -> None:
    state = next(iter(positions("", 2, 0, 2)))
    eager, never = Affine(1.0, 100.0, 1.0), Affine(1.0, -100.0, 1.0)
    both = Opponent([eager, never], [0.5, 0.5])
    assert both.takes(state) == 0.5
    assert Opponent([eager, Lookahead(Trained())], [0.75, 0.25]).ahead == 0.25


def test_it_leaves_the_position_as_it_was() -> None:
    state = next(iter(positions("", 3, 1, 3)))
    before = (state.chips[:], state.owner[:], state.open, state.pot, state.turn, state.pile[:], state.left_out[:])
    Endgame(state, [AHEAD] * 3, PLENTY).answer()
    assert before == (state.chips, state.owner, state.open, state.pot, state.turn, state.pile, state.left_out)


def test_it_stops_where_there_is_too_much_to_look_at(small: str) -> None:
    state = next(iter(positions(small, 2, 4, 1)))
    endgame = Endgame(state, [AHEAD, AHEAD], PLENTY)
    endgame.answer()
    assert 1000 < endgame.looked_at <= size(state)
    with pytest.raises(TooLarge):
        Endgame(state, [AHEAD, AHEAD], 1000).answer()


def late_decision(seed: int, left: int) -> Decision:
    """A decision with a choice in a game by luck, with so many cards in the pile."""
    recording = Recording(GAME, 3, {}, ["bot"] * 3, LiveChance(seed))
    luck = FastChance(seed)
    while len(cast(GeschenktState, recording.state).pile) > left or len(recording.state.legal()) == 1:
        legal = recording.state.legal()
        recording.play(GAME.say(legal[luck.below(len(legal))]))
    state = recording.state
    return Decision(GAME.id, GAME.view(state, state.turn), tuple(recording.history), ("take", "pass"))


def test_a_search_says_of_the_last_card_what_is_certain() -> None:
    decision = late_decision(1, 0)
    advices = [Searcher().choose(decision, Budget(iterations=200), seed) for seed in (1, 2)]
    assert advices[0].choices == advices[1].choices
    assert [choice.error for choice in advices[0].choices] == [0.0, 0.0]
    assert advices[0].choices[0].win >= advices[0].choices[1].win


def test_a_search_goes_on_by_trying_where_an_endgame_is_too_large() -> None:
    decision = late_decision(1, 2)
    search = prepare(decision, 1)
    assert not search.mind.solve(GAME.sampler(decision.view), 1, FastChance(1))
    assert Searcher().choose(decision, Budget(iterations=1), 1).iterations == 1
