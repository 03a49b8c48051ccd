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
    screen_of,
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
        for key, at in (("right", 1), ("enter", 2), ("pagedown", 12), ("left", 11), ("end", page.timeline.length)):
            press(app, key)
            await until(pilot, lambda at=at: page.timeline.at == at)  # type: ignore[misc]
        press(app, "e")
        await shows(app, pilot, "win")
        press(app, "x")
        for _ in range(len(page.timeline.viewpoints)):
            press(app, "v")
        await shows(app, pilot, "As player 0")
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
        await shows(app, pilot, "As Ada")
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


def told_at(page: ReplayPage, move: int) -> str:
    page.timeline.go(move)
    return page.told()


@pytest.mark.plugged_in
def test_each_step_says_what_happened_and_who_did_it(game: Game) -> None:
    page = page_for(game)
    names = page.names
    assert told_at(page, 0) == "The cards are dealt"
    for move in range(1, page.timeline.length + 1):
        words = told_at(page, move)
        (seat, first), *_others = page.scene().recent
        assert first in words
        assert seat is None or words.startswith(names[seat])


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_telling_stands_on_the_screen_at_every_step(tmp_path: Path, size: tuple[int, int]) -> None:
    record = Setup(GAMES["geschenkt"], 3).finished(1).record()
    async with at_home(tmp_path, size, errand=Errand(record=record)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, ReplayPage))
        for words in ("player 0 passes, 1 chip on it", "player 1 takes 5 and 1 chip"):
            press(app, "right")
            await shows(app, pilot, words)


async def test_a_record_plays_by_itself_at_a_chosen_pace_until_its_end(tmp_path: Path) -> None:
    record = Setup(GAMES["geschenkt"], 3).finished(1).record()
    async with at_home(tmp_path, errand=Errand(record=record)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, ReplayPage))
        page = page_of(app)
        assert isinstance(page, ReplayPage)
        await shows(app, pilot, "1.2 s a move")
        for pace in ("0.6", "0.25"):
            press(app, "plus")
            await shows(app, pilot, f"{pace} s a move")
        press(app, "space")
        await until(pilot, lambda: page.plays and page.timeline.at >= 2)
        press(app, "right")
        await until(pilot, lambda: not page.plays)
        at = page.timeline.at
        press(app, "minus")
        await shows(app, pilot, "0.6 s a move")
        assert page.timeline.at == at
        press(app, "end")
        press(app, "left")
        press(app, "space")
        await until(pilot, lambda: page.timeline.at == page.timeline.length and not page.plays)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["bumbesi", "dacapo"])
async def test_all_hands_lie_open_on_a_key(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    game = GAMES[name]
    record = Setup(game, 4 if 4 in game.seats else game.seats[0]).finished(1).record()
    async with at_home(tmp_path, size, errand=Errand(record=record, at=5)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, ReplayPage))
        page = page_of(app)
        assert isinstance(page, ReplayPage)
        press(app, "o")
        await shows(app, pilot, "Open cards")
        for _seat, hand in page.timeline.hands():
            assert " ".join(game.card(card) for card in hand) in screen_of(app)
        press(app, "right")
        await until(pilot, lambda: page.timeline.at == 6 and is_painted(app))
        assert "Open cards" in screen_of(app)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", list(GAMES))
async def test_a_hint_tells_what_a_bot_would_have_done(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    game = GAMES[name]
    record = Setup(game, game.seats[0]).finished(1).record()
    async with at_home(tmp_path, size, errand=Errand(record=record, at=4)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, ReplayPage))
        page = page_of(app)
        assert isinstance(page, ReplayPage)
        press(app, "h")
        await shows(app, pilot, "60 %")
        assert page.viewpoint == page.timeline.turn
        assert "Hint" in screen_of(app)
        press(app, "right")
        await until(pilot, lambda: page.timeline.at == 5 and is_painted(app))
        assert "60 %" not in screen_of(app)


async def test_the_end_has_no_hint(tmp_path: Path) -> None:
    record = Setup(GAMES["geschenkt"], 3).finished(1).record()
    async with at_home(tmp_path, errand=Errand(record=record)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, ReplayPage))
        press(app, "end")
        press(app, "h")
        await shows(app, pilot, "There is no hint here")
