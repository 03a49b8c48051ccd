"""One log in the store, and our place in it.

Each entry is sealed with a digest of itself and of all entries before, so that a log with a changed, missing or moved
entry is known as damaged, whatever it is kept in. Logs of before have no seals; they go on with them.
"""

import asyncio
import logging
from collections.abc import Sequence
from hashlib import blake2b

from net.store.store import Store
from net.tables.entries import BadLog, Closed, Entry, decode, encode

logger = logging.getLogger(__name__)

# No value begins with this byte in msgpack.
SEAL = b"\xc1"
DIGEST_BYTES = 12
DAMAGED = "An entry of the log is damaged."


def digest(before: bytes, entry: bytes) -> bytes:
    """Sum up an entry and what came before it."""
    return blake2b(before + entry, digest_size=DIGEST_BYTES).digest()


def unseal(before: bytes, sealed: bytes) -> bytes:
    """Return the entry in a seal, or raise BadLog where it is not the one that was sealed after `before`."""
    seal, entry = sealed[1 : 1 + DIGEST_BYTES], sealed[1 + DIGEST_BYTES :]
    if sealed[:1] != SEAL or digest(before, entry) != seal:
        raise BadLog(DAMAGED)
    return entry


class TableLog:
    """A log that we write; whoever appends waits until the entries are on disk."""

    def __init__(self, store: Store, name: str) -> None:
        self.name = name
        self._store = store
        self._epoch = 0
        self._version = 0
        self._last = name.encode()
        self._is_sealed = False
        self._lock = asyncio.Lock()

    async def open(self) -> list[Entry]:
        """Become the log's writer and return what it holds."""
        self._epoch = await self._store.acquire(self.name)
        entries = await self.catch_up()
        if self._version != await self._store.version(self.name):
            raise BadLog("Entries of the log are missing.")
        return entries

    async def append(self, entries: Sequence[Entry]) -> None:
        """Store entries."""
        last = isinstance(entries[-1], Closed)
        async with self._lock:
            sealed = self._seal([encode(entry) for entry in entries])
            self._version = await self._store.append(self.name, self._epoch, self._version, sealed, last=last)
            self._last, self._is_sealed = sealed[-1][1 : 1 + DIGEST_BYTES], True

    def _seal(self, entries: Sequence[bytes]) -> list[bytes]:
        sealed: list[bytes] = []
        last = self._last
        for entry in entries:
            last = digest(last, entry)
            sealed.append(SEAL + last + entry)
        return sealed

    async def catch_up(self) -> list[Entry]:
        """Return what the log holds beyond our place; after a failure that may be more than we were told."""
        async with self._lock:
            missed = await self._store.read(self.name, self._version)
            entries = [decode(self._unseal(data)) for data in missed]
            self._version += len(missed)
        return entries

    def _unseal(self, data: bytes) -> bytes:
        if data[:1] == SEAL:
            self._is_sealed = True
        entry = unseal(self._last, data) if self._is_sealed else data
        self._last = digest(self._last, entry)
        return entry


class TalkLog:
    """The log of the lobby's talk: each line is sealed alone, a damaged one is left out, and old ones are cut off."""

    def __init__(self, store: Store, name: str, kept: int) -> None:
        self.name = name
        self._store = store
        self._kept = kept
        self._epoch = 0
        self._version = 0
        self._lock = asyncio.Lock()

    async def open(self) -> list[Entry]:
        """Become the log's writer and return the lines that it holds and that can be read."""
        self._epoch = await self._store.acquire(self.name)
        self._version = await self._store.version(self.name)
        lines = []
        for data in await self._store.read(self.name, max(0, self._version - self._kept)):
            try:
                lines.append(decode(unseal(b"", data) if data[:1] == SEAL else data))
            except BadLog as error:
                logger.error("line of talk can't be brought back", extra={"table": self.name, "why": str(error)})
        return lines

    async def append(self, line: Entry) -> None:
        """Store a line; every now and then those that are no longer read are cut off."""
        entry = encode(line)
        async with self._lock:
            sealed = SEAL + digest(b"", entry) + entry
            self._version = await self._store.append(self.name, self._epoch, self._version, [sealed])
            if self._version % self._kept == 0:
                await self._store.trim(self.name, self._epoch, self._version - self._kept)
