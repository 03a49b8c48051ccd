"""What a client does at its table; seat and table come from its session, never from the message."""

from typing import Annotated

from msgspec import Meta

from engines.wire import Message
from net.messages.parts import PHRASES, Number, SeatNumber
from net.setup import Level, Seconds
from net.values import Text


class Fill(Message, frozen=True, kw_only=True):
    """Put a bot on this seat, or on every free one."""

    level: Level
    seat: SeatNumber | None = None


class Free(Message, frozen=True, kw_only=True):
    """Take the bot, or somebody who is away, off this seat."""

    seat: SeatNumber


class Start(Message, frozen=True, kw_only=True):
    """Deal."""


class Pledge(Message, frozen=True, kw_only=True):
    """I bind myself by this digest to what I will add to the luck of a deal; only where an Update has a `promise`."""

    deal: Number
    digest: Annotated[bytes, Meta(min_length=32, max_length=32)]


class AddLuck(Message, frozen=True, kw_only=True):
    """What I add to the luck of this deal: what I have pledged, once I am asked, or before that a word of my own."""

    deal: Number
    data: Annotated[bytes, Meta(min_length=1, max_length=64)]


class Again(Message, frozen=True, kw_only=True):
    """I want another game, or the next one of the match."""


class Play(Message, frozen=True, kw_only=True):
    """My move, in answer to the state of this number."""

    seq: Number
    move: Annotated[str, Meta(max_length=40)]


class TakeBack(Message, frozen=True, kw_only=True):
    """Let me decide my last move again."""

    seq: Number


class Hint(Message, frozen=True, kw_only=True):
    """What would a bot do here?"""

    seq: Number


class Hurry(Message, frozen=True, kw_only=True):
    """Let the bots not wait for me to follow, until it is my turn."""


class Hold(Message, frozen=True, kw_only=True):
    """Let the table stand still, or go on; this and the next three only to a house whose Update has `orders`."""

    on: bool


class SetClock(Message, frozen=True, kw_only=True):
    """From the next game on a turn may take so many seconds, or any time."""

    seconds: Seconds | None = None


class HandOver(Message, frozen=True, kw_only=True):
    """Whoever sits there is to be the table's owner."""

    seat: SeatNumber


class Silence(Message, frozen=True, kw_only=True):
    """Let those who watch here be silent, or speak; only to a house whose Welcome has `accounts`."""

    on: bool


class Replace(Message, frozen=True, kw_only=True):
    """I want a bot to play for whoever sits there and has not moved for long."""

    seat: SeatNumber


class Say(Message, frozen=True, kw_only=True):
    """Let everybody at my table, or in the lobby, hear this; `phrase` chooses one of PHRASES instead of a text."""

    text: Text = ""
    phrase: Annotated[int, Meta(ge=0, lt=len(PHRASES))] | None = None
