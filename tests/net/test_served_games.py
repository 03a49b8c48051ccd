"""Whole games over SSH with the rooms that `tablee serve` has: on a screen, in lines, and watched."""

import asyncio
from pathlib import Path

import pytest

from engines.game import Game
from net.messages import Fetch, Games, MyGames, RecordFile
from net.setup import Setup
from tests.net.served import Served, served_house
from tests.net.ssh_windows import ENTER, Window
from tests.net.visitors import until

DROPS_AFTER = 4


async def deal(ada: Window, *names: str) -> None:
    """Wait until everybody has sat down, and deal."""
    for name in names:
        await ada.sees(name)
    await ada.sees("Deal")
    await ada.press(ENTER)


async def drop_and_come_back(served: Served, name: str, code: str) -> None:
    """Play a few keys on a screen, lose the line, and finish the game on another."""
    async with served.window(name, code) as before:
        await deal(before, "Bob", "Cleo")
        await before.play(DROPS_AFTER)
        before.hang_up()
    async with served.window(name) as after:
        await after.sees(code)
        await after.play_to_the_end()


@pytest.mark.plugged_in
async def test_three_people_and_a_bot_finish_a_game_of_each_kind(tmp_path: Path, game: Game) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada", "Bob", "Cleo", "Dan")
        code = await served.open_table(Setup(game=game.id, seats=4, bots=("easy",)), "Ada")
        async with (
            served.script("Bob", code) as bob,
            served.script("Cleo", code) as cleo,
            served.window("Dan", f"watch-{code}") as dan,
        ):
            await dan.sees("Cleo")
            await asyncio.gather(drop_and_come_back(served, "Ada", code), bob.play_to_the_end(), cleo.play_to_the_end())
            await dan.sees("GAME OVER")
        for name in ("Ada", "Bob", "Cleo"):
            async with served.caller(name) as caller:
                (line,) = (await caller.ask(MyGames(), Games)).games
                assert (line.game, line.names, line.stand_ins) == (game.id, ("Ada", "Bob", "Cleo", "easy-Prudence"), ())
                kept = await caller.ask(Fetch(id=line.id), RecordFile)
                assert kept.record.game == game.id
                assert len(kept.record.moves) == served.house.moves


async def test_a_rematch_is_dealt_when_everybody_wants_one(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada", "Bob")
        code = await served.open_table(Setup(game="geschenkt", seats=3, bots=("easy",)), "Ada")
        async with served.window("Ada", code) as ada, served.script("Bob", code) as bob:
            await deal(ada, "Bob")
            await asyncio.gather(ada.play_to_the_end(), bob.play_to_the_end())
            bob.say("1")
            await ada.sees("See the scores")
            await ada.press(ENTER)
            await ada.sees("Bob wants another game")
            await ada.press(ENTER)
            await until(lambda: served.table(code).number == 2)


async def test_what_somebody_says_at_the_table_and_in_the_lobby_is_heard(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada", "Bob", "Cleo")
        code = await served.open_table(Setup(game="geschenkt", seats=3, bots=("easy",)), "Ada")
        async with served.window("Ada", code) as ada, served.script("Bob", code) as bob, served.window("Cleo") as cleo:
            await ada.sees(f"ssh {code}@")
            await ada.sees("Bob")
            await ada.press("t")
            await ada.press(f"good evening{ENTER}")
            await bob.hears("> Ada: good evening")
            bob.say("t and to you")
            await ada.sees("Bob: and to you")
            await cleo.sees(code)
            await cleo.press("t")
            await cleo.press(f"anybody free?{ENTER}")
            await cleo.sees("Cleo         anybody free?")


async def test_somebody_without_a_screen_chooses_a_name_opens_a_table_and_begins_with_bots(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served, served.script("Pia") as pia:
        await pia.hears("What shall the others call you?")
        await until(lambda: len(served.house.members) == 1)
        await asyncio.sleep(0.1)
        pia.say("Pia")
        await pia.hears("watch CODE looks on.")
        pia.say("new geschenkt 3 easy")
        await pia.hears("Geschenkt is new to you")
        pia.say("new geschenkt 3 easy")
        await pia.hears("Waiting for players.")
        pia.say("1")
        await pia.play_to_the_end()
