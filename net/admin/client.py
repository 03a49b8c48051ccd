"""The other end of the socket: gives an order to the house of a data folder, and starts quickly."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec

SOCKET = "admin.sock"
LONGEST_ANSWER = 64 * 1024 * 1024


class Request(msgspec.Struct, frozen=True):
    """A command, and the folder that its file names are meant from."""

    words: list[str]
    folder: str = "/"


class Reply(msgspec.Struct, frozen=True):
    """What to write, and the exit code."""

    text: str
    status: int


class NoHouse(OSError):
    """No house listens, with a sentence that says so."""


async def ask(folder: Path, words: Sequence[str]) -> Reply:
    """Send an order to the house of a data folder; raise NoHouse where none is open."""
    path = folder / SOCKET
    try:
        reader, writer = await asyncio.open_unix_connection(str(path), limit=LONGEST_ANSWER)
    except OSError as error:
        raise NoHouse(f"No house is open in {folder} ({error.strerror or error}).") from None
    try:
        writer.write(msgspec.json.encode(Request(list(words), str(Path.cwd()))) + b"\n")
        return msgspec.json.decode(await reader.readline(), type=Reply)
    except (msgspec.DecodeError, OSError):
        raise NoHouse(f"The house in {folder} closed before it answered.") from None
    finally:
        writer.close()
