"""What is said about the daily: the deal that everybody plays that day."""

from typing import Annotated

from msgspec import Meta, Struct

from engines.wire import Message

Day = Annotated[str, Meta(max_length=10)]


class PlayDaily(Message, frozen=True, kw_only=True):
    """I want to play today's deal: lead me to its table, or if I have played it tell me how it went.

    This and the next only to a house whose Welcome has `daily`.
    """


class AskDaily(Message, frozen=True, kw_only=True):
    """How did a day go, or today? From the `start`-th place on, counted from 0."""

    day: Day = ""
    start: Annotated[int, Meta(ge=0, lt=2**31)] = 0


class DailyLine(Struct, frozen=True, kw_only=True):
    """Somebody on the ladder of a day: `at_table` is their place against the bots, `id` fetches the record."""

    place: int
    name: str
    score: int
    at_table: int
    id: int
    you: bool = False


class DailySheet(Message, frozen=True, kw_only=True):
    """A day: what is played, until when, and for those who have played it how everybody fared.

    `state` is new, playing, finished or gone, where somebody gave up. `promise` is what the deal was bound to before
    anybody saw it. Of those who finished so many `people` you were better than `ahead_of` percent. `streak` counts your
    days in a row, `best` the most there were. Without `open` there are no lines: you may still play it.
    """

    day: str
    game: str
    seats: int
    level: str
    ends: float
    state: str = "new"
    promise: bytes = b""
    people: int = 0
    ahead_of: int | None = None
    streak: int = 0
    best: int = 0
    open: bool = False
    start: int = 0
    lines: tuple[DailyLine, ...] = ()
    own: DailyLine | None = None
    today: bool = True


ABOUT_DAILY: tuple[type[Message], ...] = (PlayDaily, AskDaily)
"""What a client may say about the daily."""

OF_DAILY: tuple[type[Message], ...] = (DailySheet,)
"""What it is told."""
