"""What every game owes to screens, tables, records and search, whatever its rules are."""

import dataclasses
from typing import Any

import msgpack
import msgspec
import pytest

from engines.chance import FastChance, LiveChance
from engines.game import BadSetup, Game, IllegalMove, State
from engines.games import GAMES
from engines.record import Recording, Replay
from engines.view import OVER, View, heard
from engines.wire import view_from_wire, view_to_wire
from tests.games import PLUGGED_IN
from tests.setups import Setup, all_setups

pytestmark = pytest.mark.plugged_in

EVERY_GAME = [*GAMES.values(), *PLUGGED_IN]


def seats_and_spectator(setup: Setup) -> list[int | None]:
    return [*range(setup.seats), None]


def all_views(recording: Recording) -> list[View]:
    game, state = recording.game, recording.state
    return [game.view(state, seat) for seat in [*range(state.seats), None]]


def packed(view: View) -> bytes:
    data: bytes = msgpack.packb(view_to_wire(view))
    return data


def plain(value: Any) -> bool:
    """Whether a value is made of nothing but plain data and frozen structures."""
    if dataclasses.is_dataclass(value):
        return all(plain(getattr(value, part.name)) for part in dataclasses.fields(value))
    if isinstance(value, tuple):
        return all(plain(part) for part in value)
    return value is None or type(value) in (int, str, bool)


def test_games_end_and_no_position_before_the_end_lacks_a_move(setup: Setup) -> None:
    for seed in range(3):
        for recording in setup.walk(seed, 20_000):
            moves = recording.state.legal()
            assert bool(moves) is not recording.over
            assert len(moves) == len(set(moves))
        assert recording.over


def test_every_legal_move_is_playable_on_a_copy_that_is_independent(setup: Setup) -> None:
    for recording in setup.walk(11, 60):
        state = recording.state
        before = all_views(recording)
        for move in state.legal():
            twin = state.copy(FastChance(move))
            twin.play(move)
            assert twin.turn == OVER or twin.legal()
            twin.playout(FastChance(1))
            assert twin.turn == OVER
        assert all_views(recording) == before


def test_a_copy_plays_on_like_its_original(setup: Setup) -> None:
    recording = setup.after(5, 20)
    first, second = (recording.state.copy(FastChance(3)) for _ in range(2))
    assert first.playout(FastChance(4)) == second.playout(FastChance(4))
    assert first.scores() == second.scores()
    assert first.winners() == second.winners()


def test_what_nobody_can_know_is_shuffled_without_anybody_seeing_it(setup: Setup) -> None:
    for recording in setup.walk(7, 120):
        if recording.over:
            break
        before = all_views(recording)
        twin = recording.state.copy(FastChance(1))
        twin.shuffle_unseen(FastChance(2))
        assert [recording.game.view(twin, seat) for seat in seats_and_spectator(setup)] == before
        assert twin.legal() == recording.state.legal()
        twin.playout(FastChance(3))
        assert twin.turn == OVER
        assert all_views(recording) == before


def test_moves_have_one_text_each(game: Game) -> None:
    for move in game.moves():
        text = game.say(move)
        assert game.parse(text) == move
        assert game.parse(f"  {text.upper()} ") == move
    with pytest.raises(IllegalMove):
        game.parse("resign")
    with pytest.raises(IllegalMove):
        game.parse("")


def test_views_are_frozen_plain_data_that_survives_msgpack(setup: Setup) -> None:
    for recording in setup.walk(2, 200):
        for view in all_views(recording):
            assert plain(view)
            data = msgpack.unpackb(packed(view))
            assert msgspec.convert(data, setup.game.view_type) == view
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.turn = 0  # type: ignore[misc]


def test_a_view_without_its_memory_is_still_one_of_the_game(setup: Setup) -> None:
    for recording in setup.walk(2, 200):
        for view in all_views(recording):
            bare = view.without_memory()
            assert {getattr(bare.memory, part.name) for part in dataclasses.fields(bare.memory)} == {()}
            assert view_from_wire(setup.game, msgpack.unpackb(packed(bare))) == bare
            assert dataclasses.replace(bare, memory=view.memory) == view


def test_scores_and_winners_are_told_at_the_end_and_not_before(setup: Setup) -> None:
    for recording in setup.walk(4):
        for view in all_views(recording):
            expected = (recording.state.scores(), recording.state.winners()) if recording.over else ([], [])
            assert (list(view.scores), list(view.winners)) == expected
    assert recording.over
    assert recording.state.winners()


