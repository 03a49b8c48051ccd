"""A client's way to a table that another node runs: numbered frames both ways, with the bytes of messages as they are.

A frame is the tunnel's name, a head of five bytes (its kind and its number) and the message. A number that is missing,
or a peer that counts otherwise, breaks the tunnel; whoever needs it dials again.
"""

import asyncio
import struct
import time
from collections import deque

import msgspec

from engines.wire import LARGE, Decoder, Message, encode
from net.link import LinkClosed
from net.messages import FROM_CLIENT, Accepted, Refused
from net.nodes.bus import Bus
from net.nodes.nodes import FarLink, Front, Tunnel

FRAME = "frame"
PING = "ping"
# Seconds: nearly everything that a client says is answered sooner; later the ping of every second is near.
IMPATIENCE = 0.1
PATIENCE = 0.8
HEAD = struct.Struct(">cI")
NAME_BYTES = 16
MESSAGE, ANSWER, LOBBY, SHUT, LEFT = b"M", b"A", b"L", b"X", b"Q"


class Ends:
    """The tunnel ends of a node, by the names of their tunnels."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.by_name: dict[str, End] = {}
        self._asked: dict[str, tuple[float, float]] = {}
        self._watched: set[str] = set()

    def hear(self, data: bytes) -> None:
        """Pass a frame on to the end for which it is; one that is gone hears nothing."""
        end = self.by_name.get(data[:NAME_BYTES].decode())
        if end is not None:
            self._asked.pop(end.peer, None)
            end.frame(data[NAME_BYTES:])

    def ping(self, peer: str) -> None:
        """Tell a node how many frames were sent to it; where it is not there the servers say so."""
        self.bus.tell(peer, PING, msgspec.msgpack.encode((self.bus.name, self.counts_for(peer))))

    def expect(self, peer: str) -> None:
        """A client has said something to a node: where nothing comes back, find out soon whether it is there.

        What it was sent in its last moment is lost in silence: the servers may not have noticed yet that it is gone.
        """
        self._asked.setdefault(peer, (time.monotonic(), IMPATIENCE))
        if peer not in self._watched:
            self._watched.add(peer)
            self._watch(peer, IMPATIENCE)

    def _watch(self, peer: str, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._look_at, peer)

    def _look_at(self, peer: str) -> None:
        since, patience = self._asked.get(peer, (0.0, PATIENCE))
        left = since + patience - time.monotonic()
        if patience >= PATIENCE or peer not in self.peers():
            self._asked.pop(peer, None)
            self._watched.discard(peer)
        elif left > 0:
            self._watch(peer, left)
        else:
            self.ping(peer)
            self._asked[peer] = (since, 2 * patience)
            self._watch(peer, patience)

    def counts_for(self, peer: str) -> dict[str, int]:
        """How many frames were sent through each tunnel to a node."""
        return {end.name: end.sent for end in self.by_name.values() if end.peer == peer and end.is_known}

    def peers(self) -> set[str]:
        """The nodes to which there are tunnels."""
        return {end.peer for end in self.by_name.values()}

    def compare(self, peer: str, counts: dict[str, int], patience: float) -> None:
        """Break the tunnels of which a node has sent other frames than came here, or knows nothing."""
        for end in [end for end in self.by_name.values() if end.peer == peer]:
            if end.name in counts:
                end.is_known = True
                if counts[end.name] != end.got:
                    end.break_off()
            elif end.is_known and time.monotonic() - end.since > patience:
                end.break_off()

    def break_off(self, peer: str | None = None) -> None:
        """Break all tunnels, or those to one node."""
        for end in list(self.by_name.values()):
            if peer in (None, end.peer):
                end.break_off()


class End:
    """One end of a tunnel."""

    def __init__(self, ends: Ends, name: str, peer: str) -> None:
        self.name = name
        self.peer = peer
        self.sent = 0
        self.got = 0
        self.since = time.monotonic()
        self.is_known = False
        self.is_open = True
        self._ends = ends
        ends.by_name[name] = self

    def put(self, kind: bytes, data: bytes = b"") -> None:
        """Send a frame."""
        if self.is_open:
            self.sent += 1
            frame = self.name.encode() + HEAD.pack(kind, self.sent) + data
            self._ends.bus.tell(self.peer, FRAME, frame)

    def frame(self, data: bytes) -> None:
        """Take in the next frame; a gap breaks the tunnel."""
        kind, number = HEAD.unpack_from(data)
        if number != self.got + 1:
            self.break_off()
            return
        self.got = number
        self.take(kind, data[HEAD.size :])

    def shut(self, kind: bytes = SHUT) -> None:
        """Close it, and tell the other end."""
        self.put(kind)
        self.is_open = False
        self._ends.by_name.pop(self.name, None)

    def take(self, kind: bytes, data: bytes) -> None:
        """Do what a frame says."""
        raise NotImplementedError

    def break_off(self) -> None:
        """Something was lost."""
        raise NotImplementedError


class NearEnd(End, Tunnel):
    """The end at the node where the client came in; nothing is passed on to the front before `begin`."""

    def __init__(self, ends: Ends, name: str, peer: str, front: Front, code: str) -> None:
        super().__init__(ends, name, peer)
        self.code = code
        self._front = front
        self._held: list[tuple[bytes, bytes]] | None = []
        self._is_broken = False

    def begin(self) -> None:
        held, self._held = self._held or [], None
        for kind, data in held:
            self.take(kind, data)
        if self._is_broken:
            self._front.cut()

    def send(self, message: Message) -> None:
        self.put(MESSAGE, encode(message))
        self._ends.expect(self.peer)

    def hang_up(self, *, on_purpose: bool) -> None:
        if self.is_open:
            self.shut(LEFT if on_purpose else SHUT)

    def take(self, kind: bytes, data: bytes) -> None:
        if self._held is not None:
            self._held.append((kind, data))
        elif not self.is_open:
            return
        elif kind == MESSAGE:
            self._front.heard(data)
        elif kind == ANSWER:
            self._front.answered(data)
        elif kind == LOBBY:
            self.shut()
            self._front.led_out()
        else:
            self.break_off()

    def break_off(self) -> None:
        if self.is_open:
            self.shut()
            self._is_broken = True
            if self._held is None:
                self._front.cut()


class FarEnd(End, FarLink):
    """The end at the node that runs the table: a link like any other."""

    def __init__(self, ends: Ends, name: str, peer: str) -> None:
        super().__init__(ends, name, peer)
        self.left_on_purpose = False
        self.is_known = True
        self._waiting: deque[bytes] = deque()
        self._changed = asyncio.Event()

    def send(self, message: Message) -> None:
        self.put(ANSWER if isinstance(message, Accepted | Refused) else MESSAGE, encode(message))

    def send_bytes(self, data: bytes) -> None:
        self.put(MESSAGE, data)

    async def receive(self) -> Message:
        while not self._waiting:
            if not self.is_open:
                raise LinkClosed("The other side has closed the link.")
            self._changed.clear()
            await self._changed.wait()
        (message,) = Decoder(*FROM_CLIENT, largest=LARGE).feed(self._waiting.popleft())
        return message

    def take(self, kind: bytes, data: bytes) -> None:
        if kind == MESSAGE:
            self._waiting.append(data)
            self._changed.set()
        else:
            self.left_on_purpose = kind == LEFT
            self.close()

    def break_off(self) -> None:
        self.close()

    def lead_out(self) -> None:
        if self.is_open:
            self.shut(LOBBY)
            self._changed.set()

    def close(self) -> None:
        if self.is_open:
            self.shut()
            self._changed.set()

    @property
    def closed(self) -> bool:
        return not self.is_open
