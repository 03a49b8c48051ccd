"""What messages are made of: names, numbers, and lines about seats, tables, talk, deals and games."""

from typing import Annotated

from msgspec import Meta, Struct

from engines.words import N_
from net.setup import Setup
from net.values import Phase, SeatKind

PROTOCOL = 1

PHRASES = (
    N_("Hello!"),
    N_("Good luck!"),
    N_("Well played!"),
    N_("Oh no!"),
    N_("Your turn."),
    N_("One moment, please."),
    N_("Thank you!"),
    N_("Another game?"),
    N_("I must go soon."),
    N_("Goodbye!"),
)

Code = Annotated[str, Meta(max_length=40)]

SeatNumber = Annotated[int, Meta(ge=0, le=11)]

Number = Annotated[int, Meta(ge=0, lt=2**53)]

SettingWord = Annotated[str, Meta(max_length=20)]

KeptSettings = Annotated[dict[SettingWord, Code | bool], Meta(max_length=20)]
"""Settings by their names; a value may be a table's code, which is longer than a word."""


class SeatLine(Struct, frozen=True, kw_only=True):
    """Who sits there.

    The `host` may deal and fill seats. `away` counts the seconds since they left and `bot_in` those until a bot plays
    for them; `kept` says that it does. Who is away but `elsewhere` in the house is waited for.
    """

    kind: SeatKind
    name: str = ""
    level: str = ""
    host: bool = False
    away: float | None = None
    bot_in: float | None = None
    kept: bool = False
    again: bool = False
    elsewhere: bool = False


class TalkLine(Struct, frozen=True, kw_only=True):
    """What somebody said; a phrase is a template to translate."""

    name: str
    text: str
    seat: int | None = None
    phrase: bool = False


class MatchStanding(Struct, frozen=True, kw_only=True):
    """How a match stands: the scores of each game played, everybody's points, and who has won it once it is over.

    `games` is how many it takes, or 0 where it goes on until somebody has enough points.
    """

    games: int
    scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]


class TableLine(Struct, frozen=True, kw_only=True):
    """A table in the lobby; `seat` is the one you have there.

    `left` is the seconds on the clock of your turn; where turns take days `until` is the time of day when one ends.
    Only where you have one you are told more: `turn` is the seat to act, `said` how many lines of talk there were, and
    `said_by` who said the last of them, unless that was you or somebody whom you don't hear.
    """

    code: str
    setup: Setup
    seats: tuple[SeatLine, ...]
    phase: Phase
    number: int
    watchers: int = 0
    seat: int | None = None
    your_turn: bool = False
    left: float | None = None
    until: float | None = None
    turn: int | None = None
    said: int = 0
    said_by: str = ""


class DealLine(Struct, frozen=True, kw_only=True):
    """A deal whose luck was promised before: by which digest, and which seats have pledged and added something.

    `asked` is that those who have pledged are to show it now.
    """

    number: int
    promise: bytes
    pledged: tuple[int, ...] = ()
    added: tuple[int, ...] = ()
    asked: bool = False


class WatchLine(Struct, frozen=True, kw_only=True):
    """Somebody who looks on at a table."""

    name: str
    program: bool = False


class GameLine(Struct, frozen=True, kw_only=True):
    """A finished game, the one of this `number` at its table.

    `stand_ins` are the seats for which a bot made a move, `seat` is where you sat. A game that was `played_on` began in
    the middle of an older one.
    """

    id: int
    table: str
    number: int
    game: str
    finished: float
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    stand_ins: tuple[int, ...] = ()
    hints: int = 0
    taken_back: int = 0
    seat: int | None = None
    played_on: bool = False
