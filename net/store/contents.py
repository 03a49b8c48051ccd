"""Everything that a store holds, by name: for taking a house from one store into another."""

from dataclasses import dataclass, field
from typing import NamedTuple

from net.store.daily import DailyTry
from net.store.shares import Share
from net.store.store import SeatNote


class Named(NamedTuple):
    """Somebody with a name, and the key that is the same for all names that look alike."""

    identity: str
    name: str
    key: str


class HeldName(NamedTuple):
    """A name that is kept for somebody until a time of day."""

    key: str
    identity: str
    until: float


class Log(NamedTuple):
    """A table's log: how many entries it has had, and whether the table is open."""

    name: str
    version: int
    open: bool


@dataclass(slots=True)
class Contents:
    """A list of all there is; games are in the order in which they ended, logs in that in which they began."""

    names: list[Named] = field(default_factory=list)
    settings: list[str] = field(default_factory=list)
    accounts: list[str] = field(default_factory=list)
    credentials: list[tuple[str, str]] = field(default_factory=list)
    held: list[HeldName] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    reviews: list[tuple[int, int]] = field(default_factory=list)
    shares: list[tuple[str, Share]] = field(default_factory=list)
    ratings: list[tuple[str, str]] = field(default_factory=list)
    """Who is rated in which kind of game: the game, and the identity."""
    dailies: list[DailyTry] = field(default_factory=list)
    daily_secret: bytes = b""
    logs: list[Log] = field(default_factory=list)
    seats: dict[str, list[SeatNote]] = field(default_factory=dict)
