"""Home, and every screen that can be reached from there."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engines.games import GAMES
from engines.geschenkt.game import Geschenkt
from net.messages import Open
from tests.tui.app_harness import (
    SIZES,
    Player,
    at_home,
    at_table,
    at_the_table,
    click,
    is_painted,
    page_of,
    play_to_the_end,
    press,
    screen_of,
    shows,
    spots_of,
    table_of,
    until,
)
from tui.app import Errand, TableeApp
from tui.draw.canvas import Area
from tui.screens.home import HomePage
from tui.screens.lesson import LessonPage
from tui.screens.records import RecordsPage
from tui.screens.rules import RulesPage
from tui.screens.settings import SettingsPage
from tui.screens.setup import SetupPage
from tui.screens.table import TablePage
from tui.screens.tell import TellPage


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_home_names_the_games_and_what_there_is_to_do(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_home(tmp_path, size) as (app, pilot):
        await shows(app, pilot, "Ada")
        for words in (
            "Geschenkt",
            "Danger 13",
            "Bumbesi",
            "Da Capo",
            "play",
            "past games",
            "practice",
            "settings",
            "rules",
        ):
            assert words in screen_of(app)
        assert "resume" not in screen_of(app)


@pytest.mark.parametrize(
    ("key", "page", "words"),
    [
        ("enter", SetupPage, "a new table"),
        ("s", SettingsPage, "theme"),
        ("question_mark", RulesPage, "Nobody wants the cards"),
        ("p", RecordsPage, "Games that are finished"),
    ],
)
async def test_every_screen_is_reached_by_its_key_and_left_by_escape(
    tmp_path: Path, key: str, page: type, words: str
) -> None:
    async with at_home(tmp_path) as (app, pilot):
        press(app, key)
        await shows(app, pilot, words)
        assert isinstance(page_of(app), page)
        press(app, "escape")
        await until(pilot, lambda: isinstance(app.page, HomePage))


async def test_every_screen_is_reached_by_the_mouse(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (app, pilot):
        for key, words in (("s", "theme"), ("p", "Games that are finished"), ("question_mark", "Setting up")):
            click(app, key)
            await shows(app, pilot, words)
            click(app, "escape")
            await shows(app, pilot, "past games")


async def test_a_game_is_set_up_and_dealt(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (app, pilot):
        press(app, "3")
        await shows(app, pilot, "Bumbesi: ")
        press(app, "enter")
        await shows(app, pilot, "4 players")
        for key in ("right", "down", "right", "right"):
            press(app, key)
        await shows(app, pilot, "expert")
        press(app, "enter")
        await at_the_table(app, pilot)
        assert app.table is not None
        setup = app.table.update.setup
        assert (setup.game, setup.seats, setup.bots) == ("bumbesi", 5, ("expert", "medium", "medium", "medium"))
        assert setup.hints
        assert setup.take_back


async def test_a_second_press_on_the_same_tile_plays_it(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (app, pilot):
        click(app, "2")
        await shows(app, pilot, "Danger 13: ")
        click(app, "2")
        await until(pilot, lambda: isinstance(app.page, SetupPage))
        assert page_of(app).felt == "danger13"


async def test_the_name_is_changed_where_a_table_is_set_up(tmp_path: Path) -> None:
    saved: dict[str, str | bool] = {}
    async with at_home(tmp_path, save=saved.update) as (app, pilot):
        press(app, "enter")
        await shows(app, pilot, "your name")
        press(app, "up")
        for letter in ("backspace", "backspace", "backspace", "Z", "o", "é"):
            press(app, letter)
        await shows(app, pilot, "Zoé")
        press(app, "enter")
        await at_the_table(app, pilot)
        assert app.table is not None
        assert app.table.names[0] == "Zoé"
        assert saved == {"name": "Zoé"}


async def test_settings_show_at_once_and_are_kept(tmp_path: Path) -> None:
    saved: dict[str, str | bool] = {}
    async with at_home(tmp_path, save=saved.update) as (app, pilot):
        press(app, "s")
        await shows(app, pilot, "theme")
        press(app, "down")
        press(app, "right")
        await shows(app, pilot, "light")
        assert page_of(app).board.look.theme == "light"
        press(app, "escape")
        await until(pilot, lambda: isinstance(app.page, HomePage))
        assert page_of(app).board.look.theme == "light"
        assert saved == {"theme": "light"}


async def test_an_unfinished_game_goes_on_after_the_program_was_killed(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        assert app.table is not None
        before = app.table.view
        press(app, "1")
        await until(pilot, lambda: app.table is not None and app.table.view != before)
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        left = app.table.view
    async with at_home(tmp_path) as (app, pilot):
        await shows(app, pilot, "resume Geschenkt")
        press(app, "r")
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        assert app.table is not None
        assert app.table.view == left
        await shows(app, pilot, "welcome back")


async def test_leaving_a_table_saves_it_and_several_are_offered(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "q")
        await shows(app, pilot, "resume ")
        app.say(Open(setup=table_of("danger13", 2)))
        await at_the_table(app, pilot)
        press(app, "q")
        await shows(app, pilot, "resume one of 2")
        press(app, "r")
        await shows(app, pilot, "Resume which game?")
        assert "Danger 13" in screen_of(app)
        press(app, "2")
        await at_the_table(app, pilot)
        assert app.table is not None
        assert app.table.game.id == "geschenkt"


async def test_a_game_that_is_given_up_is_gone(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "escape")
        await shows(app, pilot, "give the game up")
        press(app, "g")
        await shows(app, pilot, "Give up for good?")
        press(app, "1")
        await at_the_table(app, pilot)
        press(app, "escape")
        await shows(app, pilot, "give the game up")
        press(app, "g")
        await shows(app, pilot, "Give up for good?")
        press(app, "2")
        await until(pilot, lambda: isinstance(app.page, HomePage))
        await shows(app, pilot, "past games")
        assert "resume" not in screen_of(app)


async def test_finished_games_are_counted_listed_and_looked_at_again(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        await play_to_the_end(app, pilot, press)
        press(app, "q")
        await shows(app, pilot, " of 1")
        press(app, "p")
        await shows(app, pilot, "1 game")
        assert "Prudence" in screen_of(app)
        press(app, "enter")
        await shows(app, pilot, "REPLAY")


async def test_a_record_of_other_rules_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        await play_to_the_end(app, pilot, press)
    monkeypatch.setattr(Geschenkt, "info", replace(Geschenkt.info, version=2))
    async with at_home(tmp_path) as (app, pilot):
        press(app, "p")
        await shows(app, pilot, "1 game")
        press(app, "enter")
        await shows(app, pilot, "This record can't be shown")


@pytest.mark.parametrize(
    ("size", "words"),
    [((80, 24), r"bots: plain Python, about \d+ positions a second"), ((40, 20), r"plain Python, about \d+/s")],
)
async def test_the_settings_say_which_build_plays_and_how_fast_it_thinks(
    tmp_path: Path, size: tuple[int, int], words: str
) -> None:
    async with at_home(tmp_path, size) as (app, pilot):
        press(app, "f2")
        await until(pilot, lambda: re.search(words, screen_of(app)) is not None)


async def test_escape_at_home_does_not_end_the_program_and_f2_opens_the_settings(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (app, pilot):
        await pilot.press("escape", "f2")
        await shows(app, pilot, "theme")
        await pilot.press("f2", "escape")
        await until(pilot, lambda: isinstance(app.page, HomePage))


async def test_after_the_shell_has_had_the_screen_everything_is_drawn_again(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        await shows(app, pilot, "YOUR TURN")
        board = page_of(app).board
        await until(pilot, lambda: board._shown is not None)
        before = board._shown
        app.app_resume_signal.publish(app)
        await until(pilot, lambda: board._shown is not None and board._shown is not before)
        assert "YOUR TURN" in screen_of(app)


async def test_a_folder_in_use_does_not_stop_the_program(tmp_path: Path) -> None:
    async with at_home(tmp_path), at_home(tmp_path) as (second, pilot):
        await shows(second, pilot, "go on")
        press(second, "enter")
        await until(pilot, lambda: isinstance(second.page, HomePage))
        press(second, "enter")
        await until(pilot, lambda: isinstance(second.page, SetupPage))
        press(second, "enter")
        await until(pilot, lambda: second.table is not None)


async def test_a_table_that_is_asked_for_says_first_that_its_game_is_not_kept(tmp_path: Path) -> None:
    """`tablee play` tells what home tells: another Tablée is open, or the folder takes no games."""
    ask = Open(setup=table_of("geschenkt", 3), seed=1)
    async with at_home(tmp_path), at_home(tmp_path, ask=ask) as (second, pilot):
        await until(pilot, lambda: second.table is not None and second.table.your_turn)
        await shows(second, pilot, "Another Tablée is open and has your games.")
        assert "kept." in screen_of(second)
        await _goes_on(second, pilot)
    blocked = tmp_path / "a file"
    blocked.write_text("")
    async with at_home(blocked / "games", ask=ask) as (app, pilot):
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        # Where the sentence is broken depends on the folder's name, and the table looks out at both sides.
        await until(pilot, lambda: isinstance(app.page, TellPage) and "kept." in screen_of(app))
        await _goes_on(app, pilot)


async def test_over_a_lesson_nothing_is_said_of_games_and_all_of_it_at_the_table_that_follows(tmp_path: Path) -> None:
    async with (
        at_home(tmp_path),
        at_home(tmp_path, errand=Errand(lesson="danger13")) as (second, pilot),
    ):
        await until(pilot, lambda: second.lobby is not None and is_painted(second))
        assert isinstance(second.page, LessonPage)
        second.open_coached("danger13")
        await until(pilot, lambda: second.table is not None and isinstance(second.page, TellPage))
        await shows(second, pilot, "Another Tablée is open and has your games.")


async def _goes_on(app: TableeApp, pilot: Player) -> None:
    await until(pilot, lambda: app.screen is app.page and isinstance(app.page, TellPage) and is_painted(app))
    press(app, "enter")
    await until(pilot, lambda: isinstance(app.page, TablePage) and app.table is not None and app.table.your_turn)
    assert "not kept" not in screen_of(app)


@pytest.mark.parametrize("before", [(), ("1",), ("right",), ("4", "left")], ids=str)
@pytest.mark.parametrize("place", range(1, 5))
async def test_every_digit_chooses_its_game_and_once_more_plays_it(
    tmp_path: Path, place: int, before: tuple[str, ...]
) -> None:
    """Whatever was chosen before: the first game stands in gold from the start, and its digit is no exception."""
    title = list(GAMES.values())[place - 1].title
    async with at_home(tmp_path) as (app, pilot):
        for key in before:
            press(app, key)
        if before != (str(place),):
            press(app, str(place))
        await shows(app, pilot, f"{title}: ")
        assert isinstance(app.page, HomePage)
        press(app, str(place))
        await until(pilot, lambda: isinstance(app.page, SetupPage))
        assert page_of(app).felt == list(GAMES)[place - 1]


async def test_q_leaves(tmp_path: Path) -> None:
    async with at_home(tmp_path, errand=Errand()) as (app, pilot):
        press(app, "q")
        await until(pilot, lambda: app._exit)
        assert app.return_value is None


@pytest.fixture
def many_games(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Twelve games: the four, and each of them twice more under a name for which there is no table."""
    for copy in ("encore", "again"):
        for game in list(GAMES.values())[:4]:
            monkeypatch.setitem(GAMES, f"{game.id} {copy}", game)
    return list(GAMES)


