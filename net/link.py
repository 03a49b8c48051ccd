"""Messages both ways between a client and the house; in memory they are the same bytes as over a network."""

import asyncio
from abc import ABC, abstractmethod
from collections import deque

from engines.wire import LARGE, Decoder, Message, encode
from net.messages import FROM_CLIENT, FROM_HOUSE

MOST_WAITING = 500
MOST_BYTES = LARGE


class LinkClosed(ConnectionError):
    """The other side is gone, and everything it said has been read."""


class Link(ABC):
    """One side of the conversation."""

    @abstractmethod
    def send(self, message: Message) -> None:
        """Pass a message on without waiting; a closed link swallows it, and one that nobody reads closes."""

    @abstractmethod
    def send_bytes(self, data: bytes) -> None:
        """Pass on a message that was encoded before, for several who hear the same."""

    @abstractmethod
    async def receive(self) -> Message:
        """Wait for the next message; raise LinkClosed at the end and BadMessage for bytes that are none."""

    @abstractmethod
    def close(self) -> None:
        """End the conversation; what was sent before can still be read."""

    @property
    @abstractmethod
    def closed(self) -> bool:
        """Whether one of the sides has closed."""


class _Stream:
    """Bytes on their way in one direction."""

    def __init__(self, most: int) -> None:
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._most = most
        self._changed = asyncio.Event()
        self.closed = False

    def put(self, data: bytes) -> bool:
        if self.closed or len(self._waiting) >= self._most or self._size >= MOST_BYTES:
            return False
        self._waiting.append(data)
        self._size += len(data)
        self._changed.set()
        return True

    async def get(self) -> bytes:
        while not self._waiting:
            if self.closed:
                raise LinkClosed("The other side has closed the link.")
            self._changed.clear()
            await self._changed.wait()
        data = self._waiting.popleft()
        self._size -= len(data)
        return data

    def close(self) -> None:
        self.closed = True
        self._changed.set()


class MemoryLink(Link):
    """One side of a conversation inside this process."""

    def __init__(self, inward: _Stream, outward: _Stream, accept: tuple[type[Message], ...]) -> None:
        self._in = inward
        self._out = outward
        self._accept = accept
        self._read: deque[Message] = deque()

    def send(self, message: Message) -> None:
        self.send_bytes(encode(message))

    def send_bytes(self, data: bytes) -> None:
        if not self._out.put(data):
            self.close()

    async def receive(self) -> Message:
        while not self._read:
            data = await self._in.get()
            # Whole messages come here, so nothing is kept between them: a decoder would hold a megabyte in the end.
            self._read.extend(Decoder(*self._accept, largest=LARGE).feed(data))
        return self._read.popleft()

    async def receive_bytes(self) -> bytes:
        """Wait for the next bytes as they came."""
        return await self._in.get()

    def close(self) -> None:
        self._in.close()
        self._out.close()

    @property
    def closed(self) -> bool:
        return self._in.closed


def memory_link(most: int = MOST_WAITING) -> tuple[MemoryLink, MemoryLink]:
    """Make both sides, the house's and the client's; a side that leaves so many messages unread loses the link."""
    to_house, to_client = _Stream(most), _Stream(most)
    house = MemoryLink(to_house, to_client, FROM_CLIENT)
    client = MemoryLink(to_client, to_house, FROM_HOUSE)
    return house, client
