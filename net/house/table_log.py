"""One log in the store, and our place in it.

Each entry is sealed with a digest of itself and of all entries before, so that a log with a changed, missing or moved
entry is known as damaged, whatever it is kept in. Logs of before have no seals; they go on with them.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b

from net.store.store import LogEnd, Store
from net.tables.entries import BadLog, Closed, Entry, Said, decode, encode

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


def readable(sealed: Iterable[bytes]) -> Iterator[Entry]:
    """The entries of a log that can be read, whether or not they follow each other."""
    for data in sealed:
        with suppress(BadLog):
            yield decode(data[1 + DIGEST_BYTES :] if data[:1] == SEAL else data)


class TableLog:
    """A log that we write; whoever appends waits until the entries are on disk."""

    def __init__(self, store: Store, name: str) -> None:
        self.name = name
        self._store = store
        self._epoch = 0
        self._version = 0
        self._at = 0
        self._last = name.encode()
        self._is_sealed = False
        self._lock = asyncio.Lock()

    @property
    def epoch(self) -> int:
        """Which of all who have written this log we are."""
        return self._epoch

    @property
    def version(self) -> int:
        """How many entries of the log we know."""
        return self._version

    async def begin(self, entries: Sequence[Entry]) -> None:
        """Begin the log with its first entries; the store raises CodeTaken where there ever was one of its name."""
        sealed = self._seal([encode(entry) for entry in entries])
        self._epoch = await self._store.create(self.name, sealed)
        self._version = len(sealed)
        self._last, self._is_sealed = sealed[-1][1 : 1 + DIGEST_BYTES], True

    async def peek(self, end: LogEnd) -> list[Entry]:
        """Return what a log holds that ends there; nobody is kept from writing to it before `take`."""
        entries = await self.catch_up()
        if self._version < end.version:
            raise BadLog("Entries of the log are missing.")
        self._at = end.at
        return entries

    async def take(self) -> None:
        """Become the log's writer where `peek` left off; the store raises Overtaken where the log has gone on since."""
        self._epoch = await self._store.acquire(self.name, self._at)

    def release(self) -> None:
        """Write no more."""
        self._store.release(self.name)

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


def seal_line(line: Entry) -> bytes:
    """Seal a line of the lobby's talk, which many may write, by itself."""
    entry = encode(line)
    return SEAL + digest(b"", entry) + entry


def read_lines(lines: Sequence[bytes]) -> list[Entry]:
    """Read the lobby's talk; a damaged line is left out."""
    read = []
    for data in lines:
        try:
            read.append(decode(unseal(b"", data) if data[:1] == SEAL else data))
        except BadLog as error:
            logger.error("line of talk can't be brought back", extra={"why": str(error)})
    return read


def lines_of(person: str, lines: Iterable[bytes]) -> list[bytes]:
    """Of the lobby's talk, the lines that somebody has said."""
    return [
        data for data in lines for entry in readable([data]) if isinstance(entry, Said) and entry.identity == person
    ]
