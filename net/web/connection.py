"""One client's connection: requests for files one after the other, and then perhaps a WebSocket.

websockets' sans-I/O core reads and writes the protocol; sockets, buffers, limits and time are ours, as over SSH.
"""

import asyncio
import logging
import socket
import time
from typing import Protocol

from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from net.bucket import Bucket
from net.door.admission import Visit
from net.door.settings import Limits, Patience
from net.web.files import header

HIGH_WATER = 64 * 1024
LOW_WATER = 16 * 1024
KERNEL_BUFFER = 128 * 1024
CHUNK = 2048
LARGEST_MESSAGE = 4096
# A request costs as much of the packets that a connection may send as so many frames.
REQUEST_FRAMES = 20
FAREWELL = 2.0
NORMAL, BAD_MESSAGE = 1000, 1007
SWITCHING = 101

silent = logging.getLogger("net.web.websockets")
silent.setLevel(logging.CRITICAL)
silent.propagate = False


class Listener(Protocol):
    """Whoever speaks on a WebSocket."""

    def hear(self, data: bytes, *, text: bool) -> None:
        """Take a whole message."""

    def flow_changed(self) -> None:
        """Take note that bytes can go out again, or can't."""

    def lost(self) -> None:
        """Take note that the client is gone."""


class Desk(Protocol):
    """Whoever answers what connections ask."""

    def opened(self, connection: "Connection") -> None:
        """Take note of a new connection."""

    def asked(self, connection: "Connection", request: Request) -> None:
        """Answer a request, now or later."""

    def lost(self, connection: "Connection") -> None:
        """Take note that a connection has ended."""

    def failed(self, error: BaseException) -> None:
        """Take note of an error."""


