"""Several keys in one packet: none of them breaks the session."""

import random
from pathlib import Path

import pytest

from tests.net.served import served_house
from tests.tui.app_harness import at_home, at_table, press, until
from tui.screens.setup import SetupPage

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
