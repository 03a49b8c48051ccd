"""What operators keep: who is banned, what was done in the house's name, and what is let go of."""

from abc import ABC, abstractmethod
from pathlib import Path
from typing import NamedTuple

import msgspec


class Ban(msgspec.Struct, frozen=True, kw_only=True):
    """Who may not come in: a key's fingerprint, an address or a network, until a time of day or for good."""

    subject: str
    until: float | None = None
    why: str = ""
    by: str = ""
    since: float = 0.0


class Deed(NamedTuple):
    """One line of the audit log: who asked for what, and how it ended."""

    id: int
    at: float
    by: str
    command: str
    outcome: str


class Pruned(NamedTuple):
    """How much was let go of."""

    games: int
    entries: int


class Ledger(ABC):
    """The operators' part of a store."""

    @abstractmethod
    async def bans(self) -> list[Ban]:
        """List all bans, the oldest first."""

    @abstractmethod
    async def ban(self, ban: Ban) -> None:
        """Keep a ban; a later one of the same subject takes its place."""

    @abstractmethod
    async def unban(self, subject: str) -> None:
        """Let go of a ban."""

    @abstractmethod
    async def note(self, at: float, by: str, command: str, outcome: str) -> None:
        """Add a line to the audit log, which nobody can change or shorten."""

    @abstractmethod
    async def audit(self, most: int) -> list[Deed]:
        """List the last deeds, the latest first."""

    @abstractmethod
    async def back_up(self, folder: Path, target: Path) -> int:
        """Write all that is kept, with what lies in the house's data folder, into a new file; return its size."""

    @abstractmethod
    async def prune(self, before: float) -> Pruned:
        """Let go of games that ended before a time of day, and of closed tables of which no game is left."""
