"""How the bots read hands in Bumbesi: out of the public history and their own View, and nothing else."""

from collections.abc import Iterator
from typing import cast

import pytest

from bots.policies.base import Policy
from bots.policies.bumbesi.history import BLANK, hand_changes, last_changes
from bots.policies.bumbesi.mind import BumbesiMind, holdings
from bots.policies.bumbesi.models import opponents
from bots.policies.bumbesi.reading import ENOUGH, LOOK, WALKS, Reader
from bots.policies.bumbesi.rule import BumbesiRule
from engines.bumbesi.moves import LAY_LIMIT, PLAY
from engines.bumbesi.rules import BumbesiState
from engines.chance import FastChance
from engines.game import Sampler
from engines.games import GAMES
from engines.record import Recording
from tests.setups import Setup

GAME = GAMES["bumbesi"]


def games_of_the_rule(seats: int, number: int) -> Iterator[Recording]:
    """Let the rule play whole games against itself, and give them before every move."""
    luck = FastChance(0)
    for seed in range(number):
        recording = Setup(GAME, seats).start(seed)
        while not recording.over:
            yield recording
            recording.play(GAME.say(BumbesiRule().choose(recording.state, luck)))


def reader(recording: Recording) -> Reader:
    view = GAME.view(recording.state, recording.state.turn)
    sampler = BumbesiMind(GAME, view, recording.history).worlds(GAME.sampler(view))
    assert isinstance(sampler, Reader)
    return sampler


def held(state: BumbesiState) -> list[tuple[int, ...]]:
    return [tuple(hand) for hand in state.hands]


@pytest.mark.parametrize("seats", list(GAME.seats))
def test_the_history_tells_every_table_that_somebody_moved_on(seats: int) -> None:
    tables: list[BumbesiState] = []
    movers: list[int] = []
    for recording in Setup(GAME, seats).walk(3):
        state = cast(BumbesiState, recording.state)
        if recording.over:
            break
        told = hand_changes(GAME, seats, recording.history)
        done = [change.table for seat in range(seats) for change in told[seat] if change.table is not None]
        truth = [table for seat in range(seats) for table, mover in zip(tables, movers, strict=True) if mover == seat]
        assert len(done) == len(truth)
        for table, true in zip(done, truth, strict=True):
            assert (table.turn, table.marker, table.direction) == (true.turn, true.marker, true.direction)
            assert (table.limits, table.piles, table.bins) == (true.limits, true.piles, true.bins)
            assert [len(hand) for hand in table.hands] == [len(hand) for hand in true.hands]
            assert len(table.pile) == len(true.pile)
        tables.append(state.copy(FastChance(0)))
        movers.append(state.turn)


def test_nothing_of_a_hidden_hand_is_told() -> None:
    for recording in Setup(GAME, 4).walk(5):
        for changes in hand_changes(GAME, 4, recording.history):
            tables = [change.table for change in last_changes(changes, LOOK) if change.table is not None]
            assert len(tables) <= LOOK
            assert all(card == BLANK for table in tables for hand in table.hands for card in hand)


@pytest.mark.parametrize("seats", list(GAME.seats))
def test_a_reader_draws_only_what_its_seat_can_not_rule_out(seats: int) -> None:
    luck = FastChance(6)
    for recording in Setup(GAME, seats).walk(9):
        if recording.over:
            break
        seat = recording.state.turn
        view = GAME.view(recording.state, seat)
        reading = reader(recording)
        for _ in range(3):
            assert GAME.view(reading.draw(luck), seat) == view


def test_the_same_seed_reads_the_same_hands() -> None:
    recording = Setup(GAME, 4).after(2, 25)
    first, second, other = reader(recording), reader(recording), reader(recording)
    one, two, three = FastChance(7), FastChance(7), FastChance(8)
    hands = [held(first.draw(one)) for _ in range(20)]
    assert hands == [held(second.draw(two)) for _ in range(20)]
    assert hands != [held(other.draw(three)) for _ in range(20)]


def test_without_a_history_there_is_nothing_to_read() -> None:
    recording = Setup(GAME, 4).after(2, 25)
    view = GAME.view(recording.state, recording.state.turn)
    sampler = BumbesiMind(GAME, view, ()).worlds(GAME.sampler(view))
    assert held(cast(BumbesiState, sampler.draw(FastChance(1)))) == held(
        cast(BumbesiState, GAME.sampler(view).draw(FastChance(1)))
    )


def test_explanations_are_used_again_with_the_pile_in_a_new_order() -> None:
    reading = reader(Setup(GAME, 3).after(2, 12))
    luck = FastChance(1)
    first, *_, last = [reading.draw(luck) for _ in range(ENOUGH + 1)]
    assert held(first) == held(last)
    assert sorted(first.pile) == sorted(last.pile)
    assert first.pile != last.pile


def misjudged(state: BumbesiState, sampler: Sampler, seat: int, luck: FastChance, number: int = 24) -> float:
    """How far the mean reach of the hands drawn for the others is from the truth, squared and added up."""
    drawn = [cast(BumbesiState, sampler.draw(luck)) for _ in range(number)]
    error = 0.0
    for other in range(state.seats):
        if other != seat:
            mean = sum(holdings(world, world.hands[other])[2] for world in drawn) / number
            error += (mean - holdings(state, state.hands[other])[2]) ** 2
    return error


def test_B5_a_reader_knows_better_how_far_the_others_can_go() -> None:
    luck = FastChance(4)
    plain = read = 0.0
    for recording in games_of_the_rule(3, 5):
        if len(recording.moves) % 5 == 4:
            state = cast(BumbesiState, recording.state)
            seat = state.turn
            plain += misjudged(state, GAME.sampler(GAME.view(state, seat)), seat, luck)
            read += misjudged(state, reader(recording), seat, luck)
    assert read < 0.9 * plain


def test_hands_of_those_who_have_not_moved_yet_are_guessed_anew() -> None:
    recording = Setup(GAME, 4).start(3)
    recording.play(GAME.say(BumbesiRule().choose(recording.state, FastChance(0))))
    waiting = (recording.state.turn + 1) % 4
    reading = reader(recording)
    luck = FastChance(2)
    assert len({tuple(reading.draw(luck).hands[waiting]) for _ in range(5 * WALKS)}) > 2 * WALKS


@pytest.mark.parametrize(("model", "style"), list(enumerate(opponents())))
def test_a_few_moves_show_how_somebody_plays(model: int, style: Policy) -> None:
    luck = FastChance(0)
    recording = Setup(GAME, 4).start(11)
    while len(recording.moves) < 48 and not recording.over:
        recording.play(GAME.say(style.choose(recording.state, luck)))
    view = GAME.view(recording.state, 0)
    weights = BumbesiMind(GAME, view, recording.history).weights
    assert sum(weights[seat][model] for seat in (1, 2, 3)) > 0.8


@pytest.mark.parametrize("model", opponents()[1:3])
def test_B5_who_plods_plays_a_number_while_one_fits(model: Policy) -> None:
    luck = FastChance(0)
    for recording in Setup(GAME, 3).walk(5):
        if recording.over:
            break
        move = model.choose(recording.state, luck)
        moves = recording.state.legal()
        assert move in moves
        assert any(PLAY < other <= LAY_LIMIT for other in moves) == (PLAY < move <= LAY_LIMIT)
