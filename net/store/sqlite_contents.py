"""What a SQLite store holds."""

import sqlite3

import msgspec

from net.store.contents import Contents, HeldName, Log, Named
from net.store.shares import Share
from net.store.sqlite_daily import all_tries, known_secret
from net.store.sqlite_store import LOBBY, SqliteStore
from net.store.store import SeatNote


async def contents_of(store: SqliteStore) -> Contents:
    """List everything, in one look at the database."""
    return await store.look(_look)


def _look(db: sqlite3.Connection) -> Contents:
    logs = db.execute("SELECT name, version, open FROM logs WHERE name != ? AND version > 0 ORDER BY rowid", (LOBBY,))
    seats: dict[str, list[SeatNote]] = {}
    for log, note in db.execute("SELECT log, note FROM seats"):
        seats.setdefault(log, []).append(msgspec.msgpack.decode(note, type=SeatNote))
    return Contents(
        names=[Named(*row) for row in db.execute("SELECT identity, name, key FROM people ORDER BY rowid")],
        settings=[row[0] for row in db.execute("SELECT identity FROM likings")],
        accounts=[row[0] for row in db.execute("SELECT identity FROM accounts")],
        credentials=[(row[0], row[1]) for row in db.execute("SELECT credential, identity FROM credentials")],
        held=[HeldName(*row) for row in db.execute("SELECT key, identity, until FROM held_names")],
        games=[row[0] for row in db.execute("SELECT id FROM games WHERE id IN (SELECT game FROM records) ORDER BY id")],
        reviews=[(row[0], row[1]) for row in db.execute("SELECT game, seat FROM reviews")],
        ratings=[(row[0], row[1]) for row in db.execute("SELECT kind, identity FROM ratings ORDER BY kind, identity")],
        dailies=all_tries(db),
        daily_secret=known_secret(db),
        shares=[(row[0], Share(*row[1:])) for row in db.execute("SELECT token, game, seat FROM shares")],
        logs=[Log(name, version, bool(is_open)) for name, version, is_open in logs],
        seats=seats,
    )
