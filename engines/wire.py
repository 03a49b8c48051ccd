"""What a table and a player say to each other: msgpack maps that carry a `type`, refused where they don't fit.

Bytes become values by msgpack's streaming Unpacker, which limits every length, and values become messages by msgspec,
which knows their types. A field that is added later gets a default, so that older programs are still understood.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from math import isfinite
from typing import Any

import msgpack
import msgspec

from engines.game import Game
from engines.view import Turn, View

PROTOCOL = 1

SMALL = 4 * 1024
LARGE = 1024 * 1024
DEEPEST = 8
SLICE = 4 * 1024
LONGEST_REASON = 200


class BadMessage(ValueError):
    """Bytes or values that are no message of this protocol, or not one that is expected here."""


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """Anything said over a link; its `type` is the name of its class in small letters."""


class Hello(Message, frozen=True, kw_only=True):
    """A game begins: which one, where you sit and who else is there."""

    protocol: int
    game: str
    seat: int
    seats: int
    options: dict[str, str]
    names: tuple[str, ...]


class Decide(Message, frozen=True, kw_only=True):
    """It is your turn: answer with a Choose of the same number within so many seconds."""

    number: int
    view: dict[str, Any]
    history: tuple[Turn, ...]
    legal: tuple[str, ...]
    seconds: float


class Choose(Message, frozen=True, kw_only=True):
    """The move that answers a Decide."""

    number: int
    move: str


class MoveRefused(Message, frozen=True, kw_only=True, tag="refused"):
    """What you said was not taken, and why."""

    reason: str


class Over(Message, frozen=True, kw_only=True):
    """The game has ended: every seat's points and the seats that won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Bye(Message, frozen=True, kw_only=True):
    """Nothing more will be said."""


def encode(message: Message) -> bytes:
    """Write a message as bytes."""
    data: bytes = msgpack.packb(msgspec.to_builtins(message))
    return data


def view_to_wire(view: View) -> dict[str, Any]:
    """Write a View as a map of its fields' names, the memory last."""
    fields: dict[str, Any] = msgspec.to_builtins(view)
    fields["memory"] = fields.pop("memory")
    return fields


def view_from_wire(game: Game, fields: Mapping[str, Any]) -> View:
    """Read a View of this game again."""
    try:
        return msgspec.convert(fields, game.view_type)
    except msgspec.ValidationError as error:
        raise BadMessage(f"The view is not one of {game.title}: {printable(str(error))}.") from None


def printable(text: str) -> str:
    """A text of unknown origin without anything that a terminal would obey, and not too much of it."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:LONGEST_REASON])


@cache
def kinds_of(accept: tuple[type[Message], ...]) -> Mapping[str, type[Message]]:
    """Types of messages by the word that names them on the wire."""
    return {str(kind.__struct_config__.tag): kind for kind in accept}


class Decoder:
    """Turns a stream of bytes into messages of the types that may come here.

    `largest` limits the bytes of one message, and with it every text and list inside. After a BadMessage the rest of
    the stream means nothing: close it.
    """

    def __init__(self, *accept: type[Message], largest: int = SMALL) -> None:
        self._kinds = kinds_of(accept)
        self._largest = largest
        self._fed = 0
        self._end = 0
        self._unpacker = msgpack.Unpacker(
            read_size=SLICE,
            max_buffer_size=largest + SLICE,
            max_str_len=largest // 4,
            max_array_len=largest // 64,
            max_map_len=largest // 64,
            max_bin_len=0,
            max_ext_len=0,
        )

    def feed(self, data: bytes) -> Iterator[Message]:
        """Take bytes in and yield every message they complete; nothing is taken in unless this is iterated."""
        for start in range(0, len(data), SLICE):
            piece = data[start : start + SLICE]
            self._fed += len(piece)
            try:
                self._unpacker.feed(piece)
                yield from self._complete()
            except BadMessage:
                raise
            except (ValueError, msgpack.UnpackException) as error:
                raise BadMessage(
                    f"The bytes are no message: {printable(str(error) or type(error).__name__)}."
                ) from None
            self._check_size(self._fed)

    def _complete(self) -> Iterator[Message]:
        for value in self._unpacker:
            end = self._unpacker.tell()
            self._check_size(end)
            self._end = end
            yield self._read(value)

    def _check_size(self, reached: int) -> None:
        # The Unpacker forgets bytes as it parses them, so its own limit would let an endless message through.
        if reached - self._end > self._largest:
            raise BadMessage(f"A message has more than {self._largest} bytes.")

    def _read(self, value: Any) -> Message:
        _check_plain(value, 1)
        if not isinstance(value, dict) or "type" not in value:
            raise BadMessage("A message is a map with a type.")
        try:
            # One type is checked a hundred times faster than a union of all of them.
            kind = self._kinds.get(msgspec.convert(value["type"], str))
            if kind is None:
                raise BadMessage(f"The message does not fit: {printable(repr(value['type']))} may not come here.")
            message: Message = msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise BadMessage(f"The message does not fit: {printable(str(error))}.") from None
        return message


def _check_plain(value: Any, depth: int) -> None:
    """Refuse what a field of any type would let through: deep nesting and numbers that are none."""
    if isinstance(value, float) and not isfinite(value):
        raise BadMessage("A number is not finite.")
    if isinstance(value, dict | list):
        if depth > DEEPEST:
            raise BadMessage(f"The message is nested more than {DEEPEST} deep.")
        for inner in value.values() if isinstance(value, dict) else value:
            _check_plain(inner, depth + 1)
