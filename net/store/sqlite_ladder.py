"""The ratings in the database."""

import sqlite3
from array import array
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from bots.rating import Rating
from net.store.ladder import Ladder, Rung, Standing, Step
from net.store.store import StoreError
from net.store.writer import Writer

Done = TypeVar("Done")

FIELDS = "ratings.identity, COALESCE(people.name, ''), mu, sigma, games"
NAMED = f"SELECT {FIELDS} FROM ratings LEFT JOIN people USING (identity)"


class SqliteLadder(Ladder):
    """The ratings in the database: the last of each person and game, and a row for each change.

    Who stands where is counted in memory, by strengths alone: to count rows of an index takes as long as there are
    people. Only the thread of the database looks at them, and what could not be stored is read again.
    """

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._strengths: dict[str, array[float]] = {}

    def _known(self, db: sqlite3.Connection, kind: str) -> "array[float]":
        """The strengths of all who are on a ladder, the weakest first."""
        if kind not in self._strengths:
            question = "SELECT mu FROM ratings WHERE kind = ? AND settled = 1 ORDER BY mu"
            self._strengths[kind] = array("d", (row[0] for row in db.execute(question, (kind,))))
        return self._strengths[kind]

    def _leave(self, db: sqlite3.Connection, kind: str, identity: str) -> None:
        """Take somebody off the ladder in memory, before their row changes."""
        strengths = self._known(db, kind)
        mu = _settled(db, kind, identity)
        if mu is not None:
            del strengths[bisect_left(strengths, mu)]

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
                self._leave(db, kind, identity)
                if not rating.provisional:
                    insort(self._strengths[kind], rating.mu)
                row = (identity, kind, *rating, games[identity] + 1, not rating.provisional)
                db.execute("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?)", row)
                db.execute("INSERT INTO rating_steps VALUES (?, ?, ?, ?, ?, ?)", (identity, kind, game, at, *rating))
            return True

        return await self._change(kind, work)

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
            return len(self._known(db, kind))

        return await self._writer.run(work)

    async def rung(self, kind: str, identity: str) -> Rung | None:
        def work(db: sqlite3.Connection) -> Rung | None:
            mu = _settled(db, kind, identity)
            if mu is None:
                return None
            strengths = self._known(db, kind)
            return Rung(len(strengths) - bisect_right(strengths, mu) + 1, len(strengths))

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

    async def bring(self, kind: str, standing: Standing, course: Sequence[Step]) -> None:
        def work(db: sqlite3.Connection) -> None:
            identity, rating = standing.identity, standing.rating
            self._strengths.pop(kind, None)
            row = (identity, kind, *rating, standing.games, not rating.provisional)
            db.execute("INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?)", row)
            _keep_steps(db, [(identity, kind, step.game, step.at, *step.rating) for step in course])

        await self._writer.run(work)

    async def bring_change(self, kind: str, game: int, at: float, changed: Mapping[str, tuple[Rating, Rating]]) -> None:
        def work(db: sqlite3.Connection) -> None:
            _keep_steps(db, [(identity, kind, game, at, *after) for identity, (_before, after) in changed.items()])

        await self._writer.run(work)

    async def pass_on(self, kind: str, identity: str, heir: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            passed, own = _rating(db, kind, identity), _rating(db, kind, heir)
            if passed is None or (own is not None and own.sigma <= passed.sigma):
                self._drop(db, kind, identity)
                return
            self._drop(db, kind, heir)
            for table in ("ratings", "rating_steps"):
                db.execute(f"UPDATE {table} SET identity = ? WHERE identity = ? AND kind = ?", (heir, identity, kind))

        await self._change(kind, work)

    async def forget(self, kind: str, identity: str) -> None:
        await self._change(kind, lambda db: self._drop(db, kind, identity))

    def _drop(self, db: sqlite3.Connection, kind: str, identity: str) -> None:
        self._leave(db, kind, identity)
        for table in ("ratings", "rating_steps"):
            db.execute(f"DELETE FROM {table} WHERE identity = ? AND kind = ?", (identity, kind))

    async def _change(self, kind: str, work: Callable[[sqlite3.Connection], Done]) -> Done:
        """Change a ladder, and read it again where that could not be stored."""
        try:
            return await self._writer.run(work)
        except StoreError:
            self._strengths.pop(kind, None)
            raise


def _standing(row: tuple[str, str, float, float, int]) -> Standing:
    identity, name, mu, sigma, games = row
    return Standing(identity, name, Rating(mu, sigma), games)


def _settled(db: sqlite3.Connection, kind: str, identity: str) -> float | None:
    question = "SELECT mu FROM ratings WHERE identity = ? AND kind = ? AND settled = 1"
    found = db.execute(question, (identity, kind)).fetchone()
    return float(found[0]) if found else None


def _rating(db: sqlite3.Connection, kind: str, identity: str) -> Rating | None:
    question = "SELECT mu, sigma FROM ratings WHERE identity = ? AND kind = ?"
    found = db.execute(question, (identity, kind)).fetchone()
    return Rating(*found) if found else None


def _keep_steps(db: sqlite3.Connection, rows: Sequence[tuple[str, str, int, float, float, float]]) -> None:
    db.executemany("INSERT OR IGNORE INTO rating_steps VALUES (?, ?, ?, ?, ?, ?)", rows)


def _games(db: sqlite3.Connection, kind: str, identity: str) -> int:
    found = db.execute("SELECT games FROM ratings WHERE identity = ? AND kind = ?", (identity, kind)).fetchone()
    return int(found[0]) if found else 0


def _before(db: sqlite3.Connection, identity: str, kind: str, game: int) -> Rating:
    question = (
        "SELECT mu, sigma FROM rating_steps WHERE identity = ? AND kind = ? AND game < ? ORDER BY game DESC LIMIT 1"
    )
    found = db.execute(question, (identity, kind, game)).fetchone()
    return Rating(*found) if found else Rating()
