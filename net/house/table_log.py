"""One log in the store, and our place in it."""

import asyncio
from collections.abc import Callable, Sequence

from net.store.store import Store
from net.tables.entries import Closed, Entry, decode_all, encode

Read = Callable[[Sequence[bytes]], list[Entry]]


class TableLog:
    """A log that we write; whoever appends waits until the entries are on disk."""

    def __init__(self, store: Store, name: str) -> None:
        self.name = name
        self._store = store
        self._epoch = 0
        self._version = 0
        self._lock = asyncio.Lock()

    async def open(self, read: Read = decode_all) -> list[Entry]:
        """Become the log's writer and return what it holds, as `read` makes it out."""
        self._epoch = await self._store.acquire(self.name)
        return await self.catch_up(read)

    async def append(self, entries: Sequence[Entry]) -> None:
        """Store entries."""
        data = [encode(entry) for entry in entries]
        last = isinstance(entries[-1], Closed)
        async with self._lock:
            self._version = await self._store.append(self.name, self._epoch, self._version, data, last=last)

    async def catch_up(self, read: Read = decode_all) -> list[Entry]:
        """Return what the log holds beyond our place; after a failure that may be more than we were told."""
        async with self._lock:
            missed = await self._store.read(self.name, self._version)
            entries = read(missed)
            self._version += len(missed)
        return entries