@pytest.mark.parametrize("size", [*SIZES, (80, 23), (100, 34), (200, 50), (60, 22)], ids=str)
async def test_the_focus_walks_all_games_and_is_always_seen(
    tmp_path: Path, many_games: list[str], size: tuple[int, int]
) -> None:
    async with at_home(tmp_path, size) as (app, pilot):
        home = page_of(app)
        assert isinstance(home, HomePage)
        for place, game in enumerate(many_games):
            await until(pilot, lambda: home.game == game and is_painted(app))  # noqa: B023
            title = GAMES[game].title
            assert title in screen_of(app)
            action = str(place + 1) if place < 9 else f"tile {place + 1}"
            assert spots_of(app, action)
            canvas = home.board.canvas
            assert canvas is not None
            assert canvas.cursor is not None
            assert canvas.action_at(*canvas.cursor) == action
            press(app, "tab")
        await until(pilot, lambda: home.game == many_games[0])


@pytest.mark.parametrize("size", [*SIZES, (200, 50)], ids=str)
async def test_no_two_games_share_a_cell_and_none_covers_what_there_is_to_do(
    tmp_path: Path, many_games: list[str], size: tuple[int, int]
) -> None:
    async with at_home(tmp_path, size) as (app, pilot):
        for _ in many_games:
            await until(pilot, lambda: is_painted(app))
            canvas = page_of(app).board.canvas
            assert canvas is not None
            tiles = {action: area for area, action in canvas.hot_areas if area.width > 10 and action[-1:].isdecimal()}
            cells = [cell for area in tiles.values() for cell in cells_of(area)]
            assert len(cells) == len(set(cells))
            assert all(x in range(size[0]) and y in range(size[1]) for x, y in cells)
            assert not set(cells) & {*spots_of(app, "enter"), *spots_of(app, "p")}
            press(app, "right")


