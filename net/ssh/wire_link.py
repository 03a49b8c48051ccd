"""A Link over an SSH channel: msgpack messages, limited in size and speed, closed when they are not read."""

import asyncio
from collections import deque
from collections.abc import Iterator
from typing import Any

import msgpack
import msgspec

from engines.wire import LARGE, SLICE, BadMessage, Decoder, Message, encode
from net.door.talk import Pipe, Speed
from net.link import Link, LinkClosed
from net.messages import FROM_CLIENT, FROM_HOUSE, Goodbye
from net.names import harmless

SUBSYSTEM = "tablee"

LARGEST_FROM_CLIENT = 64 * 1024
MOST_UNREAD = 64 * 1024
MOST_UNSENT = LARGE


class Framer:
    """Cuts a stream into whole messages without building them.

    Unpacking makes room for every list as soon as its length is named, so a few bytes of lists inside lists that never
    come to their end would hold megabytes. A whole message can't: it has had to send what it announced.
    """

    def __init__(self, largest: int) -> None:
        self._largest = largest
        self._begun = bytearray()
        self._skipped = 0
        self._unpacker = msgpack.Unpacker(read_size=SLICE, max_buffer_size=0)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take bytes in and yield every message they complete."""
        self._begun += data
        self._unpacker.feed(data)
        while self._skip():
            size = self._unpacker.tell() - self._skipped
            self._skipped += size
            yield bytes(self._begun[:size])
            del self._begun[:size]
        if len(self._begun) > self._largest:
            raise BadMessage(f"A message has more than {self._largest} bytes.")

    def _skip(self) -> bool:
        try:
            self._unpacker.skip()
        except msgpack.OutOfData:
            return False
        except (ValueError, msgpack.UnpackException):
            raise BadMessage("The bytes are no message.") from None
        return True


class WaryDecoder(Decoder):
    """Reads what a house says that one was never in before: its names and sentences go straight to the terminal."""

    def _read(self, value: Any) -> Message:
        message = super()._read(value)
        return msgspec.convert(harmless(msgspec.to_builtins(message)), type(message))


class WireLink(Link):
    """One side of a conversation between a client and the house, on a channel."""

    def __init__(self, pipe: Pipe, framer: Framer, decoder: Decoder, wait: Speed | None = None) -> None:
        self.last_words = ""
        self._pipe = pipe
        self._framer = framer
        self._decoder = decoder
        self._wait = wait
        self._unread: deque[bytes] = deque()
        self._unread_size = 0
        self._read: deque[Message] = deque()
        self._changed = asyncio.Event()
        self._ended = False

    def send(self, message: Message) -> None:
        if not self.closed:
            self.send_bytes(encode(message))

    def send_bytes(self, data: bytes) -> None:
        if self.closed:
            return
        if self._pipe.get_write_buffer_size() > MOST_UNSENT:
            self.close()
        else:
            self._pipe.write(data)

    async def receive(self) -> Message:
        while not self._read:
            for frame in self._framer.feed(await self._next_bytes()):
                self._read.extend(self._decoder.feed(frame))
        if self._wait is not None:
            await asyncio.sleep(self._wait())
        return self._read.popleft()

    async def _next_bytes(self) -> bytes:
        while not self._unread:
            if self._ended:
                raise LinkClosed("The other side has closed the link.")
            self._changed.clear()
            await self._changed.wait()
        data = self._unread.popleft()
        self._unread_size -= len(data)
        if self._unread_size <= MOST_UNREAD // 2 and not self._ended:
            self._pipe.resume_reading()
        return data

    def feed(self, data: bytes) -> None:
        """Take bytes that came in; more than can be read soon has to wait."""
        self._unread.append(data)
        self._unread_size += len(data)
        self._changed.set()
        if self._unread_size > MOST_UNREAD:
            self._pipe.pause_reading()

    def end_input(self) -> None:
        """Nothing more will come in."""
        self._ended = True
        self._changed.set()

    def set_stalled(self, stalled: bool) -> None:
        """Go on: whoever does not read is closed by what piles up."""

    def dismiss(self, goodbye: Goodbye) -> None:
        """Tell the client why, and close."""
        self.send(goodbye)
        self.close()

    def hang_up(self) -> None:
        """Take note that the other side is gone."""
        self.end_input()

    def close(self) -> None:
        self.end_input()
        self._pipe.close()

    @property
    def closed(self) -> bool:
        return self._ended or self._pipe.is_closing()


def house_side(pipe: Pipe, wait: Speed) -> WireLink:
    """Make the house's side of a link."""
    return WireLink(pipe, Framer(LARGEST_FROM_CLIENT), Decoder(*FROM_CLIENT, largest=LARGEST_FROM_CLIENT), wait)


def client_side(pipe: Pipe) -> WireLink:
    """Make a client's side of a link."""
    return WireLink(pipe, Framer(LARGE), WaryDecoder(*FROM_HOUSE, largest=LARGE))
