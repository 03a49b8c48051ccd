"""The store in a folder: what was acknowledged is there again, and a damaged or foreign one is never made worse."""

import asyncio
import os
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from net.store.folder import DATABASE
from net.store.schema import VERSIONS
from net.store.sqlite_store import SqliteStore
from net.store.store import RecordedGame, StoreError
from net.store.writer import Writer
from tests.net.store_harness import GAME, write_until_killed


async def test_what_was_stored_is_there_after_reopening(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    epoch = await store.acquire("kiwi-42")
    await store.append("kiwi-42", epoch, 0, [b"one"])
    await store.close()
    store = await SqliteStore.open(tmp_path)
    assert await store.read("kiwi-42") == [b"one"]
    assert await store.acquire("kiwi-42") == epoch + 1
    assert store.set_aside is None
    await store.close()


async def test_games_are_counted_without_reading_them_and_listed_without_their_records(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    for number in range(1, 4):
        winners = (0,) if number == 2 else (1,)
        game = msgspec.structs.replace(GAME, number=number, winners=winners)
        await store.keep_game(RecordedGame(game, b"record"))
    await store._writer.run(lambda db: db.execute("DROP TABLE records").fetchall())
    assert [game.number for game in await store.games_of("key:Ada")] == [3, 2, 1]
    await store._writer.run(lambda db: db.execute("DROP TABLE games").fetchall())
    assert await store.tally_of("key:Ada") == (3, 1)
    assert await store.tally_of("key:Bob") == (3, 0)
    assert await store.tally_of("key:Eve") == (0, 0)
    await store.close()


async def test_F4_a_full_disk_refuses_to_store_and_goes_on_reading(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path, largest=256 * 1024)
    epoch = await store.acquire("kiwi-42")
    version = 0

    async def append_for_ever() -> None:
        nonlocal version
        while version < 1000:
            version = await store.append("kiwi-42", epoch, version, [b"x" * 4000])

    with pytest.raises(StoreError, match="could not be stored"):
        await append_for_ever()
    assert 0 < version < 1000
    assert len(await store.read("kiwi-42")) == version
    with pytest.raises(StoreError):
        await store.append("kiwi-42", epoch, version, [b"x" * 4000])
    await store.close()
    store = await SqliteStore.open(tmp_path)
    assert len(await store.read("kiwi-42")) == version
    assert await store.append("kiwi-42", epoch, version, [b"x" * 4000]) == version + 1
    await store.close()


class Jammed(sqlite3.Connection):
    """A connection that can't roll back while it is jammed, as a disk that fails may have it."""

    jammed = True

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if self.jammed and sql == "ROLLBACK":
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)


async def test_F42_a_rollback_that_fails_is_told_to_all_and_tried_again(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / DATABASE, isolation_level=None, check_same_thread=False, factory=Jammed)
    connection.execute("CREATE TABLE moves (number)")
    writer = Writer(connection)

    def move(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO moves VALUES (1)")

    def fail(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO moves VALUES (2)")
        raise sqlite3.OperationalError("disk I/O error")

    async with asyncio.timeout(20):
        for work in (fail, move, fail):
            with pytest.raises(StoreError, match="could not be stored"):
                await writer.run(work)
        connection.jammed = False
        await writer.run(move)
        assert await writer.run(lambda db: db.execute("SELECT number FROM moves").fetchall()) == [(1,)]
        await writer.close()


async def test_F5_a_read_only_database_is_refused_with_a_sentence(tmp_path: Path) -> None:
    await (await SqliteStore.open(tmp_path)).close()
    (tmp_path / DATABASE).chmod(0o444)
    with pytest.raises(StoreError, match="read-only"):
        await SqliteStore.open(tmp_path)


async def test_F5_a_folder_that_cannot_be_made_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreError, match="can't be used"):
        await SqliteStore.open(tmp_path / "file" / "data")


async def damage(tmp_path: Path, at: int, data: bytes) -> bytes:
    """Fill a database, overwrite some of it, and give what is left."""
    store = await SqliteStore.open(tmp_path)
    epoch = await store.acquire("kiwi-42")
    await store.append("kiwi-42", epoch, 0, [os.urandom(3000) for _ in range(40)])
    await store.close()
    path = tmp_path / DATABASE
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)
    return path.read_bytes()


@pytest.mark.parametrize(("at", "data"), [(0, b"not a database!!"), (8192, b"\x5a" * 20_000)], ids=["head", "body"])
async def test_F6_a_damaged_database_is_found_and_set_aside_never_overwritten(
    tmp_path: Path, at: int, data: bytes
) -> None:
    left = await damage(tmp_path, at, data)
    store = await SqliteStore.open(tmp_path)
    assert store.set_aside is not None
    assert store.set_aside.read_bytes() == left
    assert await store.read("kiwi-42") == []
    first = store.set_aside
    await store.close()
    again = await damage(tmp_path, at, data)
    store = await SqliteStore.open(tmp_path)
    assert store.set_aside not in (None, first)
    assert store.set_aside is not None
    assert store.set_aside.read_bytes() == again
    assert first.read_bytes() == left
    await store.close()


async def test_F7_a_second_house_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    with pytest.raises(StoreError, match="in use by another"):
        await SqliteStore.open(tmp_path)
    await store.append("kiwi-42", await store.acquire("kiwi-42"), 0, [b"one"])
    await store.close()
    await (await SqliteStore.open(tmp_path)).close()


async def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    await (await SqliteStore.open(tmp_path)).close()
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="another version"):
        await SqliteStore.open(tmp_path)


