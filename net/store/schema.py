"""The tables of the database, and how an older one is brought up to date."""

import sqlite3
from typing import Any

import msgspec

from net.names import look_alike
from net.store.store import StoreError

# Each version of the database is the one before and these statements.
VERSIONS = (
    """
CREATE TABLE logs (name TEXT PRIMARY KEY, epoch INTEGER NOT NULL, version INTEGER NOT NULL, open INTEGER NOT NULL);
CREATE TABLE entries (log TEXT NOT NULL, number INTEGER NOT NULL, entry BLOB NOT NULL, PRIMARY KEY (log, number))
    WITHOUT ROWID;
CREATE TABLE people (identity TEXT PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE);
CREATE TABLE games (
    id INTEGER PRIMARY KEY, log TEXT NOT NULL, number INTEGER NOT NULL, game BLOB NOT NULL, UNIQUE (log, number)
);
CREATE TABLE players (identity TEXT NOT NULL, game INTEGER NOT NULL, PRIMARY KEY (identity, game)) WITHOUT ROWID;
""",
    "CREATE TABLE likings (identity TEXT PRIMARY KEY, settings BLOB NOT NULL);",
    # A game's row held its record too, so that to list games was to read every record.
    """
CREATE TABLE records (game INTEGER PRIMARY KEY, record BLOB NOT NULL);
INSERT INTO records SELECT id, record_in(game) FROM games WHERE record_in(game) IS NOT NULL;
ALTER TABLE players ADD COLUMN won INTEGER NOT NULL DEFAULT 0;
UPDATE players SET won = 1 WHERE has_won(identity, (SELECT games.game FROM games WHERE id = players.game));
UPDATE games SET game = without_record(game);
""",
    # What operators did is read, never rewritten.
    """
CREATE TABLE bans (
    subject TEXT PRIMARY KEY, until REAL, why TEXT NOT NULL, by TEXT NOT NULL, since REAL NOT NULL
);
CREATE TABLE audit (
    id INTEGER PRIMARY KEY, at REAL NOT NULL, by TEXT NOT NULL, command TEXT NOT NULL,
    outcome TEXT NOT NULL
);
CREATE TRIGGER audit_stays BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is never shortened'); END;
CREATE TRIGGER audit_stands BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
""",
    # Who somebody is and what proves it are two things.
    """
CREATE TABLE credentials (credential TEXT PRIMARY KEY, identity TEXT NOT NULL);
CREATE INDEX credentials_of ON credentials (identity);
CREATE TABLE accounts (identity TEXT PRIMARY KEY, account BLOB NOT NULL);
CREATE TABLE held_names (key TEXT PRIMARY KEY, identity TEXT NOT NULL, until REAL NOT NULL);
CREATE TABLE reports (id INTEGER PRIMARY KEY, report BLOB NOT NULL);
""",
    """
CREATE TABLE reviews (game INTEGER NOT NULL, seat INTEGER NOT NULL, review BLOB NOT NULL, PRIMARY KEY (game, seat));
""",
    # Every table was brought back at the start only to know who sits there.
    """
ALTER TABLE logs ADD COLUMN noted INTEGER NOT NULL DEFAULT 0;
CREATE TABLE seats (person TEXT NOT NULL, log TEXT NOT NULL, note BLOB NOT NULL);
CREATE INDEX seats_of_person ON seats (person);
CREATE INDEX seats_of_log ON seats (log);
""",
    # `settled` is that a rating is not provisional: only those are on the ladder.
    """
CREATE TABLE ratings (
    identity TEXT NOT NULL, kind TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,
    settled INTEGER NOT NULL, PRIMARY KEY (identity, kind)
) WITHOUT ROWID;
CREATE INDEX ladder ON ratings (kind, settled, mu, identity);
CREATE TABLE rating_steps (
    identity TEXT NOT NULL, kind TEXT NOT NULL, game INTEGER NOT NULL, at REAL NOT NULL, mu REAL NOT NULL,
    sigma REAL NOT NULL, PRIMARY KEY (identity, kind, game)
) WITHOUT ROWID;
CREATE INDEX steps_by_game ON rating_steps (game);
""",
    # Names look alike in more scripts than they did; where two now do, each keeps what it had.
    "UPDATE OR IGNORE people SET key = look_alike(name);",
    """
CREATE TABLE shares (
    token TEXT PRIMARY KEY, game INTEGER NOT NULL, seat INTEGER NOT NULL, UNIQUE (game, seat)
) WITHOUT ROWID;
""",
    # Where turns take days somebody has to look at a table that nobody is at.
    """
ALTER TABLE logs ADD COLUMN due REAL;
CREATE INDEX due_logs ON logs (due) WHERE due IS NOT NULL;
""",
    """
CREATE TABLE daily (
    day TEXT NOT NULL, identity TEXT NOT NULL, log TEXT NOT NULL, game INTEGER NOT NULL, place INTEGER NOT NULL,
    score INTEGER NOT NULL, value INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (day, identity)
) WITHOUT ROWID;
CREATE INDEX daily_ladder ON daily (day, value, at) WHERE at > 0;
CREATE INDEX daily_of ON daily (identity, day);
CREATE TABLE secrets (name TEXT PRIMARY KEY, secret BLOB NOT NULL);
""",
)


def prepare(connection: sqlite3.Connection) -> None:
    """Make the tables that are missing; a database of a later version is left alone and refused."""
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        _teach(connection)
        for number, statements in enumerate(VERSIONS[version:], version + 1):
            connection.executescript(f"BEGIN; {statements} PRAGMA user_version = {number}; COMMIT;")
    except sqlite3.Error as error:
        connection.close()
        raise StoreError(f"The database can't be prepared: {error}.") from None
    if version > len(VERSIONS):
        connection.close()
        raise StoreError(f"The database was made by another version of Tablée (data version {version}).")


def _teach(connection: sqlite3.Connection) -> None:
    """Let the statements look into the games of a second version.

    A row that can't be read is left as it is: it is no reason not to open all others.
    """
    connection.create_function("look_alike", 1, look_alike, deterministic=True)
    connection.create_function("record_in", 1, _record_in, deterministic=True)
    connection.create_function("has_won", 2, _has_won, deterministic=True)
    connection.create_function("without_record", 1, _without_record, deterministic=True)


def _read(row: bytes) -> dict[str, Any]:
    try:
        return msgspec.msgpack.decode(row, type=dict[str, Any])
    except (msgspec.DecodeError, ValueError, TypeError):
        return {}


def _record_in(row: bytes) -> bytes | None:
    record = _read(row).get("record")
    return record if isinstance(record, bytes) else None


def _has_won(identity: str, row: bytes) -> bool:
    fields = _read(row)
    seats = fields.get("identities", [])
    return identity in seats and seats.index(identity) in fields.get("winners", [])


def _without_record(row: bytes) -> bytes:
    fields = _read(row)
    if not isinstance(fields.pop("record", None), bytes):
        return row
    return msgspec.msgpack.encode(fields)
