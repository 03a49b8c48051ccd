"""Who may come in, how many and how fast: plain counting, told what time it is."""

import random
import time
from collections.abc import Callable
from enum import Enum

from net.bucket import Bucket
from net.door.bans import Bans
from net.door.settings import Limits
from net.limits.crowd import EVERYBODY, Crowd
from net.limits.sources import circles_of, plain

SWEEP_AT = 1024


class TurnedAway(Enum):
    """Why somebody is turned away: a word for the counters, and what they are told (a flood is told nothing)."""

    TOO_FAST = ("rate", "")
    TOO_MANY_STRANGERS = ("strangers", "")
    PENALTY = ("penalty", "")
    SOURCE_FULL = ("source", "There are already many connections from your address. Please close one, then come back.")
    HOUSE_FULL = ("full", "The house is full. Please come back in a while.")
    NO_HEADER = ("proxy", "")
    BANNED = ("ban", "This house is closed to you.")
    CLOSING = ("closing", "The house is closing for a moment. Please come back soon.")

    def __init__(self, word: str, sentence: str) -> None:
        self.word = word
        self.sentence = sentence


class Source:
    """What came from one address or network, by its `name`; `share` is how many single addresses it may be worth.

    `owes_until` is when those who held places without logging in have made up for it.
    """

    def __init__(self, name: str, limits: Limits, share: int, now: float) -> None:
        self.name = name
        self.share = share
        self.connections = 0
        self.strangers = 0
        self.owes_until = now
        rate, burst = limits.arrivals_per_second_per_source, limits.arrivals_burst_per_source
        self.arrivals = Bucket(rate * share, burst * share, now)

    def is_quiet(self, now: float) -> bool:
        """Whether nothing about it needs to be remembered."""
        return not self.connections and self.owes_until <= now and self.arrivals.is_full(now)

    def penalise(self, seconds: float, longest: float, now: float) -> None:
        """Let it make up for some time in which it held a place for nothing."""
        self.owes_until = min(max(self.owes_until, now) + seconds / self.share, now + longest)


class Visit:
    """One connection that was let in; it counts as a stranger's until it has logged in."""

    def __init__(self, admission: "Admission", sources: list[Source], address: str, now: float) -> None:
        self.address = address
        self._admission = admission
        self._sources = sources
        self._arrived = now
        self._is_stranger = True
        self._is_over = False
        self._count(strangers=1, connections=1)

    def log_in(self) -> None:
        """Count the visitor as known from now on."""
        if self._is_stranger:
            self._is_stranger = False
            self._count(strangers=-1, connections=0)

    def hang_up(self, now: float) -> None:
        """Leave; whoever has not logged in owes the time that they held a place, and a second at least."""
        if self._is_stranger and not self._is_over:
            for source in self._sources:
                source.penalise(max(1.0, now - self._arrived), self._admission.limits.penalty_longest, now)
        self.leave()

    def leave(self) -> None:
        """Make room for others; leaving twice counts once."""
        self.log_in()
        if not self._is_over:
            self._is_over = True
            self._count(strangers=0, connections=-1)

    def _count(self, strangers: int, connections: int) -> None:
        places: list[Admission | Source] = [self._admission, *self._sources]
        for place in places:
            place.strangers += strangers
            place.connections += connections
        for name in (EVERYBODY, *(source.name for source in self._sources)):
            self._admission.crowd.count(name, connections, strangers)


class Admission:
    """Decides at the door, for each source and for the whole house; `crowd` knows who is at the doors of others."""

    def __init__(
        self,
        limits: Limits,
        now: float,
        luck: Callable[[], float] = random.random,
        bans: Bans | None = None,
        crowd: Crowd | None = None,
    ) -> None:
        self.limits = limits
        self.crowd = crowd or Crowd()
        self._luck = luck
        self.connections = 0
        self.strangers = 0
        self._bans = Bans() if bans is None else bans
        self.closing = False
        self._arrivals = Bucket(limits.arrivals_per_second, limits.arrivals_burst, now)
        self._sources: dict[str, Source] = {}
        self._sweep_at = SWEEP_AT

    def arrive(self, address: str, now: float) -> Visit | TurnedAway:
        """Let a connection in, or return why not."""
        address = plain(address)
        if self._bans.against_address(address, time.time()) is not None:
            return TurnedAway.BANNED
        sources = [
            self._source(name, self.limits.crowd**circle, now) for circle, name in enumerate(circles_of(address))
        ]
        # One source alone must not use up what everybody may, so its own limits come first.
        for source in sources:
            if (why := self._against_source(source, now)) is not None:
                return why
        return self._against_anybody(now) or Visit(self, sources, address, now)

    def _against_source(self, source: Source, now: float) -> TurnedAway | None:
        if not self._is_in_time(source.arrivals, now):
            return TurnedAway.TOO_FAST
        if source.owes_until - now > self.limits.penalty_threshold:
            return TurnedAway.PENALTY
        elsewhere = self.crowd.elsewhere(source.name)
        if source.strangers + elsewhere.strangers >= self.limits.strangers_per_source * source.share:
            return TurnedAway.TOO_MANY_STRANGERS
        if source.connections + elsewhere.connections >= self.limits.connections_per_source * source.share:
            return TurnedAway.SOURCE_FULL
        return None

    def _against_anybody(self, now: float) -> TurnedAway | None:
        if self.closing:
            return TurnedAway.CLOSING
        if self.connections >= self.limits.connections:
            return TurnedAway.HOUSE_FULL
        if self._luck() < self._drop_share():
            return TurnedAway.TOO_MANY_STRANGERS
        return None if self._is_in_time(self._arrivals, now) else TurnedAway.TOO_FAST

    def _is_in_time(self, arrivals: Bucket, now: float) -> bool:
        """Whether one more may come now: of what all houses together may take, each takes its part."""
        return arrivals.take(now, min(self.crowd.houses, arrivals.burst))

    def _drop_share(self) -> float:
        """How many of those who come now are dropped: none while it is quiet, then more and more, as OpenSSH does."""
        start, full = self.limits.strangers_start, self.limits.strangers
        strangers = self.strangers + self.crowd.elsewhere(EVERYBODY).strangers
        if strangers >= full:
            return 1.0
        if strangers < start:
            return 0.0
        least = self.limits.strangers_drop / 100
        return least + (1 - least) * (strangers - start) / (full - start)

    def _source(self, name: str, share: int, now: float) -> Source:
        if name not in self._sources:
            if len(self._sources) >= self._sweep_at:
                self._forget_the_quiet(now)
            self._sources[name] = Source(name, self.limits, share, now)
        return self._sources[name]

    def _forget_the_quiet(self, now: float) -> None:
        self._sources = {name: source for name, source in self._sources.items() if not source.is_quiet(now)}
        self._sweep_at = max(SWEEP_AT, 2 * len(self._sources))
