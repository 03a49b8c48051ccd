"""The ratings in the database."""

import sqlite3
from collections.abc import Collection, Mapping

from bots.rating import Rating
from net.store.ladder import Ladder, Rung, Standing, Step
from net.store.writer import Writer

FIELDS = "ratings.identity, COALESCE(people.name, ''), mu, sigma, games"
NAMED = f"SELECT {FIELDS} FROM ratings LEFT JOIN people USING (identity)"

COUNT = "SELECT COUNT(*) FROM ratings"


class SqliteLadder(Ladder):
    """The ratings in the database: the last of each person and game, and a row for each change."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def standings(self, kind: str, identities: Collection[str]) -> dict[str, Standing]:
        def work(db: sqlite3.Connection) -> dict[str, Standing]:
            marks = ", ".join("?" * len(identities))
            rows = db.execute(f"{NAMED} WHERE kind = ? AND ratings.identity IN ({marks})", (kind, *identities))
            return {row[0]: _standing(row) for row in rows}

        return await self._writer.run(work)

    async def rate(
        self, kind: str, game: int, at: float, after: Mapping[str, Rating], games: Mapping[str, int]
    ) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            if db.execute("SELECT 1 FROM rating_steps WHERE game = ?", (game,)).fetchone():
                return True
            if any(_games(db, kind, identity) != games[identity] for identity in after):
                return False
            for identity, rating in after.items():
                row = (identity, kind, *rating, games[identity] + 1, not rating.provisional)
                db.execute("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?)", row)
                db.execute("INSERT INTO rating_steps VALUES (?, ?, ?, ?, ?, ?)", (identity, kind, game, at, *rating))
            return True

        return await self._writer.run(work)

    async def top(self, kind: str, most: int = 50, start: int = 0) -> list[Standing]:
        def work(db: sqlite3.Connection) -> list[Standing]:
            # First only the index is walked: a page far down would else read every row above it.
            order = "ORDER BY mu DESC, identity DESC LIMIT ? OFFSET ?"
            found = f"SELECT identity FROM ratings WHERE kind = ? AND settled = 1 {order}"
            rows = db.execute(f"{NAMED} WHERE kind = ? AND ratings.identity IN ({found})", (kind, kind, most, start))
            return sorted(map(_standing, rows), key=lambda each: (each.rating.mu, each.identity), reverse=True)

        return await self._writer.run(work)

    async def people(self, kind: str) -> int:
        def work(db: sqlite3.Connection) -> int:
            return int(db.execute(f"{COUNT} WHERE kind = ? AND settled = 1", (kind,)).fetchone()[0])

        return await self._writer.run(work)

    async def rung(self, kind: str, identity: str) -> Rung | None:
        def work(db: sqlite3.Connection) -> Rung | None:
            own = "SELECT mu FROM ratings WHERE identity = ? AND kind = ? AND settled = 1"
            found = db.execute(own, (identity, kind)).fetchone()
            if found is None:
                return None
            question = f"{COUNT} WHERE kind = ? AND settled = 1"
            above = db.execute(f"{question} AND mu > ?", (kind, *found)).fetchone()[0]
            return Rung(above + 1, db.execute(question, (kind,)).fetchone()[0])

        return await self._writer.run(work)

    async def course(self, kind: str, identity: str, most: int = 200) -> list[Step]:
        def work(db: sqlite3.Connection) -> list[Step]:
            question = "SELECT at, game, mu, sigma FROM rating_steps WHERE identity = ? AND kind = ?"
            rows = db.execute(f"{question} ORDER BY game DESC LIMIT ?", (identity, kind, most)).fetchall()
            return [Step(at, game, Rating(mu, sigma)) for at, game, mu, sigma in reversed(rows)]

        return await self._writer.run(work)

    async def changed_by(self, game: int) -> dict[str, tuple[Rating, Rating]]:
        def work(db: sqlite3.Connection) -> dict[str, tuple[Rating, Rating]]:
            rows = db.execute("SELECT identity, kind, mu, sigma FROM rating_steps WHERE game = ?", (game,)).fetchall()
            return {
                identity: (_before(db, identity, kind, game), Rating(mu, sigma)) for identity, kind, mu, sigma in rows
            }

        return await self._writer.run(work)

    async def forget(self, kind: str, identity: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            for table in ("ratings", "rating_steps"):
                db.execute(f"DELETE FROM {table} WHERE identity = ? AND kind = ?", (identity, kind))

        await self._writer.run(work)


def _standing(row: tuple[str, str, float, float, int]) -> Standing:
    identity, name, mu, sigma, games = row
    return Standing(identity, name, Rating(mu, sigma), games)


def _games(db: sqlite3.Connection, kind: str, identity: str) -> int:
    found = db.execute("SELECT games FROM ratings WHERE identity = ? AND kind = ?", (identity, kind)).fetchone()
    return int(found[0]) if found else 0


def _before(db: sqlite3.Connection, identity: str, kind: str, game: int) -> Rating:
    question = (
        "SELECT mu, sigma FROM rating_steps WHERE identity = ? AND kind = ? AND game < ? ORDER BY game DESC LIMIT 1"
    )
    found = db.execute(question, (identity, kind, game)).fetchone()
    return Rating(*found) if found else Rating()
