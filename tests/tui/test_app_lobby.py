"""A shared house on the screen: the lobby, a table that fills up, talk, watching, and coming back."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from net.house.house import House
from net.link import Link, memory_link
from net.messages import KeepSettings, Open, Say, Sit, Watch
from net.setup import Setup
from tests.net.house_harness import open_house
from tests.tui.app_harness import (
    SIZES,
    Player,
    Thinker,
    at_the_table,
    click,
    page_of,
    play_to_the_end,
    press,
    screen_of,
    shows,
    until,
    visiting,
)
from tui.app import Errand, TableeApp
from tui.look import Look
from tui.screens.account import AccountPage
from tui.screens.home import HomePage
from tui.screens.lobby import LobbyPage
from tui.screens.overlay import EDGES
from tui.screens.shell import Venue
from tui.screens.table import TablePage
from tui.screens.tell import TellPage
from tui.settings import Settings


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path, Thinker()) as house:
        yield house


async def open_table(app: TableeApp, pilot: Player, game: str = "1") -> str:
    """Open a table from the lobby and give its code."""
    press(app, "n")
    await shows(app, pilot, "Which game?")
    press(app, game)
    await shows(app, pilot, "Open the table")
    press(app, "enter")
    await at_the_table(app, pilot)
    assert app.table is not None
    return app.table.update.code


async def fill_with_bots(app: TableeApp, pilot: Player, level: str, name: str) -> None:
    """Put bots on the free seats and wait until this one is there."""
    press(app, "b")
    await shows(app, pilot, "Which bots?")
    press(app, level)
    await shows(app, pilot, name)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_an_empty_lobby_says_how_to_open_a_table(house: House, size: tuple[int, int]) -> None:
    async with visiting(house, "Ada", size=size) as (app, pilot):
        await shows(app, pilot, "There is no table yet. Begin one:")
        for words in ("Play now: whoever comes", "Set up a table", "Play today's deal"):
            await shows(app, pilot, words)
        press(app, "escape")
        await until(pilot, lambda: isinstance(app.page, HomePage))
        press(app, "o")
        await until(pilot, lambda: isinstance(app.page, LobbyPage))


@pytest.mark.parametrize(
    "page", ["https://tablee.example.org:22443", "https://games-of-cards.tablee.example.org:22443"]
)
@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("game", ["1", "2", "3", "4"])
async def test_a_table_that_waits_shows_its_lines_unbroken_for_whoever_copies_them(
    house: House, game: str, size: tuple[int, int], page: str
) -> None:
    async with visiting(house, "Ada", size=size) as (app, pilot):
        app.venue = Venue(address="tablee.example -p 22522", page=page)
        code = await open_table(app, pilot, game)
        await shows(app, pilot, "to sit down here, type")
        if size[0] >= 80:
            await shows(app, pilot, f"ssh {code}@tablee.example -p 22522")
            await shows(app, pilot, f"{page}/t/{code}")
        # Nowhere stands half of a page.
        screen = screen_of(app)
        assert screen.count("https://") == screen.count(f"{page}/t/{code}")


@pytest.mark.parametrize("address", ["localhost -p 2222", "games.tablee.example.org -p 22522"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_guest_is_shown_lines_to_come_back_with_that_can_be_copied(
    house: House, size: tuple[int, int], address: str
) -> None:
    async with visiting(house, "", size=size, guest=True) as (app, pilot):
        app.venue = Venue(address=address)
        await shows(app, pilot, "What shall the others")
        await pilot.press(*"Ada", "enter")
        await until(pilot, lambda: isinstance(app.page, TellPage))
        assert app.welcome is not None
        back = f"ssh {app.welcome.resume}@{address}"
        await shows_to_copy(app, pilot, back)
        press(app, "enter")
        await until(pilot, lambda: isinstance(app.page, LobbyPage))
        press(app, "y")
        await until(pilot, lambda: isinstance(app.page, AccountPage))
        await shows_to_copy(app, pilot, back)
        await shows_to_copy(app, pilot, f"ssh -T export-{app.welcome.resume}@{address}")


async def shows_to_copy(app: TableeApp, pilot: Player, line: str) -> None:
    """See a line whole where the screen has room for it, and else in rows, none of which is half a number."""
    host, _, port = line.partition(" -p ")
    whole = len(line) + EDGES <= app.size.width
    parts = [line] if whole else [host.partition("@")[2], f"-p {port}"]
    found = [re.compile(rf"{re.escape(part)}(?!\S)") for part in parts]
    await until(pilot, lambda: all(part.search(screen_of(app)) for part in found))


async def test_two_people_and_a_bot_play_a_whole_game(house: House) -> None:
    async with visiting(house, "Ada") as (ada, hers), visiting(house, "Chloé") as (chloe, theirs):
        code = await open_table(ada, hers)
        await shows(ada, hers, f"ssh {code}@tablee.example")
        await shows(ada, hers, "3 seats are free")
        await shows(chloe, theirs, "waiting for 3")
        press(chloe, "enter")
        await at_the_table(chloe, theirs)
        await shows(chloe, theirs, "2 seats are free, Ada will deal")
        await fill_with_bots(ada, hers, "2", "Renard")
        press(ada, "enter")
        await until(hers, lambda: ada.table is not None and ada.table.update.phase == "playing")
        await asyncio.gather(play_to_the_end(ada, hers, press), play_to_the_end(chloe, theirs, click))
        press(ada, "enter")
        await shows(ada, hers, "Play again")
        press(ada, "enter")
        await shows(ada, hers, "another game waits for Chloé")
        press(chloe, "enter")
        await shows(chloe, theirs, "Play again")
        press(chloe, "enter")
        await until(theirs, lambda: chloe.table is not None and chloe.table.update.number == 2)


async def test_a_bot_is_taken_off_its_seat_again(house: House) -> None:
    async with visiting(house, "Ada") as (app, pilot):
        await open_table(app, pilot)
        await fill_with_bots(app, pilot, "4", "Melchior")
        press(app, "f")
        await shows(app, pilot, "Free which seat?")
        press(app, "2")
        await shows(app, pilot, "1 seat is free")


async def test_what_is_said_is_heard_at_the_table_and_in_the_lobby(house: House) -> None:
    async with visiting(house, "Ada") as (ada, hers), visiting(house, "Chloé") as (chloe, theirs):
        press(ada, "t")
        for letter in "good evening":
            press(ada, letter)
        await shows(ada, hers, "good evening")
        press(ada, "enter")
        await shows(chloe, theirs, "good evening")
        code = await open_table(ada, hers)
        chloe.say(Sit(code=code))
        await until(theirs, lambda: chloe.table is not None)
        press(chloe, "t")
        press(chloe, "down")
        await shows(chloe, theirs, "Hello!")
        press(chloe, "enter")
        press(ada, "t")
        await shows(ada, hers, "Hello!")
        press(ada, "escape")


async def test_talk_without_room_in_the_lobby_shows_that_it_went_on(house: House) -> None:
    async with visiting(house, "Ada") as (app, pilot):
        app.say(Say(text="the house closes when all games in progress are over, and no other one begins"))
        await shows(app, pilot, "Ada          the house closes when all games in progress are over, and...")


async def test_a_table_is_joined_by_its_code_and_a_wrong_one_is_refused(house: House) -> None:
    async with visiting(house, "Ada") as (ada, hers), visiting(house, "Chloé") as (chloe, theirs):
        code = await open_table(ada, hers)
        for typed, words in (
            ("nonsense", "That is no code of a table"),
            ("kiwi-99999", "There is no table of that code"),
        ):
            press(chloe, "j")
            await shows(chloe, theirs, "The code of which table?")
            for letter in typed:
                press(chloe, letter)
            press(chloe, "enter")
            await shows(chloe, theirs, words)
        press(chloe, "j")
        await shows(chloe, theirs, "The code of which table?")
        for letter in f"watch-{code}":
            press(chloe, letter)
        press(chloe, "enter")
        await until(theirs, lambda: chloe.table is not None)
        assert chloe.table is not None
        assert chloe.table.seat is None


async def test_somebody_who_comes_to_watch_or_to_sit_is_led_there_at_once(house: House) -> None:
    async with visiting(house, "Ada") as (ada, hers):
        code = await open_table(ada, hers)
        watch = Errand(start="lobby", ask=Watch(code=code))
        async with visiting(house, "Zoé", watch) as (zoe, pilot):
            await until(pilot, lambda: zoe.table is not None)
            await shows(zoe, pilot, "you watch")
            press(zoe, "q")
            await until(pilot, lambda: isinstance(zoe.page, LobbyPage))


async def test_F9_coming_back_shows_the_same_table_as_the_old_session(house: House) -> None:
    async with visiting(house, "Ada") as (ada, hers):
        await open_table(ada, hers)
        press(ada, "b")
        await shows(ada, hers, "Which bots?")
        press(ada, "2")
        await shows(ada, hers, "Bergamote")
        press(ada, "enter")
        await until(hers, lambda: ada.table is not None and ada.table.your_turn)
        assert ada.table is not None
        async with visiting(house, "Ada") as (again, pilot):
            await until(pilot, lambda: again.table is not None)
            assert again.table is not None
            assert again.table.view == ada.table.view
            assert not ada._exit


async def test_a_new_person_chooses_a_name_that_nobody_has(house: House) -> None:
    async with visiting(house, "Chloé"):
        near, link = memory_link()
        served = asyncio.create_task(house.serve(near, "key:new"))
        app = TableeApp(link, Settings(), Look(), errand=Errand(start="lobby"))
        async with app.run_test(size=(80, 24)) as pilot:
            await shows(app, pilot, "What shall the others call you?")
            for letter in "Chloe":
                press(app, letter)
            press(app, "enter")
            await shows(app, pilot, "Somebody else has that name")
            for letter in "Zoé":
                press(app, letter)
            press(app, "enter")
            await until(pilot, lambda: app.welcome is not None and app.welcome.name == "Zoé")
            await until(pilot, lambda: isinstance(app.page, LobbyPage))
        await served


async def test_a_cut_line_is_dialled_again_and_the_table_is_there(house: House) -> None:
    served: list[asyncio.Task[None]] = []

    async def dial() -> Link:
        near, link = memory_link()
        served.append(asyncio.create_task(house.serve(near, "key:Ada")))
        return link

    app = TableeApp(
        await dial(), Settings(name="Ada", motion=False), Look(), venue=Venue(redial=dial), errand=Errand(start="lobby")
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.lobby is not None)
        code = await open_table(app, pilot)
        app.client.link.close()
        await shows(app, pilot, "OFFLINE")
        assert "trying again in 1 s" in screen_of(app)
        await until(pilot, lambda: len(served) == 2)
        await shows(app, pilot, "WAITING")
        assert app.table is not None
        assert app.table.update.code == code
    await asyncio.gather(*served)


async def test_a_house_that_closes_says_goodbye(tmp_path: Path) -> None:
    async with open_house(tmp_path, Thinker()) as house, visiting(house, "Ada") as (app, pilot):
        await open_table(app, pilot)
        await house.close("The house closes; all seats and games are kept")
        await until(pilot, lambda: app._exit)
        assert app.return_value is not None
        assert "games are kept" in app.return_value


async def test_the_lobby_lists_what_each_table_is_about(house: House) -> None:
    async with visiting(house, "Ada") as (ada, hers), visiting(house, "Chloé") as (chloe, theirs):
        await open_table(ada, hers, "3")
        await shows(chloe, theirs, "Bumbesi")
        assert "Ada" in screen_of(chloe)
        assert "2 people, 1 table" in screen_of(chloe)
        await theirs.resize_terminal(40, 20)
        await until(theirs, lambda: page_of(chloe).board.size == (40, 20))
        await shows(chloe, theirs, "waiting for 3")
        click(chloe, "row 0")
        await at_the_table(chloe, theirs)


@pytest.mark.parametrize("size", [(40, 20), (80, 24)], ids=str)
async def test_a_code_that_is_only_told_to_friends_leaves_room_for_the_game(
    house: House, size: tuple[int, int]
) -> None:
    setup = Setup(game="bumbesi", seats=3, bots=("easy", "easy"), public=False)
    async with visiting(house, "Ada", Errand(ask=Open(setup=setup)), size) as (app, pilot):
        await at_the_table(app, pilot)
        assert app.table is not None
        code = app.table.code
        press(app, "q")
        await until(pilot, lambda: isinstance(page_of(app), HomePage))
        press(app, "o")
        await shows(app, pilot, f"{code.partition('-')[0]}-... ")


async def test_the_house_remembers_how_a_guest_likes_it_and_nothing_that_makes_no_sense(house: House) -> None:
    async with visiting(house, "Ada") as (app, pilot):
        await pilot.press("f2")
        await shows(app, pilot, "theme")
        press(app, "right")
        await until(pilot, lambda: app.settings.theme == "light")
        app.say(KeepSettings(settings={"pace": "never", "hat": "red"}))
    async with visiting(house, "Ada") as (app, pilot):
        await until(pilot, lambda: app.settings.theme == "light")
        assert page_of(app).board.look.theme == "light"
        assert app.settings.pace == "normal"


async def test_space_hurries_the_bots_of_somebody_who_is_alone_with_them(tmp_path: Path) -> None:
    async with open_house(tmp_path, Thinker(), pace=3600.0) as house, visiting(house, "Ada") as (app, pilot):
        await open_table(app, pilot)
        await fill_with_bots(app, pilot, "2", "Renard")
        press(app, "enter")
        await until(pilot, lambda: app.table is not None and app.table.update.phase == "playing")
        for _ in range(2):
            await until(
                pilot, lambda: app.table is not None and (app.table.your_turn or app.table.thinking is not None)
            )
            hurried = app.table is not None and not app.table.your_turn
            if hurried:
                press(app, "space")
            await until(pilot, lambda: app.table is not None and app.table.your_turn)
            if hurried and isinstance(app.page, TablePage) and app.table is not None:
                app.page._hurried = app.now
                press(app, "space")  # one that comes late decides nothing
                assert not app.table.answered
            press(app, "2")
            await until(pilot, lambda: app.table is not None and not app.table.your_turn)


async def test_the_owner_pauses_goes_on_and_hands_over_and_everybody_sees_who_is_here(house: House) -> None:
    async with visiting(house, "Ada") as (ada, hers), visiting(house, "Chloé") as (chloe, theirs):
        await open_table(ada, hers)
        await shows(chloe, theirs, "waiting for 3")
        press(chloe, "enter")
        await at_the_table(chloe, theirs)
        await fill_with_bots(ada, hers, "2", "Renard")
        press(ada, "enter")
        await until(hers, lambda: ada.table is not None and ada.table.update.phase == "playing")
        press(ada, "escape")
        await shows(ada, hers, "pause the game")
        press(ada, "p")
        await shows(chloe, theirs, "owner has paused the game")
        press(ada, "escape")
        await shows(ada, hers, "go on with the game")
        press(ada, "p")
        await until(theirs, lambda: chloe.table is not None and not chloe.table.update.paused)
        press(chloe, "w")
        await shows(chloe, theirs, "Who is here")
        press(chloe, "1")
        await shows(chloe, theirs, "mute: hear nothing of them")
        press(chloe, "m")
        await shows(chloe, theirs, "You don't hear them any more.")
        press(chloe, "w")
        await shows(chloe, theirs, "Who is here")
        press(chloe, "escape")
        press(ada, "escape")
        await shows(ada, hers, "hand the table over")
        press(ada, "o")
        await shows(ada, hers, "To whom?")
        press(ada, "2")
        await until(theirs, lambda: chloe.table is not None and chloe.table.update.seats[1].host)
