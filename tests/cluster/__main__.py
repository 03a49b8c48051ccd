"""The long form of what a house of several nodes promises: `make test-cluster`.

People play without a pause while nodes and servers are killed, hang and are cut off, one fault after the other, until
there were enough faults and moves or the time is up. In waves: after each, every log, finished game and seat of its
tables is compared with what was acknowledged. The last line tells the sum; the exit code is 1 where anything was lost
or doubled, or where the time was too short. With `--unfenced` nodes append without looking who wrote last, which must
end with things lost or doubled.
"""

import argparse
import asyncio
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from net.store.nats_store import NatsStore
from tests.cluster.cluster_harness import Cable, NodeProcesses, Party, Verdict, judge, watching
from tests.net.nats_harness import NatsServers

FAULTS = 100
MOVES = 100_000
LONGEST = 15.0
TO_JUDGE = 60.0
WAVE = 60.0
TABLES = 12
BEHIND_CABLES = 0
HANG = 4.0
DOWN = 1.0

Fault = Callable[[], Awaitable[None]]


@dataclass
class Sum:
    """What all waves come to."""

    faults: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    games: int = 0
    longest: float = 0.0
    stuck: int = 0

    @property
    def is_enough(self) -> bool:
        """Whether there were enough faults and moves."""
        return self.faults.total() >= FAULTS and self.acknowledged >= MOVES

    def add(self, verdict: Verdict, party: Party) -> None:
        """Add a wave."""
        self.acknowledged += verdict.acknowledged
        self.lost += verdict.lost
        self.doubled += verdict.doubled
        self.games += verdict.games
        self.longest = max(self.longest, *(longest_pause(party, code) for code in party.tables))

    def __str__(self) -> str:
        return (
            f"kills {self.faults.total()}, acknowledged {self.acknowledged}, lost {self.lost}, "
            f"doubled {self.doubled}, longest pause {self.longest:.1f} s"
        )


def longest_pause(party: Party, code: str) -> float:
    """The longest time between two moves at a table."""
    times = sorted(at for player in party.tables[code] for at in player.progress)
    return max((later - earlier for earlier, later in pairwise(times)), default=0.0)


class Standstill(Exception):
    """A fault through which play does not go on."""


class Storm:
    """The faults, each over when play goes on at every table."""

    def __init__(self, servers: NatsServers, nodes: NodeProcesses, cables: list[Cable], store: NatsStore) -> None:
        self._servers = servers
        self._nodes = nodes
        self._cables = cables
        self._store = store

    async def strike(self, party: Party) -> str:
        """Let one fault happen, and return what it was."""
        faults: dict[str, tuple[int, Callable[[Party], Awaitable[None]]]] = {
            "owner killed": (60, self._kill_owner),
            "node killed": (14, self._kill_node),
            "server killed": (10, self._kill_server),
            "node hung": (6, self._hang_node),
            "server hung": (5, self._hang_server),
            "node cut off": (5, self._cut),
        }
        (name,) = random.choices(list(faults), [weight for weight, _fault in faults.values()])
        try:
            await faults[name][1](party)
            await party.all_move()
        except TimeoutError:
            raise Standstill(name) from None
        return name

    async def _kill_owner(self, party: Party) -> None:
        owners = [number for number in (await party.owners(self._store)).values() if number >= 0]
        await self._kill(party, max(owners, key=owners.count))

    async def _kill_node(self, party: Party) -> None:
        await self._kill(party, random.randrange(len(self._nodes.ports)))

    async def _kill(self, party: Party, victim: int) -> None:
        self._nodes.kill(victim)
        await party.all_move()
        await asyncio.to_thread(self._nodes.start, victim)

    async def _kill_server(self, party: Party) -> None:
        victim = random.randrange(self._servers.size)
        self._servers.kill(victim)
        await asyncio.sleep(DOWN)
        self._servers.start(victim)
        await party.all_move()
        await self._servers.answer()

    async def _hang_node(self, party: Party) -> None:
        victim = random.randrange(len(self._nodes.ports))
        self._nodes.signal(victim, signal.SIGSTOP)
        await asyncio.sleep(HANG)
        self._nodes.signal(victim, signal.SIGCONT)

    async def _hang_server(self, party: Party) -> None:
        victim = random.randrange(self._servers.size)
        self._servers.freeze(victim)
        await asyncio.sleep(HANG)
        self._servers.thaw(victim)
        await party.all_move()
        await self._servers.answer()

    async def _cut(self, party: Party) -> None:
        for cable in self._cables:
            cable.cut()
        await asyncio.sleep(HANG)
        for cable in self._cables:
            cable.mend()


async def weather(servers: NatsServers, nodes: NodeProcesses, cables: list[Cable], end: float) -> Sum:
    """Let wave after wave of people play through faults."""
    total = Sum()
    wave = 0
    async with watching(servers) as store:
        storm = Storm(servers, nodes, cables, store)
        while time.monotonic() < end and not total.is_enough:
            wave += 1
            party = Party(nodes, f"w{wave}t")
            await party.begin(TABLES)
            over = min(end, time.monotonic() + WAVE)
            try:
                while time.monotonic() < over:
                    total.faults[await storm.strike(party)] += 1
            except Standstill as fault:
                total.stuck += 1
                print(f"wrong: after this play does not go on at every table: {fault}")
            await party.end()
            verdict = await judge(store, party)
            total.add(verdict, party)
            for wrong in verdict.wrong:
                print("wrong:", wrong)
            faults = ", ".join(f"{name} {number}" for name, number in total.faults.most_common())
            print(f"wave {wave}: {total} ({faults}; {total.games} games)", flush=True)
    return total


def asked_for() -> argparse.Namespace:
    """What stands behind the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int, nargs="?", help="of the faults")
    parser.add_argument("--minutes", type=float, default=LONGEST, help="at most so many")
    parser.add_argument("--unfenced", action="store_true", help="without compare-and-append")
    return parser.parse_args()


async def main(asked: argparse.Namespace) -> int:
    """Run it, and say how it ended."""
    began = time.monotonic()
    kind = "unfenced" if asked.unfenced else ""
    with tempfile.TemporaryDirectory() as folder:
        servers = NatsServers(Path(folder), size=3)
        cables = [Cable(port) for port in servers.ports]
        for cable in cables:
            await cable.open()
        behind = ",".join(f"nats://127.0.0.1:{cable.port}" for cable in cables)
        direct = ",".join(servers.settings.servers)
        nodes = NodeProcesses(lambda number: behind if number == BEHIND_CABLES else direct, Path(folder), kind=kind)
        try:
            servers.start()
            await servers.make_streams()
            await asyncio.to_thread(nodes.start)
            total = await weather(servers, nodes, cables, began + 60.0 * asked.minutes - TO_JUDGE)
        finally:
            nodes.stop()
            for cable in cables:
                await cable.close()
            servers.stop()
    if not total.is_enough:
        print(f"The time was too short for {FAULTS} faults and {MOVES} moves.")
    print(total)
    return 1 if total.lost or total.doubled or total.stuck or not total.is_enough else 0


if __name__ == "__main__":
    wanted = asked_for()
    random.seed(wanted.seed)
    sys.exit(asyncio.run(main(wanted)))
