"""A house in one file: made while it is open, put back while it is closed."""

import os
import sqlite3
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path

from net.store.folder import DATABASE, Folder
from net.store.store import StoreError

KEYS = ("ssh_host_ed25519_key", "ssh_host_ed25519_key.next")


def back_up(folder: Path, target: Path) -> int:
    """Write the database as it is at this moment, and the host keys, into a new tar file; return its size.

    The house may go on meanwhile. The file is only there once it is whole, and nobody else may read it.
    """
    if target.exists():
        raise StoreError(f"{target} is there already.")
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".tablee-") as room:
            copy = Path(room, DATABASE)
            _copy(folder / DATABASE, copy)
            draft = Path(room, "backup.tar")
            with open(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                with tarfile.open(fileobj=file, mode="w") as archive:
                    for path in (copy, *(folder / key for key in KEYS)):
                        if path.exists():
                            archive.add(path, path.name)
                file.flush()
                os.fsync(file.fileno())
            os.link(draft, target)  # fails where somebody else was quicker
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{target} can't be written: {_why(error)}.") from None
    return target.stat().st_size


def _copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)


def restore(source: Path, path: Path) -> Path | None:
    """Put a backup into a data folder that no house is using; return where the database of before was put."""
    folder = Folder(path)
    try:
        with tempfile.TemporaryDirectory(dir=path, prefix=".restore-") as room:
            _unpack(source, Path(room))
            _check(Path(room, DATABASE), source)
            aside = folder.set_aside("before") if folder.database.exists() else None
            for name in (DATABASE, *KEYS):
                if Path(room, name).exists():
                    Path(room, name).replace(path / name)
        return aside
    except (OSError, tarfile.TarError) as error:
        raise StoreError(f"{source} can't be restored: {_why(error)}.") from None
    finally:
        folder.release()


def _unpack(source: Path, room: Path) -> None:
    """Take out the files that a backup has, whatever else stands in it."""
    with tarfile.open(source) as archive:
        for name in (DATABASE, *KEYS):
            if name not in archive.getnames():
                continue
            member = archive.extractfile(name)
            if member is None:
                continue
            with open(os.open(room / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                while block := member.read(1 << 20):
                    file.write(block)
                file.flush()
                os.fsync(file.fileno())


def _check(database: Path, source: Path) -> None:
    sound = False
    if database.exists():
        try:
            with closing(sqlite3.connect(database)) as connection:
                sound = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                connection.execute("SELECT count(*) FROM logs")
        except sqlite3.Error:
            sound = False
    if not sound:
        raise StoreError(f"{source} is no backup of a house, or a damaged one. Nothing was changed.")


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
