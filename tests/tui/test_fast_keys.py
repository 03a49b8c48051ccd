"""Several keys in one packet: none of them breaks the session."""

import asyncio
import random
from pathlib import Path

import pytest

from net.messages import Open, Sit
from tests.net.served import served_house
from tests.tui.app_harness import CALM, Thinker, at_home, at_table, press, shows, table_of, until
from tui.app import Errand, TableeApp
from tui.local import LocalHouse
from tui.look import Look
from tui.screens.setup import SetupPage
from tui.screens.shell import Venue
from tui.screens.table import TablePage

F2 = "\x1bOQ"
KEYS = ("f2", "enter", "escape", "q", "?", "l", "s", "r", "m", "ctrl+p", "up", "down", "tab", "n", "1", "h", "x")


@pytest.mark.parametrize("keys", [("escape", "enter"), ("escape", "escape", "escape"), ("escape", "q")])
async def test_F49_a_page_that_was_left_by_one_key_is_not_left_again_by_the_next(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        before = list(app.screen_stack)
        for key in ("f2", *keys[:1]):
            press(app, key)
        await pilot.pause()
        assert app.screen_stack == before
        for key in ("f2", *keys):
            press(app, key)
        await pilot.pause()
        await pilot.pause()
        assert app.return_code is None
        assert before[0] in app.screen_stack


@pytest.mark.parametrize("seed", range(6))
async def test_F49_no_burst_of_keys_breaks_a_page(tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    async with at_table(tmp_path, "danger13") as (app, pilot):
        for _ in range(12):
            for _ in range(luck.randint(2, 6)):
                press(app, luck.choice(KEYS))
            await pilot.pause()
            if not app.is_running or not app.screen_stack:
                break
    assert app.return_code in (None, 0)


async def test_F49_keys_behind_one_that_opens_a_page_are_that_pages(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada")
        async with served.window("Ada") as ada:
            await ada.sees("New table")
            ada.channel.write(b"n1\r")
            await ada.sees("WAITING")


@pytest.mark.parametrize("keys", [F2 + "\r\r", F2 + "qq"])
async def test_F49_two_fast_keys_over_ssh_end_nothing_by_mistake(tmp_path: Path, keys: str) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada")
        async with served.window("Ada") as ada:
            await ada.sees("New table")
            ada.channel.write(keys.encode())
            await ada.press(F2)
            ada.channel.write(b"\x03")
            await ada.ends()
        assert "session failed" not in served.opened.log


async def test_an_enter_that_was_typed_while_the_program_started_counts(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (app, pilot):
        press(app, "3")
        press(app, "ctrl+j")
        await until(pilot, lambda: isinstance(app.page, SetupPage) and app.page.felt == "bumbesi")


async def test_keys_typed_before_the_table_is_there_are_the_tables(tmp_path: Path) -> None:
    """Whoever asked for one game, and types while it is dealt, gets no other one from the home screen beneath."""
    ask = Open(setup=table_of("danger13", 3), seed=4)
    house = LocalHouse(CALM, tmp_path, Thinker())
    opened = asyncio.Event()

    async def open_late() -> str:
        sentence = await house.open()
        await opened.wait()
        return sentence

    app = TableeApp(house.link, CALM, Look(), venue=Venue(own=True, open=open_late), errand=Errand(ask=ask))
    async with app.run_test() as pilot:
        press(app, "enter")
        press(app, "l")
        opened.set()
        await until(pilot, lambda: app.stage is not None and app.stage.panel == "log")
        assert app.table is not None
        assert app.table.game.id == "danger13"
        assert isinstance(app.page, TablePage)
    await house.close()


async def test_keys_typed_for_a_table_that_is_refused_are_not_lost(tmp_path: Path) -> None:
    async with at_home(tmp_path, ask=Sit(code="kiwi-99")) as (app, pilot):
        await shows(app, pilot, "There is no table of that code")
        press(app, "3")
        press(app, "enter")
        await until(pilot, lambda: isinstance(app.page, SetupPage) and app.page.felt == "bumbesi")
