"""A write-ahead log that was cut short: what is left of it is a true beginning of every table's log."""

import asyncio
import random
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from net.store.folder import DATABASE
from net.store.sqlite_store import SqliteStore
from tests.net.store_harness import write_until_killed

WAL = f"{DATABASE}-wal"
TABLES = ("fig-1", "kiwi-42", "plum-2")
ROUNDS = 12
ODD_CUTS = 90
# The layout of a write-ahead log, as SQLite's file format describes it.
HEADER = 32
SALT = slice(16, 24)
FRAME = 24 + 4096


def written(wal: bytes) -> int:
    """Where the frames of the log's newest generation end; older ones behind them don't count."""
    end = HEADER
    while wal[end + 8 : end + 16] == wal[SALT] and end + FRAME <= len(wal):
        end += FRAME
    return end


@dataclass
class Kept:
    """A data folder at one moment, and what its store has acknowledged, with the length of its log at that time."""

    database: bytes
    wal: bytes
    logs: dict[str, list[bytes]]
    acknowledged: list[tuple[int, dict[str, int]]] = field(default_factory=list)

    def surely(self, cut: int) -> dict[str, int]:
        """How long each log was when the store last acknowledged something that lies before the cut."""
        return next((versions for end, versions in reversed(self.acknowledged) if end <= cut), {})

    def put(self, folder: Path, cut: int) -> Path:
        """Lay the database and the beginning of its log into a new folder."""
        folder.mkdir()
        (folder / DATABASE).write_bytes(self.database)
        (folder / WAL).write_bytes(self.wal[:cut])
        return folder

    def cuts(self, seed: int) -> list[int]:
        """Choose where to cut: at every frame, around every edge, and at odd bytes in between."""
        end = written(self.wal)
        odd = random.Random(seed).sample(range(len(self.wal)), ODD_CUTS)
        edges = (0, 1, HEADER - 1, HEADER + 1, HEADER + 24, end - 1, min(end + 1, len(self.wal)), len(self.wal))
        return sorted({*range(HEADER, end + 1, FRAME), *odd, *edges})


def checkpoint(folder: Path) -> None:
    """Move the log into the database; the next entries overwrite it from its beginning."""
    connection = sqlite3.connect(folder / DATABASE)
    assert connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[0] == 0
    connection.close()


class Pen:
    """Writes entries of its own choice into the logs of a store."""

    def __init__(self, store: SqliteStore, folder: Path) -> None:
        self.store = store
        self.folder = folder
        self.logs: dict[str, list[bytes]] = {table: [] for table in TABLES}
        self.acknowledged: list[tuple[int, dict[str, int]]] = []
        self._epochs: dict[str, int] = {}
        self._luck = random.Random(5)

    async def acquire(self) -> None:
        for table in TABLES:
            self._epochs[table] = await self.store.acquire(table)

    async def write(self, *tables: str) -> None:
        """Append at once to several logs, so that some share a commit, and note that it was acknowledged."""
        await asyncio.gather(*map(self._append, tables))
        versions = {table: len(log) for table, log in self.logs.items()}
        self.acknowledged.append((written((self.folder / WAL).read_bytes()), versions))

    async def _append(self, table: str) -> None:
        log = self.logs[table]
        first = len(log)
        log += [f"{table} {first + number}".encode() * self._luck.randint(1, 60) for number in range(2)]
        assert await self.store.append(table, self._epochs[table], first, log[first:]) == len(log)

    async def fill(self) -> None:
        for _ in range(ROUNDS):
            await self.write(*TABLES)
            await self.write(self._luck.choice(TABLES))

    def kept(self) -> Kept:
        """Take the folder as a power cut would leave it."""
        database, wal = ((self.folder / name).read_bytes() for name in (DATABASE, WAL))
        return Kept(database, wal, self.logs, self.acknowledged)


async def fill(folder: Path, moment: str) -> Kept:
    """Let a store acknowledge entries up to a moment between two checkpoints."""
    store = await SqliteStore.open(folder)
    pen = Pen(store, folder)
    await pen.acquire()
    await pen.fill()
    if moment != "before a checkpoint":
        checkpoint(folder)
        pen.acknowledged = [(0, {table: len(log) for table, log in pen.logs.items()})]
        for _ in range(ROUNDS // 2):
            await pen.write(*TABLES)
    kept = pen.kept()
    await store.close()
    return kept


async def check_beginning(folder: Path, kept: Kept, surely: dict[str, int]) -> None:
    """See that a folder opens with whole appends from the beginning, all that is sure among them, and goes on."""
    store = await SqliteStore.open(folder)
    assert store.set_aside is None
    for table, log in kept.logs.items():
        entries = await store.read(table)
        assert entries == log[: len(entries)]
        assert len(entries) % 2 == 0
        assert len(entries) >= surely.get(table, 0)
    assert await store.append(table, await store.acquire(table), len(entries), [b"on"]) == len(entries) + 1
    await store.close()


async def test_F3_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    assert await store._writer.run(lambda db: db.execute("PRAGMA synchronous").fetchone()) == (2,)
    await store.close()


@pytest.mark.parametrize("moment", ["before a checkpoint", "after a checkpoint"])
async def test_F3_a_log_cut_at_any_byte_opens_as_a_beginning_with_all_that_was_acknowledged(
    tmp_path: Path, moment: str
) -> None:
    kept = await fill(tmp_path / "whole", moment)
    cuts = kept.cuts(seed=3)
    assert len(cuts) > ODD_CUTS
    for cut in cuts:
        await check_beginning(kept.put(tmp_path / str(cut), cut), kept, kept.surely(cut))
    assert kept.surely(len(kept.wal)) == {table: len(log) for table, log in kept.logs.items()}


async def test_F3_a_log_cut_at_any_moment_opens_as_a_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint leaves no old log behind whose beginning would hide what the database already holds."""
    monkeypatch.setattr("net.store.writer.MOST_CHANGES", 30)
    store = await SqliteStore.open(tmp_path / "whole")
    pen = Pen(store, tmp_path / "whole")
    await pen.acquire()
    luck = random.Random(6)
    generations = set()
    for moment in range(4 * ROUNDS):
        await pen.write(luck.choice(TABLES))
        await store.read(TABLES[0])  # it waits its turn behind a checkpoint
        kept = pen.kept()
        generations.add(kept.wal[SALT])
        for cut in {0, len(kept.wal), *luck.sample(range(len(kept.wal)), 3)}:
            whole = kept.surely(cut) if cut == len(kept.wal) else {}
            await check_beginning(kept.put(tmp_path / f"{moment}-{cut}", cut), kept, whole)
    await store.close()
    assert len(generations) > 3


async def test_F3_the_log_of_a_killed_writer_cut_at_any_byte_opens_as_a_beginning(tmp_path: Path) -> None:
    acknowledged = await asyncio.to_thread(write_until_killed, tmp_path / "whole", 60)
    database, wal = ((tmp_path / "whole" / name).read_bytes() for name in (DATABASE, WAL))
    kept = Kept(database, wal, {})
    for cut in (*kept.cuts(seed=4)[:-1:3], len(wal)):
        store = await SqliteStore.open(kept.put(tmp_path / f"cut-{cut}", cut))
        assert store.set_aside is None
        for table, version in acknowledged.items():
            entries = await store.read(table)
            assert entries == [f"{table} {number}".encode() for number in range(len(entries))]
            assert cut < len(wal) or len(entries) >= version
        await store.close()
