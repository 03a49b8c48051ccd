"""Days that pass as fast as a test likes, and a house on either store that can be closed and opened again."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from net.house.house import House
from net.house.house_time import TimeSource
from net.house.table_log import readable
from net.store.store import Store
from net.tables.entries import Moved
from net.values import MovedBy
from tests.net.house_harness import QuickThinker, quick_rules

HOUR = 3600.0
DAY = 24 * HOUR
STEP = 50.0
# A Monday at noon, in UTC.
NOON = 1_799_064_000.0


class Calendar:
    """A time of day and a steady clock in the hands of a test."""

    def __init__(self, wall: float = NOON) -> None:
        self.wall = wall
        self.steady = 0.0
        self.source = TimeSource(lambda: self.wall, lambda: self.steady)

    def skip(self, seconds: float) -> None:
        """Let time pass while no house is open."""
        self.wall += seconds
        self.steady += seconds

    async def live(self, seconds: float, *houses: House) -> None:
        """Let time pass in houses that are at work all the while."""
        while seconds > 0:
            self.skip(min(STEP, seconds))
            seconds -= STEP
            for house in houses:
                house.floor.time.beat()
        await asyncio.sleep(0.05)


Door = Callable[..., AbstractAsyncContextManager[House]]
OpenStore = Callable[[], Awaitable[Store]]


def door(open_store: OpenStore, calendar: Calendar) -> Door:
    """A house that is opened, closed and opened again on the same data."""

    @asynccontextmanager
    async def opened(**rules: Any) -> AsyncIterator[House]:
        store = await open_store()
        rules = {"rest": 0.05, "look": 0.05, **rules}
        house = House(store, QuickThinker(), quick_rules(**rules), source=calendar.source)
        try:
            await house.open()
            yield house
        finally:
            await house.close()
            await store.close()

    return opened


async def movers(house: House, code: str) -> list[MovedBy]:
    """By whom each move at a table was made, as its log tells."""
    return [entry.by for entry in readable(await house.store.read(code)) if isinstance(entry, Moved)]