def test_a_record_replays_to_the_same_positions(setup: Setup) -> None:
    views = []
    for recording in setup.walk(6):
        views.append(all_views(recording))
    replay = Replay(recording.record())
    seen = [all_views(replay.recording)]
    for _ in replay:
        seen.append(all_views(replay.recording))
    assert seen == views
    assert replay.recording.history == recording.history


def test_the_same_seed_gives_the_same_game(setup: Setup) -> None:
    assert setup.after(8, 300).record() == setup.after(8, 300).record()
    assert setup.after(8, 300).record() != setup.after(9, 300).record()


def test_every_event_can_be_said_and_fits_a_log_line(setup: Setup) -> None:
    speaker = setup.game.speaker(setup.seats)
    recording = setup.start(10)
    luck = FastChance(10)
    while not recording.over:
        moves = recording.state.legal()
        for event in recording.play(setup.game.say(moves[luck.below(len(moves))])):
            assert 0 < len(speaker.say(event.text, event.args)) <= 34, event


def test_only_the_audience_hears_an_event(setup: Setup) -> None:
    recording = setup.start(10)
    luck = FastChance(10)
    while not recording.over:
        moves = recording.state.legal()
        events = recording.play(setup.game.say(moves[luck.below(len(moves))]))
        for seat in seats_and_spectator(setup):
            told = heard(events, seat)
            assert all(event.audience is None or seat in event.audience for event in told)
            assert all(event in told for event in events if event.audience is None)


def test_every_refusal_names_its_clause_in_a_finished_sentence(setup: Setup) -> None:
    speaker = setup.game.speaker(setup.seats)
    for recording in setup.walk(12, 40):
        legal = recording.state.legal()
        for move in setup.game.moves():
            if move not in legal:
                refusal = recording.state.why_not(move)
                assert refusal.clause
                assert "{" not in refusal.say(speaker)


def test_a_refused_move_changes_nothing(setup: Setup) -> None:
    refused = 0
    for recording in setup.walk(13):
        before = all_views(recording), recording.record()
        for move in set(setup.game.moves()) - set(recording.state.legal()):
            with pytest.raises(IllegalMove):
                recording.play(setup.game.say(move))
            refused += 1
        assert (all_views(recording), recording.record()) == before
        if refused > 200:
            break
    assert refused


def test_seats_and_options_that_a_game_lacks_are_refused(game: Game) -> None:
    for seats in (game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(BadSetup, match=f"not {seats}"):
            Recording(game, seats, {}, [], LiveChance(1))
    with pytest.raises(BadSetup, match="no option 'speed'"):
        Recording(game, game.seats[0], {"speed": "high"}, [], LiveChance(1))
    with pytest.raises(BadSetup, match="no variant 'wild'"):
        Recording(game, game.seats[0], {"variant": "wild"}, [], LiveChance(1))


def test_the_specialised_playout_plays_only_legal_moves_to_a_proper_end(setup: Setup) -> None:
    for seed in range(5):
        state = setup.game.deal(setup.seats, setup.options, FastChance(seed))
        assert state.playout(FastChance(seed)) > 0
        assert state.turn == OVER
        assert len(state.scores()) == setup.seats
        assert set(state.winners()) <= set(range(setup.seats))


class Coins(FastChance):
    """Decides between two by one of sixteen coins that fall at once, and asks nothing where there is no choice."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.coins: list[int] = []

    def below(self, number: int) -> int:
        if number > 2:
            return super().below(number)
        if number == 2 and not self.coins:
            fallen = super().below(65536)
            self.coins = [fallen >> place & 1 for place in range(16)]
        return self.coins.pop(0) if number == 2 else 0


def test_the_specialised_playout_plays_the_game_that_the_list_of_moves_gives(setup: Setup) -> None:
    game = setup.game
    for seed in range(5):
        quick = setup.after(seed, 7 * seed).state.copy(FastChance(seed))
        slow = quick.copy(FastChance(seed))
        luck = Coins(seed) if game.id == "geschenkt" else FastChance(seed)
        assert quick.playout(FastChance(seed)) == State.playout(slow, luck)
        for seat in seats_and_spectator(setup):
            assert game.view(quick, seat) == game.view(slow, seat)


@pytest.mark.parametrize("setup", [each for each in all_setups(EVERY_GAME) if each.game.open_moves], ids=str)
def test_open_moves_can_be_told_from_everybodys_view(setup: Setup) -> None:
    for recording in setup.walk(3):
        state = recording.state
        for seat in range(setup.seats):
            if not recording.over and seat != state.turn:
                world = setup.game.sampler(setup.game.view(state, seat)).draw(FastChance(1))
                assert (world.turn, world.legal()) == (state.turn, state.legal())
