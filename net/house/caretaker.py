"""Looks after tables where turns take days: those that rest in the store are brought back when their time has come."""

import asyncio
import logging
from typing import TYPE_CHECKING

from net.store.store import StoreError

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

WHOLE_EVERY = 3600.0
"""After so many seconds all that is noted is looked through again, else only what was noted for the last hours."""


class Caretaker:
    """What a house has seen of the tables that are due; one that can't be brought back is tried again an hour later."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._looked_through = 0.0
        self._in_vain: dict[str, float] = {}

    async def run(self) -> None:
        """Look every now and then; never ends."""
        while True:
            try:
                await self.look()
            except StoreError as error:
                logger.warning("due tables can't be read", extra={"why": str(error)})
            await asyncio.sleep(self._house.rules.look)

    async def look(self) -> None:
        """Bring back the tables that are due and that no other house runs, as far as there is room for them."""
        house, now = self._house, self._house.floor.now.day
        whole = not self._looked_through or now > self._looked_through + WHOLE_EVERY
        codes = await house.store.due(now, 0.0 if whole else self._looked_through - WHOLE_EVERY)
        if whole:
            self._looked_through = now
        self._in_vain = {code: at for code, at in self._in_vain.items() if at > now - WHOLE_EVERY}
        for code in codes:
            if code in house.croupiers or code in self._in_vain:
                continue
            if len(house.croupiers) >= house.rules.limits.tables:
                return
            await self._wake(code, now)

    async def _wake(self, code: str, now: float) -> None:
        end = await self._house.store.last(code)
        if end is None or self._house.nodes.is_open(end.node):
            return
        if await self._house.usher.wake(code) is None:
            self._in_vain[code] = now
