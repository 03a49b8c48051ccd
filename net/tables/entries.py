"""What a table's log holds: everything that happened there, in order, enough to bring the table back.

`at` is the table's own time in seconds. `luck` is what chance brought, so that nothing is drawn twice.
"""

import msgspec

from engines.chance import Outcome
from engines.record import Record
from net.setup import Setup
from net.sleep import Sleep
from net.values import MovedBy

FORMAT = 1


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag=str.lower):
    """One thing that happened at a table."""

    at: float


class Opened(Entry, frozen=True, kw_only=True):
    """The table was set up by its owner, for a game by these rules; where it `promises`, its deals can be checked."""

    code: str
    setup: Setup
    rules: int
    owner: str
    format: int = FORMAT
    promises: bool = False


class Sat(Entry, frozen=True, kw_only=True):
    """Somebody sat down; of a program, `person` is the identity of whoever runs it."""

    seat: int
    identity: str
    name: str
    program: bool = False
    person: str = ""


class Filled(Entry, frozen=True, kw_only=True):
    """A bot sat down."""

    seat: int
    level: str
    name: str


class Freed(Entry, frozen=True, kw_only=True):
    """A seat was given up, or where it was `taken` released by the owner."""

    seat: int
    taken: bool = False


class Promised(Entry, frozen=True, kw_only=True):
    """The house bound itself to a secret for the next deal."""

    secret: bytes


class Pledged(Entry, frozen=True, kw_only=True):
    """A seat bound itself to what it will add to the luck of the next deal."""

    seat: int
    digest: bytes


class Asked(Entry, frozen=True, kw_only=True):
    """Cards are to be dealt, and everybody who has pledged something is to show it."""


class Added(Entry, frozen=True, kw_only=True):
    """A seat added to the luck of the next deal."""

    seat: int
    data: bytes


class Dealt(Entry, frozen=True, kw_only=True):
    """A game began, with the luck that was `promised` or any other; in a match the `start` player may be settled.

    All luck of a `daily` follows from the secret of its day.
    """

    luck: tuple[Outcome, ...]
    promised: bool = False
    start: int | None = None
    daily: bytes = b""


class PlayedOn(Entry, frozen=True, kw_only=True):
    """A game began in the middle of an older one."""

    record: Record
    moves: int


class Moved(Entry, frozen=True, kw_only=True):
    """A move was made, by the seat itself or for it."""

    seat: int
    move: str
    luck: tuple[Outcome, ...]
    by: MovedBy = MovedBy.SEAT


class TookBack(Entry, frozen=True, kw_only=True):
    """The game went back to where it had so many moves, with this luck; in older logs with the same as before."""

    seat: int
    moves: int
    luck: tuple[Outcome, ...] = ()


class Hinted(Entry, frozen=True, kw_only=True):
    """Somebody asked for a hint."""

    seat: int


class Wished(Entry, frozen=True, kw_only=True):
    """Somebody wants another game."""

    seat: int


class Said(Entry, frozen=True, kw_only=True):
    """Somebody said something, freely or with one of the phrases; spectators have no seat.

    `identity` is who it was, for those who do not want to hear them; lines of before don't have it.
    """

    seat: int | None
    name: str
    text: str
    phrase: bool = False
    identity: str = ""


class Held(Entry, frozen=True, kw_only=True):
    """Whoever hosts the table let it stand still, or go on."""

    on: bool


class ClockSet(Entry, frozen=True, kw_only=True):
    """The seconds that a turn may take were changed."""

    seconds: int | None


class HandedOver(Entry, frozen=True, kw_only=True):
    """The table got another owner."""

    seat: int


class Renamed(Entry, frozen=True, kw_only=True):
    """Whoever has a seat has another name from now on, or another identity: a guest has become part of an account."""

    seat: int
    identity: str
    name: str


class Silenced(Entry, frozen=True, kw_only=True):
    """Whoever hosts the table lets those who watch be silent, or speak."""

    on: bool


class Forgot(Entry, frozen=True, kw_only=True):
    """Somebody wants to be forgotten: what they said here is gone, and what they did was done by a player."""

    identity: str
    name: str


class Voted(Entry, frozen=True, kw_only=True):
    """Somebody wants a bot to play for the one who is `late`."""

    seat: int
    late: int


class Slept(Entry, frozen=True, kw_only=True):
    """Somebody said when they sleep, at a table that lets it count; None is that it no longer does."""

    seat: int
    sleep: Sleep | None


class Resumed(Entry, frozen=True, kw_only=True):
    """The table goes on after its log could not be written for a while."""


class Closed(Entry, frozen=True, kw_only=True):
    """Everybody has left for good."""


AnyEntry = (Opened | Sat | Filled | Freed | Dealt | PlayedOn | Moved | TookBack | Hinted | Wished | Said) | (
    (Held | ClockSet | HandedOver | Renamed | Silenced | Forgot | Voted | Slept | Resumed | Closed)
    | (Promised | Pledged | Asked | Added)
)

_decoder = msgspec.msgpack.Decoder(AnyEntry)


class BadLog(ValueError):
    """A log that this version can't read or that does not fit the rules."""


def encode(entry: Entry) -> bytes:
    """Turn an entry into bytes."""
    return msgspec.msgpack.encode(entry)


def decode(data: bytes) -> Entry:
    """Read an entry again, or raise BadLog."""
    try:
        entry: Entry = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadLog(f"An entry of the log can't be read: {error}.") from None
    return entry
