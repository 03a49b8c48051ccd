"""The host key of a house: how it is made, kept and read."""

import contextlib
import os
from abc import ABC, abstractmethod
from pathlib import Path
from typing import NamedTuple

import asyncssh

KEY_FILE = "ssh_host_ed25519_key"
NEXT_KEY_FILE = f"{KEY_FILE}.next"


class NoHostKey(OSError):
    """The server has no key that it could show, with a sentence that says why."""


class ShownKeys(NamedTuple):
    """The host key of a house, and the one that is announced beside it because it comes next."""

    current: asyncssh.SSHKey
    following: asyncssh.SSHKey | None = None


class HostKeys(ABC):
    """Where the host keys of a house are kept."""

    @abstractmethod
    async def read(self) -> ShownKeys:
        """Read what is to be shown."""

    @abstractmethod
    async def announce(self) -> asyncssh.SSHKey | None:
        """Make the key that comes next; None where there is one already."""

    @abstractmethod
    async def finish(self) -> bool:
        """Let the key that comes next take the other one's place; false where there is none."""


class FolderKeys(HostKeys):
    """Keys in the data folder of a house of one process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def read(self) -> ShownKeys:
        following = host_key(self._folder, NEXT_KEY_FILE) if (self._folder / NEXT_KEY_FILE).exists() else None
        return ShownKeys(host_key(self._folder), following)

    async def announce(self) -> asyncssh.SSHKey | None:
        return None if (self._folder / NEXT_KEY_FILE).exists() else host_key(self._folder, NEXT_KEY_FILE)

    async def finish(self) -> bool:
        if not (self._folder / NEXT_KEY_FILE).exists():
            return False
        (self._folder / NEXT_KEY_FILE).replace(self._folder / KEY_FILE)
        return True


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
