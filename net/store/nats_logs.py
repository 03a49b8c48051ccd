"""The logs of a store on NATS: each append is one message that must follow the last one its writer knows.

So it is atomic, and fenced without a lease: whoever acquires a log appends a message of its own, and no append of an
older writer fits behind that. The node named in a log's last message runs the table.
"""

import asyncio
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from net.store.nats_data import NatsData, NotAsExpected, Stored, Unsure, pack, unpack
from net.store.nats_streams import SHARDS, log_stream, log_subject, shard_of
from net.store.store import CodeTaken, LogEnd, Overtaken, Store, StoreError, StoreTally

GIVE_UP = 3.0
PAUSE = 0.05
BEHIND_TRIES = 50
BEHIND_PAUSE = 0.02


class Batch(msgspec.Struct, array_like=True, frozen=True):
    """One append: all its entries or none, and none where a log is only acquired.

    `version` is the log's before them, `nonce` tells an append of our own that we thought lost from one of others.
    """

    epoch: int
    version: int
    node: str
    nonce: str
    last: bool
    entries: list[bytes]

    @property
    def grown(self) -> int:
        """The log's version after it."""
        return self.version + len(self.entries)


NOTHING = Batch(0, 0, "", "", False, [])


@dataclass(slots=True)
class Place:
    """Where a log that we write ends, as far as we know."""

    epoch: int
    version: int
    at: int


class NatsLogs(Store):
    """The half of the store that knows tables; `node` is the name of the house that writes."""

    node: str
    _data: NatsData
    _places: dict[str, Place]
    _tally: StoreTally

    async def create(self, table: str, entries: Sequence[bytes]) -> int:
        batch = Batch(1, 0, self.node, _nonce(), False, list(entries))
        try:
            at = await self._write(table, batch, 0)
        except NotAsExpected:
            raise CodeTaken(f"There is, or was, a table {table}.") from None
        self._places[table] = Place(1, batch.grown, at)
        return 1

    async def acquire(self, table: str, at: int | None = None) -> int:
        nonce, give_up = _nonce(), time.monotonic() + GIVE_UP
        while True:
            stored = await self._data.last(log_stream(shard_of(table)), log_subject(table))
            if at is not None and stored.at != at:
                raise _overtaken(table)
            before = _batch(stored)
            batch = Batch(before.epoch + 1, before.grown, self.node, nonce, before.last, [])
            try:
                self._places[table] = Place(batch.epoch, batch.grown, await self._write(table, batch, stored.at))
                return batch.epoch
            except NotAsExpected:
                if at is not None or time.monotonic() > give_up:
                    raise _overtaken(table) from None

    async def append(
        self, table: str, epoch: int, version: int, entries: Sequence[bytes], *, last: bool = False
    ) -> int:
        place = self._places.get(table)
        if place is None or (place.epoch, place.version) != (epoch, version):
            raise _overtaken(table)
        batch = Batch(epoch, version, self.node, _nonce(), last, list(entries))
        began = time.monotonic()
        try:
            place.at = await self._write(table, batch, place.at)
        except NotAsExpected:
            if (await self._last(table)).epoch == epoch:
                raise StoreError("The data could not be stored (an append that seemed lost was stored).") from None
            raise _overtaken(table) from None
        except StoreError:
            self._tally = self._tally._replace(failures=self._tally.failures + 1)
            raise
        place.version = batch.grown
        took = self._tally.seconds + time.monotonic() - began
        self._tally = self._tally._replace(commits=self._tally.commits + 1, seconds=took)
        return place.version

    async def _write(self, table: str, batch: Batch, expected: int) -> int:
        """Store a batch behind the expected message, once, also where no answer comes; return its sequence."""
        data, give_up = pack(batch), time.monotonic() + GIVE_UP
        while True:
            try:
                return await self._publish(log_subject(table), data, expected)
            except Unsure:
                if time.monotonic() > give_up:
                    raise
                await asyncio.sleep(PAUSE)
            except NotAsExpected:
                stored = await self._data.last(log_stream(shard_of(table)), log_subject(table))
                if _batch(stored).nonce != batch.nonce:
                    raise
                return stored.at

    async def _publish(self, subject: str, data: bytes, expected: int) -> int:
        return await self._data.publish(subject, data, expected)

    def release(self, table: str) -> None:
        self._places.pop(table, None)

    async def _last(self, table: str) -> Batch:
        return _batch(await self._data.last(log_stream(shard_of(table)), log_subject(table)))

    async def last(self, table: str) -> LogEnd | None:
        stored = await self._data.last(log_stream(shard_of(table)), log_subject(table))
        if not stored.at:
            return None
        batch = _batch(stored)
        return LogEnd(stored.at, batch.grown, batch.node, batch.last)

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        place = self._places.get(table)
        # What we know the end of needs no reading from the beginning.
        start = place.at + 1 if place is not None and since == place.version else 1
        entries: list[bytes] = []
        version: int | None = None
        for stored in await self._read(table, start):
            batch = _batch(stored)
            if version not in (None, batch.version):
                raise StoreError(f"The log of {table} has a gap.")
            version = batch.grown
            entries += batch.entries[max(0, since - batch.version) :]
            if place is not None and batch.epoch == place.epoch and stored.at > place.at:
                place.at, place.version = stored.at, version
        return entries

    async def _read(self, table: str, start: int) -> list[Stored]:
        """Read to where the leader says that the log ends: whoever answers may be a moment behind."""
        end = (await self._data.last(log_stream(shard_of(table)), log_subject(table))).at
        for _ in range(BEHIND_TRIES):
            if start > end:
                return []
            found = await self._data.each(log_stream(shard_of(table)), log_subject(table), start)
            if found and found[-1].at >= end:
                return found
            await asyncio.sleep(BEHIND_PAUSE)
        raise StoreError("The data could not be read (the servers are behind).")

    async def tables(self) -> list[str]:
        found: list[tuple[int, str]] = []
        for shard in range(SHARDS):
            for subject in await self._data.subjects(log_stream(shard), f"log.{shard}.*"):
                table = subject.rpartition(".")[2]
                end = await self.last(table)
                if end is not None and end.version and not end.closed:
                    found.append((end.at, table))
        return [table for _at, table in sorted(found)]

    async def mentions(self, identity: str) -> list[str]:
        named = identity.encode()
        found: list[str] = []
        for shard in range(SHARDS):
            for subject in await self._data.subjects(log_stream(shard), f"log.{shard}.*"):
                if any(named in stored.data for stored in await self._data.each(log_stream(shard), subject)):
                    found.append(subject.rpartition(".")[2])
        return sorted(found)

    async def let_go(self, table: str) -> None:
        end = await self.last(table)
        if end is not None and end.closed:
            # What is left says that there was such a table, and nothing of who was there.
            await self.acquire(table)
            self.release(table)
            await self._data.purge(log_stream(shard_of(table)), log_subject(table), keep=1)

    async def unnoted(self) -> list[str]:
        return []  # each house would have to read all logs; whoever brings a table back notes its seats


def _batch(stored: Stored) -> Batch:
    return unpack(stored.data, type=Batch) if stored.data else NOTHING


def _nonce() -> str:
    return secrets.token_hex(6)


def _overtaken(table: str) -> Overtaken:
    return Overtaken(f"The log of {table} has gone on without us.")
