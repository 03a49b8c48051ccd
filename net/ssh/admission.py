"""Who may come in, how many and how fast: plain counting, told what time it is."""

import ipaddress
import time
from enum import Enum

from net.bucket import Bucket
from net.ssh.bans import Bans
from net.ssh.settings import Limits

SWEEP_AT = 1024


class TurnedAway(Enum):
    """Why somebody is turned away: a word for the counters, and what they are told (a flood is told nothing)."""

    TOO_FAST = ("rate", "")
    TOO_MANY_STRANGERS = ("strangers", "")
    SOURCE_FULL = ("source", "There are already many connections from your address. Please close one, then come back.")
    HOUSE_FULL = ("full", "The house is full. Please come back in a while.")
    BANNED = ("ban", "This house is closed to you.")
    CLOSING = ("closing", "The house is closing for a moment. Please come back soon.")

    def __init__(self, word: str, sentence: str) -> None:
        self.word = word
        self.sentence = sentence


class Source:
    """What came from one address, or one IPv6 network of the size that one household gets."""

    def __init__(self, limits: Limits, now: float) -> None:
        self.connections = 0
        self.strangers = 0
        self.arrivals = Bucket(limits.arrivals_per_second_per_source, limits.arrivals_burst_per_source, now)


class Visit:
    """One connection that was let in; it counts as a stranger's until it has logged in."""

    def __init__(self, admission: "Admission", source: Source, address: str) -> None:
        self.address = address
        self._admission = admission
        self._source = source
        self._is_stranger = True
        self._is_over = False
        self._count(strangers=1, connections=1)

    def log_in(self) -> None:
        """Count the visitor as known from now on."""
        if self._is_stranger:
            self._is_stranger = False
            self._count(strangers=-1, connections=0)

    def leave(self) -> None:
        """Make room for others; leaving twice counts once."""
        self.log_in()
        if not self._is_over:
            self._is_over = True
            self._count(strangers=0, connections=-1)

    def _count(self, strangers: int, connections: int) -> None:
        for place in (self._admission, self._source):
            place.strangers += strangers
            place.connections += connections


class Admission:
    """Decides at the door, for each source and for the whole house."""

    def __init__(self, limits: Limits, now: float, bans: Bans | None = None) -> None:
        self.limits = limits
        self.connections = 0
        self.strangers = 0
        self._bans = bans or Bans()
        self.closing = False
        self._arrivals = Bucket(limits.arrivals_per_second, limits.arrivals_burst, now)
        self._sources: dict[str, Source] = {}
        self._sweep_at = SWEEP_AT

    def arrive(self, address: str, now: float) -> Visit | TurnedAway:
        """Let a connection in, or return why not."""
        address = plain(address)
        if self._bans.against_address(address, time.time()) is not None:
            return TurnedAway.BANNED
        source = self._source(source_of(address), now)
        # One source alone must not use up what everybody may, so its own limits come first.
        return self._against_source(source, now) or self._against_anybody(now) or Visit(self, source, address)

    def _against_source(self, source: Source, now: float) -> TurnedAway | None:
        if not source.arrivals.take(now):
            return TurnedAway.TOO_FAST
        if source.strangers >= self.limits.strangers_per_source:
            return TurnedAway.TOO_MANY_STRANGERS
        if source.connections >= self.limits.connections_per_source:
            return TurnedAway.SOURCE_FULL
        return None

    def _against_anybody(self, now: float) -> TurnedAway | None:
        if self.closing:
            return TurnedAway.CLOSING
        if self.connections >= self.limits.connections:
            return TurnedAway.HOUSE_FULL
        if self.strangers >= self.limits.strangers:
            return TurnedAway.TOO_MANY_STRANGERS
        return None if self._arrivals.take(now) else TurnedAway.TOO_FAST

    def _source(self, name: str, now: float) -> Source:
        if name not in self._sources:
            if len(self._sources) >= self._sweep_at:
                self._forget_the_quiet(now)
            self._sources[name] = Source(self.limits, now)
        return self._sources[name]

    def _forget_the_quiet(self, now: float) -> None:
        self._sources = {
            name: source
            for name, source in self._sources.items()
            if source.connections or not source.arrivals.is_full(now)
        }
        self._sweep_at = max(SWEEP_AT, 2 * len(self._sources))


def plain(address: str) -> str:
    """Strip an address of its interface, and of the IPv6 form that a socket for both kinds gives to an IPv4 one."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    return str(mapped or ip)


def source_of(address: str) -> str:
    """Return the network that counts as one source: the address itself, or the /64 around an IPv6 one."""
    ip = ipaddress.ip_address(address)
    return str(ipaddress.IPv6Network((ip, 64), strict=False)) if isinstance(ip, ipaddress.IPv6Address) else address
