"""The daily as it is kept: who has tried the deal of a day, and how it went."""

from abc import ABC, abstractmethod
from typing import NamedTuple

import msgspec


class DailyTry(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's one try at the deal of a day, at a table.

    Once it is finished (`at`, a time of day) it has the id of its `game`, the `place` at the table counted from 0, and
    the `score`; the lower its `value`, the better it is.
    """

    day: str
    identity: str
    table: str
    game: int = 0
    place: int = 0
    score: int = 0
    value: int = 0
    at: float = 0.0

    @property
    def finished(self) -> bool:
        """Whether it was played to its end."""
        return self.at > 0


class Ranked(NamedTuple):
    """A finished try, and how whoever made it is called now."""

    name: str
    attempt: DailyTry


class Field(NamedTuple):
    """All who have finished a day: how many, and how many were better and worse than somebody."""

    people: int
    better: int
    worse: int


class Daily(ABC):
    """The part of a store that knows the dailies. Somebody's first try of a day counts, and its first result."""

    @abstractmethod
    async def secret(self) -> bytes:
        """Return what the deals of this house follow from; the first to ask makes it, for all nodes."""

    @abstractmethod
    async def keep_secret(self, secret: bytes) -> None:
        """Let the deals follow from a secret of before: the house has come from another store."""

    @abstractmethod
    async def begin(self, day: str, identity: str, table: str) -> DailyTry:
        """Note that somebody tries the deal of a day at a table, and return the try that counts."""

    @abstractmethod
    async def find(self, day: str, identity: str) -> DailyTry | None:
        """Return somebody's try of a day."""

    @abstractmethod
    async def finish(self, attempt: DailyTry) -> None:
        """Keep how a try went, unless that is known, or another one counts."""

    @abstractmethod
    async def keep(self, attempt: DailyTry) -> None:
        """Keep a try as it is, for taking a house from one store into another."""

    @abstractmethod
    async def top(self, day: str, most: int = 50, start: int = 0) -> list[Ranked]:
        """List the best of a day."""

    @abstractmethod
    async def field(self, day: str, value: int = 0) -> Field:
        """Count who has finished a day, and who of them was better and worse than a value."""

    @abstractmethod
    async def tries_of(self, identity: str) -> list[DailyTry]:
        """List somebody's tries, the oldest first."""

    @abstractmethod
    async def forget(self, identity: str) -> None:
        """Let go of all tries of somebody."""
