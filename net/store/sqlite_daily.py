"""The dailies in the database."""

import secrets
import sqlite3

from net.store.daily import Daily, DailyTry, Field, Ranked
from net.store.writer import Writer

FIELDS = "day, daily.identity, log, game, place, score, value, at"
SECRET = "daily"
SECRET_BYTES = 32


class SqliteDaily(Daily):
    """A row for each day and person."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def secret(self) -> bytes:
        def work(db: sqlite3.Connection) -> bytes:
            made = (SECRET, secrets.token_bytes(SECRET_BYTES))
            db.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?)", made)
            return bytes(db.execute("SELECT secret FROM secrets WHERE name = ?", (SECRET,)).fetchone()[0])

        return await self._writer.run(work)

    async def keep_secret(self, secret: bytes) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO secrets VALUES (?, ?)", (SECRET, secret))

        await self._writer.run(work)

    async def begin(self, day: str, identity: str, table: str) -> DailyTry:
        def work(db: sqlite3.Connection) -> DailyTry:
            row = _row(DailyTry(day=day, identity=identity, table=table))
            db.execute("INSERT OR IGNORE INTO daily VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            return _found(db, day, identity) or DailyTry(day=day, identity=identity, table=table)

        return await self._writer.run(work)

    async def find(self, day: str, identity: str) -> DailyTry | None:
        return await self._writer.run(lambda db: _found(db, day, identity))

    async def finish(self, attempt: DailyTry) -> None:
        def work(db: sqlite3.Connection) -> None:
            found = _found(db, attempt.day, attempt.identity)
            if found is not None and not found.finished and found.table == attempt.table:
                db.execute("INSERT OR REPLACE INTO daily VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _row(attempt))

        await self._writer.run(work)

    async def keep(self, attempt: DailyTry) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO daily VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _row(attempt))

        await self._writer.run(work)

    async def top(self, day: str, most: int = 50, start: int = 0) -> list[Ranked]:
        def work(db: sqlite3.Connection) -> list[Ranked]:
            rows = db.execute(
                f"SELECT COALESCE(people.name, ''), {FIELDS} FROM daily LEFT JOIN people USING (identity) "
                "WHERE day = ? AND at > 0 ORDER BY value, at, daily.identity LIMIT ? OFFSET ?",
                (day, most, start),
            )
            return [Ranked(row[0], _try(row[1:])) for row in rows]

        return await self._writer.run(work)

    async def field(self, day: str, value: int = 0) -> Field:
        def work(db: sqlite3.Connection) -> Field:
            question = (
                "SELECT COUNT(*), COALESCE(SUM(value < ?), 0), COALESCE(SUM(value > ?), 0) "
                "FROM daily WHERE day = ? AND at > 0"
            )
            return Field(*db.execute(question, (value, value, day)).fetchone())

        return await self._writer.run(work)

    async def tries_of(self, identity: str) -> list[DailyTry]:
        def work(db: sqlite3.Connection) -> list[DailyTry]:
            question = f"SELECT {FIELDS} FROM daily WHERE identity = ? ORDER BY day"
            return [_try(row) for row in db.execute(question, (identity,))]

        return await self._writer.run(work)

    async def forget(self, identity: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM daily WHERE identity = ?", (identity,))

        await self._writer.run(work)


Row = tuple[str, str, str, int, int, int, int, float]


def _row(attempt: DailyTry) -> Row:
    return (
        attempt.day,
        attempt.identity,
        attempt.table,
        attempt.game,
        attempt.place,
        attempt.score,
        attempt.value,
        attempt.at,
    )


def _try(row: Row) -> DailyTry:
    day, identity, table, game, place, score, value, at = row
    return DailyTry(day=day, identity=identity, table=table, game=game, place=place, score=score, value=value, at=at)


def _found(db: sqlite3.Connection, day: str, identity: str) -> DailyTry | None:
    row = db.execute(f"SELECT {FIELDS} FROM daily WHERE day = ? AND identity = ?", (day, identity)).fetchone()
    return _try(row) if row else None


def all_tries(db: sqlite3.Connection) -> list[DailyTry]:
    """Everybody's tries, for taking them to another store."""
    return [_try(row) for row in db.execute(f"SELECT {FIELDS} FROM daily ORDER BY day")]


def known_secret(db: sqlite3.Connection) -> bytes:
    """What the deals follow from; empty where nobody has asked for it yet."""
    row = db.execute("SELECT secret FROM secrets WHERE name = ?", (SECRET,)).fetchone()
    return bytes(row[0]) if row else b""
