"""How long a review takes in a house, and how long it holds up everybody else there."""

import asyncio
import tempfile
import time
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
from tests.net.house_harness import Person

DECISIONS = 40
TICK = 0.001


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


async def measure(data: bytes) -> tuple[float, float, list[float]]:
    """Seconds until the first finding and until the last, and how late the event loop was meanwhile."""
    lags: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder))
        async with Pool() as pool:
            house = House(store, pool, HouseRules(own=True))
            await house.open()
            ada = Person(house, "local")
            ada.tell(Enter(name="Ada"))
            watching = asyncio.create_task(watch(lags))
            begun = time.perf_counter()
            first, last = await _ask(ada, data, begun)
            watching.cancel()
            await house.close()
        await store.close()
    return first, last, lags


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
    first, last, lags = asyncio.run(measure(data))
    lags.sort()
    print(f"review of {len(planned.decisions)} decisions in {planned.moments} moves of Geschenkt ({build()})")
    print(f"  first finding after {first:.2f} s, all after {last:.1f} s")
    print(f"  event loop late by {1000 * lags[len(lags) * 99 // 100]:.1f} ms (p99), {1000 * lags[-1]:.1f} ms at most")


if __name__ == "__main__":
    main()
