"""The shared games in the database."""

import sqlite3

from net.store.shares import Share, Shares
from net.store.writer import Writer


class SqliteShares(Shares):
    """A row for each game and seat that is shared."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def keep(self, share: Share, token: str) -> str:
        def work(db: sqlite3.Connection) -> str:
            db.execute("INSERT OR IGNORE INTO shares VALUES (?, ?, ?)", (token, *share))
            return _token_of(db, share)

        return await self._writer.run(work)

    async def token_of(self, share: Share) -> str:
        return await self._writer.run(lambda db: _token_of(db, share))

    async def find(self, token: str) -> Share | None:
        def work(db: sqlite3.Connection) -> Share | None:
            row = db.execute("SELECT game, seat FROM shares WHERE token = ?", (token,)).fetchone()
            return Share(*row) if row else None

        return await self._writer.run(work)

    async def drop(self, share: Share) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM shares WHERE game = ? AND seat = ?", share)

        await self._writer.run(work)


def _token_of(db: sqlite3.Connection, share: Share) -> str:
    row = db.execute("SELECT token FROM shares WHERE game = ? AND seat = ?", share).fetchone()
    return str(row[0]) if row else ""
