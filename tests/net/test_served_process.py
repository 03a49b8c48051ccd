"""A real `tablee serve` in a process of its own: how it starts, is stopped, is killed, and comes back."""

import asyncio
import json
import random
import re
import signal
import socket
import sqlite3
import urllib.request
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from net.house.table_log import TableLog
from net.link import LinkClosed
from net.messages import Accepted, Goodbye, Open, Play, Sit, Start, Update
from net.setup import Setup
from net.store.folder import Folder
from net.store.sqlite_store import SqliteStore
from net.tables.table import Table
from net.tables.update import Bookmark, update
from tests.net.house_harness import PATIENCE
from tests.net.served import Callers, WirePlayer, server_process
from tui.cli import run

PEOPLE = ("Ada", "Bob", "Cleo")
KILLS = 4


@pytest.fixture(autouse=True)
def no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_CONFIG", str(tmp_path / "config"))


class Refusing:
    """`tablee serve` run in this process, where it can't start."""

    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        self._capfd = capfd

    def __call__(self, *words: object, code: int = 1) -> str:
        assert run(["serve", "--host", "127.0.0.1", *map(str, words)]) == code
        said = self._capfd.readouterr()
        assert said.out == ""
        *log, line = said.err.splitlines()
        assert all(entry.startswith("timestamp=") for entry in log)
        return line


@pytest.fixture
def refusal(capfd: pytest.CaptureFixture[str]) -> Refusing:
    return Refusing(capfd)


