"""A record looked at again: every position that was there, and nothing that may not be seen yet."""

import pytest

from engines.game import Game
from engines.games import GAMES
from engines.timeline import OPEN, Timeline
from engines.view import OVER, heard
from tests.setups import Setup

pytestmark = pytest.mark.plugged_in


def timeline_of(game: Game, seats: int | None = None) -> Timeline:
    return Timeline(Setup(game, seats or game.seats[0]).finished(1).record())


def test_a_timeline_shows_every_position_that_was_there(game: Game) -> None:
    setup = Setup(game, game.seats[0])
    timeline = timeline_of(game)
    for number, recording in enumerate(setup.walk(1, 40)):
        timeline.go(number)
        assert timeline.turn == recording.state.turn
        for seat in (*range(setup.seats), None):
            assert timeline.view(seat) == game.view(recording.state, seat)


def test_it_knows_what_might_be_done_once_the_game_is_over(game: Game) -> None:
    timeline = timeline_of(game)
    for number, recording in enumerate(Setup(game, game.seats[0]).walk(1, 10)):
        timeline.go(number)
        assert timeline.legal == tuple(game.say(move) for move in recording.state.legal())
    timeline.go(timeline.length)
    assert timeline.legal == ()
    assert Timeline(Setup(game, game.seats[0]).unfinished(1, 5).record()).legal == ()


def test_it_goes_back_and_stays_within_the_game(game: Game) -> None:
    timeline = timeline_of(game)
    timeline.go(5)
    fifth = timeline.view(None)
    timeline.go(9)
    timeline.go(5)
    assert timeline.view(None) == fifth
    timeline.go(-3)
    assert timeline.at == 0
    timeline.go(10_000)
    assert (timeline.at, timeline.turn) == (timeline.length, OVER)


def test_with_all_open_nothing_is_unknown(game: Game) -> None:
    timeline = timeline_of(game)
    timeline.go(6)
    assert "None" not in str(timeline.view(OPEN)).replace("seat=None", "")


def test_D12_the_hands_of_da_capo_are_told_beside_the_table() -> None:
    timeline = timeline_of(GAMES["dacapo"], 3)
    timeline.go(1)
    assert [len(hand) for _seat, hand in timeline.hands()] == list(timeline.view(None).hands)  # type: ignore[attr-defined]
    assert timeline_of(GAMES["geschenkt"]).hands() == []


def test_the_events_are_those_heard_there_up_to_the_move(game: Game) -> None:
    setup = Setup(game, game.seats[0])
    recording = setup.start(1)
    timeline = timeline_of(game)
    told = [recording.play(move) for move in timeline.record.moves]
    for at in (0, 7, timeline.length):
        timeline.go(at)
        assert timeline.events(OPEN) == told[:at]
        for seat in (*range(setup.seats), None):
            assert timeline.events(seat) == [heard(events, seat) for events in told[:at]]


def test_the_history_is_that_of_the_whole_game(game: Game) -> None:
    timeline = timeline_of(game)
    timeline.go(3)
    assert [turn.move for turn in timeline.history] == ["deal", *timeline.record.moves]


@pytest.mark.parametrize("viewpoint", [0, 1, OPEN])
def test_of_an_unfinished_game_only_what_everybody_saw_is_shown(game: Game, viewpoint: int) -> None:
    timeline = Timeline(Setup(game, game.seats[0]).after(1, 4).record())
    assert timeline.viewpoints == [None]
    assert timeline.hands() == []
    for look in (timeline.view, timeline.events):
        with pytest.raises(ValueError, match="can't be looked at"):
            look(viewpoint)
