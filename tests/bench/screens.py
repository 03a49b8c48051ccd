"""What a key costs on each table: CPU and bytes, through the same driver that serves a guest over SSH."""

import asyncio
import tempfile
import time
from pathlib import Path

from engines.games import GAMES
from net.guests import Guest
from net.messages import Open
from net.screen import Terminal
from net.terminal import run_app
from tests.tui.parlour import CALM, Thinker, table_of
from tui.app import Errand, TableeApp, Venue
from tui.local import LocalHouse
from tui.widgets.board import Look

KEYS = 60
RIGHT = b"\x1b[C"
SIZES = ((80, 24), (120, 40))


class Sink:
    """A terminal that only counts."""

    def __init__(self) -> None:
        self.bytes = 0

    def write(self, data: bytes) -> None:
        self.bytes += len(data)


async def settle(sink: Sink) -> None:
    """Wait until nothing more is drawn."""
    before = -1
    while before != sink.bytes:
        before = sink.bytes
        await asyncio.sleep(0.15)


async def measure(game: str, size: tuple[int, int]) -> tuple[float, int, int, float]:
    """Give CPU ms a key, bytes a key, bytes of the first whole frame, and CPU ms to start the app."""
    sink = Sink()
    with tempfile.TemporaryDirectory() as folder:
        house = LocalHouse(CALM, Path(folder), Thinker())
        await house.open()
        house.set_pace(0.0)
        guest = Guest(size=size, term="xterm-256color", depth="true")
        terminal = Terminal(guest, sink.write, lambda _seconds: None)
        ask = Open(setup=table_of(game, 4), seed=1)
        before = time.process_time()
        app = TableeApp(house.link, CALM, Look(), venue=Venue(own=True), errand=Errand(ask=ask))
        running = asyncio.create_task(run_app(app, terminal))
        while app.sitting is None or not app.sitting.your_turn:  # noqa: ASYNC110 - the app has no event for it
            await asyncio.sleep(0.005)
        start = 1000 * (time.process_time() - before)
        await settle(sink)
        sink.bytes = 0
        app.screen.refresh(layout=True)
        await settle(sink)
        frame, sink.bytes = sink.bytes, 0
        cpu = time.process_time()
        for _ in range(KEYS):
            terminal.feed(RIGHT)
            await asyncio.sleep(0.02)
        await settle(sink)
        spent = 1000 * (time.process_time() - cpu) / KEYS
        app.exit()
        await running
        await house.close()
    return spent, sink.bytes // KEYS, frame, start


def main() -> None:
    """Print the table."""
    print("screens: one arrow key on each table, four seats, true colour")
    print(f"{'table':>20}  CPU ms/key  bytes/key  bytes/frame  CPU ms to the first turn")
    for game in GAMES:
        for size in SIZES:
            spent, key, frame, start = asyncio.run(measure(game, size))
            name = f"{game} {size[0]}x{size[1]}"
            print(f"{name:>20}  {spent:10.2f}  {key:9}  {frame:11}  {start:10.0f}")


if __name__ == "__main__":
    main()
