"""How long a review takes in a house, and how long it holds up everybody else there."""

import asyncio
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bots.contest import Contest, play, seat_bots
from bots.pool import Pool
from bots.review import plan
from engines.games import build
from engines.record import load
from net.house.house import House
from net.messages import Enter, MyReview, Reviewed
from net.setup import HouseRules
from net.store.sqlite_store import SqliteStore
from tests.bench.served import Stretches
from tests.net.house_harness import Person

DECISIONS = 40
TICK = 0.001
AIM = 5.0


def long_game() -> bytes:
    """A game of Geschenkt with 24 cards in which the first seat has about so many decisions."""
    contest = Contest("geschenkt", ("beginner", "policy", "policy"), seed=1, keep_records=True)
    games = (play(contest, number, seat_bots(contest)).record for number in range(0, 300, 3))
    return min(games, key=lambda data: abs(len(plan(data, 0).decisions) - DECISIONS))


async def watch(lags: list[float]) -> None:
    """Note by how much each of many short sleeps was too long; never ends."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(TICK)
        lags.append(time.perf_counter() - before - TICK)


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds until the first finding and until the last, how late the event loop was and how long it was busy at once.

    It is late when other programs have the core too; the time for which it is `busy` is CPU time, and its own.
    """

    first: float
    last: float
    lags: list[float]
    busy: float


async def measure(data: bytes) -> Measured:
    """Let a house review a game, and watch its event loop meanwhile."""
    lags: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder))
        async with Pool() as pool:
            house = House(store, pool, HouseRules(own=True))
            await house.open()
            ada = Person(house, "local")
            ada.tell(Enter(name="Ada"))
            watching = asyncio.create_task(watch(lags))
            stretches = Stretches()
            begun = time.perf_counter()
            first, last = await _ask(ada, data, begun)
            busy = stretches.longest
            watching.cancel()
            await house.close()
        await store.close()
    return Measured(first, last, sorted(lags), busy)


async def _ask(person: Person, data: bytes, begun: float) -> tuple[float, float]:
    part = await person.ask(MyReview(record=load(data), seat=0), Reviewed)
    jobs, done, first = part.plan.jobs, 0, 0.0
    while True:
        done += len(part.judgements) + len(part.weighed)
        if done and not first:
            first = time.perf_counter() - begun
        if done == jobs:
            return first, time.perf_counter() - begun
        part = await person.hear(Reviewed)


def main() -> None:
    """Print the time a review takes at the usual budget, and the event loop's delays."""
    data = long_game()
    planned = plan(data, 0)
    found = asyncio.run(measure(data))
    late = 1000 * found.lags[len(found.lags) * 99 // 100]
    print(f"review of {len(planned.decisions)} decisions in {planned.moments} moves of Geschenkt ({build()})")
    print(f"  first finding after {found.first:.2f} s, all after {found.last:.1f} s")
    print(f"  event loop busy for {1000 * found.busy:.1f} ms at most at once (aim under {AIM:.0f} ms)")
    print(f"  late by {late:.1f} ms (p99), {1000 * found.lags[-1]:.1f} ms at most, with whatever else the machine does")


if __name__ == "__main__":
    main()
