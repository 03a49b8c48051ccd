"""`make bench-cluster`: the same people at one process with SQLite, and at one, two and four workers with NATS.

All of it on one machine, where the clients take their share: read the ratios. CPU is that of the processes that serve;
what nats-server takes beside them is printed apart.
"""

import argparse
import asyncio
import random
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import asyncssh

from net.messages import Accepted, Open, Play, Sit, Start, Update
from net.setup import Setup
from net.supervisor.nats_server import NatsServer
from tests.bench.cluster_store import asleep, restoring
from tests.bench.server import YOUR_TURN, Typist, part, sit_down
from tests.cluster.cluster_harness import NodeProcesses, Party, judge, watching
from tests.net.cluster_harness import node_process, ready_server, settings_file, tablee
from tests.net.nats_harness import NatsServers
from tests.net.served import Callers, ServerProcess, WirePlayer, server_process

PATIENCE = 60.0
GLANCE = 0.1
DRAINED_TABLES = 6
ALONE = Setup(game="geschenkt", seats=3, bots=("beginner", "beginner"))
THREE = Setup(game="dacapo", seats=3)


def cpu_of(pid: int) -> float:
    """The seconds that a process has worked."""
    # Ticks of ten milliseconds would be too coarse for processes that hardly work.
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def children_of(pid: int, words: str) -> list[int]:
    """The processes that one has started whose command has these words."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    found = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return [child for child in found if words in Path(f"/proc/{child}/cmdline").read_text()]


@dataclass
class Work:
    """What was done, and what it cost."""

    done: int = 0
    seconds: float = 0.0
    serving: float = 0.0
    storing: float = 0.0
    waits: list[float] = field(default_factory=list)

    @property
    def cost(self) -> float:
        """Milliseconds of CPU of the serving processes for each thing done."""
        return 1000 * self.serving / max(1, self.done)


class Meter:
    """Reads what a house has cost so far; a supervisor serves nobody itself."""

    def __init__(self, server: ServerProcess) -> None:
        pid = server.process.pid
        workers = children_of(pid, "--worker")
        self._serving = workers or [pid]
        self._storing = children_of(pid, "nats-server")

    def read(self) -> tuple[float, float]:
        return sum(map(cpu_of, self._serving)), sum(map(cpu_of, self._storing))


async def typists_at(server: ServerProcess, people: Callers, count: int, opened: AsyncExitStack) -> list[Typist]:
    """Let people begin games of their own, and come to them with ssh on a terminal."""
    typists = []
    for number in range(count):
        name = f"Typist{number}"
        async with people.caller(name) as caller:
            code = (await caller.ask(Open(setup=ALONE), Update)).code
            caller.tell(Start())
            await caller.my_turn()
        connection = await opened.enter_async_context(people.visit(name, code))
        typists.append(await sit_down(connection, YOUR_TURN))
    return typists


async def keys(server: ServerProcess, meter: Meter, count: int, seconds: float) -> Work:
    """Let people type a key a second each at tables of their own."""
    async with AsyncExitStack() as opened:
        people = Callers(server.port)
        typists = await typists_at(server, people, count, opened)
        await asyncio.gather(*(typist.type(3.0) for typist in typists))
        for typist in typists:
            typist.delays.clear()
        work = Work(seconds=seconds)
        before = meter.read()
        await asyncio.gather(*(typist.type(seconds) for typist in typists))
        after = meter.read()
        work.serving, work.storing = after[0] - before[0], after[1] - before[1]
        work.waits = [delay for typist in typists for delay in typist.delays]
        work.done = len(work.waits)
        return work


async def play_on(caller: WirePlayer, work: Work, end: float) -> None:
    """Move at once whenever it is one's turn, and deal again when a game is over."""
    asked = -1
    while time.perf_counter() < end:
        told = caller.latest
        if told.legal and told.seq != asked:
            asked = told.seq
            began = time.perf_counter()
            await caller.ask(Play(seq=told.seq, move=random.choice(told.legal)), Accepted)
            work.waits.append(time.perf_counter() - began)
            work.done += 1
        elif told.phase == "over":
            return
        else:
            await caller.hear(Update)


