"""What is said about how strong people are: ladders, and pages about players."""

from typing import Annotated

from msgspec import Meta, Struct

from engines.wire import Message

GameId = Annotated[str, Meta(max_length=20)]
Place = Annotated[int, Meta(ge=0, lt=2**31)]


class AskLadder(Message, frozen=True, kw_only=True):
    """Who is strong in this game? From the `start`-th place on, counted from 0."""

    game: GameId
    start: Place = 0


class AskPlayer(Message, frozen=True, kw_only=True):
    """What is known of somebody of this name, or with an empty one of me?"""

    name: Annotated[str, Meta(max_length=200)] = ""


class RatingLine(Struct, frozen=True, kw_only=True):
    """A rating before and after a game, as the numbers that are shown; while `provisional` it may still move far."""

    before: int
    after: int
    provisional: bool = False


class LadderLine(Struct, frozen=True, kw_only=True):
    """Somebody on a ladder: their place, rating and rated games; `you` is that it is your own line."""

    place: int
    name: str
    rating: int
    games: int
    you: bool = False


class GameSheet(Struct, frozen=True, kw_only=True):
    """Somebody in one game: rating and its course, the oldest first; `place` of so many `people`, 0 without one."""

    game: str
    rating: int
    provisional: bool
    games: int
    place: int = 0
    people: int = 0
    course: tuple[int, ...] = ()


class ShareLine(Struct, frozen=True, kw_only=True):
    """How many games somebody has played and won, of one kind and at tables of so many seats."""

    game: str
    seats: int
    played: int
    won: int


class ResultLine(Struct, frozen=True, kw_only=True):
    """A finished game of somebody: when, with whom, which place of how many, counted from 0, and with which score."""

    game: str
    finished: float
    names: tuple[str, ...]
    place: int
    score: int
    won: bool


class VersusLine(Struct, frozen=True, kw_only=True):
    """Two people in games of one kind: how often they met, who was before the other, and how often neither."""

    game: str
    met: int
    before: int
    behind: int


class LadderLines(Message, frozen=True, kw_only=True):
    """A part of a ladder from the `start`-th place on, with your own line where you have one."""

    game: str
    start: int
    people: int
    lines: tuple[LadderLine, ...]
    own: LadderLine | None = None


class PlayerSheet(Message, frozen=True, kw_only=True):
    """All that everybody may know of a player; `versus` is between you and them."""

    name: str
    games: tuple[GameSheet, ...] = ()
    shares: tuple[ShareLine, ...] = ()
    last: tuple[ResultLine, ...] = ()
    best: tuple[ResultLine, ...] = ()
    versus: tuple[VersusLine, ...] = ()


ABOUT_PLAYERS: tuple[type[Message], ...] = (AskLadder, AskPlayer)
"""What a client may ask about how strong people are."""

OF_PLAYERS: tuple[type[Message], ...] = (LadderLines, PlayerSheet)
"""What it is told."""
