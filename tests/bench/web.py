"""`make bench-web`: people typing in pages and over SSH, at the same tables, in turns, on one core each time.

The ratios of a pair that ran one after the other say something on a busy machine too; the waits need a quiet one.
"""

import argparse
import asyncio
import os
import socket
import statistics
import struct
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.bench.server import PATIENCE, SIZE, WARM_UP, YOUR_TURN, Served, Typist, log_in, part, served, sit_down
from tests.web.browser import CHROMIUM, chromium_process, steer

QUIET = 1.0
VISITS = 5
# Where Linux keeps the bytes that a connection has received.
RECEIVED = struct.Struct("128xQ")


def received(client: socket.socket) -> int:
    """The bytes that came over a connection, with everything that wraps them."""
    return int(RECEIVED.unpack(client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, RECEIVED.size))[0])


@dataclass
class PageTypist(Typist):
    """One person at a page."""

    page: ClientConnection | None = None
    reading: asyncio.Task[None] | None = None
    waiting: set[asyncio.Task[None]] = field(default_factory=set)

    async def read(self) -> None:
        assert self.page is not None
        async for message in self.page:
            if isinstance(message, bytes):
                self.data_received(message, None)

    def press(self, key: bytes) -> None:
        assert self.page is not None
        self._typed_at = time.perf_counter()
        sending = asyncio.ensure_future(self.page.send(key))
        self.waiting.add(sending)
        sending.add_done_callback(self.waiting.discard)


async def open_page(port: int) -> PageTypist:
    typist = PageTypist(YOUR_TURN)
    url = f"ws://127.0.0.1:{port}/ws?size={SIZE[0]}x{SIZE[1]}"
    origin: Any = f"http://127.0.0.1:{port}"
    typist.page = await connect(url, origin=origin, compression=None, ping_interval=None, proxy=None)
    typist.reading = asyncio.create_task(typist.read())
    await asyncio.wait_for(typist.first.wait(), PATIENCE)
    return typist


@dataclass
class Person:
    """Somebody who types, and the socket that it goes through."""

    typist: Typist
    client: socket.socket


async def come(kind: str, port: int) -> Person:
    if kind == "pages":
        typist = await open_page(port)
        assert typist.page is not None
        return Person(typist, typist.page.transport.get_extra_info("socket"))
    connection = await log_in(port)
    return Person(await sit_down(connection, YOUR_TURN), connection.get_extra_info("socket"))


@dataclass
class Figures:
    """What was measured of one door."""

    cpu: float
    size: float
    memory: float
    first: float
    entering: float
    p50: float
    p99: float
    waited: float


async def settled(people: list[Person]) -> None:
    """Wait until nothing comes any more by itself: the bots at everybody's table move first, and their cards fly."""
    before, now = -1, sum(received(person.client) for person in people)
    while now != before:
        await asyncio.sleep(QUIET)
        before, now = now, sum(received(person.client) for person in people)


async def measure(kind: str, server: Served, people: int, seconds: float) -> Figures:
    for _ in range(WARM_UP):
        await come(kind, server.port)
    empty, entering = server.memory, server.cpu
    here = [await come(kind, server.port) for _ in range(people)]
    entering = server.cpu - entering
    memory = (server.memory - empty) / people
    await settled(here)
    cpu, waited, size = server.cpu, server.waited, sum(received(person.client) for person in here)
    began = time.perf_counter()
    await asyncio.gather(*(person.typist.type(seconds) for person in here))
    await asyncio.sleep(1.0)
    took = time.perf_counter() - began
    delays = [delay for person in here for delay in person.typist.delays]
    return Figures(
        cpu=1000 * (server.cpu - cpu) / len(delays),
        size=(sum(received(person.client) for person in here) - size) / len(delays),
        memory=memory,
        first=part([person.typist.first_frame for person in here], 0.5),
        entering=1000 * entering / people,
        p50=part(delays, 0.5),
        p99=part(delays, 0.99),
        waited=(server.waited - waited) / took,
    )


FIRST_FRAME = """
  const look = () => {
    const chars = globalThis.tablee?.painter.chars;
    if (chars?.some((char) => char.trim())) requestAnimationFrame(() => { globalThis.firstFrame = performance.now(); });
    else requestAnimationFrame(look);
  };
  look();
"""
WEIGHT = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, entry) => sum + entry.transferSize, 0)"""


async def in_chromium(core: int) -> None:
    """Print how long a browser takes from an address to the first frame on its canvas, each time as a new visitor."""
    if not CHROMIUM:
        print("No Chromium is installed: its first frame was not measured.")
        return
    with chromium_process() as address:
        async with served("pages", core) as server, steer(address) as browser:
            times, weights = [], []
            for _ in range(VISITS + 1):
                async with browser.person() as tab:
                    await tab.page.add_init_script(FIRST_FRAME)
                    await tab.open(f"http://127.0.0.1:{server.port}/")
                    frame = await tab.page.wait_for_function("() => globalThis.firstFrame")
                    times.append(float(await frame.json_value()))
                    weights.append(int(await tab.page.evaluate(WEIGHT)))
    # The first visit of all starts parts of the browser itself.
    print(f"Chromium: {statistics.median(times[1:]):.0f} ms from the address to the first frame on the canvas", end="")
    print(f" ({min(times[1:]):.0f} to {max(times[1:]):.0f}, {VISITS} visits), {max(weights) / 1000:.1f} KB transferred")


def tell(kind: str, figures: Figures) -> None:
    words = f"{figures.cpu:.2f} ms of CPU and {figures.size:.0f} bytes a key, {figures.memory:.2f} MB a session, "
    words += f"first frame {figures.first:.0f} ms, {figures.entering:.1f} ms of CPU to come in, "
    print(f"  {kind:6} {words}key to frame p50 {figures.p50:.1f} p99 {figures.p99:.1f} ms, waited {figures.waited:.0%}")


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--many", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8.0)
    asked = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    print(f"{asked.people} people typing a key a second, {asked.pairs} pairs in turns:")
    pairs = []
    for _ in range(asked.pairs):
        found = {}
        for kind in ("tables", "pages"):
            async with served(kind, cores[0]) as server:
                found[kind] = await measure(kind, server, asked.people, asked.seconds)
                tell(kind, found[kind])
        pairs.append(found)
    print("Pages by SSH, the median of the pairs (aims in brackets):")
    for name, aim in (("cpu", " (1.0)"), ("size", " (1.0)"), ("memory", ""), ("entering", "")):
        ratios = [getattr(pair["pages"], name) / getattr(pair["tables"], name) for pair in pairs]
        print(f"  {name}: {statistics.median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}{aim}")
    await in_chromium(cores[0])
    if asked.many:
        async with served("pages", cores[0]) as server:
            figures = await measure("pages", server, asked.many, asked.seconds)
            print(f"{asked.many} browsers on one core: p99 {figures.p99:.0f} ms (aim 250)")
            tell("pages", figures)


if __name__ == "__main__":
    asyncio.run(main())
