"""Nothing hidden leaves a position: sampled worlds look the same from where a seat sits."""

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.chance import FastChance
from engines.game import Game, State
from engines.view import OVER, Event, View, heard
from engines.wire import view_to_wire
from tests.setups import Setup

pytestmark = pytest.mark.plugged_in

SEEDS = st.integers(0, 2**32)
MOVES = st.integers(0, 400)
POSITIONS = [(seed, 5 * seed) for seed in range(1, 6)]
WORLDS = 40
RELAXED = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def wire(view: View) -> bytes:
    data: bytes = msgpack.packb(view_to_wire(view))
    return data


def spoken(events: list[Event]) -> bytes:
    data: bytes = msgpack.packb([[event.kind, event.seat, event.text, dict(event.args)] for event in events])
    return data


def watchers(setup: Setup) -> list[int | None]:
    return [*range(setup.seats), None]


@RELAXED
@given(seed=SEEDS, moves=MOVES)
def test_a_sampled_world_gives_its_seat_the_same_view_and_the_same_moves(setup: Setup, seed: int, moves: int) -> None:
    state = setup.after(seed, moves).state
    for seat in watchers(setup):
        view = setup.game.view(state, seat)
        world = setup.game.sample(view, FastChance(seed))
        assert wire(setup.game.view(world, seat)) == wire(view)
        if seat == state.turn:
            assert world.legal() == state.legal()
        if world.turn != OVER:
            world.playout(FastChance(seed))
        assert world.turn == OVER


def test_sampled_worlds_vary(setup: Setup) -> None:
    state = setup.after(3, 6).state
    for seat in watchers(setup):
        sampler = setup.game.sampler(setup.game.view(state, seat))
        luck = FastChance(1)
        futures = {tuple(_future(setup.game, sampler.draw(luck))) for _ in range(12)}
        assert len(futures) > 1


def _future(game: Game, world: State) -> list[str]:
    """Tell a world apart by how it goes on when the first legal move is always played."""
    told: list[str] = []
    while world.turn != OVER and len(told) < 60:
        move = world.legal()[0]
        world.play(move)
        told.append(f"{game.say(move)} {world.shown}")
    return told


@RELAXED
@given(seed=SEEDS, moves=MOVES)
def test_worlds_a_seat_cannot_tell_apart_tell_it_the_same(setup: Setup, seed: int, moves: int) -> None:
    for seat in watchers(setup):
        _compare(setup, seed, moves, seat)


def test_every_seat_meets_worlds_that_it_cannot_tell_apart(setup: Setup) -> None:
    """Where nothing were ever compared, the test above would prove nothing."""
    for seat in watchers(setup):
        assert sum(_compare(setup, seed, moves, seat) for seed, moves in POSITIONS) > 0


def _compare(setup: Setup, seed: int, moves: int, seat: int | None) -> int:
    """Check that a move which leaves the views of two worlds equal is heard alike, and count where they were two."""
    state = setup.after(seed, moves).state
    sampler = setup.game.sampler(setup.game.view(state, seat))
    luck = FastChance(seed)
    compared = 0
    # A move often turns up a hidden card, so that it takes many worlds to find one where it is the same.
    for _ in range(WORLDS):
        world = sampler.draw(luck)
        for move in sorted(set(state.legal()) & set(world.legal())):
            first, first_events = _played(state, move, seed)
            second, second_events = _played(world, move, seed)
            if _seen(setup.game, first, seat) == _seen(setup.game, second, seat):
                assert spoken(heard(first_events, seat)) == spoken(heard(second_events, seat))
                compared += _future(setup.game, first) != _future(setup.game, second)
        if compared:
            break
    return compared


def _seen(game: Game, state: State, seat: int | None) -> tuple[View, int]:
    """What a seat sees after a move: its view, and the cards that the move turned up, which may be gone again."""
    return game.view(state, seat), state.shown


def _played(state: State, move: int, seed: int) -> tuple[State, list[Event]]:
    twin = state.copy(FastChance(seed))
    events: list[Event] = []
    twin.log = events
    twin.play(move)
    return twin, events


@RELAXED
@given(seed=SEEDS, moves=MOVES)
def test_a_refusal_tells_nothing_that_the_view_does_not(setup: Setup, seed: int, moves: int) -> None:
    state = setup.unfinished(seed, moves).state
    game = setup.game
    speaker = game.speaker(setup.seats)
    world = game.sample(game.view(state, state.turn), FastChance(seed))
    legal = state.legal()
    for move in game.moves():
        if move not in legal:
            assert world.why_not(move).say(speaker) == state.why_not(move).say(speaker)
