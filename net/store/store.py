"""What a house needs to remember, whatever it is kept in: a log for each table, people, finished games."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec


class StoreError(Exception):
    """Something could not be stored or read; the text is a sentence for people."""


class InUse(StoreError):
    """Another house has the data."""


class Overtaken(StoreError):
    """The log went on without us: another house has acquired the table, or holds entries that we have not seen."""


class NameTaken(StoreError):
    """Somebody else has this name, or one that looks like it."""


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True):
    """What is listed of a game: `number` counts the games of its table, `finished` is the time of day.

    `stand_ins` are the seats for which a bot made a move. `id` is given by the store. Whoever was first in a game that
    was `played_on` from an older one knew the cards, and has won nothing.
    """

    table: str
    number: int
    game: str
    finished: float
    identities: tuple[str, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    stand_ins: tuple[int, ...]
    hints: int
    taken_back: int
    id: int = 0
    played_on: bool = False

    def won_by(self, identity: str) -> bool:
        """Whether somebody who played has won."""
        return not self.played_on and self.identities.index(identity) in self.winners


class RecordedGame(NamedTuple):
    """A finished game with the bytes of its record."""

    game: FinishedGame
    record: bytes


class Tally(NamedTuple):
    """How many games somebody has finished, and how many of them won."""

    played: int
    won: int


Unsubscribe = Callable[[], None]


class Store(ABC):
    """Append-only logs with one writer each, and what is kept beside them.

    A house acquires a log before it appends and gets an epoch; whoever acquires it later makes older epochs useless.
    An append names the version (the number of entries) that it builds on. What an await gave back is on disk.
    """

    @abstractmethod
    async def acquire(self, table: str) -> int:
        """Become the only writer of a log, new or old, and return the epoch."""

    @abstractmethod
    async def append(
        self, table: str, epoch: int, version: int, entries: Sequence[bytes], *, last: bool = False
    ) -> int:
        """Add entries to a log and return its new version; `last` takes the table off the list of open ones."""

    @abstractmethod
    async def read(self, table: str, since: int = 0) -> list[bytes]:
        """Return the entries of a log from a version on."""

    @abstractmethod
    async def version(self, table: str) -> int:
        """Return how many entries a log has had; one that does not exist has had none."""

    @abstractmethod
    async def trim(self, table: str, epoch: int, before: int) -> None:
        """Let go of a log's entries before a version, for good; only for logs of which the end alone is read."""

    @abstractmethod
    def subscribe(self, table: str, hook: Callable[[int], None]) -> Unsubscribe:
        """Call a hook with the new version whenever a log has grown."""

    @abstractmethod
    async def tables(self) -> list[str]:
        """List the open tables, the oldest first."""

    @abstractmethod
    async def all_tables(self) -> set[str]:
        """List every table there ever was."""

    @abstractmethod
    async def name_of(self, identity: str) -> str:
        """Return somebody's name; empty where they have none."""

    @abstractmethod
    async def guests(self) -> list[str]:
        """List the guests who have names."""

    @abstractmethod
    async def set_name(self, identity: str, name: str, key: str) -> None:
        """Let somebody have a name whose look-alike key nobody else has, or raise NameTaken."""

    @abstractmethod
    async def settings_of(self, identity: str) -> dict[str, str | bool]:
        """Return the settings that somebody wants remembered."""

    @abstractmethod
    async def keep_settings(self, identity: str, settings: dict[str, str | bool]) -> None:
        """Remember somebody's settings instead of those of before."""

    @abstractmethod
    async def forget(self, identity: str) -> None:
        """Free the name of somebody and forget their settings, unless a finished game bears the name."""

    @abstractmethod
    async def keep_game(self, kept: RecordedGame) -> int:
        """Keep a finished game and return its id; kept twice, it is the one of before."""

    @abstractmethod
    async def games_of(self, identity: str, most: int = 100) -> list[FinishedGame]:
        """List somebody's finished games, the latest first; no record is read for it."""

    @abstractmethod
    async def tally_of(self, identity: str) -> Tally:
        """Count somebody's finished games; none of them is read for it."""

    @abstractmethod
    async def game(self, id: int) -> RecordedGame | None:
        """Return one finished game with its record."""

    @abstractmethod
    async def close(self) -> None:
        """Write what is under way and let go of the data."""
