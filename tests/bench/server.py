"""`make bench-server`: people typing over SSH beside a raw echo, on one core, with the clients on another.

Times of a busy machine say little; the ratios to the echo in the same run do. Where other programs kept the server
waiting for its core, the share of the time is printed, and the waits for frames mean nothing.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

import asyncssh

from tests.bench.flood import KINDS

SIZE = (120, 40)
WARM_UP = 5
LOGIN_SECONDS = 4.0
FLOOD_SECONDS = 5.0
PATIENCE = 60.0
MOVES = 40
SMALLEST_FRAME = 500

KEYS = (b"\x1b[C", b"\x1b[D")
DEAL, PASS, TAKE = b"\r", b"2", b"1"
ESCAPE = b"\x1b"
YOUR_TURN = b"\x1b]2;Your turn"
TITLE = b"\x1b]2;"
TABLE = b"\x1b]2;Geschenkt"


@dataclass
class Served:
    """A server in a process of its own."""

    port: int
    pid: int
    said: asyncio.StreamReader

    async def longest_stretch(self) -> float:
        """The milliseconds of CPU time of the longest thing that it did at once since this was asked last."""
        os.kill(self.pid, signal.SIGUSR1)
        return float(await self.said.readline())

    @property
    def cpu(self) -> float:
        """The seconds it has worked."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def waited(self) -> float:
        """The seconds it could have worked but for other programs."""
        return int(Path(f"/proc/{self.pid}/schedstat").read_text().split()[1]) / 1e9

    @property
    def memory(self) -> float:
        """The megabytes it holds."""
        rollup = Path(f"/proc/{self.pid}/smaps_rollup").read_text()
        return int(rollup.partition("Rss:")[2].split()[0]) / 1024


@asynccontextmanager
async def served(kind: str, core: int) -> AsyncIterator[Served]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.served", kind),
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    assert process.stdout is not None
    try:
        port = int(await asyncio.wait_for(process.stdout.readline(), PATIENCE))
        yield Served(port, process.pid, process.stdout)
    finally:
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), PATIENCE)
        except TimeoutError:
            process.kill()
            raise


@dataclass
class Typist(asyncssh.SSHClientSession[bytes]):
    """One person: waits for the first frame, then types a key a second and times what comes back."""

    ready: bytes = b""
    came_at: float = field(default_factory=time.perf_counter)
    first_frame: float = 0.0
    delays: list[float] = field(default_factory=list)
    first: asyncio.Event = field(default_factory=asyncio.Event)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    to_play: bool = False
    _typed_at: float | None = None

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self._channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if not self.first_frame and (len(data) >= SMALLEST_FRAME or ESCAPE not in data):
            self.first_frame = time.perf_counter() - self.came_at
        if self.ready in data:
            self.first.set()
        self.changed.set()
        if TITLE in data:
            self.to_play = data.rfind(YOUR_TURN) == data.rfind(TITLE)
        if self._typed_at is not None:
            self.delays.append(time.perf_counter() - self._typed_at)
            self._typed_at = None

    async def type(self, seconds: float, pause: float = 1.0) -> None:
        end = time.perf_counter() + seconds
        await asyncio.sleep(random.random() * pause)
        for key in cycle(KEYS):
            if time.perf_counter() > end:
                break
            self.press(key)
            await asyncio.sleep(pause)

    def press(self, key: bytes) -> None:
        self._typed_at = time.perf_counter()
        self._channel.write(key)


async def log_in(port: int, source: str = "127.0.0.1") -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        "127.0.0.1",
        port,
        username="guest",
        client_keys=None,
        known_hosts=None,
        config=None,
        local_addr=(source, 0),
    )


async def sit_down(connection: asyncssh.SSHClientConnection, ready: bytes = b"") -> Typist:
    typist = Typist(ready)
    options: dict[str, Any] = {"term_type": "xterm-direct", "term_size": SIZE, "encoding": None}
    await connection.create_session(lambda: typist, **options)
    await asyncio.wait_for(typist.first.wait(), PATIENCE)
    return typist


