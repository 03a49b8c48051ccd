"""A new player's first minute, with the real ssh: two windows in tmux, a script, and a served house."""

import asyncio
import json
import re
from contextlib import AsyncExitStack
from pathlib import Path

from tests.net.laptop import Laptop, Window
from tests.net.served import server_process

CHOOSE = "What shall the others call you?"
LONG_ENOUGH = 180.0


async def first_visit(window: Window, name: str) -> None:
    await window.shows(CHOOSE)
    await window.type(name, "Enter")


def laptop(folder: Path, name: str, port: int) -> Laptop:
    (folder / name).mkdir()
    return Laptop(folder / name, port)


async def test_two_people_with_nothing_but_ssh_and_a_bot_finish_a_game(tmp_path: Path) -> None:
    async with server_process(tmp_path / "data") as server, AsyncExitStack() as windows:
        hers, his = laptop(tmp_path, "Ada", server.port), laptop(tmp_path, "Bob", server.port)
        ada = await windows.enter_async_context(hers.window(*hers.ssh("play@127.0.0.1"), size=(100, 30)))
        await first_visit(ada, "Ada")
        await ada.shows("There is no table yet")
        await ada.type("n")
        await ada.shows("Which game?")
        await ada.type("1")
        await ada.shows("a new table")
        await ada.type("Left", "Enter")
        picture = await ada.shows(f"@127.0.0.1 -p {server.port}")
        invited = re.search(r"ssh (\S+)@127\.0\.0\.1", picture)
        assert invited is not None
        bob = await windows.enter_async_context(his.window(*his.ssh(f"{invited[1]}@127.0.0.1")))
        await first_visit(bob, "Bob")
        await ada.shows("Bob")
        await ada.type("b")
        await ada.shows("Which bots?")
        await ada.type("2")
        await ada.shows("Prudence")
        await ada.type("Enter")
        async with asyncio.timeout(LONG_ENOUGH):
            await asyncio.gather(ada.take_cards(), bob.take_cards())
        await ada.type("Enter")
        await ada.shows("Play again")
        out, _, status = await his.run(*his.ssh("-T", "play@127.0.0.1"), input=b"q\nq\n")
        assert status == 0
        # His finished table, read out where he sits or in the lobby's list, whichever the house brings first.
        assert invited[1] in out
        assert "Prudence" in out
        assert out.endswith("Goodbye. Everything is saved.\n")
        await bob.shows("GAME OVER")


async def test_the_ladder_is_printed_to_whoever_asks_with_ssh(tmp_path: Path) -> None:
    async with server_process(tmp_path / "data") as server:
        mine = laptop(tmp_path, "Ada", server.port)
        out, _, status = await mine.run(*mine.ssh("-T", "ladder@127.0.0.1"))
        assert status == 0
        assert out.count("on the ladder") == 4
        out, _, status = await mine.run(*mine.ssh("-T", "ladder@127.0.0.1", "dacapo", "--json"))
        assert (status, json.loads(out)) == (0, {"game": "dacapo", "people": 0, "ladder": []})
        out, _, status = await mine.run(*mine.ssh("-T", "ladder@127.0.0.1", "whist"))
        assert "whist" in out
        assert out.count("\n") == 1
