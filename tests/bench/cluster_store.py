"""What tables cost that nobody is at: in the NATS server, in a node, and to bring one back."""

import asyncio
import os
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from net.house.house import House
from net.messages import Open, Start
from net.messages import Update as Told
from net.nodes.nats_nodes import NatsNodes
from net.setup import Setup
from net.store.nats_connection import ClusterSettings
from net.store.nats_store import NatsStore
from net.supervisor.nats_server import NatsServer
from tests.bench.server import part
from tests.net.cluster_harness import ready_server
from tests.net.house_harness import QuickThinker, enter, quick_rules

LONG = 500
TIMES = 30
AT_ONCE = 200
LOOKED_AT = 200


def memory_of(pid: int) -> float:
    """The megabytes that a process holds."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(rollup.partition("Rss:")[2].split()[0]) / 1024


def size_of(folder: Path) -> float:
    """The megabytes that a folder takes."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


async def open_node(settings: ClusterSettings, name: str, opened: AsyncExitStack) -> House:
    """A house in this process that is a node of a cluster."""
    store = await NatsStore.open(settings, name)
    opened.push_async_callback(store.close)
    house = House(store, QuickThinker(), quick_rules(), nodes=NatsNodes(settings, name))
    await house.open()
    opened.push_async_callback(house.close)
    return house


async def long_table(house: House) -> str:
    """Play a match until its log has many entries, each of which was an append of its own; return the table's code."""
    ada = await enter(house, "Ada")
    told = await ada.ask(Open(setup=Setup(game="dacapo", seats=2, bots=("easy",), match=9)), Told)
    ada.tell(Start())
    while (end := await house.store.last(told.code)) is None or end.version < LONG:
        told = await ada.finish(await ada.my_turn())
        if told.phase == "over":
            ada.tell(Start())
    await ada.drop()
    return told.code


async def restoring() -> None:
    """Bring a long table back again and again."""
    with tempfile.TemporaryDirectory() as folder:
        async with ready_server(Path(folder)) as server, AsyncExitStack() as opened:
            house = await open_node(server.settings, "one", opened)
            code = await long_table(house)
            times, cpus = [], []
            for _ in range(TIMES):
                if code in house.croupiers:
                    await house.floor.put_away(house.croupiers[code])
                end = await house.store.last(code)
                assert end is not None
                began, worked = time.perf_counter(), time.process_time()
                await house.floor.wake(code, end)
                times.append(time.perf_counter() - began)
                cpus.append(time.process_time() - worked)
            print(
                f"  a table of {LONG} entries is back after p50 {part(times, 0.5):5.1f} "
                f"p99 {part(times, 0.99):5.1f} ms, CPU {part(cpus, 0.5):5.1f} ms (aim 20)",
                flush=True,
            )


async def sleepers(server: NatsServer, number: int) -> None:
    """Open so many tables that nobody is at: the first entries of a real one."""
    store = await NatsStore.open(server.settings, "filler")
    limit = asyncio.Semaphore(AT_ONCE)

    async def put(count: int) -> None:
        async with limit:
            await store.create(f"sleeper-{count}", [os.urandom(180), os.urandom(120), os.urandom(400)])
            store.release(f"sleeper-{count}")

    for first in range(0, number, 10_000):
        await asyncio.gather(*(put(count) for count in range(first, min(number, first + 10_000))))
    await store.close()


async def asleep(number: int) -> None:
    """Compare a node and its server with no table and with very many that are asleep."""
    with tempfile.TemporaryDirectory() as folder:
        async with ready_server(Path(folder)) as server:
            empty = memory_of(server.pid)
            began = time.perf_counter()
            await sleepers(server, number)
            took = time.perf_counter() - began
            async with AsyncExitStack() as opened:
                mine = memory_of(os.getpid())
                began = time.perf_counter()
                house = await open_node(server.settings, "one", opened)
                opening = time.perf_counter() - began
                times = []
                for count in range(0, number, max(1, number // LOOKED_AT)):
                    began = time.perf_counter()
                    assert await house.store.last(f"sleeper-{count}") is not None
                    times.append(time.perf_counter() - began)
                print(
                    f"  {number} tables asleep: nats-server {empty:.0f} MB without, "
                    f"{memory_of(server.pid):.0f} MB with them, "
                    f"{size_of(server.folder):.0f} MB on disk; a node {memory_of(os.getpid()) - mine:+.1f} MB, "
                    f"opens in {opening:.1f} s, finds one in p50 {part(times, 0.5):.1f} "
                    f"p99 {part(times, 0.99):.1f} ms; "
                    f"written at {number / took:.0f} a second",
                    flush=True,
                )
