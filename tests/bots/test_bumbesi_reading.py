"""How the bots read hands in Bumbesi: out of the public history and their own View, and nothing else."""

from collections.abc import Iterator
from typing import cast

import pytest

from bots.policies.base import Policy, draw_model
from bots.policies.bumbesi.history import BLANK, hand_changes, last_changes
from bots.policies.bumbesi.mind import BumbesiMind
from bots.policies.bumbesi.models import THINKER, Thinker, opponents
from bots.policies.bumbesi.reading import ENOUGH, LOOK, WALKS, Reader
from bots.policies.bumbesi.rule import BumbesiRule, with_one_victim
from bots.training.reading import insight
from engines.bumbesi.moves import LAY_LIMIT, PLAY
from engines.bumbesi.rules import BumbesiState
from engines.chance import FastChance
from engines.game import Move, State
from engines.games import GAMES
from engines.record import Recording
from tests.setups import Setup

GAME = GAMES["bumbesi"]


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


class Ponderer(Policy):
    """Makes every move as often as somebody who thinks beside the rule is expected to."""

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(BumbesiState, state)
        thinker = opponents()[THINKER]
        assert isinstance(thinker, Thinker)
        moves = with_one_victim(table.legal())
        return moves[draw_model([thinker.likelihood(table, move) for move in moves], luck)]


def games_of(style: Policy, seats: int, number: int) -> Iterator[Recording]:
    """Let people of one style play whole games, and give them before every move."""
    luck = FastChance(0)
    for seed in range(number):
        recording = Setup(GAME, seats).start(seed)
        while not recording.over:
            yield recording
            recording.play(GAME.say(style.choose(recording.state, luck)))


def test_who_thinks_makes_one_of_the_moves_and_likes_those_that_the_rule_values() -> None:
    thinker = opponents()[THINKER]
    assert isinstance(thinker, Thinker)
    for recording in games_of(BumbesiRule(), 3, 2):
        table = cast(BumbesiState, recording.state)
        likely = {move: thinker.likelihood(table, move) for move in with_one_victim(table.legal())}
        assert sum(likely.values()) == pytest.approx(1)
        assert max(likely.values()) == likely[BumbesiRule().choose(table, FastChance(1))]


# Who thinks gives little away, but must not be misread for it either.
@pytest.mark.parametrize(("style", "least"), [(BumbesiRule(), 0.2), (Ponderer(), -0.1)])
def test_hands_of_those_who_follow_the_rule_are_read_and_of_those_who_think_not_misread(
    style: Policy, least: float
) -> None:
    gains = [
        insight(GAME, cast(BumbesiState, recording.state), tuple(recording.history), 1)
        for recording in games_of(style, 4, 6)
        if len(recording.moves) % 16 == 15
    ]
    assert sum(gains) / len(gains) > least


def test_hands_of_those_who_have_not_moved_yet_are_guessed_anew_each_time() -> None:
    recording = Setup(GAME, 4).start(3)
    recording.play(GAME.say(BumbesiRule().choose(recording.state, FastChance(0))))
    waiting = (recording.state.turn + 1) % 4
    reading = reader(recording)
    luck = FastChance(2)
    assert len({tuple(reading.draw(luck).hands[waiting]) for _ in range(5 * WALKS)}) > 4 * WALKS


STYLES = [BumbesiRule(), Ponderer(), *opponents()[2:]]


@pytest.mark.parametrize(("model", "style"), list(enumerate(STYLES)))
def test_a_few_moves_show_how_somebody_plays(model: int, style: Policy) -> None:
    luck = FastChance(0)
    recording = Setup(GAME, 4).start(11)
    while len(recording.moves) < 48 and not recording.over:
        recording.play(GAME.say(style.choose(recording.state, luck)))
    view = GAME.view(recording.state, 0)
    weights = BumbesiMind(GAME, view, recording.history).weights
    assert sum(weights[seat][model] for seat in (1, 2, 3)) > 1


@pytest.mark.parametrize("model", opponents()[2:4])
def test_B5_who_plods_plays_a_number_while_one_fits(model: Policy) -> None:
    luck = FastChance(0)
    for recording in Setup(GAME, 3).walk(5):
        if recording.over:
            break
        move = model.choose(recording.state, luck)
        moves = recording.state.legal()
        assert move in moves
        assert any(PLAY < other <= LAY_LIMIT for other in moves) == (PLAY < move <= LAY_LIMIT)
