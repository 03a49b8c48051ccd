"""What is said about exercises, and about one's own figures."""

from typing import Annotated

from msgspec import Meta, Struct

from bots.exercises import Exercise
from engines.wire import Message
from net.messages.parts import GameLine


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


class Task(Struct, frozen=True, kw_only=True):
    """An exercise from one of your own games, and the key that it is remembered under."""

    key: str
    exercise: Exercise


class Accuracy(Struct, frozen=True, kw_only=True):
    """How many of your decisions in a finished game were best or good, as a share, where it was reviewed."""

    id: int
    share: float
    decisions: int


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
