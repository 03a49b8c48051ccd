"""What a client and the house say to each other, on the codec of engines.wire.

A client never names its seat or its table in what it does there: both come from its session.
"""

from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from bots.advice import JudgedMove
from bots.exercises import Exercise
from bots.findings import Judgement, Plan, Weighed
from engines.record import Record
from engines.view import Event, Turn
from engines.wire import Message
from engines.words import N_
from net.account_messages import ABOUT_MYSELF, AboutMe
from net.company_messages import ABOUT_PLAYERS, OF_PLAYERS, RatingLine
from net.setup import Level, Seconds, Setup
from net.values import Name, Phase, SeatKind, Text

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
KeptSettings = Annotated[dict[SettingWord, SettingWord | bool], Meta(max_length=20)]


class Enter(Message, frozen=True, kw_only=True):
    """Somebody comes in; the first thing a client says.

    `name` is used where the person has none yet. A guest comes back with the `resume` code of an earlier visit. A
    program that plays by itself says so: everybody sees it, and it gets its memory and the whole history. Who knows
    `LobbyChange` asks for `changes`, and who knows `Led` for `reviews`.
    """

    protocol: int = PROTOCOL
    name: Name = ""
    resume: Annotated[str, Meta(max_length=80)] = ""
    program: bool = False
    changes: bool = False
    reviews: bool = False


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


class KeepSettings(Message, frozen=True, kw_only=True, tag="like"):
    """Remember how I like it: settings by their names, which mean nothing to the house."""

    settings: KeptSettings = field(name="likings")


class MyGames(Message, frozen=True, kw_only=True):
    """Which games have I finished?"""


class MyTally(Message, frozen=True, kw_only=True):
    """How many games have I finished? Ask only a house that counts them in its Welcome: older ones take it amiss."""


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


class MyPractice(Message, frozen=True, kw_only=True):
    """Which exercises are due? At most so many of my own mistakes, in one game or in all, come with the answer.

    This and the next two only to a house whose Welcome has `practice`.
    """

    game: Annotated[str, Meta(max_length=20)] = ""
    most: Annotated[int, Meta(ge=0, le=20)] = 0


class Practised(Message, frozen=True, kw_only=True):
    """I have tried an exercise, and found the better move or not."""

    key: Annotated[str, Meta(max_length=40)]
    right: bool


class MyFigures(Message, frozen=True, kw_only=True):
    """How have I fared in all my games?"""


class MyReview(Message, frozen=True, kw_only=True):
    """How did I play in one of my finished games, or in my own house any seat in this record?

    Where a review is led at my table I may ask for the seat that it is about. Ask only a house whose Welcome has
    `reviews`.
    """

    id: Number | None = None
    seat: SeatNumber | None = None
    record: Record | None = None


class Lead(Message, frozen=True, kw_only=True):
    """I show everybody here who played the review of a seat, after so many moves; or no more, unless `on`."""

    id: Number
    seat: SeatNumber
    at: Number = 0
    on: bool = True


class WhatIf(Message, frozen=True, kw_only=True):
    """What would an expert have played after so many moves of my finished game, or in my own house of this one?"""

    at: Number
    id: Number | None = None
    record: Record | None = None


FROM_CLIENT: tuple[type[Message], ...] = (
    *(Enter, Rename),
    *ABOUT_MYSELF,
    *(Open, PlayNow, Sit, Watch, Leave, Fill, Free, Start, Again, Pledge, AddLuck),
    *(Play, TakeBack, Hint, Hurry, Hold, SetClock, HandOver, Silence, Replace, Say),
    *(KeepSettings, MyGames, MyTally, Fetch, PlayOn, Consult, MyPractice, Practised, MyFigures),
    *(MyReview, Lead, WhatIf),
    *ABOUT_PLAYERS,
)


QUICK: tuple[type[Message], ...] = (Play, TakeBack, Hint, Hurry)
"""What is asked in the course of a game, often one right after the other."""


class SeatLine(Struct, frozen=True, kw_only=True):
    """Who sits there.

    The `host` may deal and fill seats. `away` counts the seconds since they left and `bot_in` those until a bot plays
    for them; `kept` says that it does.
    """

    kind: SeatKind
    name: str = ""
    level: str = ""
    host: bool = False
    away: float | None = None
    bot_in: float | None = None
    kept: bool = False
    again: bool = False


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
    """A table in the lobby; `seat` is the one you have there."""

    code: str
    setup: Setup
    seats: tuple[SeatLine, ...]
    phase: Phase
    number: int
    watchers: int = 0
    seat: int | None = None
    your_turn: bool = False
    left: float | None = None


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


class Task(Struct, frozen=True, kw_only=True):
    """An exercise from one of your own games, and the key that it is remembered under."""

    key: str
    exercise: Exercise


class Accuracy(Struct, frozen=True, kw_only=True):
    """How many of your decisions in a finished game were best or good, as a share, where it was reviewed."""

    id: int
    share: float
    decisions: int


class Welcome(Message, frozen=True, kw_only=True):
    """You are in; without a name, choose one first.

    `table` is where you dropped out, `resume` brings a guest back, `settings` are what you asked to be remembered. Of
    the games that you have `played` to their end you have `won` so many; an older house doesn't count them.
    One with `practice` takes MyPractice, Practised and MyFigures, one with `ladders` AskLadder and AskPlayer, one with
    `reviews` MyReview, Lead and WhatIf, one that `consults` Consult, one with `accounts` Me, BringKey, ForgetMe, Mute,
    Block, ReportPerson and Silence.
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


class Tally(Message, frozen=True, kw_only=True):
    """How many games you have finished, and how many of them won."""

    played: int
    won: int


class Practice(Message, frozen=True, kw_only=True):
    """How many exercises are due: your own mistakes, and those `again` of a game's set that you did not find.

    `met` are exercises of a set that are not due, or that you have solved.
    """

    due: int
    tasks: tuple[Task, ...] = ()
    again: tuple[str, ...] = ()
    met: tuple[str, ...] = ()


class Figures(Message, frozen=True, kw_only=True):
    """Your finished games, the latest first, and your accuracy in those that were reviewed, the oldest first."""

    games: tuple[GameLine, ...]
    accuracy: tuple[Accuracy, ...] = ()


class RecordFile(Message, frozen=True, kw_only=True):
    """The record of a finished game."""

    id: int
    record: Record


class Reviewed(Message, frozen=True, kw_only=True):
    """A part of a review, or all of it: what there is to judge, and what has been found out since the last part."""

    id: int | None
    plan: Plan
    judgements: tuple[Judgement, ...] = ()
    weighed: tuple[Weighed, ...] = ()


class Instead(Message, frozen=True, kw_only=True):
    """What an expert would have played: a game that leaves yours after `at` moves, and in which they made `moves`."""

    id: int | None
    at: int
    moves: int
    record: Record


class Led(Message, frozen=True, kw_only=True):
    """Somebody shows everybody here who played the review of a seat, after so many moves; or no more, unless `on`."""

    id: int
    seat: int
    at: int
    name: str
    on: bool = True


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


FROM_HOUSE: tuple[type[Message], ...] = (
    *(Welcome, AboutMe, LobbyUpdate, LobbyChange, Update, Accepted, Refused, Advised, Games, Tally, RecordFile),
    *(Practice, Figures, Reviewed, Instead, Led, Goodbye),
    *OF_PLAYERS,
)