async def test_a_database_of_an_earlier_version_is_brought_up_to_date(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.executescript(f"{VERSIONS[0]} PRAGMA user_version = 1;")
    connection.execute("INSERT INTO people VALUES ('key:Ada', 'Ada', 'ada')")
    connection.commit()
    connection.close()
    store = await SqliteStore.open(tmp_path)
    assert await store.name_of("key:Ada") == "Ada"
    await store.keep_settings("key:Ada", {"theme": "light", "motion": False})
    assert await store.settings_of("key:Ada") == {"theme": "light", "motion": False}
    assert await store.settings_of("key:Bob") == {}
    await store.close()


async def test_an_old_game_that_cannot_be_read_keeps_no_database_from_opening(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.executescript(f"{VERSIONS[0]} {VERSIONS[1]} PRAGMA user_version = 2;")
    whole = msgspec.msgpack.encode({**msgspec.to_builtins(GAME), "record": b"record"})
    for number, row in enumerate((whole, b"\xc1", whole[:40]), start=1):
        connection.execute("INSERT INTO games VALUES (?, 'kiwi-42', ?, ?)", (number, number, row))
        connection.execute("INSERT INTO players VALUES ('key:Ada', ?)", (number,))
    connection.commit()
    connection.close()
    store = await SqliteStore.open(tmp_path)
    assert await store.game(1) == (msgspec.structs.replace(GAME, id=1), b"record")
    assert await store.game(2) is None
    assert await store._writer.run(lambda db: db.execute("SELECT game FROM games WHERE id > 1").fetchall()) == [
        (b"\xc1",),
        (whole[:40],),
    ]
    await store.close()


@pytest.mark.parametrize("lines", [1, 60, 150])
async def test_F1_nothing_acknowledged_is_lost_when_the_writer_is_killed(tmp_path: Path, lines: int) -> None:
    acknowledged = await asyncio.to_thread(write_until_killed, tmp_path, lines)
    acknowledged |= await asyncio.to_thread(write_until_killed, tmp_path, lines)
    store = await SqliteStore.open(tmp_path)
    assert store.set_aside is None
    for table, version in acknowledged.items():
        entries = await store.read(table)
        assert len(entries) >= version
        assert entries == [f"{table} {number}".encode() for number in range(len(entries))]
    await store.close()


async def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.read("kiwi-42")
