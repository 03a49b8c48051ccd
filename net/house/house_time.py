"""The time that clocks at tables count: seconds in which the house was at work."""

import asyncio
import time

BEAT = 0.25
LONGEST_GAP = 1.0


class HouseTime:
    """A clock that stands while the house does: stopped from outside, or held up by something that blocks it.

    Whoever could not be heard meanwhile must not lose their time. It goes on for LONGEST_GAP after the last `beat`, and
    no further; so whatever wakes up first after a stall already reads the right time.
    """

    def __init__(self) -> None:
        self._seconds = 0.0
        self._beaten = time.monotonic()

    def read(self) -> float:
        """The seconds since the house was opened, without its stalls."""
        return self._seconds + min(time.monotonic() - self._beaten, LONGEST_GAP)

    def beat(self) -> None:
        """Note that the house is at work."""
        self._seconds, self._beaten = self.read(), time.monotonic()

    async def run(self) -> None:
        """Beat for as long as the house is open."""
        while True:
            self.beat()
            await asyncio.sleep(BEAT)
