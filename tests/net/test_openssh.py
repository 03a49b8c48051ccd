"""The real OpenSSH client, on a real terminal inside tmux and without one."""

import asyncio
import sys
from pathlib import Path

from tests.net.laptop import Laptop
from tests.net.visitors import PATIENT, open_house, until


async def test_a_player_with_nothing_but_ssh_gets_the_screen(tmp_path: Path) -> None:
    async with open_house() as opened:
        mine = Laptop(tmp_path, opened.server.port)
        async with mine.window(*mine.ssh("kiwi-42@127.0.0.1"), size=(90, 30)) as window:
            await window.shows("hello kiwi-42 90x30")
            await window.type("a", "Up", "Escape")
            await window.shows("keys: a up escape")
            await window.tmux("resize-window", "-x", "70", "-y", "20")
            await window.type("b")
            await window.shows("keys: a up escape b")
            await until(lambda: opened.house.apps[0].size == (70, 20))
            await window.type("q")
            picture = await window.ends()
            assert "keys" not in picture
        guest = opened.house.guests[0]
        assert guest.identity == f"key:{mine.key.get_fingerprint()}"
        assert guest.client.startswith("SSH-2.0-OpenSSH")


async def test_a_script_plays_in_plain_lines(tmp_path: Path) -> None:
    async with open_house() as opened:
        mine = Laptop(tmp_path, opened.server.port)
        out, _, status = await mine.run(*mine.ssh("-T", "play@127.0.0.1"), input=b"one\ntwo\n")
    assert (out, status) == ("hello play\nyou said one\nyou said two\ngoodbye\n", 0)
    assert opened.house.guests[0].identity == f"key:{mine.key.get_fingerprint()}"


async def test_a_script_without_a_key_comes_as_a_guest(tmp_path: Path) -> None:
    async with open_house() as opened:
        mine = Laptop(tmp_path, opened.server.port)
        no_key = ("-o", "IdentityFile=none", "-o", "PubkeyAuthentication=no")
        for user, batch in (("play", "no"), ("guest", "yes")):
            out, err, status = await mine.run(*mine.ssh(*no_key, "-o", f"BatchMode={batch}", "-T", f"{user}@127.0.0.1"))
            assert (out, status) == (f"hello {user}\ngoodbye\n", 0), err
    assert [guest.identity for guest in opened.house.guests] == [None, None]


async def test_ssh_shows_the_sentence_of_a_full_house(tmp_path: Path) -> None:
    async with open_house(limits={"connections": 1}) as opened, opened.visit():
        mine = Laptop(tmp_path, opened.server.port)
        _, err, status = await mine.run(*mine.ssh("-T", "play@127.0.0.1"))
    assert "The house is full. Please come back in a while." in err
    assert status == 255


async def test_ssh_runs_no_command(tmp_path: Path) -> None:
    async with open_house() as opened:
        mine = Laptop(tmp_path, opened.server.port)
        out, _, status = await mine.run(*mine.ssh("play@127.0.0.1", "id"))
    assert (out, status) == ("", 255)
    assert opened.house.guests == []


async def test_F2_sigterm_gives_last_orders_and_shows_everybody_out(tmp_path: Path) -> None:
    served = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "error", "-m", "tests.net.visitors", str(tmp_path / "data")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert served.stdout is not None
    mine = Laptop(tmp_path, int(await asyncio.wait_for(served.stdout.readline(), 3 * PATIENT)))
    async with mine.window(*mine.ssh("play@127.0.0.1")) as window:
        await window.shows("hello play")
        served.terminate()
        out, log = await asyncio.wait_for(served.communicate(), 3 * PATIENT)
        assert (out, served.returncode) == (b"last orders\n", 0)
        await window.shows("Seats are kept: please come back soon.")
    assert b"event=closed" in log
    assert b"Traceback" not in log
