"""What a client says in the house: coming in, tables, games of its own."""

from typing import Annotated

from msgspec import Meta, field

from engines.record import Record
from engines.wire import Message
from net.messages.parts import PROTOCOL, Code, KeptSettings, Number, SeatNumber
from net.setup import Level, Setup
from net.values import Name


class Enter(Message, frozen=True, kw_only=True):
    """Somebody comes in; the first thing a client says.

    `name` is used where the person has none yet. A guest comes back with the `resume` code of an earlier visit. A
    program that plays by itself says so: everybody sees it, and it gets its memory and the whole history. Who knows
    `LobbyChange` asks for `changes`, who knows `Led` for `reviews`, and who knows `YourTables` for `tables`.
    """

    protocol: int = PROTOCOL
    name: Name = ""
    resume: Annotated[str, Meta(max_length=80)] = ""
    program: bool = False
    changes: bool = False
    reviews: bool = False
    tables: bool = False


class Rename(Message, frozen=True, kw_only=True):
    """I want to be called so."""

    name: Name


class Open(Message, frozen=True, kw_only=True):
    """Set up a table and let me sit down; a seed is only taken by one's own house."""

    setup: Setup
    seed: int | None = None


class PlayNow(Message, frozen=True, kw_only=True):
    """Seat me at the best table that waits, of these games or of any; where there is none, open one that waits."""

    games: Annotated[tuple[Annotated[str, Meta(max_length=20)], ...], Meta(max_length=12)] = ()


class Sit(Message, frozen=True, kw_only=True):
    """Let me sit at this table, on this seat or any; also the way back to a seat I have."""

    code: Code
    seat: SeatNumber | None = None


class Watch(Message, frozen=True, kw_only=True):
    """Let me watch this table."""

    code: Code


class Leave(Message, frozen=True, kw_only=True):
    """Back to the lobby; a seat in a running game is kept for me unless I give it up."""

    give_up: bool = False


class KeepSettings(Message, frozen=True, kw_only=True, tag="like"):
    """Remember how I like it: settings by their names, which mean nothing to the house."""

    settings: KeptSettings = field(name="likings")


class MyGames(Message, frozen=True, kw_only=True):
    """Which games have I finished?"""


class MyTally(Message, frozen=True, kw_only=True):
    """How many games have I finished? Ask only a house that counts them in its Welcome: older ones take it amiss."""


class AskSpeed(Message, frozen=True, kw_only=True):
    """How fast do your bots think? Ask only a house whose Welcome has `speeds`."""


class Fetch(Message, frozen=True, kw_only=True):
    """I want the record of one of my finished games."""

    id: Number


class PlayOn(Message, frozen=True, kw_only=True):
    """Open a table in the middle of a record, one of my finished games or this one, and put bots on the other seats."""

    moves: Number
    seat: SeatNumber
    level: Level = "hard"
    id: Number | None = None
    record: Record | None = None


class Consult(Message, frozen=True, kw_only=True):
    """What would a bot have done after so many moves of a record, one of my finished games or this one?

    Ask only a house whose Welcome says that it `consults`; the answer is Advised, with the moves as `seq`.
    """

    moves: Number
    id: Number | None = None
    record: Record | None = None
