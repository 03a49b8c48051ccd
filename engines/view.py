"""What leaves a position: the View of one seat and the Events it may hear."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Self, TypedDict

OVER: Final = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What was once open and then turned face down: a perfect memory keeps it, a person's screen may not show it.

    Each game has its own kind, or this one where nothing is ever turned face down. Every field is a tuple.
    """

    def emptied(self) -> Self:
        """The same kind of memory with nothing in it."""
        nothing: dict[str, Any] = {part.name: () for part in fields(self)}
        return replace(self, **nothing)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat may know of a position; each game adds its own fields.

    `seat` is None for a spectator. `scores` and `winners` stay empty until the game is over.
    """

    seat: int | None
    seats: int
    turn: int
    start: int
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    memory: Memory = Memory()

    def without_memory(self) -> Self:
        """The same View for somebody who sees what lies there and remembers nothing."""
        return replace(self, memory=self.memory.emptied())


class CommonFields(TypedDict):
    """The fields that every game's View has, as `Game.view` fills them in."""

    seat: int | None
    seats: int
    turn: int
    start: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, for the log, the animation and plain mode.

    `text` is a template (see engines.words) that follows the name of `seat`, or stands alone where `seat` is None.
    `audience` lists the seats that may hear it; None is everybody, spectators too. `name` is who did it where that is
    nobody who sits here now: somebody who watches, or who has given up the seat.
    """

    kind: str
    seat: int | None
    text: str
    args: Mapping[str, int] = field(default_factory=dict)
    audience: tuple[int, ...] | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One step of the public history: who moved what, and the cards it turned up for everybody, in order.

    The first step of a game is the start player's `deal`.
    """

    seat: int
    move: str
    shown: tuple[int, ...]


def cards_shown(shown: int) -> tuple[int, ...]:
    """Read a State's `shown` as cards."""
    cards: list[int] = []
    while shown:
        shown, card = divmod(shown, 256)
        cards.append(card)
    return tuple(reversed(cards))


def heard(events: list[Event], seat: int | None) -> list[Event]:
    """Keep the events that this seat, or a spectator, may hear."""
    return [event for event in events if event.audience is None or seat in event.audience]