def part(times: list[float], share: float) -> float:
    """The time that this share of all times stays under, in milliseconds."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))] * 1000


@dataclass
class Figures:
    """What was measured of one server."""

    p50: float
    p99: float
    cpu_a_key: float
    busy: float
    waited: float
    memory: float
    first_frame: float


async def measure(server: Served, typists: int, seconds: float, ready: bytes = b"") -> Figures:
    for _ in range(WARM_UP):
        await sit_down(await log_in(server.port), ready)
    empty = server.memory
    people = [await sit_down(await log_in(server.port), ready) for _ in range(typists)]
    memory = (server.memory - empty) / typists
    cpu, waited, began = server.cpu, server.waited, time.perf_counter()
    await asyncio.gather(*(typist.type(seconds) for typist in people))
    await asyncio.sleep(1.0)
    cpu, waited, took = server.cpu - cpu, server.waited - waited, time.perf_counter() - began
    delays = [delay for typist in people for delay in typist.delays]
    firsts = [typist.first_frame for typist in people]
    return Figures(
        p50=part(delays, 0.5),
        p99=part(delays, 0.99),
        cpu_a_key=1000 * cpu / len(delays),
        busy=cpu / took,
        waited=waited / took,
        memory=memory,
        first_frame=part(firsts, 0.5),
    )


async def table_of_four(server: Served, words: str) -> None:
    """Let four people play, and time each move until everybody has seen it."""
    people = [await sit_down(await log_in(server.port), TABLE) for _ in range(4)]
    await asyncio.sleep(1.0)
    people[0].press(DEAL)
    waits = []
    cpu = server.cpu
    for number in range(MOVES):
        await asyncio.sleep(0.5)
        mover = next(person for person in people if person.to_play)
        for person in people:
            person.changed.clear()
        began = time.perf_counter()
        mover.press(TAKE if number % 4 == 3 else PASS)
        await asyncio.wait_for(asyncio.gather(*(person.changed.wait() for person in people)), PATIENCE)
        waits.append(time.perf_counter() - began)
    cpu = 1000 * (server.cpu - cpu) / MOVES
    print(
        f"  a move at a table of four is on every screen after p50 {part(waits, 0.5):5.1f} "
        f"p99 {part(waits, 0.99):5.1f} ms   CPU {cpu:5.1f} ms a move, {words}",
        flush=True,
    )


async def logins_a_second(server: Served) -> float:
    count = 0

    async def come_and_go() -> None:
        nonlocal count
        end = time.perf_counter() + LOGIN_SECONDS
        while time.perf_counter() < end:
            connection = await log_in(server.port)
            count += 1
            connection.abort()

    cpu = server.cpu
    await asyncio.gather(*(come_and_go() for _ in range(4)))
    return count / (server.cpu - cpu)


async def flood(server: Served, kind: str) -> int:
    """Let another process, which gives way to this one, misbehave from one address."""
    process = await asyncio.create_subprocess_exec(
        *("nice", "-n", "19", sys.executable, "-m", "tests.bench.flood", kind, str(server.port), str(FLOOD_SECONDS)),
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    return int(out)


async def under_flood(server: Served) -> None:
    """Let somebody type at a table while another address misbehaves."""
    typist = await sit_down(await log_in(server.port, "127.0.0.2"), YOUR_TURN)
    calm = 0.0
    for kind in ("", *KINDS):
        typist.delays.clear()
        cpu, memory, waited, began = server.cpu, server.memory, server.waited, time.perf_counter()
        await server.longest_stretch()
        tries = asyncio.create_task(flood(server, kind)) if kind else None
        await typist.type(FLOOD_SECONDS, 0.1)
        p99 = part(typist.delays, 0.99)
        calm = calm or p99
        count = await tries if tries else 0
        took = time.perf_counter() - began
        print(
            f"  {kind or 'calm':18} {count:6} tries   key to frame p99 {p99:6.1f} ms {p99 / calm:4.1f} x calm   "
            f"longest stretch {await server.longest_stretch():5.1f} ms of CPU   "
            f"core busy {(server.cpu - cpu) / took:4.0%}, kept waiting {(server.waited - waited) / took:4.0%}   "
            f"{server.memory - memory:+6.1f} MB",
            flush=True,
        )


def report(name: str, figures: Figures, echo: Figures | None = None) -> None:
    ratio = f"{figures.cpu_a_key / echo.cpu_a_key:4.1f} x echo" if echo else ""
    print(
        f"  {name:6} first frame {figures.first_frame:6.1f} ms   "
        f"key to frame p50 {figures.p50:5.1f} p99 {figures.p99:6.1f} ms   "
        f"CPU {figures.cpu_a_key:5.2f} ms a key {ratio:11}  "
        f"core busy {figures.busy:4.0%}, kept waiting {figures.waited:4.0%}   {figures.memory:5.2f} MB a session",
        flush=True,
    )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--typists", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    asyncssh.set_log_level("CRITICAL")
    print(f"{asked.typists} people, one key a second each, {SIZE[0]}x{SIZE[1]}, true colour, server on one core")
    async with served("echo", cores[0]) as server:
        echo = await measure(server, asked.typists, asked.seconds)
        report("echo", echo)
    async with served("canvas", cores[0]) as server:
        report("canvas", await measure(server, asked.typists, asked.seconds), echo)
    async with served("tables", cores[0]) as server:
        report("tables", await measure(server, asked.typists, asked.seconds, YOUR_TURN), echo)
    for kind, words in (("fours", "with its cards in flight"), ("still", "without")):
        async with served(kind, cores[0]) as server:
            await table_of_four(server, words)
    async with served("canvas", cores[0]) as server:
        print(f"  {await logins_a_second(server):.0f} logins per second of the server's CPU")
    print("One person typing at a table while one other address misbehaves:")
    async with served("guarded", cores[0]) as server:
        await under_flood(server)


if __name__ == "__main__":
    asyncio.run(main())
