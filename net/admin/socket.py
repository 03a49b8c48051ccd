"""The socket in the data folder: whoever may read the folder may give orders."""

import asyncio
import contextlib
import os
import pwd
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import msgspec

from net.admin.client import SOCKET, Reply, Request
from net.admin.office import Office
from net.admin.orders import Operator

LONGEST_REQUEST = 65_536
PATIENCE = 10.0


class AdminSocket:
    """Takes orders from a listening socket as long as the house is open; several workers may share the socket."""

    def __init__(self, office: Office, listener: socket.socket) -> None:
        self._office = office
        self._listener = listener
        self._server: asyncio.Server

    async def open(self) -> None:
        """Begin to take orders."""
        self._server = await asyncio.start_server(self._serve, sock=self._listener, limit=LONGEST_REQUEST)

    async def close(self) -> None:
        """Take no more orders."""
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await asyncio.wait_for(reader.readline(), PATIENCE)
            request = msgspec.json.decode(line, type=Request)
            operator = Operator(_who_asks(writer), Path(request.folder))
            text, status = await self._office.ask(operator, request.words)
            writer.write(msgspec.json.encode(Reply(text, status)) + b"\n")
            await writer.drain()
        except (ValueError, TimeoutError, OSError):
            pass  # whoever sends no request gets no answer
        finally:
            writer.close()


@contextlib.contextmanager
def open_listener(folder: Path) -> Iterator[socket.socket]:
    """Make the socket of a data folder; one that a killed house left behind is nobody's, because the folder is ours."""
    path = folder / SOCKET
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(str(path))
    finally:
        os.umask(before)
    try:
        yield listener
    finally:
        listener.close()
        path.unlink(missing_ok=True)


def _who_asks(writer: asyncio.StreamWriter) -> str:
    """Name the user at the other end, as the kernel knows them."""
    if not hasattr(socket, "SO_PEERCRED"):
        return "socket"
    peer = writer.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    uid = struct.unpack("3i", peer)[1]
    try:
        return f"user:{pwd.getpwuid(uid).pw_name}"
    except KeyError:
        return f"user:{uid}"
