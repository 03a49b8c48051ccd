"""A small house to visit: a server on loopback with one-widget rooms, and clients that log in to it."""

import asyncio
import io
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import asyncssh
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.events import Key, MouseDown, Resize
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from engines.wire import Message
from net.door.caller import Caller
from net.door.lines import ChannelLines
from net.door.monitor import Monitor
from net.door.rooms import Rooms
from net.door.screen import Terminal
from net.door.settings import ServerSettings, settings_from
from net.link import Link
from net.messages import Say, Welcome
from net.ssh.host_key import host_key
from net.ssh.server import Server
from tui.terminal.driver import run_app

PATIENT = 30.0


class Slate(Widget, can_focus=True):
    """One canvas: the keys that came, row by row, and nothing else."""

    def __init__(self, first_line: str) -> None:
        super().__init__()
        self.lines = [first_line, "keys:"]
        self.clicks: list[tuple[float, float]] = []
        self.on_drawn: Callable[[Any], None] = lambda _: None

    def render_line(self, y: int) -> Strip:
        text = self.lines[y] if y < len(self.lines) else ""
        return Strip([Segment(text.ljust(self.size.width), self.rich_style)])

    def on_key(self, event: Key) -> None:
        self.lines[1] += f" {event.key}"
        self.refresh(Region(0, 1, self.size.width, 1))

    def on_resize(self, event: Resize) -> None:
        self.on_drawn(event.size)

    def on_mouse_down(self, event: MouseDown) -> None:
        self.clicks.append((event.x, event.y))


class SlateApp(App[None]):
    """The smallest full-screen app; q leaves it."""

    # Textual's own palette, opened while its app ends, fails in a worker; the real app has none of it either.
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, first_line: str) -> None:
        super().__init__()
        self.slate = Slate(first_line)

    def compose(self) -> ComposeResult:
        yield self.slate

    def on_mount(self) -> None:
        self.slate.focus()

    def on_key(self, event: Key) -> None:
        if event.key == "q":
            self.exit()
        if event.key == "x":
            raise ZeroDivisionError


class House:
    """Rooms that remember who came."""

    def __init__(self) -> None:
        self.guests: list[Caller] = []
        self.apps: list[SlateApp] = []
        self.terminals: list[Terminal] = []
        self.links: list[Link] = []
        self.heard: list[Message | str] = []

    async def terminal(self, guest: Caller, terminal: Terminal) -> None:
        self.guests.append(guest)
        self.terminals.append(terminal)
        self.apps.append(SlateApp(f"hello {guest.asked} {terminal.size[0]}x{terminal.size[1]}"))
        await run_app(self.apps[-1], terminal)

    async def plain(self, guest: Caller, lines: ChannelLines) -> None:
        self.guests.append(guest)
        await lines.write(f"hello {guest.asked}\n")
        while (line := await lines.read()) is not None:
            self.heard.append(line)
            await lines.write(f"you said {line}\n")
        await lines.write("goodbye\n")

    async def wire(self, guest: Caller, link: Link) -> None:
        self.guests.append(guest)
        self.links.append(link)
        link.send(Welcome(name=guest.asked))
        while True:
            message = await link.receive()
            self.heard.append(message)
            if isinstance(message, Say):
                link.send(Welcome(name=message.text))

    @property
    def rooms(self) -> Rooms:
        return Rooms(terminal=self.terminal, plain=self.plain, wire=self.wire)