def test_a_port_in_use_is_one_line(refusal: Refusing, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        line = refusal("--port", port, "--data", tmp_path / "data")
    assert line == f"tablee: Port {port} of 127.0.0.1 can't be used: Address already in use."


def test_F5_a_read_only_data_folder_is_one_line(refusal: Refusing, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o555)
    assert "data is read-only" in refusal("--data", folder).replace("can't be used: Permission denied", "is read-only")


def test_F7_a_second_server_on_the_folder_is_one_line(refusal: Refusing, tmp_path: Path) -> None:
    first = Folder(tmp_path / "data")
    try:
        assert refusal("--data", tmp_path / "data").endswith("data is in use by another Tablée.")
    finally:
        first.release()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("port = 'many'", "port: expected `int`, got `str`."),
        ("[limits]\nconections = 3", "limits.conections is not a setting."),
        ("[patience]\nidle = 0", "patience.idle: expected `float` > 0.0."),
        ("port = ", "is no TOML file"),
    ],
)
def test_bad_settings_are_one_line_that_names_the_key(
    refusal: Refusing, tmp_path: Path, settings: str, words: str
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(settings)
    line = refusal("--data", tmp_path / "data", "--config", file, code=2)
    assert line.startswith("tablee: house.toml")
    assert words in line


def test_a_settings_file_that_is_not_there_is_one_line(refusal: Refusing, tmp_path: Path) -> None:
    assert "No such file" in refusal("--config", tmp_path / "none.toml", code=2)


def test_a_host_key_that_is_none_is_one_line(refusal: Refusing, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "ssh_host_ed25519_key").write_text("no key")
    assert "can't be read" in refusal("--data", folder, code=2)


async def test_the_first_start_makes_folder_and_key_and_says_what_friends_type(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    async with server_process(folder, "--metrics", str(free_port())) as server:
        assert f"    ssh play@127.0.0.1 -p {server.port}\n" in server.words
        first = re.findall(r"SHA256:\S{43}", server.words)
        assert await server.end() == 0
    async with server_process(folder, "--address", "cards.example") as server:
        assert f"    ssh play@cards.example -p {server.port}\n" in server.words
        assert re.findall(r"SHA256:\S{43}", server.words) == first
    assert (folder / "ssh_host_ed25519_key").stat().st_mode & 0o077 == 0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as spare:
        port: int = spare.getsockname()[1]
        return port


async def test_operators_see_what_goes_on_in_figures_and_lines(tmp_path: Path) -> None:
    port = free_port()
    async with server_process(tmp_path / "data", "--metrics", str(port)) as server:
        async with Callers(server.port).caller("Ada") as ada:
            await ada.ask(Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy"))), Update)
            ada.tell(Start())
            await ada.my_turn()
            figures = ""
            for _ in range(100):
                figures = await asyncio.to_thread(read, f"http://127.0.0.1:{port}/metrics")
                if "tablee_tables 1.0" in figures and 'tablee_sessions{kind="wire"} 1.0' in figures:
                    break
                await asyncio.sleep(0.1)
            assert "tablee_tables 1.0" in figures
            assert "tablee_moves_total" in figures
        assert await server.end() == 0
        assert 'event="table opened"' in server.log
        assert all(line.startswith("timestamp=") for line in server.log.splitlines())


def read(address: str) -> str:
    with urllib.request.urlopen(address) as answer:
        return str(answer.read().decode())


async def test_F6_a_damaged_database_is_set_aside_and_said(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "tablee.db").write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    async with server_process(folder) as server:
        (aside,) = folder.glob("tablee.db.damaged-*")
        assert f"It was set aside as {aside}." in server.words
        assert aside.read_bytes().endswith(b"\xff" * 5000)


async def test_F2_sigterm_is_announced_and_flushed_and_everybody_comes_back(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    async with server_process(folder) as server:
        people = Callers(server.port)
        async with people.window("Bob") as bob, people.caller("Ada") as ada:
            await bob.sees("What shall the others call you?")
            await ada.ask(Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy"), clock=600)), Update)
            ada.tell(Start())
            before = await ada.my_turn()
            ending = asyncio.create_task(server.end())
            assert "seats and games are kept" in (await ada.hear(Goodbye)).text
            await bob.ends()
        assert await ending == 0
        assert b"please come back soon" in bob.seen
        assert "event=closed" in server.log
        assert "Traceback" not in server.log
        assert all(line.startswith("timestamp=") for line in server.log.splitlines())
    async with server_process(folder) as server:
        people.port = server.port
        async with people.caller("Ada") as ada:
            after = await ada.come_back()
            assert (after.seq, after.view, after.legal) == (before.seq, before.view, before.legal)
            assert after.left is not None
            await ada.ask(Play(seq=after.seq, move="pass"), Accepted)


class Player:
    """Somebody at a table who remembers every move that was acknowledged, by the state it answered."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.acknowledged: dict[int, str] = {}

    async def play(self, caller: WirePlayer, enough: asyncio.Event, most: int) -> None:
        """Move whenever it is one's turn, until the line is cut; say when there are enough moves."""
        try:
            while True:
                told = caller.latest
                if not told.legal or told.seq in self.acknowledged:
                    await caller.hear(Update)
                    continue
                move = told.legal[len(self.acknowledged) % len(told.legal)]
                await caller.ask(Play(seq=told.seq, move=move), Accepted)
                self.acknowledged[told.seq] = move
                if told.seq >= most:
                    enough.set()
        except LinkClosed:
            pass


async def replayed(folder: Path, code: str) -> Table:
    """Read a table from its log, as nobody else does now."""
    store = await SqliteStore.open(folder)
    try:
        return Table.restore(await TableLog(store, code).catch_up())
    finally:
        await store.close()


async def test_F1_after_every_kill_of_the_server_each_acknowledged_move_is_there_and_play_goes_on(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "data"
    luck = random.Random(1)
    players = [Player(name) for name in PEOPLE]
    people = Callers(0)
    code = ""
    table: Table | None = None
    reached = 0
    for _ in range(KILLS):
        async with server_process(folder) as server, AsyncExitStack() as lines:
            people.port = server.port
            callers = [await lines.enter_async_context(people.caller(name)) for name in PEOPLE]
            if not code:
                code = (await callers[0].ask(Open(setup=Setup(game="dacapo", seats=3)), Update)).code
                for caller in callers[1:]:
                    await caller.ask(Sit(code=code), Update)
                callers[0].tell(Start())
            seen = [await caller.ask(Sit(code=code), Update) for caller in callers]
            if table is not None:
                check_against_log(seen, table)
            enough = asyncio.Event()
            most = reached + luck.randint(4, 25)
            games = [
                asyncio.create_task(player.play(caller, enough, most))
                for player, caller in zip(players, callers, strict=True)
            ]
            await asyncio.wait_for(enough.wait(), 3 * PATIENCE)
            await asyncio.sleep(luck.random() / 50)
            await server.end(signal.SIGKILL)
            await asyncio.gather(*games)
        table = await replayed(folder, code)
        reached = table.seq
        assert table.live is not None
        for seat, player in enumerate(players):
            made = {number: turn.move for number, turn in enumerate(table.live.recording.history) if turn.seat == seat}
            assert player.acknowledged.items() <= made.items()
    assert reached > 4 * KILLS
    with sqlite3.connect(folder / "tablee.db") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()


def check_against_log(seen: list[Update], table: Table) -> None:
    """See that everybody is shown exactly what the replayed log gives their seat."""
    for seat, told in enumerate(seen):
        expected = update(table, seat, Bookmark(), 0.0, program=False)
        assert (told.seat, told.seq) == (seat, expected.seq)
        assert json.dumps(told.view) == json.dumps(expected.view)
        assert (told.legal, told.history) == (expected.legal, expected.history)