def cells_of(area: Area) -> list[tuple[int, int]]:
    return [(x, y) for x in range(area.x, area.x + area.width) for y in range(area.y, area.y + area.height)]


async def test_down_goes_to_the_tile_below_where_there_are_rows(tmp_path: Path, many_games: list[str]) -> None:
    async with at_home(tmp_path, (120, 40)) as (app, pilot):
        home = page_of(app)
        assert isinstance(home, HomePage)
        press(app, "down")
        await until(pilot, lambda: home.game == many_games[6])
        press(app, "up")
        await until(pilot, lambda: home.game == many_games[0])


async def test_a_game_without_a_digit_is_clicked_and_played(tmp_path: Path, many_games: list[str]) -> None:
    async with at_home(tmp_path, (120, 40)) as (app, pilot):
        await until(pilot, lambda: is_painted(app))
        for _ in range(2):
            click(app, "tile 12")
        await until(pilot, lambda: isinstance(app.page, SetupPage))
        assert page_of(app).felt == many_games[11]


@pytest.mark.parametrize(("games", "words"), [(4, "four card games"), (5, "five card games"), (12, "12 card games")])
async def test_home_counts_its_games(
    tmp_path: Path, many_games: list[str], monkeypatch: pytest.MonkeyPatch, games: int, words: str
) -> None:
    for game in many_games[games:]:
        monkeypatch.delitem(GAMES, game)
    async with at_home(tmp_path) as (app, pilot):
        await shows(app, pilot, f"{words} for a full table")