class Connection(asyncio.BufferedProtocol):
    """Reads no faster than its buckets fill, and not at all while its client does not read."""

    def __init__(self, visit: Visit, limits: Limits, patience: Patience, desk: Desk) -> None:
        now = time.monotonic()
        self.visit = visit
        self.listener: Listener | None = None
        self.clogged = False
        self._patience = patience
        self._desk = desk
        self._buffer = bytearray(CHUNK)
        self._protocol = self._make_protocol()
        self._bytes = Bucket(limits.bytes_per_second, limits.bytes_burst, now)
        self._frames = Bucket(limits.packets_per_second, limits.packets_burst, now)
        self._holds: set[str] = set()
        self._message = bytearray()
        self._is_text = False
        self._quiet_since = now
        self._pings = 0
        self._ping_at = now
        self._ends_at: float | None = None
        self._left_unsent = 0
        self._progress_at = now
        self._transport: asyncio.Transport

    def _make_protocol(self) -> ServerProtocol:
        return ServerProtocol(max_size=LARGEST_MESSAGE, extensions=None, logger=silent)

    @property
    def peer(self) -> str:
        """The address at the other end, which may be a proxy's."""
        return self.visit.address

    @property
    def encrypted(self) -> bool:
        """Whether it comes over TLS."""
        return self._transport.get_extra_info("ssl_object") is not None

    @property
    def is_open(self) -> bool:
        """Whether messages can be sent."""
        return self._protocol.state is OPEN and not self._transport.is_closing()

    @property
    def unsent(self) -> int:
        """How many bytes wait for the client."""
        return self._transport.get_write_buffer_size()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(HIGH_WATER, LOW_WATER)
        client = transport.get_extra_info("socket")
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BUFFER)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._desk.opened(self)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.listener is not None:
            self.listener.lost()
        self._desk.lost(self)

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        now = time.monotonic()
        self._bytes.spend(now, nbytes)
        try:
            self._protocol.receive_data(bytes(memoryview(self._buffer)[:nbytes]))
            self._take_events(now)
        except Exception as error:  # whatever breaks here breaks one connection, and is written down
            self._desk.failed(error)
            self.abort()
        wait = max(self._bytes.wait(now), self._frames.wait(now))
        if wait:
            self.hold("speed")
            asyncio.get_running_loop().call_later(wait, self.release, "speed")

    def eof_received(self) -> bool:
        self._protocol.receive_eof()
        self._take_events(time.monotonic())
        return False

    def _take_events(self, now: float) -> None:
        for event in self._protocol.events_received():
            if isinstance(event, Request):
                self._frames.spend(now, REQUEST_FRAMES)
                self.hold("answer")
                self._desk.asked(self, event)
            elif isinstance(event, Frame):
                self._frames.spend(now)
                self._take_frame(event)
        self._flush()

    def _take_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.PONG:
            self._pings = 0
            return
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            return
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is Opcode.TEXT
        self._message += frame.data
        if frame.fin and self.listener is not None:
            data = bytes(self._message)
            self._message.clear()
            self.listener.hear(data, text=self._is_text)

    def hold(self, why: str) -> None:
        """Let the client wait, for one reason among others."""
        self._holds.add(why)
        self._transport.pause_reading()

    def release(self, why: str) -> None:
        """Let it go on, unless there is another reason to wait."""
        self._holds.discard(why)
        if not self._holds and not self._transport.is_closing():
            self._transport.resume_reading()

    def reply(self, request: Request, response: Response) -> None:
        """Answer a request, and wait for the next one where there may be one."""
        stays = request.protocol == "HTTP/1.1" and header(request.headers, "Connection").lower() != "close"
        # What came along with the request would be read as frames.
        if not stays or self._protocol.reader.buffer:
            response.headers["Connection"] = "close"
        if self._transport.is_closing():
            return
        self._transport.write(response.serialize())
        if "Connection" in response.headers:
            self._transport.close()
            return
        self._protocol = self._make_protocol()
        self._quiet_since = time.monotonic()
        self.release("answer")

    def upgrade(self, request: Request, listener: Listener, cookie: str = "") -> bool:
        """Begin a WebSocket, where the request is one for that and its client still there; return whether it was."""
        response = self._protocol.accept(request)
        if response.status_code != SWITCHING or self._transport.is_closing():
            self._protocol.send_response(response)
            self._flush()
            return False
        if cookie:
            response.headers["Set-Cookie"] = cookie
        self._protocol.send_response(response)
        self._flush()
        self.listener = listener
        self._ping_at = time.monotonic() + self._patience.keepalive
        self.release("answer")
        return True

    def send(self, data: bytes, *, text: bool = False) -> None:
        """Send a message."""
        if self.is_open:
            if text:
                self._protocol.send_text(data)
            else:
                self._protocol.send_binary(data)
            self._flush()

    def end(self, code: int = NORMAL) -> None:
        """Close the WebSocket; a client that does not agree in time is cut off."""
        if self.is_open:
            self._protocol.send_close(code)
            self._flush()
        self._ends_at = time.monotonic() + FAREWELL

    def abort(self) -> None:
        """Cut it off."""
        self._transport.abort()

    def _flush(self) -> None:
        if self._transport.is_closing():
            return
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()

    def pause_writing(self) -> None:
        self.clogged = True
        self._left_unsent, self._progress_at = self.unsent, time.monotonic()
        self.hold("flow")
        self._tell_flow()

    def resume_writing(self) -> None:
        self.clogged = False
        self.release("flow")
        self._tell_flow()

    def _tell_flow(self) -> None:
        if self.listener is not None:
            self.listener.flow_changed()

    def check(self, now: float) -> str:
        """Ask whether the client is still there; return why it has to be cut off, or nothing."""
        if self._ends_at is not None and now > self._ends_at:
            return "ended"
        if self._is_stuck(now):
            return "stalled"
        if self.listener is None:
            return "unused" if now - self._quiet_since > self._patience.login else ""
        if now < self._ping_at or not self.is_open:
            return ""
        self._ping_at = now + self._patience.keepalive
        self._pings += 1
        self._protocol.send_ping(b"")
        self._flush()
        return "silent" if self._pings > self._patience.keepalives_missed else ""

    def _is_stuck(self, now: float) -> bool:
        """Whether a clogged connection has not got rid of anything for long; to be asked every now and then."""
        unsent = self.unsent
        if not self.clogged or unsent < self._left_unsent:
            self._progress_at = now
        self._left_unsent = unsent
        return now - self._progress_at > self._patience.stalled
