"""The data folder: one house at a time, and a damaged database is set aside, never overwritten."""

import fcntl
import os
import sqlite3
import stat
import time
from pathlib import Path

from net.store.store import InUse, StoreError

DATABASE = "tablee.db"
LOCK = "lock"
NOBODY_WRITES = 0o222
OURS_ALONE = 0o700
OTHERS = 0o077


class Folder:
    """A data folder that belongs to this process until it is released."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = path / DATABASE
        try:
            path.mkdir(parents=True, exist_ok=True, mode=OURS_ALONE)
            _hide_folder(path)
            self._lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(f"The data folder {path} can't be used: {error.strerror}.") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            raise InUse(f"The data folder {path} is in use by another Tablée.") from None

    def release(self) -> None:
        """Let another process have the folder."""
        os.close(self._lock)

    def connect(self, largest: int | None = None) -> tuple[sqlite3.Connection, Path | None]:
        """Open the database; the path is where a damaged one was put, and `largest` limits its size in bytes."""
        damaged = self.set_aside("damaged") if self.database.exists() and not _is_sound(self.database) else None
        self._check_writable()
        self._hide_files()
        connection = sqlite3.connect(self.database, isolation_level=None, check_same_thread=False)
        try:
            _make_safe(connection, largest)
        except sqlite3.Error as error:
            connection.close()
            raise StoreError(f"The database {self.database} can't be written: {error}.") from None
        return connection, damaged

    def _check_writable(self) -> None:
        # The permission bits speak for the owner even where the superuser could write anyway.
        for path in (self.path, self.database):
            if path.exists() and not (path.stat().st_mode & NOBODY_WRITES and os.access(path, os.W_OK)):
                raise StoreError(f"{path} is read-only: games could not be saved.")

    def _hide_files(self) -> None:
        """Let nobody else read the data: hidden cards are in it. SQLite makes its other files like the database."""
        try:
            os.close(os.open(self.database, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            for path in self.path.glob(f"{DATABASE}*"):
                path.chmod(stat.S_IMODE(path.stat().st_mode) & OURS_ALONE)
        except OSError as error:
            raise StoreError(f"The data in {self.path} can't be hidden from others: {error.strerror}.") from None

    def set_aside(self, what: str) -> Path:
        """Move the database out of the way, under a name that says what it was, and return where it lies."""
        stamp = time.strftime("%Y%m%d-%H%M%S")
        tail = f"{what}-{stamp}"
        number = 1
        while (aside := self.database.with_name(f"{DATABASE}.{tail}")).exists():
            number += 1
            tail = f"{what}-{stamp}-{number}"
        for suffix in ("", "-wal", "-shm"):
            part = self.database.with_name(DATABASE + suffix)
            if part.exists():
                part.rename(aside.with_name(aside.name + suffix))
        return aside


def _hide_folder(path: Path) -> None:
    """Keep others out of the folder; one that is shared on purpose, or somebody's home, is not ours to change."""
    mode = path.stat().st_mode
    if not mode & OTHERS:
        return
    if mode & stat.S_ISVTX or path.resolve() == Path.home().resolve():
        raise StoreError(f"The data folder {path} is open to others: take one that holds nothing else.")
    try:
        path.chmod(stat.S_IMODE(mode) & OURS_ALONE)
    except OSError:
        raise StoreError(f"The data folder {path} is open to others, and `chmod 700` fails.") from None


def _make_safe(connection: sqlite3.Connection, largest: int | None) -> None:
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA wal_autocheckpoint=0")  # the writer does it
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("ROLLBACK")
    if largest is not None:
        (page,) = connection.execute("PRAGMA page_size").fetchone()
        connection.execute(f"PRAGMA max_page_count={max(1, largest // page)}")


def _is_sound(database: Path) -> bool:
    """Read the whole database without changing it."""
    try:
        connection = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)
        try:
            return [row[0] for row in connection.execute("PRAGMA integrity_check")] == ["ok"]
        finally:
            connection.close()
    except sqlite3.OperationalError as error:
        raise StoreError(f"The database {database} can't be read: {error}.") from None
    except sqlite3.DatabaseError:
        return False