async def table_of(people: Sequence[Callers], opened: AsyncExitStack, number: int) -> list[WirePlayer]:
    """Let three people sit down at a table, each at a door of their own, and deal."""
    names = [f"P{number}{letter}" for letter in "abc"]
    callers = [await opened.enter_async_context(door.caller(name)) for door, name in zip(people, names, strict=True)]
    code = (await callers[0].ask(Open(setup=THREE), Update)).code
    for caller in callers[1:]:
        await caller.ask(Sit(code=code), Update)
    callers[0].tell(Start())
    for caller in callers:
        while caller.latest.phase != "playing":
            await caller.hear(Update)
    return callers


async def moves(server: ServerProcess, meter: Meter, tables: int, seconds: float) -> Work:
    """Let three people at each table move as fast as they are let."""
    async with AsyncExitStack() as opened:
        people = Callers(server.port)
        callers = [caller for number in range(tables) for caller in await table_of([people] * 3, opened, number)]
        work = Work(seconds=seconds)
        before = meter.read()
        end = time.perf_counter() + seconds
        await asyncio.gather(*(play_on(caller, work, end) for caller in callers), return_exceptions=True)
        after = meter.read()
        work.serving, work.storing = after[0] - before[0], after[1] - before[1]
        return work


@asynccontextmanager
async def ready_house(folder: Path) -> AsyncIterator[NatsServer]:
    """A nats-server with streams and a host key."""
    async with ready_server(folder) as server:
        await tablee(
            "cluster", "--config", settings_file(folder, "operator", server.settings), "init", "--replicas", "1"
        )
        yield server


@asynccontextmanager
async def house(folder: Path, workers: int) -> AsyncIterator[ServerProcess]:
    """A real `tablee serve`; without workers one process with SQLite."""
    more = ("--workers", str(workers)) if workers else ()
    async with server_process(folder / "data", "--config", str(settings_file(folder, "wide")), *more) as server:
        await asyncio.sleep(3.0)  # until all workers are there, and bots are warm
        yield server


async def compare(asked: argparse.Namespace) -> None:
    print(f"{asked.typists} people typing a key a second, then {asked.tables} tables of three who move at once")
    alone: tuple[Work, Work] | None = None
    for workers in (0, *asked.workers):
        with tempfile.TemporaryDirectory() as folder:
            async with house(Path(folder), workers) as server:
                meter = Meter(server)
                typed = await keys(server, meter, asked.typists, asked.seconds)
                moved = await moves(server, meter, asked.tables, asked.seconds)
        alone = alone or (typed, moved)
        name = f"{workers} worker{'s' if workers > 1 else ''}" if workers else "SQLite"
        report(name, "key", typed, alone[0])
        report(name, "move", moved, alone[1])


def report(name: str, thing: str, work: Work, alone: Work) -> None:
    print(
        f"  {name:10} {work.done / max(0.001, work.serving):6.0f} {thing}s a CPU second   "
        f"CPU {work.cost:5.2f} ms a {thing}, {work.cost / alone.cost:4.2f} x one process (aim 1.25)   "
        f"p50 {part(work.waits, 0.5):6.1f} "
        f"p99 {part(work.waits, 0.99):6.1f} ms   {work.done / work.seconds:5.0f} {thing}s/s   "
        f"nats-server {1000 * work.storing / max(1, work.done):4.2f} ms a {thing}",
        flush=True,
    )


async def far_and_near(seconds: float) -> None:
    """Time moves at the table's owner and from another node, one table at a time."""
    with tempfile.TemporaryDirectory() as folder:
        async with ready_house(Path(folder)) as nats, AsyncExitStack() as opened:
            nodes = [await opened.enter_async_context(node_process(Path(folder), nats, name)) for name in ("a", "b")]
            near, far = (Callers(node.port) for node in nodes)
            for name, doors in (("at the owner", (near, near, near)), ("from another node", (near, far, far))):
                async with AsyncExitStack() as seats:
                    callers = await table_of(doors, seats, random.randrange(10_000))
                    works = [Work() for _ in callers]
                    end = time.perf_counter() + seconds
                    await asyncio.gather(
                        *(play_on(caller, work, end) for caller, work in zip(callers, works, strict=True))
                    )
                waits = [wait for work in works[1:] for wait in work.waits]
                print(
                    f"  Play to Accepted {name:18} p50 {part(waits, 0.5):5.1f} p99 {part(waits, 0.99):5.1f} ms "
                    f"({len(waits)} moves)",
                    flush=True,
                )


