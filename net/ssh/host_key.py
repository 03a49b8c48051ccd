"""The host key of a house: how it is made, kept and read."""

import contextlib
import os
from pathlib import Path

import asyncssh

KEY_FILE = "ssh_host_ed25519_key"
NEXT_KEY_FILE = f"{KEY_FILE}.next"


class NoHostKey(OSError):
    """The server has no key that it could show, with a sentence that says why."""


def host_key(folder: Path, name: str = KEY_FILE) -> asyncssh.SSHKey:
    """Read the server's key from its data folder; make both at the first start."""
    path = folder / name
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            write_secret(path, new_key().export_private_key())
    except OSError as error:
        raise NoHostKey(f"The host key {path} can't be used: {error.strerror}.") from None
    return read_key(path)


def new_key() -> asyncssh.SSHKey:
    """Make a host key."""
    return asyncssh.generate_private_key("ssh-ed25519")


def read_key(path: Path) -> asyncssh.SSHKey:
    """Read a host key from a file that nobody else may read."""
    try:
        key = asyncssh.read_private_key(path)
        mode = path.stat().st_mode
    except OSError as error:
        raise NoHostKey(f"The host key {path} can't be used: {error.strerror}.") from None
    except asyncssh.KeyImportError as error:
        raise NoHostKey(f"The host key {path} can't be read: {error}.") from None
    if mode & 0o077:
        raise NoHostKey(f"The host key {path} is open to others: `chmod 600` it, or better make a new one.")
    return key


def write_secret(path: Path, data: bytes) -> None:
    """Write a file that nobody else may read."""
    # Written beside and moved into place: a server that dies here leaves no half a key.
    draft = path.with_suffix(".new")
    with contextlib.suppress(FileNotFoundError):
        draft.unlink()
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
