"""Who has never played a game is offered its lesson, once: at home, over SSH and in plain lines."""

import asyncio
from pathlib import Path

import pytest

from engines.games import GAMES
from net.house.house import House
from net.link import memory_link
from tests.net.house_harness import open_house
from tests.tui.app_harness import (
    CALM,
    Player,
    at_home,
    at_table,
    page_of,
    play_to_the_end,
    press,
    shows,
    until,
    visiting,
)
from tests.tui.test_plain import Script
from tui.app import Errand, TableeApp
from tui.local import LocalHouse
from tui.plain.learner import Learner
from tui.plain.player import PlainPlayer
from tui.screens.home import HomePage
from tui.screens.lesson import LessonPage
from tui.screens.menu import MenuPage
from tui.screens.setup import SetupPage
from tui.settings import Settings

NEW = Settings(name="Ada", motion=False, pace="quick")
OFFER = "Geschenkt, for the first time?"


async def at(app: TableeApp, pilot: Player, page: type) -> None:
    await until(pilot, lambda: isinstance(app.page, page))


@pytest.mark.parametrize("place", range(len(GAMES)))
async def test_the_first_enter_offers_the_lesson_and_the_next_one_does_not(tmp_path: Path, place: int) -> None:
    kept: dict[str, str | bool] = {}
    async with at_home(tmp_path, settings=NEW, save=kept.update) as (app, pilot):
        for _step in range(place):
            press(app, "right")
        press(app, "enter")
        await shows(app, pilot, "for the first time?")
        press(app, "escape")
        await at(app, pilot, HomePage)
        press(app, "enter")
        await at(app, pilot, SetupPage)
    assert kept == {"lessons": "".join("0" if game == place else "-" for game in range(len(GAMES)))}


async def test_who_takes_the_offer_learns_and_who_does_not_plays(tmp_path: Path) -> None:
    async with at_home(tmp_path, settings=NEW) as (app, pilot):
        press(app, "enter")
        await at(app, pilot, MenuPage)
        press(app, "enter")
        await at(app, pilot, LessonPage)
        assert page_of(app).felt == "geschenkt"
        press(app, "q")
        press(app, "right")
        press(app, "enter")
        await at(app, pilot, MenuPage)
        press(app, "2")
        await at(app, pilot, SetupPage)
        assert page_of(app).felt == "danger13"


async def test_who_has_played_before_there_were_lessons_is_not_asked(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        await play_to_the_end(app, pilot, press)
    async with at_home(tmp_path, settings=NEW) as (app, pilot):
        home = page_of(app)
        assert isinstance(home, HomePage)
        await until(pilot, lambda: "geschenkt" in home._met)
        press(app, "enter")
        await at(app, pilot, SetupPage)
        press(app, "escape")
        press(app, "right")
        press(app, "enter")
        await shows(app, pilot, "Danger 13, for the first time?")


async def test_who_has_a_game_under_way_is_not_asked(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt"):
        pass
    async with at_home(tmp_path, settings=NEW) as (app, pilot):
        press(app, "enter")
        await at(app, pilot, SetupPage)


async def test_a_house_remembers_for_its_guests_whom_it_has_asked(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        async with visiting(house, "Ada", Errand(start="home")) as (app, pilot):
            press(app, "enter")
            await shows(app, pilot, OFFER)
            await until(pilot, lambda: bool(house.members.of("key:Ada")[0].settings))
        async with visiting(house, "Ada", Errand(start="home")) as (app, pilot):
            press(app, "enter")
            await at(app, pilot, SetupPage)
        async with visiting(house, "Bob", Errand(start="home")) as (app, pilot):
            press(app, "enter")
            await shows(app, pilot, OFFER)


async def read_out(folder: Path, lines: list[str], settings: Settings, kept: dict[str, str | bool]) -> str:
    house = LocalHouse(CALM, folder)
    script = Script(lines)
    learner = Learner(settings, kept.update, remembers=False)
    player = PlainPlayer(house.link, script, name="Ada", own=True, language="en", learner=learner)
    try:
        await house.open()
        await player.run()
    finally:
        await house.close()
    return script.said


async def test_plain_lines_offer_the_lesson_once_too(tmp_path: Path) -> None:
    kept: dict[str, str | bool] = {}
    said = await read_out(tmp_path, ["new danger13 3", "new danger13 3", "q"], NEW, kept)
    assert said.count("Danger 13 is new to you: learn danger13 teaches it") == 1
    assert said.index("is new to you") < said.index("Danger 13, table")
    assert kept == {"lessons": "-0--"}
    again = await read_out(tmp_path, ["new danger13 3", "q"], Settings(lessons="-0--"), kept)
    assert "is new to you" not in again


async def test_a_house_remembers_what_was_offered_in_plain_lines(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        first = await visit_in_lines(house, ["new geschenkt 3", "q"])
        second = await visit_in_lines(house, ["new geschenkt 3", "q", "q"])
    assert first.count("Geschenkt is new to you") == 1
    assert "is new to you" not in second
    assert "Waiting for players." in second


async def visit_in_lines(house: House, lines: list[str]) -> str:
    near, link = memory_link()
    served = asyncio.create_task(house.serve(near, "key:Ada"))
    script = Script(lines)
    await PlainPlayer(link, script, name="Ada", own=False, language="en").run()
    await served
    return script.said