async def takeovers(rounds: int) -> None:
    """Kill the owner of a table again and again, and time how soon somebody at another node has a move accepted."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        async with ready_house(Path(folder)) as nats:
            for number in range(rounds):
                times.append(await one_takeover(Path(folder), nats, number))
    print(
        f"  takeover after kill -9 of the owner: p50 {part(times, 0.5):5.0f} p99 {part(times, 0.99):5.0f} ms "
        f"({rounds} kills; aim 500 and 3000)",
        flush=True,
    )


async def one_takeover(folder: Path, nats: NatsServer, number: int) -> float:
    async with AsyncExitStack() as opened:
        owner: ServerProcess = await opened.enter_async_context(node_process(folder, nats, f"o{number}"))
        other: ServerProcess = await opened.enter_async_context(node_process(folder, nats, f"s{number}"))
        setup = Setup(game="dacapo", seats=2)
        near, far = Callers(owner.port), Callers(other.port)
        ada = await opened.enter_async_context(near.caller(f"Ada{number}"))
        bob = await opened.enter_async_context(far.caller(f"Bob{number}"))
        code = (await ada.ask(Open(setup=setup), Update)).code
        await bob.ask(Sit(code=code), Update)
        ada.tell(Start())
        await let_bob_move(ada, bob)
        began = time.perf_counter()
        owner.process.send_signal(signal.SIGKILL)
        told = bob.latest
        await bob.ask(Play(seq=told.seq, move=told.legal[0]), Accepted)
        return time.perf_counter() - began


async def let_bob_move(ada: WirePlayer, bob: WirePlayer) -> None:
    """Play until it is the turn of whoever is at the other node."""
    while not bob.latest.legal:
        if ada.latest.legal:
            await ada.ask(Play(seq=ada.latest.seq, move=ada.latest.legal[0]), Accepted)
        for person in (ada, bob):
            with suppress(TimeoutError):
                async with asyncio.timeout(GLANCE):
                    await person.hear(Update)


async def drains() -> None:
    """Stop one node after the other in the middle of games, and time how soon everybody is back in their seat."""
    with tempfile.TemporaryDirectory() as folder:
        servers = NatsServers(Path(folder))
        nodes = NodeProcesses(lambda _number: ",".join(servers.settings.servers), Path(folder))
        try:
            servers.start()
            await servers.make_streams()
            await asyncio.to_thread(nodes.start)
            async with watching(servers) as store:
                party = Party(nodes, "Drain")
                await party.begin(DRAINED_TABLES)
                for number in range(len(nodes.ports)):
                    nodes.signal(number, signal.SIGTERM)
                    await asyncio.to_thread(nodes.wait, number)
                    await party.all_move()
                    await asyncio.to_thread(nodes.start, number)
                await party.end()
                verdict = await judge(store, party)
        finally:
            nodes.stop()
            servers.stop()
    times = [took for player in party.people for took in player.returns]
    print(
        f"  nodes that drain: in their seats again after p50 {1000 * median(times):5.0f} "
        f"longest {1000 * max(times):5.0f} ms ({len(times)} returns; aim 2000), "
        f"{verdict.acknowledged} moves, {verdict.lost} lost, {verdict.doubled} doubled",
        flush=True,
    )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--typists", type=int, default=40)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--asleep", type=int, default=100_000)
    parser.add_argument("--only", choices=["compare", "far", "takeover", "drain", "store"])
    asked = parser.parse_args()
    asyncssh.set_log_level("CRITICAL")
    if asked.only in (None, "compare"):
        await compare(asked)
    if asked.only in (None, "far"):
        await far_and_near(asked.seconds)
    if asked.only in (None, "takeover"):
        await takeovers(asked.kills)
    if asked.only in (None, "drain"):
        await drains()
    if asked.only in (None, "store"):
        await restoring()
        await asleep(asked.asleep)


if __name__ == "__main__":
    asyncio.run(main())
