"""What `tests.bench.server` measures: the real app at a table of its own or of four, a bare canvas, or a raw echo.

Run as `python -m tests.bench.served tables|pages|fours|still|canvas|guarded|echo`; it prints its port and serves until
it is told to stop.
"""

import asyncio
import io
import logging
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from itertools import count
from pathlib import Path

import asyncssh
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.events import Key
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from engines.wire import Message
from net.door.caller import Caller
from net.door.lines import ChannelLines
from net.door.monitor import Monitor
from net.door.rooms import Rooms
from net.door.screen import Terminal
from net.door.settings import settings_from
from net.house.house import House
from net.link import Link, memory_link
from net.messages import Open, Sit
from net.setup import Setup
from net.ssh.server import Server
from net.web.session import PageLines, Pages, PageTerminal
from tests.net.house_harness import open_house
from tui.app import Errand, TableeApp
from tui.rooms import look_of
from tui.run_local import settle_memory
from tui.screens.shell import Venue
from tui.settings import Settings
from tui.terminal.driver import run_app
from tui.web.opening import open_page
from tui.web.page_app import PageApp
from tui.web.pages import find_file

MANY = 100_000
FELT = Style(color="#d8cfae", bgcolor="#1d4031")
INK = Style(color="#2b2b2b", bgcolor="#f3ead2")
GOLD = Style(color="#f2c14e", bgcolor="#1d4031", bold=True)
CHANGED_ROWS = (10, 11, 38)


class Canvas(Widget, can_focus=True):
    """A screen full of coloured runs, as a table is; every key changes three rows."""

    keys = 0

    def render_line(self, y: int) -> Strip:
        runs = [Segment(f"{y:3}{column:3}{self.keys:5} ", (FELT, INK, GOLD)[column % 3]) for column in range(10)]
        return Strip(runs).adjust_cell_length(self.size.width, FELT)

    def on_key(self, event: Key) -> None:
        self.keys += 1
        self.refresh(*(Region(0, row, self.size.width, 1) for row in CHANGED_ROWS))


class CanvasApp(App[None]):
    """The smallest app of the kind that a table is."""

    def compose(self) -> ComposeResult:
        yield Canvas()

    def on_mount(self) -> None:
        self.query_one(Canvas).focus()


async def draw(_guest: Caller, terminal: Terminal) -> None:
    await run_app(CanvasApp(), terminal)


async def echo_lines(_guest: Caller, lines: ChannelLines) -> None:
    while (line := await lines.read()) is not None:
        await lines.write(f"{line}\n")


async def echo_messages(_guest: Caller, link: Link) -> None:
    while True:
        link.send(await link.receive())


class Tables:
    """Guests at real tables of Geschenkt: each at one of their own with bots, or four at each; cards may fly there."""

    def __init__(self, house: House, *, fours: bool, motion: bool) -> None:
        self._house = house
        self._fours = fours
        self._motion = motion
        self._numbers = count()

    async def show(self, guest: Caller, terminal: Terminal) -> None:
        await self._show(guest, terminal, partial(TableeApp, manners=terminal))

    async def show_page(self, guest: Caller, terminal: PageTerminal) -> None:
        await self._show(guest, terminal, partial(PageApp, terminal=terminal))

    async def _show(self, guest: Caller, terminal: Terminal, make_app: Callable[..., TableeApp]) -> None:
        number = next(self._numbers)
        near, link = memory_link()
        served = asyncio.create_task(self._house.serve(near, f"key:{number}"))
        app = make_app(
            link,
            Settings(name=f"P{number}", motion=self._motion),
            look_of(guest),
            venue=Venue(own=not self._fours, address="tablee.example"),
            errand=Errand(start="lobby", ask=self._ask(number)),
        )
        try:
            await run_app(app, terminal)
        finally:
            link.close()
            await served

    async def answer(self, _guest: Caller, link: Link) -> None:
        await self._house.serve(link, None)

    def _ask(self, number: int) -> Message:
        if not self._fours:
            # The same cards for the same guest, so that two runs have the same to show.
            return Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy")), seed=number)
        if number % 4 == 0:
            return Open(setup=Setup(game="geschenkt", seats=4))
        return Sit(code=list(self._house.lobby.tables)[-1])


