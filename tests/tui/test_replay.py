"""Looking at a finished game again, from any seat, and playing on from any move."""

from pathlib import Path

import msgspec
import pytest

from engines.game import Game
from engines.games import GAMES
from engines.record import load
from engines.view import OVER, heard
from tests.setups import Setup
from tests.tui.app_harness import (
    SIZES,
    at_home,
    at_table,
    click,
    is_painted,
    page_of,
    play_to_the_end,
    press,
    shows,
    until,
)
from tui.app import Errand
from tui.screens.reel import OPEN, Reel
from tui.screens.replay import ReplayPage
from tui.wording import worth_telling


def reel_of(game: Game, seats: int | None = None) -> Reel:
    return Reel(Setup(game, seats or game.seats[0]).finished(1).record())


def test_a_reel_shows_every_position_that_was_there(game: Game) -> None:
    setup = Setup(game, game.seats[0])
    reel = reel_of(game)
    for number, recording in enumerate(setup.walk(1, 40)):
        reel.go(number)
        for seat in (*range(setup.seats), None):
            assert reel.view(seat) == game.view(recording.state, seat)


def test_a_reel_is_wound_back_and_stays_within_the_game(game: Game) -> None:
    reel = reel_of(game)
    reel.go(5)
    fifth = reel.view(None)
    reel.go(9)
    reel.go(5)
    assert reel.view(None) == fifth
    reel.go(-3)
    assert reel.at == 0
    reel.go(10_000)
    assert (reel.at, reel.turn) == (reel.length, OVER)


def test_with_all_open_nothing_is_unknown(game: Game) -> None:
    reel = reel_of(game)
    reel.go(6)
    assert "None" not in str(reel.view(OPEN)).replace("seat=None", "")


def test_D12_the_hands_of_da_capo_are_told_beside_the_table() -> None:
    reel = reel_of(GAMES["dacapo"], 3)
    reel.go(1)
    assert [len(hand) for _seat, hand in reel.hands()] == list(reel.view(None).hands)  # type: ignore[attr-defined]
    assert reel_of(GAMES["geschenkt"]).hands() == []


def test_the_log_tells_what_was_heard_there(game: Game) -> None:
    reel = reel_of(game)
    everything = [event for events in reel._events for event in events]
    reel.go(reel.length)
    assert len(reel.log(OPEN)) == len(worth_telling(everything))
    assert len(reel.log(None)) == len(heard(everything, None))


def test_of_an_unfinished_game_only_what_everybody_saw_is_shown() -> None:
    reel = Reel(Setup(GAMES["danger13"], 2).after(1, 10).record())
    assert reel.viewpoints == [None]


def test_players_without_names_get_some() -> None:
    record = Setup(GAMES["geschenkt"], 3).finished(1).record()
    assert Reel(record).names == ("player 0", "player 1", "player 2")
    assert Reel(msgspec.structs.replace(record, players=("A", "", ""))).names == ("A", "seat 1", "seat 2")


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_record_is_walked_through_on_its_table(tmp_path: Path, game: Game, size: tuple[int, int]) -> None:
    record = Setup(game, game.seats[0]).finished(1).record()
    async with at_home(tmp_path, size, errand=Errand(record=record)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, ReplayPage))
        page = page_of(app)
        assert isinstance(page, ReplayPage)
        for key, at in (("right", 1), ("space", 2), ("pagedown", 12), ("left", 11), ("end", page.reel.length)):
            press(app, key)
            await until(pilot, lambda at=at: page.reel.at == at)  # type: ignore[misc]
        press(app, "e")
        await shows(app, pilot, "win")
        press(app, "x")
        for _ in range(len(page.reel.viewpoints)):
            press(app, "v")
        await shows(app, pilot, "as player 0 saw it")
        press(app, "home")
        await shows(app, pilot, "On")
        await until(pilot, lambda: page.reel.at == 0 and is_painted(app))
        click(app, "right")
        await until(pilot, lambda: page.reel.at == 1)
        press(app, "escape")
        await shows(app, pilot, "past games")


async def test_a_move_is_jumped_to_by_its_number(tmp_path: Path) -> None:
    record = Setup(GAMES["geschenkt"], 3).finished(1).record()
    async with at_home(tmp_path, errand=Errand(record=record)) as (app, pilot):
        press(app, "m")
        await shows(app, pilot, "To which move?")
        for key in ("1", "7", "enter"):
            press(app, key)
        await shows(app, pilot, "move 17 of")
        press(app, "m")
        await shows(app, pilot, "To which move?")
        for key in ("x", "enter"):
            press(app, key)
        await shows(app, pilot, "That is no number")


async def test_a_record_from_a_file_is_played_on_from_any_move(tmp_path: Path) -> None:
    record = Setup(GAMES["geschenkt"], 3).finished(1).record()
    async with at_home(tmp_path, errand=Errand(record=record)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, ReplayPage))
        for _ in range(7):
            press(app, "right")
        await shows(app, pilot, "move 7 of")
        press(app, "b")
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        assert app.table is not None
        assert [turn.move for turn in app.table.history[1:8]] == list(record.moves[:7])


async def test_the_end_can_not_be_played_on(tmp_path: Path) -> None:
    record = Setup(GAMES["geschenkt"], 3).finished(1).record()
    async with at_home(tmp_path, errand=Errand(record=record)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, ReplayPage))
        press(app, "end")
        press(app, "b")
        await shows(app, pilot, "choose an earlier move")


async def test_a_game_that_was_just_played_is_looked_at_and_played_on(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        await shows(app, pilot, "Replay")
        press(app, "v")
        await shows(app, pilot, "as Ada saw it")
        press(app, "b")
        await until(pilot, lambda: app.table is not None and app.table.update.phase == "playing")


async def test_a_record_is_saved_as_a_file_once(tmp_path: Path) -> None:
    record = Setup(GAMES["geschenkt"], 3).finished(1).record()
    path = tmp_path / "mine.tablee"
    async with at_home(tmp_path / "data", errand=Errand(record=record)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, ReplayPage))
        for words in ("saved as", "is there already"):
            press(app, "w")
            await shows(app, pilot, "Save the record as which file?")
            press(app, "ctrl+u")
            for letter in str(path):
                press(app, letter)
            press(app, "enter")
            await shows(app, pilot, words)
    assert load(path.read_bytes()) == record
