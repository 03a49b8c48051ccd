"""The time that clocks at tables count: seconds in which the house was at work, and the time of day as it goes by."""

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple

from net.tables.clock import Moment

BEAT = 0.25
LONGEST_GAP = 1.0
BREAK = 60.0
"""A house that was not at work for longer was closed."""

CATCH_UP = 0.1
"""By how much faster the time of day runs while it is behind the system's."""


class TimeSource(NamedTuple):
    """The system's time of day, which may jump, and a clock that only runs forward."""

    wall: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic


class HouseTime:
    """A clock that stands while the house does: stopped from outside, or held up by something that blocks it.

    Whoever could not be heard meanwhile must not lose their time. It goes on for LONGEST_GAP after the last `beat`, and
    no further; so whatever wakes up first after a stall already reads the right time.

    The time of day of turns that take days follows the system's where that is set back, but is slow to follow it ahead:
    a clock that was set wrongly, or a machine that slept, must not end anybody's turn.
    """

    def __init__(self, source: TimeSource | None = None) -> None:
        self.source = source or TimeSource()
        self._seconds = 0.0
        self._beaten = self.source.steady()
        self._day = self._open_since = self.source.wall()

    def read(self) -> Moment:
        """The seconds since the house was opened, without its stalls, and the time of day."""
        passed = self.source.steady() - self._beaten
        return Moment(self._seconds + min(passed, LONGEST_GAP), self._day_after(passed), self._open_since)

    def _day_after(self, passed: float) -> float:
        wall, expected = self.source.wall(), self._day + passed
        return min(wall, expected + passed * CATCH_UP)

    def beat(self) -> None:
        """Note that the house is at work."""
        steady, now = self.source.steady(), self.read()
        if steady - self._beaten > BREAK:
            self._open_since = now.day
        self._seconds, self._day, self._beaten = now.worked, now.day, steady

    async def run(self) -> None:
        """Beat for as long as the house is open."""
        while True:
            self.beat()
            await asyncio.sleep(BEAT)