class OpenHouse:
    """A running server, what it logs, and ways to visit it."""

    def __init__(self, server: Server, house: House, log: io.StringIO) -> None:
        self.server = server
        self.house = house
        self._log = log

    @property
    def log(self) -> str:
        return self._log.getvalue()

    @asynccontextmanager
    async def visit(
        self, user: str = "play", keys: Any = (), source: str = "127.0.0.1", client: Any = None, **more: Any
    ) -> AsyncIterator[asyncssh.SSHClientConnection]:
        """Log in as somebody; without keys as a guest."""
        async with asyncssh.connect(
            "127.0.0.1",
            self.server.port,
            username=user,
            client_keys=list(keys) or None,
            client_factory=client or Visitor,
            known_hosts=([asyncssh.import_public_key(self.server.key.export_public_key())], [], []),
            local_addr=(source, 0),
            agent_path=None,
            config=None,
            **more,
        ) as connection:
            yield connection

    async def screen(self, connection: asyncssh.SSHClientConnection, **more: Any) -> "Screen":
        """Open a terminal and wait for the first frame."""
        options: dict[str, Any] = {"term_type": "xterm-256color", "term_size": (80, 24), **more}
        screen = Screen()
        await connection.create_session(lambda: screen, encoding=None, **options)
        await screen.shows(b"hello")
        return screen


class Visitor(asyncssh.SSHClient):
    """A client that answers every question with nothing."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
        return []


class Screen(asyncssh.SSHClientSession[bytes]):
    """All bytes that a terminal was sent."""

    def __init__(self) -> None:
        self.seen = bytearray()
        self.is_over = asyncio.Event()
        self.channel: asyncssh.SSHClientChannel[bytes]
        self._changed = asyncio.Event()

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.seen += data
        self._changed.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_over.set()
        self._changed.set()

    async def shows(self, text: bytes) -> None:
        """Wait until a text has come."""
        async with asyncio.timeout(PATIENT):
            while text not in self.seen:
                assert not self.is_over.is_set(), bytes(self.seen)
                self._changed.clear()
                await self._changed.wait()

    async def type(self, text: str) -> None:
        """Press keys."""
        self.channel.write(text.encode())

    async def ends(self) -> None:
        """Wait until the session has ended."""
        async with asyncio.timeout(PATIENT):
            await self.is_over.wait()


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


class PublicHalf(asyncssh.SSHKeyPair):
    """A key pair whose secret half is somebody else's."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        super().__init__(b"ssh-ed25519", b"ssh-ed25519", (b"ssh-ed25519",), (b"ssh-ed25519",), key.public_data, None)

    async def sign_async(self, data: bytes) -> bytes:
        return self.sign(data)

    def sign(self, data: bytes) -> bytes:
        return new_key().sign(data, b"ssh-ed25519")


@cache
def server_key() -> asyncssh.SSHKey:
    return new_key()


@asynccontextmanager
async def open_house(
    house: House | None = None,
    rooms: Rooms | None = None,
    last_orders: Any = None,
    host: str = "127.0.0.1",
    **sections: Any,
) -> AsyncIterator[OpenHouse]:
    """Open a house on loopback with these limits, this patience and other settings; all is closed at the end."""
    limits = {"arrivals_per_second_per_source": 500.0, "arrivals_burst_per_source": 500, **sections.get("limits", {})}
    patience = {"closing": 1.0, **sections.get("patience", {})}
    settings: ServerSettings = settings_from(
        {"host": host, "port": 0, **sections, "limits": limits, "patience": patience}
    )
    house = house or House()
    log = io.StringIO()
    more = {} if last_orders is None else {"last_orders": last_orders}
    server = Server(settings, rooms or house.rooms, server_key(), Monitor(log), **more)
    await server.start()
    try:
        yield OpenHouse(server, house, log)
    finally:
        await server.close()


async def until(condition: Callable[[], bool], patience: float = PATIENT) -> None:
    """Wait until something has come true."""
    async with asyncio.timeout(patience):
        while not condition():  # noqa: ASYNC110 - what is waited for knows no event
            await asyncio.sleep(0.01)


async def serve(folder: Path) -> None:
    """Serve on loopback until SIGTERM, as `tablee serve` does, and print the port."""

    async def last_orders() -> None:
        print("last orders", flush=True)  # noqa: T201 - a test reads it

    settings = settings_from({"host": "127.0.0.1", "port": 0, "metrics_port": 0})
    server = Server(settings, House().rooms, host_key(folder), Monitor(), last_orders)
    await server.run(lambda server: print(server.port, flush=True))  # noqa: T201 - a test reads it


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
