"""The store of a single house: SQLite in a data folder."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Collection, Sequence
from math import isinf
from pathlib import Path
from typing import TypeVar

import msgspec

from net.store.folder import Folder
from net.store.schema import prepare
from net.store.sqlite_daily import SqliteDaily
from net.store.sqlite_ladder import SqliteLadder
from net.store.sqlite_ledger import SqliteLedger
from net.store.sqlite_people import SqlitePeople
from net.store.sqlite_shares import SqliteShares
from net.store.store import (
    TALK_KEPT,
    CodeTaken,
    FinishedGame,
    LogEnd,
    Overtaken,
    RecordedGame,
    ReviewedGame,
    SeatNote,
    StoreError,
    StoreTally,
    Tally,
)
from net.store.writer import Writer

logger = logging.getLogger(__name__)

LOBBY = "lobby"

Seen = TypeVar("Seen")


class SqliteStore(SqlitePeople):
    """Logs, people and games in one database; `set_aside` is where a damaged one was put at the start.

    `ledger` is the operators' part of it, `ladder` knows how strong people are, `shares` which games anybody may see.
    """

    def __init__(self, folder: Folder, connection: sqlite3.Connection, set_aside: Path | None) -> None:
        self.set_aside = set_aside
        self.folder = folder.path
        self._games = 0
        self._folder = folder
        self._writer = Writer(connection)
        self.ledger = SqliteLedger(self._writer)
        self.ladder = SqliteLadder(self._writer)
        self.shares = SqliteShares(self._writer)
        self.daily = SqliteDaily(self._writer)

    @classmethod
    async def open(cls, path: Path, largest: int | None = None) -> "SqliteStore":
        """Take the data folder, check what is in it, and begin; `largest` limits the database in bytes."""
        folder = Folder(path)
        try:
            return await cls.open_in(folder, largest)
        except StoreError:
            folder.release()
            raise

    @classmethod
    async def open_in(cls, folder: Folder, largest: int | None = None) -> "SqliteStore":
        """Begin in a data folder that was taken already."""
        connection, set_aside = await asyncio.to_thread(folder.connect, largest)
        prepare(connection)
        if set_aside is not None:
            logger.error("database damaged", extra={"why": f"set aside as {set_aside.name}"})
        return cls(folder, connection, set_aside)

    async def close(self) -> None:
        await self.finish()
        self._folder.release()

    async def finish(self) -> None:
        """Write what is under way, and leave the folder to whoever took it."""
        await self._writer.close()

    @property
    def tally(self) -> StoreTally:
        """What was done since the store was opened."""
        return self._writer.tally._replace(games=self._games)

    async def look(self, look: Callable[[sqlite3.Connection], Seen]) -> Seen:
        """Read whatever one likes, in one transaction."""
        return await self._writer.run(look)

    async def create(self, table: str, entries: Sequence[bytes]) -> int:
        def work(db: sqlite3.Connection) -> int:
            if db.execute("SELECT 1 FROM logs WHERE name = ?", (table,)).fetchone():
                raise CodeTaken(f"There is, or was, a table {table}.")
            row = (table, len(entries))
            db.execute("INSERT INTO logs (name, epoch, version, open) VALUES (?, 1, ?, 1)", row)
            _add_entries(db, table, 0, entries)
            return 1

        return await self._writer.run(work)

    async def acquire(self, table: str, at: int | None = None) -> int:
        def work(db: sqlite3.Connection) -> int:
            found = _end_of(db, table)
            if at is not None and (found is None or found.at != at):
                raise Overtaken(f"The log of {table} has gone on without us.")
            db.execute(
                # Open from its first entry on: a log that holds nothing was never begun.
                "INSERT INTO logs (name, epoch, version, open) VALUES (?, 1, 0, 0) "
                "ON CONFLICT (name) DO UPDATE SET epoch = epoch + 1",
                (table,),
            )
            return _one(db, "SELECT epoch FROM logs WHERE name = ?", table)

        return await self._writer.run(work)

    async def last(self, table: str) -> LogEnd | None:
        return await self._writer.run(lambda db: _end_of(db, table))

    async def append(
        self, table: str, epoch: int, version: int, entries: Sequence[bytes], *, last: bool = False
    ) -> int:
        def work(db: sqlite3.Connection) -> int:
            found = db.execute("SELECT epoch, version FROM logs WHERE name = ?", (table,)).fetchone()
            if found != (epoch, version):
                raise Overtaken(f"The log of {table} has gone on without us.")
            _add_entries(db, table, version, entries)
            grown = version + len(entries)
            db.execute("UPDATE logs SET version = ?, open = ? WHERE name = ?", (grown, not last, table))
            return grown

        return await self._writer.run(work)

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        def work(db: sqlite3.Connection) -> list[bytes]:
            rows = db.execute("SELECT entry FROM entries WHERE log = ? AND number >= ? ORDER BY number", (table, since))
            return [row[0] for row in rows]

        return await self._writer.run(work)

    def release(self, table: str) -> None:
        pass

    async def tables(self) -> list[str]:
        def work(db: sqlite3.Connection) -> list[str]:
            question = "SELECT name FROM logs WHERE open AND name != ? ORDER BY rowid"
            return [row[0] for row in db.execute(question, (LOBBY,))]

        return await self._writer.run(work)

    async def note_seats(
        self,
        table: str,
        version: int,
        notes: Sequence[SeatNote],
        gone: Collection[str] = (),
        due: float | None = None,
    ) -> None:
        rows = [(note.person, table, msgspec.msgpack.encode(note)) for note in notes]

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM seats WHERE log = ?", (table,))
            db.executemany("INSERT INTO seats VALUES (?, ?, ?)", rows)
            db.execute("UPDATE logs SET noted = ? WHERE name = ?", (version, table))
            if due is not None:
                db.execute("UPDATE logs SET due = ? WHERE name = ?", (None if isinf(due) else due, table))

        await self._writer.run(work)

    async def due(self, now: float, since: float = 0.0) -> list[str]:
        def work(db: sqlite3.Connection) -> list[str]:
            return [row[0] for row in db.execute("SELECT name FROM logs WHERE due <= ? AND open ORDER BY due", (now,))]

        return await self._writer.run(work)

    async def seats_of(self, person: str) -> list[SeatNote]:
        def work(db: sqlite3.Connection) -> list[SeatNote]:
            question = "SELECT note FROM seats JOIN logs ON name = log WHERE person = ? AND open ORDER BY logs.rowid"
            return [note for row in db.execute(question, (person,)) if (note := _note_or_none(row[0])) is not None]

        return await self._writer.run(work)

    async def unnoted(self) -> list[str]:
        def work(db: sqlite3.Connection) -> list[str]:
            question = "SELECT name FROM logs WHERE open AND noted != version AND name != ? ORDER BY rowid"
            return [row[0] for row in db.execute(question, (LOBBY,))]

        return await self._writer.run(work)

    async def say(self, line: bytes) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR IGNORE INTO logs (name, epoch, version, open) VALUES (?, 1, 0, 1)", (LOBBY,))
            said = _one(db, "SELECT version FROM logs WHERE name = ?", LOBBY)
            _add_entries(db, LOBBY, said, [line])
            db.execute("UPDATE logs SET version = ? WHERE name = ?", (said + 1, LOBBY))
            db.execute("DELETE FROM entries WHERE log = ? AND number <= ?", (LOBBY, said - TALK_KEPT))

        await self._writer.run(work)

    async def talk(self) -> list[bytes]:
        def work(db: sqlite3.Connection) -> list[bytes]:
            question = "SELECT entry FROM entries WHERE log = ? ORDER BY number DESC LIMIT ?"
            return [row[0] for row in db.execute(question, (LOBBY, TALK_KEPT))][::-1]

        return await self._writer.run(work)

    async def unsay(self, lines: Sequence[bytes]) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.executemany("DELETE FROM entries WHERE log = ? AND entry = ?", [(LOBBY, line) for line in lines])

        await self._writer.run(work)

    async def mentions(self, identity: str) -> list[str]:
        def work(db: sqlite3.Connection) -> list[str]:
            # What an entry says of people stands in it as it is, so there is no need to read every one.
            question = "SELECT DISTINCT log FROM entries WHERE instr(entry, ?) AND log != ? ORDER BY log"
            return [row[0] for row in db.execute(question, (identity.encode(), LOBBY))]

        return await self._writer.run(work)

    async def let_go(self, table: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            closed = "(SELECT name FROM logs WHERE name = ? AND NOT open)"
            db.execute(f"DELETE FROM entries WHERE log IN {closed}", (table,))

        await self._writer.run(work)

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


def _add_entries(db: sqlite3.Connection, table: str, version: int, entries: Sequence[bytes]) -> None:
    numbered = [(table, version + number, entry) for number, entry in enumerate(entries)]
    db.executemany("INSERT INTO entries VALUES (?, ?, ?)", numbered)


def _end_of(db: sqlite3.Connection, table: str) -> LogEnd | None:
    found = db.execute("SELECT epoch, version, open FROM logs WHERE name = ?", (table,)).fetchone()
    if found is None:
        return None
    epoch, version, is_open = found
    return LogEnd(epoch + version, version, "", version > 0 and not is_open)


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


def _note_or_none(data: bytes) -> SeatNote | None:
    """Read the note of a seat; a damaged one must not keep its holder out."""
    try:
        return msgspec.msgpack.decode(data, type=SeatNote)
    except (msgspec.DecodeError, UnicodeDecodeError):
        logger.error("seat can't be read")
        return None
