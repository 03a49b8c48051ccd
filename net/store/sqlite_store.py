"""The store of a single house: SQLite in a data folder."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from net.store.folder import Folder
from net.store.ledger import Ledger
from net.store.schema import prepare
from net.store.sqlite_people import SqlitePeople
from net.store.store import (
    FinishedGame,
    Overtaken,
    RecordedGame,
    ReviewedGame,
    StoreError,
    Tally,
    Unsubscribe,
)
from net.store.writer import StoreTally, Writer

logger = logging.getLogger(__name__)

Hook = Callable[[int], None]


class SqliteStore(SqlitePeople):
    """Logs, people and games in one database; `set_aside` is where a damaged one was put at the start.

    `ledger` is the operators' part of it.
    """

    def __init__(self, folder: Folder, connection: sqlite3.Connection, set_aside: Path | None) -> None:
        self.set_aside = set_aside
        self.folder = folder.path
        self._games = 0
        self._folder = folder
        self._writer = Writer(connection)
        self.ledger = Ledger(self._writer)
        self._hooks: dict[str, list[Hook]] = {}

    @classmethod
    async def open(cls, path: Path, largest: int | None = None) -> "SqliteStore":
        """Take the data folder, check what is in it, and begin; `largest` limits the database in bytes."""
        folder = Folder(path)
        try:
            connection, set_aside = await asyncio.to_thread(folder.connect, largest)
            prepare(connection)
        except StoreError:
            folder.release()
            raise
        if set_aside is not None:
            logger.error("database damaged", extra={"why": f"set aside as {set_aside.name}"})
        return cls(folder, connection, set_aside)

    async def close(self) -> None:
        await self._writer.close()
        self._folder.release()

    @property
    def tally(self) -> StoreTally:
        """What was done since the store was opened."""
        return self._writer.tally._replace(games=self._games)

    async def acquire(self, table: str) -> int:
        def work(db: sqlite3.Connection) -> int:
            db.execute(
                # Open from its first entry on: a log that holds nothing was never begun.
                "INSERT INTO logs VALUES (?, 1, 0, 0) ON CONFLICT (name) DO UPDATE SET epoch = epoch + 1",
                (table,),
            )
            return _one(db, "SELECT epoch FROM logs WHERE name = ?", table)

        return await self._writer.run(work)

    async def append(
        self, table: str, epoch: int, version: int, entries: Sequence[bytes], *, last: bool = False
    ) -> int:
        def work(db: sqlite3.Connection) -> int:
            found = db.execute("SELECT epoch, version FROM logs WHERE name = ?", (table,)).fetchone()
            if found != (epoch, version):
                raise Overtaken(f"The log of {table} has gone on without us.")
            numbered = [(table, version + number, entry) for number, entry in enumerate(entries)]
            db.executemany("INSERT INTO entries VALUES (?, ?, ?)", numbered)
            grown = version + len(entries)
            db.execute("UPDATE logs SET version = ?, open = ? WHERE name = ?", (grown, not last, table))
            return grown

        grown = await self._writer.run(work)
        for hook in self._hooks.get(table, ()):
            hook(grown)
        return grown

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        def work(db: sqlite3.Connection) -> list[bytes]:
            rows = db.execute("SELECT entry FROM entries WHERE log = ? AND number >= ? ORDER BY number", (table, since))
            return [row[0] for row in rows]

        return await self._writer.run(work)

    async def version(self, table: str) -> int:
        def work(db: sqlite3.Connection) -> int:
            found = db.execute("SELECT version FROM logs WHERE name = ?", (table,)).fetchone()
            return int(found[0]) if found else 0

        return await self._writer.run(work)

    async def trim(self, table: str, epoch: int, before: int) -> None:
        def work(db: sqlite3.Connection) -> None:
            if db.execute("SELECT epoch FROM logs WHERE name = ?", (table,)).fetchone() != (epoch,):
                raise Overtaken(f"The log of {table} has gone on without us.")
            db.execute("DELETE FROM entries WHERE log = ? AND number < ?", (table, before))

        await self._writer.run(work)

    def subscribe(self, table: str, hook: Hook) -> Unsubscribe:
        self._hooks.setdefault(table, []).append(hook)

        def unsubscribe() -> None:
            with suppress(KeyError, ValueError):
                self._hooks[table].remove(hook)

        return unsubscribe

    async def tables(self) -> list[str]:
        def work(db: sqlite3.Connection) -> list[str]:
            return [row[0] for row in db.execute("SELECT name FROM logs WHERE open ORDER BY rowid")]

        return await self._writer.run(work)

    async def all_tables(self) -> set[str]:
        def work(db: sqlite3.Connection) -> set[str]:
            return {row[0] for row in db.execute("SELECT name FROM logs")}

        return await self._writer.run(work)

    async def keep_game(self, kept: RecordedGame) -> int:
        game, record = kept
        key = (game.table, game.number)

        def work(db: sqlite3.Connection) -> int:
            new = db.execute(
                "INSERT OR IGNORE INTO games (log, number, game) VALUES (?, ?, ?)", (*key, msgspec.msgpack.encode(game))
            )
            number = _one(db, "SELECT id FROM games WHERE log = ? AND number = ?", *key)
            if new.rowcount:
                self._games += 1
                db.execute("INSERT INTO records VALUES (?, ?)", (number, record))
                _list_players(db, msgspec.structs.replace(game, id=number))
            return number

        return await self._writer.run(work)

    async def amend_game(self, kept: RecordedGame) -> None:
        game, record = kept

        def work(db: sqlite3.Connection) -> None:
            db.execute("UPDATE games SET game = ? WHERE id = ?", (msgspec.msgpack.encode(game), game.id))
            db.execute("UPDATE records SET record = ? WHERE game = ?", (record, game.id))
            db.execute("DELETE FROM players WHERE game = ?", (game.id,))
            _list_players(db, game)

        await self._writer.run(work)

    async def games_of(self, identity: str, most: int = 100) -> list[FinishedGame]:
        def work(db: sqlite3.Connection) -> list[FinishedGame]:
            rows = db.execute(
                "SELECT id, games.game FROM games JOIN players ON players.game = id WHERE identity = ? "
                "ORDER BY id DESC LIMIT ?",
                (identity, most),
            )
            return [game for row in rows if (game := _finished_or_none(*row)) is not None]

        return await self._writer.run(work)

    async def tally_of(self, identity: str) -> Tally:
        def work(db: sqlite3.Connection) -> Tally:
            question = "SELECT count(*), coalesce(sum(won), 0) FROM players WHERE identity = ?"
            return Tally(*db.execute(question, (identity,)).fetchone())

        return await self._writer.run(work)

    async def game(self, id: int) -> RecordedGame | None:
        def work(db: sqlite3.Connection) -> RecordedGame | None:
            question = "SELECT id, games.game, record FROM games JOIN records ON records.game = id WHERE id = ?"
            row = db.execute(question, (id,)).fetchone()
            return RecordedGame(_finished(row[0], row[1]), row[2]) if row else None

        return await self._writer.run(work)

    async def keep_review(self, id: int, seat: int, review: bytes) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", (id, seat, review))

        await self._writer.run(work)

    async def review(self, id: int, seat: int) -> bytes | None:
        def work(db: sqlite3.Connection) -> bytes | None:
            found = db.execute("SELECT review FROM reviews WHERE game = ? AND seat = ?", (id, seat)).fetchone()
            return found[0] if found else None

        return await self._writer.run(work)

    async def reviews_of(self, identity: str, most: int = 100) -> list[ReviewedGame]:
        def work(db: sqlite3.Connection) -> list[ReviewedGame]:
            rows = db.execute(
                "SELECT id, games.game, seat, review FROM games JOIN players ON players.game = id "
                "JOIN reviews ON reviews.game = id WHERE identity = ? ORDER BY id DESC",
                (identity,),
            )
            found = [ReviewedGame(game, *row[2:]) for row in rows if (game := _finished_or_none(*row[:2])) is not None]
            return [reviewed for reviewed in found if reviewed.game.identities[reviewed.seat] == identity][:most]

        return await self._writer.run(work)


def _one(connection: sqlite3.Connection, question: str, *values: object) -> int:
    number: int = connection.execute(question, values).fetchone()[0]
    return number


def _list_players(db: sqlite3.Connection, game: FinishedGame) -> None:
    people = set(game.identities) - {""}
    played = [(identity, game.id, game.won_by(identity)) for identity in people]
    db.executemany("INSERT INTO players VALUES (?, ?, ?)", played)


def _finished(number: int, data: bytes) -> FinishedGame:
    game = msgspec.msgpack.decode(data, type=FinishedGame)
    return msgspec.structs.replace(game, id=number)


def _finished_or_none(id: int, data: bytes) -> FinishedGame | None:
    """Read a game's line; a damaged one must not hide all others."""
    try:
        return _finished(id, data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        logger.error("game can't be read", extra={"game": id})
        return None
