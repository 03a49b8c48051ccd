"""Every worker of a house is asked to stop, one after the other, in the middle of a game that the real ssh and `tablee
join` play on terminals: people are back in their seats, and every move counts."""

import asyncio
import os
import shlex
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from net.messages import Accepted, Fetch, Games, MyGames, Open, Play, RecordFile, Sit, Start, Update
from net.setup import Setup
from net.ssh.dial import remember
from tests.net.cluster_harness import settings_file
from tests.net.laptop import Laptop, Window
from tests.net.served import Callers, ServerProcess, WirePlayer, server_process
from tests.net.ssh_windows import YOUR_TURN
from tests.net.test_nats_server import is_running
from tests.net.test_workers import started, workers
from tests.net.visitors import until

pytestmark = pytest.mark.timeout(600)

SIZE = (100, 30)
LONG_ENOUGH = 300.0
# A process that starts on a busy machine has much to import.
TO_START = 120.0
PRESSES = 2
# So much of a game is played on the wire, to be quick; with the last legal move always it takes about 250.
EARLY = 120
SETUP = Setup(game="geschenkt", seats=3, grace=None)


class Somebody:
    """Somebody with a key and a home folder, at a terminal of their own."""

    def __init__(self, folder: Path, name: str, port: int) -> None:
        self.name = name
        self.home = folder / name
        self.home.mkdir()
        self.laptop = Laptop(self.home, port)

    def with_ssh(self, code: str) -> tuple[str, ...]:
        """Come with ssh, and dial again whenever the line has ended."""
        return ("sh", "-c", f"while :; do {shlex.join(self.laptop.ssh(f'{code}@127.0.0.1'))}; done")

    def with_join(self, code: str, host_key: Path) -> tuple[str, ...]:
        """Come with one's own Tablée, which dials again by itself."""
        ssh, at = self.home / ".ssh", f"127.0.0.1:{self.laptop.port}"
        remember(ssh / "known_hosts", f"[127.0.0.1]:{self.laptop.port}", asyncssh.read_private_key(host_key))
        self.laptop.key.write_private_key(ssh / "id_ed25519")
        home = (f"HOME={self.home}", f"TABLEE_CONFIG={self.home / 'config'}")
        return ("env", "-u", "SSH_AUTH_SOCK", *home, sys.executable, "-m", "tui.cli", "join", at, "--table", code)

    @asynccontextmanager
    async def at_table(self, command: tuple[str, ...], code: str) -> AsyncIterator[Window]:
        """Sit at a table in a window."""
        async with self.laptop.window(*command, size=SIZE) as window:
            await window.shows(code)
            yield window


async def play_on_screens(windows: tuple[Window, ...], most: int = 10_000) -> None:
    """Do what the focus stands on whenever it is one's turn, until all have done so often, or the game is over."""
    pressed = dict.fromkeys(windows, 0)

    async def play(window: Window) -> None:
        # Whoever has done enough goes on for the others: they wait for their turn.
        while min(pressed.values()) < most and "GAME OVER" not in await window.picture():
            if YOUR_TURN in await window.tmux("display-message", "-p", "#{pane_title}"):
                await window.type("Enter")
                pressed[window] += 1

    await asyncio.gather(*map(play, windows))


async def play_on_wire(caller: WirePlayer, until: int) -> None:
    """Make the last legal move whenever it is one's turn, until the game has so many moves or is over."""
    while (told := caller.latest).phase != "over" and told.seq < until:
        if told.legal:
            await caller.ask(Play(seq=told.seq, move=told.legal[-1]), Accepted)
        if caller.latest is told:
            await caller.hear(Update)


async def begin(people: Callers, names: tuple[str, ...]) -> str:
    """Let people sit down and play the first part of a game; return the table's code."""
    async with people.caller(names[0]) as ada, people.caller(names[1]) as bob, people.caller(names[2]) as cleo:
        code = (await ada.ask(Open(setup=SETUP), Update)).code
        for caller in (bob, cleo):
            await caller.ask(Sit(code=code), Update)
        ada.tell(Start())
        for caller in (ada, bob, cleo):
            while caller.latest.phase != "playing":
                await caller.hear(Update)
        await asyncio.gather(*(play_on_wire(caller, EARLY) for caller in (ada, bob, cleo)))
        assert ada.latest.phase == "playing"
    return code


async def restart(server: ServerProcess, pid: int) -> None:
    """Stop a worker in order, and wait until another is there in its place."""
    before = started(server)
    os.kill(pid, signal.SIGTERM)
    await until(lambda: not is_running(pid) and started(server) == before + 1, TO_START)


async def play_through_restarts(server: ServerProcess, windows: tuple[Window, ...]) -> None:
    """Let all workers be restarted one after the other, between moves of everybody, and play the game to its end."""
    for pid in workers(server):
        await play_on_screens(windows, PRESSES)
        await restart(server, pid)
    await play_on_screens(windows)


async def play_third(people: Callers, name: str, code: str) -> None:
    """Play the third seat on the wire to the end, dialling again whenever the line has ended."""
    over = False
    while not over:
        try:
            async with people.caller(name) as caller:
                await caller.ask(Sit(code=code), Update)
                await play_on_wire(caller, 10_000)
                over = True
        except (asyncssh.Error, OSError, TimeoutError, EOFError):
            continue


async def check_kept(people: Callers, names: tuple[str, ...], code: str) -> None:
    """See that the game is kept once, whole, and that no bot has played for anybody."""
    for name in names:
        async with people.caller(name) as caller:
            (line,) = [line for line in (await caller.ask(MyGames(), Games)).games if line.table == code]
            assert (line.number, line.stand_ins) == (1, ())
            assert len((await caller.ask(Fetch(id=line.id), RecordFile)).record.moves) >= EARLY


async def test_F65_every_worker_is_restarted_in_the_middle_of_a_game_on_real_terminals(tmp_path: Path) -> None:
    folder, names = tmp_path / "data", ("Ada", "Bob", "Cleo")
    config = settings_file(tmp_path, "wide")
    async with server_process(folder, "--workers", "2", "--config", str(config)) as server:
        await until(lambda: started(server) == 2, TO_START)
        people = Callers(server.port)
        ada, bob = Somebody(tmp_path, "Ada", server.port), Somebody(tmp_path, "Bob", server.port)
        for person in (ada, bob):
            people.know(person.name, person.laptop.key)
        code = await begin(people, names)
        join = bob.with_join(code, folder / "ssh_host_ed25519_key")
        async with (
            ada.at_table(ada.with_ssh(code), code) as hers,
            bob.at_table(join, code) as his,
            asyncio.timeout(LONG_ENOUGH),
            asyncio.TaskGroup() as games,
        ):
            games.create_task(play_third(people, "Cleo", code))
            games.create_task(play_through_restarts(server, (hers, his)))
        await check_kept(people, names, code)
        assert await server.end() == 0
        assert "Traceback" not in server.log
