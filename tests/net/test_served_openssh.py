"""A new player's first minute, with the real ssh: two windows in tmux, a script, and a served house."""

import json
from contextlib import AsyncExitStack
from pathlib import Path

from tests.net.first_visits import first_visit, open_a_table, play_a_game
from tests.net.laptop import Laptop
from tests.net.served import server_process


async def test_two_people_with_nothing_but_ssh_and_a_bot_finish_a_game(tmp_path: Path) -> None:
    async with server_process(tmp_path / "data") as server, AsyncExitStack() as windows:
        hers, his = Laptop(tmp_path / "Ada", server.port), Laptop(tmp_path / "Bob", server.port)
        ada = await windows.enter_async_context(hers.window(*hers.ssh("play@127.0.0.1"), size=(100, 30)))
        code = await open_a_table(ada)
        bob = await windows.enter_async_context(his.window(*his.ssh(f"{code}@127.0.0.1")))
        await first_visit(bob, "Bob")
        await play_a_game(ada, bob)
        await ada.type("Enter")
        await ada.shows("Play again")
        out, _, status = await his.run(*his.ssh("-T", "play@127.0.0.1"), input=b"q\nq\n")
        assert status == 0
        # His finished table, read out where he sits or in the lobby's list, whichever the house brings first.
        assert code in out
        assert "Prudence" in out
        assert out.endswith("Goodbye. Everything is saved.\n")
        await bob.shows("GAME OVER")


async def test_the_ladder_is_printed_to_whoever_asks_with_ssh(tmp_path: Path) -> None:
    async with server_process(tmp_path / "data") as server:
        mine = Laptop(tmp_path / "Ada", server.port)
        out, _, status = await mine.run(*mine.ssh("-T", "ladder@127.0.0.1"))
        assert status == 0
        assert out.count("on the ladder") == 4
        out, _, status = await mine.run(*mine.ssh("-T", "ladder@127.0.0.1", "dacapo", "--json"))
        assert (status, json.loads(out)) == (0, {"game": "dacapo", "people": 0, "ladder": []})
        out, _, status = await mine.run(*mine.ssh("-T", "ladder@127.0.0.1", "whist"))
        assert "whist" in out
        assert out.count("\n") == 1
