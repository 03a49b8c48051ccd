"""One log in the store, and our place in it."""

import asyncio
from collections.abc import Sequence

from net.store.store import Store
from net.tables.entries import Closed, Entry, decode_all, encode


class TableLog:
    """A log that we write; whoever appends waits until the entries are on disk."""

    def __init__(self, store: Store, name: str) -> None:
        self.name = name
        self._store = store
        self._epoch = 0
        self._version = 0
        self._lock = asyncio.Lock()

    async def open(self) -> list[Entry]:
        """Become the log's writer and give what it holds."""
        self._epoch = await self._store.acquire(self.name)
        return await self.catch_up()

    async def append(self, entries: Sequence[Entry]) -> None:
        """Store entries."""
        data = [encode(entry) for entry in entries]
        last = isinstance(entries[-1], Closed)
        async with self._lock:
            self._version = await self._store.append(self.name, self._epoch, self._version, data, last=last)

    async def catch_up(self) -> list[Entry]:
        """Give what the log holds beyond our place; after a failure that may be more than we were told."""
        async with self._lock:
            missed = decode_all(await self._store.read(self.name, self._version))
            self._version += len(missed)
        return missed
