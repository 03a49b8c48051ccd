"""What a key costs on each table, and a start: CPU and bytes, through the same driver that serves a guest over SSH."""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widget import Widget

from engines.games import GAMES
from net.door.caller import Caller
from net.door.screen import Terminal
from net.link import memory_link
from net.messages import Open
from tests.tui.app_harness import CALM, Thinker, table_of
from tui.app import Errand, TableeApp
from tui.local import LocalHouse
from tui.look import Look
from tui.run_local import settle_memory
from tui.screens.shell import Venue
from tui.terminal.driver import run_app

KEYS = 100
STARTS = 10
RIGHT = b"\x1b[C"
SIZES = ((80, 24), (120, 40))
PICTURE = 2000


class Desk:
    """A terminal that only counts, and notes when the first picture came."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.terminal = Terminal(
            Caller(size=size, term="xterm-256color", environment={"COLORTERM": "truecolor"}),
            self._write,
            lambda _: None,
        )
        self.bytes = 0
        self.pictured = asyncio.Event()
        self.pictured_at = 0.0

    def _write(self, data: bytes) -> None:
        self.bytes += len(data)
        if len(data) > PICTURE and not self.pictured.is_set():
            self.pictured_at = time.process_time()
            self.pictured.set()

    async def settle(self) -> None:
        """Wait until nothing more is drawn."""
        before = -1
        while before != self.bytes:
            before = self.bytes
            await asyncio.sleep(0.15)

    async def type(self) -> float:
        """Press one key many times, and give the CPU ms of each."""
        await self.settle()
        self.bytes = 0
        before = time.process_time()
        for _ in range(KEYS):
            self.terminal.feed(RIGHT)
            await asyncio.sleep(0.02)
        await self.settle()
        return 1000 * (time.process_time() - before) / KEYS


class Deaf(Widget, can_focus=True):
    """Takes keys and does nothing."""

    def on_key(self, event: Key) -> None:
        event.stop()
        event.prevent_default()


class DeafApp(App[None]):
    """The floor: what a key costs in Textual before anything is done about it."""

    def compose(self) -> ComposeResult:
        yield Deaf()

    def on_mount(self) -> None:
        self.query_one(Deaf).focus()


class Cost(NamedTuple):
    """CPU ms and bytes of a key, bytes of a whole picture."""

    key: float
    bytes: int
    picture: int


async def running(app: App[Any], desk: Desk, measure: Callable[[], Awaitable[Any]]) -> Any:
    """Measure something about an app while it runs."""
    task = asyncio.create_task(run_app(app, desk.terminal))
    result = await measure()
    app.exit()
    await task
    return result


async def measure_floor(size: tuple[int, int]) -> float:
    """The CPU ms of a key that does nothing."""
    desk = Desk(size)
    cost: float = await running(DeafApp(), desk, desk.type)
    return cost


async def measure_start(size: tuple[int, int]) -> float:
    """The CPU ms from making an app to its first picture, in a process where others have run."""
    _near, link = memory_link()
    desk = Desk(size)
    before = time.process_time()
    await running(TableeApp(link, CALM, Look(), venue=Venue(own=True)), desk, desk.pictured.wait)
    return 1000 * (desk.pictured_at - before)


async def measure_key(game: str, size: tuple[int, int]) -> Cost:
    """What an arrow key costs at the first turn of a game."""
    with tempfile.TemporaryDirectory() as folder:
        house = LocalHouse(CALM, Path(folder), Thinker())
        await house.open()
        house.set_pace(0.0)
        desk = Desk(size)
        ask = Open(setup=table_of(game, 4), seed=1)
        app = TableeApp(house.link, CALM, Look(), venue=Venue(own=True), errand=Errand(ask=ask))

        async def cost() -> Cost:
            while app.table is None or not app.table.your_turn:  # noqa: ASYNC110 - the app has no event for it
                await asyncio.sleep(0.005)
            key = await desk.type()
            per_key, desk.bytes = desk.bytes // KEYS, 0
            # A client that has not read for a while gets everything anew.
            desk.terminal.set_stalled(True)
            desk.terminal.send("a frame that is lost")
            desk.terminal.set_stalled(False)
            await desk.settle()
            return Cost(key, per_key, desk.bytes)

        found: Cost = await running(app, desk, cost)
        await house.close()
    return found


async def measure_all() -> None:
    """Print the table."""
    settle_memory()
    print("screens: one arrow key on each table, four seats, true colour; the floor is a key that does nothing")
    print(f"{'table':>20}  CPU ms/key  times the floor  bytes/key  bytes/picture")
    for size in SIZES:
        floor = await measure_floor(size)
        print(f"{f'floor {size[0]}x{size[1]}':>20}  {floor:10.2f}  {1:15.1f}")
        for game in GAMES:
            cost = await measure_key(game, size)
            name = f"{game} {size[0]}x{size[1]}"
            print(f"{name:>20}  {cost.key:10.2f}  {cost.key / floor:15.1f}  {cost.bytes:9}  {cost.picture:13}")
    for size in SIZES:
        starts = sorted([await measure_start(size) for _ in range(STARTS)])
        print(
            f"screens: {starts[STARTS // 2]:.0f} CPU ms from a warm process to the first picture, {size[0]}x{size[1]}"
        )


def main() -> None:
    """Measure everything in one process, as a server does."""
    asyncio.run(measure_all())


if __name__ == "__main__":
    main()
