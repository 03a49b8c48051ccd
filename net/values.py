"""Words with a fixed meaning, on the wire, in logs and on screens; in bytes they are plain text."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=1000)]


class Word(StrEnum):
    """One of a few words, that a later version may have more of: a word not known here is kept as it came."""

    @classmethod
    def _missing_(cls, value: object) -> "Word | None":
        if not isinstance(value, str):
            return None
        unknown = str.__new__(cls, value)
        unknown._name_ = unknown._value_ = value
        return unknown


class Phase(Word):
    """How far the game of a table is: not dealt yet, under way, or at its end."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class SeatKind(Word):
    """What sits on a seat."""

    FREE = "free"
    PERSON = "person"
    PROGRAM = "program"
    BOT = "bot"


class MovedBy(Word):
    """Who made a move: the seat itself, the bot that sits there, the one that keeps the seat, or the one of the clock.

    A keeper moves for somebody who is away, the clock's bot for somebody who is out of time.
    """

    SEAT = "seat"
    BOT = "bot"
    KEEPER = "keeper"
    CLOCK = "clock"
