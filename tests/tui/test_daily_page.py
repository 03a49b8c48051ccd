"""The page of the daily at every size, and tables by the day as a person sets them up and finds them."""

import time
from pathlib import Path

import msgspec
import pytest

from net.daily import day_at
from net.house.house import House
from net.messages.daily import PlayDaily
from net.store.daily import DailyTry
from tests.net.house_harness import open_house
from tests.tui.app_harness import SIZES, at_table, play_to_the_end, press, screen_of, shows, until, visiting
from tui.account_words import read_sleep, sleep_words
from tui.app import Errand
from tui.draw.bars import clock_words
from tui.plain.account import sleep_answer
from tui.plain.lobby import read_wishes


async def fill(house: House, *, ada: bool) -> None:
    """Let thirty people have finished today's deal; Ada may be the last of them."""
    for number in range(1, 31):
        identity = "key:Ada" if number == 30 else f"key:{number}"
        if number == 30 and not ada:
            return
        if number < 30:
            await house.store.set_name(identity, f"player{number}", f"player{number}")
        attempt = DailyTry(day=day_at(time.time()), identity=identity, table="kiwi-42", game=1, value=number, at=1.0)
        await house.store.daily.keep(msgspec.structs.replace(attempt, score=number))


@pytest.mark.parametrize("size", SIZES)
async def test_the_page_says_what_is_played_and_hides_others_until_one_has_played(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with open_house(tmp_path) as house:
        await fill(house, ada=False)
        async with visiting(house, "Ada", size=size) as (app, pilot):
            press(app, "d")
            await shows(app, pilot, "Play it")
            screen = screen_of(app)
            assert "29 people finished it." in screen
            assert "player1 " not in screen
            press(app, "enter")
            await until(pilot, lambda: app.stage is not None)
            press(app, "escape")


@pytest.mark.parametrize("size", SIZES)
async def test_the_page_ranks_those_who_have_played(tmp_path: Path, size: tuple[int, int]) -> None:
    async with open_house(tmp_path) as house:
        await fill(house, ada=True)
        async with visiting(house, "Ada", size=size) as (app, pilot):
            press(app, "d")
            await shows(app, pilot, "player1 ")
            screen = screen_of(app)
            assert "number 30 of 30" in " ".join(screen.split())
            assert "Ada" in screen, "one's own line is always there"
            press(app, "left")
            await shows(app, pilot, "You did not play it.")
            press(app, "escape")
            await shows(app, pilot, "Lobby")


async def test_who_comes_for_a_daily_that_was_played_sees_its_page(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await fill(house, ada=True)
        async with visiting(house, "Ada", errand=Errand(start="lobby", ask=PlayDaily())) as (app, pilot):
            await shows(app, pilot, "The daily")


@pytest.mark.parametrize("size", SIZES)
async def test_a_table_by_the_day_is_set_up_in_the_form(tmp_path: Path, size: tuple[int, int]) -> None:
    async with open_house(tmp_path) as house, visiting(house, "Ada", size=size) as (app, pilot):
        press(app, "n")
        press(app, "2")
        await shows(app, pilot, "time for a tur")
        while not any(row.strip().startswith("► time for a tur") for row in screen_of(app).splitlines()):
            press(app, "down")
            await pilot.pause()
        while "1 day" not in screen_of(app):
            press(app, "right")
            await pilot.pause()
        assert "sleep counts" in screen_of(app)
        press(app, "enter")
        await until(pilot, lambda: app.stage is not None)
        assert app.stage is not None
        setup = app.stage.table.update.setup
        assert (setup.days, setup.nights, setup.clock) == (1, True, None)
        press(app, "b")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(59, "0:59"), (3599, "59:59"), (3600, "1 h 0 min"), (86_399, "23 h 59 min"), (136_800, "1 day, 14 h")],
)
def test_long_clocks_are_told_in_hours_and_days(seconds: int, words: str) -> None:
    assert clock_words(seconds) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [("23:00-7:00", "23:00-7:00 (UTC)"), ("24-6:30", "0:00-6:30 (UTC)")],
)
def test_sleep_is_read_as_it_is_written(text: str, words: str) -> None:
    sleep = read_sleep(text, "UTC")
    assert sleep is not None
    assert sleep_words(sleep) == words


@pytest.mark.parametrize("text", ["", "late", "23:00", "7-", "1:2-3:4"])
def test_what_is_no_sleep_gets_a_sentence(text: str) -> None:
    assert read_sleep(text, "UTC") is None
    assert isinstance(sleep_answer(text or "x"), list)


def test_plain_words_ask_for_days() -> None:
    assert (read_wishes(["3", "7d"]).days, read_wishes(["3", "7d"]).clock) == (7, None)
    with pytest.raises(ValueError, match="2d"):
        read_wishes(["2d"])


async def test_after_the_daily_enter_leaves_the_table_for_there_is_no_other_game(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        await play_to_the_end(app, pilot, press)
        table = app.table
        assert table is not None
        daily = msgspec.structs.replace(table.update.setup, daily="2026-11-18")
        table.update = msgspec.structs.replace(table.update, setup=daily)
        press(app, "enter")
        await shows(app, pilot, "How the others did")
        assert "Play again" not in screen_of(app)
        press(app, "enter")
        await until(pilot, lambda: app.table is None)
