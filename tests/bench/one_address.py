"""What one address that does all it may costs somebody else at their table: `python -m tests.bench.one_address`.

A real `tablee serve` with its usual limits has a core of its own. The bystander's client is this process; the crowd is
another one, which gives way to it. Calm and busy phases take turns, so that what other programs do to the machine
meets both. Each key is timed twice: in the house's own CPU time (`tests.bench.timed_serve`), and as the client sees it,
which means something where little of the core was taken by other programs.
"""

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import asyncssh

from tests.bench.crowd import KINDS
from tests.bench.server import SIZE, Served, Typist, part
from tests.bench.timed_serve import BYSTANDER

PATIENCE = 120.0
ROUNDS = 8
PHASE = 4.0
SETTLE = 0.7
KEY_EVERY = 0.1


@asynccontextmanager
async def served(core: int) -> AsyncIterator[Served]:
    """Run a real house on a core of its own."""
    with tempfile.TemporaryDirectory() as folder:
        options = ("--host", "127.0.0.1", "--port", "0", "--data", f"{folder}/data")
        with (Path(folder) / "log").open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.bench.timed_serve", "serve", *options),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                preexec_fn=lambda: os.sched_setaffinity(0, {core}),
            )
        assert process.stdout is not None
        try:
            said = ""
            while "Ctrl-C" not in said:
                said += (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
            yield Served(int(said.partition(" -p ")[2].split()[0]), process.pid, process.stdout)
        finally:
            process.terminate()
            await asyncio.wait_for(process.wait(), PATIENCE)


@asynccontextmanager
async def crowd(kind: str, port: int) -> AsyncIterator[asyncio.StreamWriter]:
    """Let another address come, with a process that gives way to this one."""
    process = await asyncio.create_subprocess_exec(
        *("nice", "-n", "19", sys.executable, "-m", "tests.bench.crowd", kind, str(port)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        count = int(await asyncio.wait_for(process.stdout.readline(), PATIENCE))
        print(f"  {kind:8} {count} sessions", end="", flush=True)
        yield process.stdin
    finally:
        process.stdin.close()
        await process.wait()


async def sit_down(server: Served) -> Typist:
    """Sit down at a table with two bots, as one who has just come, and wait for one's turn."""
    connection = await asyncssh.connect(
        *("127.0.0.1", server.port),
        username="play",
        client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        known_hosts=None,
        config=None,
        agent_path=None,
        local_addr=(BYSTANDER, 0),
    )
    typist = Typist()
    await connection.create_session(lambda: typist, term_type="xterm-direct", term_size=SIZE, encoding=None)
    await asyncio.sleep(1.5)
    # A name, a table of Geschenkt, bots on its seats, and the deal.
    for keys in (b"By\r", b"n", b"1", b"\r", b"b", b"2", b"b", b"2", b"\r"):
        typist.press(keys)
        await asyncio.sleep(0.7)
    while not typist.to_play:
        typist.changed.clear()
        await asyncio.wait_for(typist.changed.wait(), PATIENCE)
    return typist


@dataclass
class Phases:
    """What was seen in all phases of one kind; times in milliseconds."""

    inside: list[list[float]] = field(default_factory=list)
    outside: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)
    stolen: list[float] = field(default_factory=list)

    def all(self) -> list[float]:
        return [each for times in self.inside for each in times]


async def keys_of(server: Served) -> list[float]:
    """Ask the house how long the bystander's keys took it since this was asked last."""
    os.kill(server.pid, signal.SIGUSR1)
    times: list[float] = json.loads(await asyncio.wait_for(server.said.readline(), PATIENCE))
    return times


async def note_phase(server: Served, typist: Typist, phases: Phases) -> None:
    """Type for a while, and note how long it took."""
    await asyncio.sleep(SETTLE)
    await keys_of(server)
    typist.delays.clear()
    cpu, waited, began = server.cpu, server.waited, time.perf_counter()
    await typist.type(PHASE, KEY_EVERY)
    took = time.perf_counter() - began
    phases.inside.append(await keys_of(server))
    phases.outside += typist.delays
    phases.used.append((server.cpu - cpu) / took)
    phases.stolen.append((server.waited - waited) / took)


def at(times: list[float], share: float) -> float:
    return part(times, share) / 1000


def told(calm: Phases, busy: Phases, share: float) -> str:
    """A share's ratio over all rounds, and the least and the most of single rounds."""
    ratios = [at(loud, share) / at(quiet, share) for quiet, loud in zip(calm.inside, busy.inside, strict=True)]
    before, after = at(calm.all(), share), at(busy.all(), share)
    return f"{before:4.1f} to {after:5.1f} ms x {after / before:4.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


async def measure(server: Served, kind: str, rounds: int) -> None:
    """Let calm and busy phases take turns, and print what the busy ones cost."""
    typist = await sit_down(server)
    calm, busy = Phases(), Phases()
    async with crowd(kind, server.port) as orders:
        for _ in range(rounds):
            orders.write(b"off\n")
            await note_phase(server, typist, calm)
            orders.write(b"on\n")
            await note_phase(server, typist, busy)
    print(
        f"   {len(busy.all())} keys   p50 {told(calm, busy, 0.5)}   p99 {told(calm, busy, 0.99)}   "
        f"at the client p50 x {part(busy.outside, 0.5) / part(calm.outside, 0.5):4.2f} "
        f"p99 x {part(busy.outside, 0.99) / part(calm.outside, 0.99):4.2f}   "
        f"core busy {median(busy.used):.0%}, taken by others {median(calm.stolen):.0%} and {median(busy.stolen):.0%}",
        flush=True,
    )


async def compare(kinds: list[str], rounds: int, core: int) -> None:
    """Measure each kind of crowd in a house of its own."""
    print("Somebody typing at a table while one other address does all it may; milliseconds of the house's CPU:")
    for kind in kinds:
        async with served(core) as server:
            await measure(server, kind, rounds)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    asyncssh.set_log_level("CRITICAL")
    await compare(asked.kinds, asked.rounds, cores[0])


if __name__ == "__main__":
    asyncio.run(main())
