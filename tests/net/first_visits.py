"""A new player's first minute with the real ssh, step by step, for tests that go on from there."""

import asyncio
import re

from tests.net.laptop import Window

CHOOSE = "What shall the others call you?"
LONG_ENOUGH = 180.0


async def first_visit(window: Window, name: str) -> None:
    """Choose a name."""
    await window.shows(CHOOSE)
    await window.type(name, "Enter")


async def open_a_table(ada: Window) -> str:
    """Let somebody choose a name and open a table of Geschenkt; return its code."""
    await first_visit(ada, "Ada")
    await ada.shows("There is no table yet")
    await ada.type("n")
    await ada.shows("Which game?")
    await ada.type("1")
    await ada.shows("a new table")
    await ada.type("Left", "Enter")
    invited = re.search(r"ssh (\S+)@127\.0\.0\.1", await ada.shows("@127.0.0.1 -p "))
    assert invited is not None
    return invited[1]


async def play_a_game(ada: Window, bob: Window) -> None:
    """Let two who see each other add a bot and take cards to the end."""
    await bob.shows("Ada")
    await ada.shows("Bob")
    await ada.type("b")
    await ada.shows("Which bots?")
    await ada.type("2")
    await ada.shows("Prudence")
    await ada.type("Enter")
    async with asyncio.timeout(LONG_ENOUGH):
        await asyncio.gather(ada.take_cards(), bob.take_cards())
