"""What the house says."""

from enum import StrEnum
from typing import Any

from msgspec import field

from bots.advice import JudgedMove
from engines.record import Record
from engines.view import Event, Turn
from engines.wire import Message
from net.messages.company import RatingLine
from net.messages.parts import PROTOCOL, DealLine, GameLine, MatchStanding, SeatLine, TableLine, TalkLine, WatchLine
from net.setup import Setup
from net.values import Phase


class Welcome(Message, frozen=True, kw_only=True):
    """You are in; without a name, choose one first.

    `table` is where you dropped out, `resume` brings a guest back, `settings` are what you asked to be remembered. Of
    the games that you have `played` to their end you have `won` so many; an older house doesn't count them.
    One with `practice` takes MyPractice, Practised and MyFigures, one with `ladders` AskLadder and AskPlayer, one with
    `reviews` MyReview, Lead and WhatIf, one that `consults` Consult, one with `accounts` Me, BringKey, ForgetMe, Mute,
    Block, ReportPerson and Silence, one with `speeds` AskSpeed, one that `shares` Share, one with `days` SetSleep and
    tables whose turns take days.
    """

    protocol: int = PROTOCOL
    name: str = ""
    table: str = ""
    resume: str = ""
    settings: dict[str, str | bool] = field(name="likings", default_factory=dict)
    played: int | None = None
    won: int = 0
    practice: bool = False
    ladders: bool = False
    reviews: bool = False
    consults: bool = False
    accounts: bool = False
    speeds: bool = False
    shares: bool = False
    days: bool = False
    daily: bool = False


class LobbyUpdate(Message, frozen=True, kw_only=True):
    """What goes on in the house: all public tables, and those where you have a seat.

    Of those who are in, `programs` are counted apart from `people`.
    """

    tables: tuple[TableLine, ...]
    people: int
    talk: tuple[TalkLine, ...]
    programs: int = 0


class LobbyChange(Message, frozen=True, kw_only=True):
    """What is new in the lobby since the last that was said of it, for those who asked for changes.

    `tables` are new or have changed, those of the codes `gone` are no longer shown, `talk` is new.
    """

    tables: tuple[TableLine, ...] = ()
    gone: tuple[str, ...] = ()
    people: int
    talk: tuple[TalkLine, ...] = ()
    programs: int = 0


class YourTables(Message, frozen=True, kw_only=True):
    """All other tables where you have a seat, for those at one who asked to be told; in the lobby its lines tell.

    Sent when anything but a clock has changed at one of them.
    """

    tables: tuple[TableLine, ...]


class Update(Message, frozen=True, kw_only=True):
    """All that changed at the table, as your seat, or a spectator, may know it.

    `view` is None before the first deal; its memory is empty unless the table has the memory aid, you are a program or
    the game is over. `legal` is empty unless it is your turn. `history` replaces the steps from `history_from` on;
    `events` and `talk` are new since the last Update, or with `anew` all there are. `left` is the seconds until a bot
    moves for the seat to act. `record` is the id of the game that is over, to fetch its record: for those who played
    it, as soon as it is kept. Of those who look on `watchers` is the number, and `watching` tells the first of them. A
    game that is `played_on` began in the middle of an older one, whose cards somebody may know. A
    house with `orders` takes Hold, SetClock, HandOver and Replace; `held` is that the host has paused the game, and
    `silent` that those who watch don't speak. `promise` is the next deal of a house whose deals can be checked, and
    `dealt` the one that is played. `rated` is what the game that is over has made of the rating of each seat.
    """

    code: str
    setup: Setup
    phase: Phase
    seq: int
    number: int
    seat: int | None
    seats: tuple[SeatLine, ...]
    view: dict[str, Any] | None = None
    legal: tuple[str, ...] = ()
    history_from: int = 0
    history: tuple[Turn, ...] = ()
    events: tuple[Event, ...] = ()
    talk: tuple[TalkLine, ...] = ()
    left: float | None = None
    standing: MatchStanding | None = None
    paused: str = ""
    watchers: int = 0
    anew: bool = False
    record: int | None = None
    watching: tuple[WatchLine, ...] = ()
    played_on: bool = False
    orders: bool = False
    held: bool = False
    silent: bool = False
    promise: DealLine | None = None
    dealt: DealLine | None = None
    rated: tuple[RatingLine | None, ...] = ()
    bots_in: float | None = None


class Accepted(Message, frozen=True, kw_only=True):
    """Your move, in answer to this state number, is made and stored."""

    seq: int
    move: str


class Refused(Message, frozen=True, kw_only=True):
    """What you said was not taken: `about` is its type, `text` a template with its `values`, `clause` the rule."""

    about: str
    text: str
    values: dict[str, int]
    clause: str = ""
    seq: int | None = None


class Advised(Message, frozen=True, kw_only=True):
    """What a bot would do in the state of this number, and what it thinks of every legal move, best first."""

    seq: int
    move: str
    choices: tuple[JudgedMove, ...]
    iterations: int


class Games(Message, frozen=True, kw_only=True):
    """Your finished games, the latest first."""

    games: tuple[GameLine, ...]


class Speed(Message, frozen=True, kw_only=True):
    """Which `build` of the engines thinks here, and how many positions a search tries in a second."""

    build: str
    positions: int


class Tally(Message, frozen=True, kw_only=True):
    """How many games you have finished, and how many of them won."""

    played: int
    won: int


class RecordFile(Message, frozen=True, kw_only=True):
    """The record of a finished game."""

    id: int
    record: Record


class Reason(StrEnum):
    """Why a house ends a connection."""

    CLOSING = "closing"
    """It closes, and is soon open again with every seat kept."""
    ELSEWHERE = "elsewhere"
    """The same person came in by another connection."""
    IDLE = "idle"
    """Nothing was heard from the client for a long time."""
    REFUSED = "refused"
    """What the client said can't be understood or is not taken."""
    VERSION = "version"
    """Client and house speak different versions of the protocol."""
    FAILED = "failed"
    """Something went wrong in the house."""


class Goodbye(Message, frozen=True, kw_only=True):
    """The house ends this connection; the last thing it says.

    `text` is a sentence to read and translate, `reason` one of the words of Reason; an older house gives none, and a
    newer one may know more of them.
    """

    text: str
    reason: str = ""

    @property
    def final(self) -> bool:
        """Whether it is meant for good; after any other goodbye one dials again."""
        return self.reason != Reason.CLOSING
