"""How a house closes with notice: everybody is told again and again how long it will be open.

A house that drains lets the games in progress end first, begins no other, and closes as soon as nobody plays any more.
"""

import asyncio
from collections.abc import Callable

from engines.words import N_
from net.house.house import House

# In seconds, each with what is said then.
MARKS = (
    (3600, N_("The house closes in an hour. Every seat and game is kept.")),
    (1800, N_("The house closes in half an hour. Every seat and game is kept.")),
    (600, N_("The house closes in ten minutes. Every seat and game is kept.")),
    (300, N_("The house closes in five minutes. Every seat and game is kept.")),
    (60, N_("The house closes in a minute. Every seat and game is kept.")),
    (10, N_("The house closes in ten seconds. Every seat and game is kept.")),
)
CALLED_OFF = N_("The house stays open after all.")
LAST_GAMES_SAID = N_("The house closes when the games in progress are over; no new one begins. Every seat is kept.")
LOOK_EVERY = 0.5


class Countdown:
    """At most one closing under way; `is_over` once the house closes by order."""

    def __init__(self, house: House, stop: Callable[[], None]) -> None:
        self._house = house
        self._stop = stop
        self._task: asyncio.Task[None] | None = None
        self.is_over = False

    def begin(self, seconds: float, *, drain: bool = False) -> None:
        """Close after so many seconds, or once nobody plays any more, instead of what was planned before."""
        if self._task is not None:
            self._task.cancel()
        self._house.draining = drain
        self._task = asyncio.create_task(self._drain(seconds) if drain else self._run(seconds))

    async def call_off(self) -> bool:
        """Stay open; False where no closing was under way."""
        if self._task is None or self._task.done():
            return False
        self._task.cancel()
        self._house.draining = False
        await self._house.announce(CALLED_OFF, phrase=True)
        return True

    async def _drain(self, longest: float) -> None:
        await self._house.announce(LAST_GAMES_SAID, phrase=True)
        closing = asyncio.create_task(self._run(longest))
        try:
            while self._house.playing and not closing.done():
                await asyncio.wait([closing], timeout=LOOK_EVERY)
        finally:
            closing.cancel()
        self._stop()

    async def _run(self, left: float) -> None:
        for mark, sentence in MARKS:
            if mark <= left:
                await asyncio.sleep(left - mark)
                left = mark
                await self._house.announce(sentence, phrase=True)
        await asyncio.sleep(left)
        self.is_over = True
        self._stop()
