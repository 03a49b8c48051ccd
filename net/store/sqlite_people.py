"""The people of a SQLite store: names, settings, accounts, what proves who they are, what is said against them."""

import logging
import sqlite3

import msgspec

from net.store.store import Account, NameTaken, Report, Store
from net.store.writer import Writer

logger = logging.getLogger(__name__)

KEYLESS = "identity LIKE 'guest:%' AND identity NOT IN (SELECT identity FROM credentials WHERE credential LIKE 'key:%')"


class SqlitePeople(Store):
    """The half of the store that knows people."""

    _writer: Writer

    async def identity_of(self, credential: str) -> str:
        def work(db: sqlite3.Connection) -> str:
            found = db.execute("SELECT identity FROM credentials WHERE credential = ?", (credential,)).fetchone()
            return found[0] if found else credential

        return await self._writer.run(work)

    async def credentials_of(self, identity: str) -> list[str]:
        def work(db: sqlite3.Connection) -> list[str]:
            spoken_for = db.execute("SELECT 1 FROM credentials WHERE credential = ?", (identity,)).fetchone()
            rows = db.execute("SELECT credential FROM credentials WHERE identity = ? ORDER BY rowid", (identity,))
            return [*([] if spoken_for else [identity]), *(row[0] for row in rows)]

        return await self._writer.run(work)

    async def add_credential(self, credential: str, identity: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO credentials VALUES (?, ?)", (credential, identity))

        await self._writer.run(work)

    async def drop_credential(self, credential: str) -> bool:
        def work(db: sqlite3.Connection) -> bool:
            return db.execute("DELETE FROM credentials WHERE credential = ?", (credential,)).rowcount > 0

        return await self._writer.run(work)

    async def account_of(self, identity: str) -> Account:
        def work(db: sqlite3.Connection) -> Account:
            found = db.execute("SELECT account FROM accounts WHERE identity = ?", (identity,)).fetchone()
            return _account(found[0]) if found else Account()

        return await self._writer.run(work)

    async def keep_account(self, identity: str, account: Account) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO accounts VALUES (?, ?)", (identity, msgspec.msgpack.encode(account)))

        await self._writer.run(work)

    async def identity_named(self, key: str) -> str:
        def work(db: sqlite3.Connection) -> str:
            found = db.execute("SELECT identity FROM people WHERE key = ?", (key,)).fetchone()
            return found[0] if found else ""

        return await self._writer.run(work)

    async def name_of(self, identity: str) -> str:
        def work(db: sqlite3.Connection) -> str:
            found = db.execute("SELECT name FROM people WHERE identity = ?", (identity,)).fetchone()
            return found[0] if found else ""

        return await self._writer.run(work)

    async def guests(self) -> list[str]:
        def work(db: sqlite3.Connection) -> list[str]:
            return [row[0] for row in db.execute(f"SELECT identity FROM people WHERE {KEYLESS}")]

        return await self._writer.run(work)

    async def set_name(self, identity: str, name: str, key: str, *, now: float = 0.0) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM held_names WHERE until <= ?", (now,))
            taken = "SELECT 1 FROM people WHERE key = ? AND identity != ?"
            held = "SELECT 1 FROM held_names WHERE key = ? AND identity != ?"
            if any(db.execute(question, (key, identity)).fetchone() for question in (taken, held)):
                raise NameTaken(f"Somebody else is called {name}, or nearly so.")
            db.execute("INSERT OR REPLACE INTO people VALUES (?, ?, ?)", (identity, name, key))

        await self._writer.run(work)

    async def hold_name(self, key: str, identity: str, until: float) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO held_names VALUES (?, ?, ?)", (key, identity, until))

        await self._writer.run(work)

    async def settings_of(self, identity: str) -> dict[str, str | bool]:
        def work(db: sqlite3.Connection) -> dict[str, str | bool]:
            found = db.execute("SELECT settings FROM likings WHERE identity = ?", (identity,)).fetchone()
            return _settings(found[0]) if found else {}

        return await self._writer.run(work)

    async def keep_settings(self, identity: str, settings: dict[str, str | bool]) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO likings VALUES (?, ?)", (identity, msgspec.msgpack.encode(settings)))

        await self._writer.run(work)

    async def forget(self, identity: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            # A program is kept as long as its person has a seat.
            seated = "SELECT 1 FROM seats JOIN logs ON name = log WHERE open AND instr(? || '+', person || '+') = 1"
            played = "SELECT 1 FROM players WHERE identity = ?"
            linked = "SELECT 1 FROM credentials WHERE identity = ?"
            if not any(db.execute(question, (identity,)).fetchone() for question in (seated, played, linked)):
                _forget(db, identity)

        await self._writer.run(work)

    async def erase(self, identity: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            _forget(db, identity)
            for table in ("credentials", "held_names"):
                db.execute(f"DELETE FROM {table} WHERE identity = ?", (identity,))

        await self._writer.run(work)

    async def keep_report(self, report: Report) -> int:
        def work(db: sqlite3.Connection) -> int:
            data = msgspec.msgpack.encode(report)
            return int(db.execute("INSERT INTO reports (report) VALUES (?)", (data,)).lastrowid or 0)

        return await self._writer.run(work)

    async def reports(self, most: int = 100) -> list[Report]:
        def work(db: sqlite3.Connection) -> list[Report]:
            rows = db.execute("SELECT id, report FROM reports ORDER BY id DESC LIMIT ?", (most,))
            return [report for row in rows if (report := _report(*row)) is not None]

        return await self._writer.run(work)


def _forget(db: sqlite3.Connection, identity: str) -> None:
    for table in ("people", "likings", "accounts"):
        db.execute(f"DELETE FROM {table} WHERE identity = ?", (identity,))


def _settings(data: bytes) -> dict[str, str | bool]:
    """Read somebody's settings; damaged ones must not keep them out."""
    try:
        return msgspec.msgpack.decode(data, type=dict[str, str | bool])
    except (msgspec.DecodeError, UnicodeDecodeError):
        logger.error("settings can't be read")
        return {}


def _account(data: bytes) -> Account:
    """Read an account; a damaged one must not keep its owner out."""
    try:
        return msgspec.msgpack.decode(data, type=Account)
    except (msgspec.DecodeError, UnicodeDecodeError):
        logger.error("account can't be read")
        return Account()


def _report(id: int, data: bytes) -> Report | None:
    """Read a report; a damaged one must not hide all others."""
    try:
        return msgspec.structs.replace(msgspec.msgpack.decode(data, type=Report), id=id)
    except (msgspec.DecodeError, UnicodeDecodeError):
        logger.error("report can't be read")
        return None
