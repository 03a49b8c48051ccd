"""A served house on loopback with its real rooms, and the people who come to it: on a screen, in lines, on the wire."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh

from engines.wire import Message
from net.house.croupier import Thinker
from net.house.house import House
from net.house.house_time import TimeSource
from net.messages import Enter, LobbyUpdate, Open, Sit, Update, Welcome
from net.setup import Setup
from net.ssh.dial import WireSession
from net.ssh.wire_link import SUBSYSTEM
from net.store.sqlite_store import SqliteStore
from net.tables.table import Table
from tests.net import visitors
from tests.net.house_harness import PATIENCE, QuickThinker, Wanted, quick_rules
from tests.net.ssh_windows import Script, Window
from tests.net.visitors import OpenHouse, Visitor, new_key
from tui.rooms import Reception


class WirePlayer:
    """A program on the wire; `latest` is the last it was told of its table."""

    latest: Update

    def __init__(self, connection: asyncssh.SSHClientConnection, session: "RememberingSession") -> None:
        self.welcome = Welcome()
        self._connection = connection
        self._session = session

    @property
    def told(self) -> bytes:
        """Every byte that was sent to it."""
        return bytes(self._session.told)

    def tell(self, message: Message) -> None:
        self._session.link.send(message)

    async def hear(self, kind: type[Wanted]) -> Wanted:
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self._session.link.receive()
                if isinstance(message, Update):
                    self.latest = message
                if isinstance(message, kind):
                    return message

    async def ask(self, message: Message, kind: type[Wanted]) -> Wanted:
        self.tell(message)
        return await self.hear(kind)

    async def my_turn(self) -> Update:
        while True:
            update = await self.hear(Update)
            if update.legal or update.phase == "over":
                return update

    async def come_back(self) -> Update:
        """Sit down again where one dropped out."""
        return await self.ask(Sit(code=self.welcome.table), Update)

    def hang_up(self) -> None:
        """Lose the connection without a word."""
        self._connection.abort()


class RememberingSession(WireSession):
    """Keeps the bytes of a wire session."""

    def __init__(self) -> None:
        self.told = bytearray()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.told += data
        super().data_received(data, datatype)


class Callers:
    """People who come to a port of this machine, each with a key of their own."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._keys: dict[str, asyncssh.SSHKey] = {}

    def key(self, name: str) -> asyncssh.SSHKey:
        return self._keys.setdefault(name, new_key())

    def know(self, name: str, key: asyncssh.SSHKey) -> None:
        """Let somebody come with a key that was used before."""
        self._keys[name] = key

    def identity(self, name: str) -> str:
        return f"key:{self.key(name).get_fingerprint()}"

    @asynccontextmanager
    async def visit(self, name: str, user: str = "play") -> AsyncIterator[asyncssh.SSHClientConnection]:
        """Log in; without a name as a guest without a key."""
        async with asyncssh.connect(
            "127.0.0.1",
            self.port,
            username=user,
            client_keys=[self.key(name)] if name else None,
            client_factory=Visitor,
            known_hosts=None,
            agent_path=None,
            config=None,
        ) as connection:
            yield connection

    @asynccontextmanager
    async def window(
        self, name: str, user: str = "play", size: tuple[int, int] = (80, 24), **more: Any
    ) -> AsyncIterator[Window]:
        """Let somebody come with ssh on a terminal."""
        async with self.visit(name, user) as connection:
            window = Window(connection, size)
            options: dict[str, Any] = {"term_type": "xterm-256color", "term_size": size, **more}
            await connection.create_session(lambda: window, encoding=None, **options)
            yield window

    @asynccontextmanager
    async def script(self, name: str, user: str = "play") -> AsyncIterator[Script]:
        """Let somebody come with `ssh -T`."""
        async with self.visit(name, user) as connection:
            yield Script(await connection.create_process(encoding="utf-8"))

    @asynccontextmanager
    async def caller(self, name: str, *, program: bool = False) -> AsyncIterator[WirePlayer]:
        """Let somebody come on the wire, and wait until they are in the lobby."""
        async with self.visit(name) as connection:
            session = RememberingSession()
            await connection.create_session(lambda: session, subsystem=SUBSYSTEM, encoding=None)
            caller = WirePlayer(connection, session)
            caller.welcome = await caller.ask(Enter(name=name, program=program), Welcome)
            await caller.hear(LobbyUpdate)
            yield caller

    async def have_been_here(self, *names: str) -> None:
        """Let people come by once, so that they have names."""
        for name in names:
            async with self.caller(name):
                pass

    async def open_table(self, setup: Setup, owner: str) -> str:
        """Let somebody open a table, leave the line, and give its code."""
        async with self.caller(owner) as caller:
            return (await caller.ask(Open(setup=setup), Update)).code


class Served(Callers):
    """A house in this process with its door open."""

    def __init__(self, house: House, opened: OpenHouse, reception: Reception) -> None:
        super().__init__(opened.server.port)
        self.house = house
        self.reception = reception
        self.opened = opened

    def table(self, code: str) -> Table:
        return self.house.lobby.tables[code]


@asynccontextmanager
async def served_house(
    folder: Path,
    thinker: Thinker | None = None,
    limits: dict[str, Any] | None = None,
    patience: dict[str, Any] | None = None,
    settings: dict[str, Any] | None = None,
    source: TimeSource | None = None,
    **rules: Any,
) -> AsyncIterator[Served]:
    """Open a house on a data folder and serve it on loopback; unless told otherwise bots decide at once."""
    store = await SqliteStore.open(folder)
    # All of them come from one address.
    house = House(store, thinker or QuickThinker(), quick_rules(**{"crowd": 1000, **rules}), source=source)
    await house.open()
    reception = Reception(house)
    try:
        doors = visitors.open_house(
            rooms=reception.rooms,
            last_orders=house.close,
            limits=limits or {},
            patience=patience or {},
            **(settings or {}),
        )
        async with doors as opened:
            reception.address = f"127.0.0.1 -p {opened.server.port}"
            yield Served(house, opened, reception)
        await reception.see_off()
    finally:
        await store.close()


class ServerProcess:
    """A real `tablee serve` in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, words: str, log: Path) -> None:
        self.process = process
        self.words = words
        self.port = int(words.partition(" -p ")[2].split()[0])
        self._log = log

    @property
    def log(self) -> str:
        return self._log.read_text()

    async def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal, and give the exit code."""
        self.process.send_signal(number)
        return await asyncio.wait_for(self.process.wait(), PATIENCE)


@asynccontextmanager
async def server_process(folder: Path, *more: str) -> AsyncIterator[ServerProcess]:
    """Run `tablee serve` on a data folder, and wait until it has said how to come in."""
    log = folder.with_name(f"{folder.name}.log")
    words = (sys.executable, "-m", "tui.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder))
    with log.open("ab") as file:
        process = await asyncio.create_subprocess_exec(*words, *more, stdout=asyncio.subprocess.PIPE, stderr=file)
    assert process.stdout is not None
    try:
        said = b""
        while b"Ctrl-C" not in said:
            line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
            assert line, log.read_text()
            said += line
        yield ServerProcess(process, said.decode(), log)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
