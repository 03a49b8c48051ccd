"""The operators' part of the database."""

import asyncio
import sqlite3
from pathlib import Path

import msgspec

from net.store.backup import back_up
from net.store.ledger import Ban, Deed, Ledger, Pruned
from net.store.writer import Writer

# A number that is free may be given to another game, so nothing may still lead there.
OF_GAMES = (("games", "id"), *((table, "game") for table in ("records", "players", "reviews", "shares")))


class _Dated(msgspec.Struct):
    finished: float


class SqliteLedger(Ledger):
    """The operators' part of the database."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def bans(self) -> list[Ban]:
        """List all bans, the oldest first."""

        def work(db: sqlite3.Connection) -> list[Ban]:
            rows = db.execute("SELECT subject, until, why, by, since FROM bans ORDER BY since")
            return [
                Ban(subject=subject, until=until, why=why, by=by, since=since)
                for subject, until, why, by, since in rows
            ]

        return await self._writer.run(work)

    async def ban(self, ban: Ban) -> None:
        """Keep a ban; a later one of the same subject takes its place."""

        def work(db: sqlite3.Connection) -> None:
            row = (ban.subject, ban.until, ban.why, ban.by, ban.since)
            db.execute("INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?, ?)", row)

        await self._writer.run(work)

    async def unban(self, subject: str) -> None:
        """Let go of a ban."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM bans WHERE subject = ?", (subject,))

        await self._writer.run(work)

    async def note(self, at: float, by: str, command: str, outcome: str) -> None:
        """Add a line to the audit log, which the database lets nobody change or shorten."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO audit (at, by, command, outcome) VALUES (?, ?, ?, ?)", (at, by, command, outcome))

        await self._writer.run(work)

    async def audit(self, most: int) -> list[Deed]:
        """List the last deeds, the latest first."""

        def work(db: sqlite3.Connection) -> list[Deed]:
            rows = db.execute("SELECT id, at, by, command, outcome FROM audit ORDER BY id DESC LIMIT ?", (most,))
            return [Deed(*row) for row in rows]

        return await self._writer.run(work)

    async def back_up(self, folder: Path, target: Path) -> int:
        """Write the database and the host keys into a new file; return its size."""
        return await asyncio.to_thread(back_up, folder, target)

    async def prune(self, before: float) -> Pruned:
        """Let go of games that ended before a time of day, and of closed tables of which no game is left.

        The last game of a table that still stands is kept: the table would bring it back as a new one. A closed table's
        name stays, so that its code is never given again.
        """

        def work(db: sqlite3.Connection) -> Pruned:
            rows = db.execute(
                "SELECT id, game FROM games WHERE NOT EXISTS (SELECT 1 FROM logs WHERE name = games.log AND open) "
                "OR number < (SELECT max(number) FROM games AS later WHERE later.log = games.log)"
            )
            old = [(number,) for number, game in rows if _is_older(game, before)]
            for table, column in OF_GAMES:
                db.executemany(f"DELETE FROM {table} WHERE {column} = ?", old)
            entries = db.execute(
                "DELETE FROM entries WHERE log IN (SELECT name FROM logs WHERE NOT open) "
                "AND log NOT IN (SELECT log FROM games)"
            )
            return Pruned(len(old), entries.rowcount)

        return await self._writer.run(work)


def _is_older(game: bytes, before: float) -> bool:
    try:
        return msgspec.msgpack.decode(game, type=_Dated).finished < before
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False  # whoever can read it may still want it