async def serve_rooms(
    terminal: Callable[[Caller, Terminal], Awaitable[None]],
    wire: Callable[[Caller, Link], Awaitable[None]] = echo_messages,
    *,
    wide_open: bool = True,
) -> Server:
    """Open the house; wide open where the clients themselves are many."""
    limits = {
        "connections": MANY,
        "sessions": MANY,
        "connections_per_source": MANY,
        "strangers": MANY,
        "strangers_start": MANY - 1,
        "crowd": 1000,
        "strangers_per_source": MANY,
        "arrivals_per_second": MANY,
        "arrivals_burst": MANY,
        "arrivals_per_second_per_source": MANY,
        "arrivals_burst_per_source": MANY,
    }
    # Without penalties, so that each misdeed is measured as if it were the first.
    guarded = {"penalty_threshold": MANY}
    web = {"connections": MANY, "connections_per_source": MANY, "requests_burst_per_source": MANY}
    values = {"host": "127.0.0.1", "port": 0, "limits": limits if wide_open else guarded, "web": web}
    settings = settings_from(values)
    rooms = Rooms(terminal=terminal, plain=echo_lines, wire=wire)
    server = Server(settings, rooms, asyncssh.generate_private_key("ssh-ed25519"), Monitor(io.StringIO()))
    await server.start()
    return server


async def refuse_lines(_guest: Caller, _lines: PageLines) -> None:
    """Let nobody play plainly here."""


async def know_nobody(_code: str, _address: str) -> bool:
    return False


def serve_pages(server: Server, tables: Tables) -> int:
    """Open a page of the house, and give its port."""
    pages = Pages(find=find_file, screen=tables.show_page, plain=refuse_lines, knows=know_nobody)
    return open_page(server.entrance, pages, "127.0.0.1").port


class EchoSession(asyncssh.SSHServerSession[bytes]):
    """Sends every byte back."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self._channel.write(b"ready")

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self._channel.write(data)


class EchoDoor(asyncssh.SSHServer):
    """Lets everybody in."""

    def begin_auth(self, username: str) -> bool:
        return False

    def session_requested(self) -> EchoSession:
        return EchoSession()


async def serve_echo() -> int:
    """Open a raw echo and give its port."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    options = {"encoding": None, "line_editor": False, "compression_algs": ["none"], "gss_host": None}
    acceptor = await asyncssh.listen("127.0.0.1", 0, server_factory=EchoDoor, server_host_keys=[key], **options)
    return acceptor.get_port()


async def open_kind(kind: str, opened: AsyncExitStack) -> int:
    """Serve what was asked for, and give its port."""
    if kind == "echo":
        return await serve_echo()
    if kind == "canvas":
        return (await serve_rooms(draw)).port
    folder = opened.enter_context(tempfile.TemporaryDirectory())
    own = kind in ("tables", "pages", "guarded")
    house = await opened.enter_async_context(open_house(Path(folder), own=own, tables=MANY))
    tables = Tables(house, fours=kind in ("fours", "still"), motion=kind == "fours")
    server = await serve_rooms(tables.show, tables.answer, wide_open=kind != "guarded")
    return serve_pages(server, tables) if kind == "pages" else server.port


class Stretches:
    """How long the event loop is busy with one thing, in CPU time, which no other program can lengthen."""

    def __init__(self) -> None:
        self.longest = 0.0
        run = asyncio.Handle._run

        def timed(handle: asyncio.Handle) -> None:
            began = time.thread_time()
            run(handle)
            self.longest = max(self.longest, time.thread_time() - began)

        asyncio.Handle._run = timed  # type: ignore[assignment, method-assign]

    def tell(self) -> None:
        """Print the longest one since the last time, in milliseconds."""
        print(f"{1000 * self.longest:.2f}", flush=True)
        self.longest = 0.0


async def main(kind: str) -> None:
    # As `tablee serve` does: whoever hangs up while something is sent to them is worth no line.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    if kind == "guarded":
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, Stretches().tell)
    async with AsyncExitStack() as opened:
        port = await open_kind(kind, opened)
        settle_memory()
        print(port, flush=True)
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
