"""Looking at a finished game again, from any seat, and playing on from any move."""

from pathlib import Path

import msgspec
import pytest

from engines.game import Game
from engines.games import GAMES
from engines.record import load
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
from tui.screens.replay import ReplayPage
from tui.wording import player_names, worth_telling


def page_for(game: Game) -> ReplayPage:
    return ReplayPage(Setup(game, game.seats[0]).finished(1).record())


@pytest.mark.plugged_in
def test_the_log_tells_what_was_heard_there(game: Game) -> None:
    page = page_for(game)
    page.timeline.go(page.timeline.length)
    for place, viewpoint in enumerate(page.timeline.viewpoints):
        page._place = place
        events = [event for told in page.timeline.events(viewpoint) for event in worth_telling(told)]
        assert [seat for seat, _ in page.scene().log] == [event.seat for event in events]


def test_players_without_names_get_some() -> None:
    record = Setup(GAMES["geschenkt"], 3).finished(1).record()
    assert player_names(record) == ["player 0", "player 1", "player 2"]
    assert player_names(msgspec.structs.replace(record, players=("A", "", ""))) == ["A", "seat 1", "seat 2"]


@pytest.mark.plugged_in
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_record_is_walked_through_on_its_table(tmp_path: Path, game: Game, size: tuple[int, int]) -> None:
    record = Setup(game, game.seats[0]).finished(1).record()
    async with at_home(tmp_path, size, errand=Errand(record=record)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, ReplayPage))
        page = page_of(app)
        assert isinstance(page, ReplayPage)
        for key, at in (("right", 1), ("space", 2), ("pagedown", 12), ("left", 11), ("end", page.timeline.length)):
            press(app, key)
            await until(pilot, lambda at=at: page.timeline.at == at)  # type: ignore[misc]
        press(app, "e")
        await shows(app, pilot, "win")
        press(app, "x")
        for _ in range(len(page.timeline.viewpoints)):
            press(app, "v")
        await shows(app, pilot, "as player 0 saw it")
        press(app, "home")
        await shows(app, pilot, "On")
        await until(pilot, lambda: page.timeline.at == 0 and is_painted(app))
        click(app, "right")
        await until(pilot, lambda: page.timeline.at == 1)
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
        press(app, "r")
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
