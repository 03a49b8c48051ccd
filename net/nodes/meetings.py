"""Where strangers meet: two who ask for a table at the same moment, at two nodes, must not wait for each other at two.

Such tables are opened one after the other. One message of the store counts for each node those that it has opened:
whoever wants to open another waits until all of them are known here, looks for one once more, and then puts the next
count in that message's place. Where somebody was quicker that is refused, and there is one more to look at.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, Protocol

from net.nodes.bus import Bus
from net.nodes.elsewhere import Elsewhere
from net.store.nats_data import NotAsExpected, pack, unpack
from net.store.nats_streams import KEPT

SUBJECT = "kept.meeting"
PATIENCE = 2.5
"""Seconds that a node may take to open what it has claimed; then it is not waited for."""


class Counted(NamedTuple):
    """The message that counts the tables of each node, and its place in the stream."""

    at: int
    tables: dict[str, int]


class Meetings(Protocol):
    """The tables that are opened for strangers to meet at, in one order for all nodes."""

    async def catch_up(self) -> Counted:
        """Wait until all that others have opened are known here."""
        ...

    async def claim(self, known: Counted) -> bool:
        """Be the next to open one; false where another was opened after those that are known."""
        ...

    def opened(self) -> None:
        """What was claimed here is open, or will not be: the lobby's next news tell it to the others."""
        ...


class NoMeetings:
    """Of a house that is alone: there is nobody to wait for."""

    async def catch_up(self) -> Counted:
        return Counted(0, {})

    async def claim(self, known: Counted) -> bool:
        return True

    def opened(self) -> None:
        pass


class NatsMeetings:
    """Of a node that has opened `count` and tells the others so; `is_open` says which of them are there."""

    def __init__(self, bus: Bus, elsewhere: Elsewhere, is_open: Callable[[str], bool]) -> None:
        self.count = 0
        self._claimed = 0
        self._bus = bus
        self._elsewhere = elsewhere
        self._is_open = is_open
        self._heard = asyncio.Event()

    def heard(self) -> None:
        """Take note that another node has told something, or is gone."""
        self._heard.set()

    async def catch_up(self) -> Counted:
        stored = await self._bus.data.last(KEPT, SUBJECT)
        tables = unpack(stored.data, type=dict[str, int]) if stored.data else {}
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._is_behind(tables):
                    self._heard.clear()
                    await self._heard.wait()
        return Counted(stored.at, tables)

    def _is_behind(self, tables: dict[str, int]) -> bool:
        return any(self._is_open(node) and self._elsewhere.meetings_of(node) < count for node, count in tables.items())

    async def claim(self, known: Counted) -> bool:
        self._claimed += 1
        others = {node: count for node, count in known.tables.items() if self._is_open(node)}
        try:
            await self._bus.data.publish(SUBJECT, pack({**others, self._bus.name: self._claimed}), known.at)
        except NotAsExpected:
            return False
        return True

    def opened(self) -> None:
        self.count = self._claimed
