"""Finished games that may be seen by whoever has a token."""

from abc import ABC, abstractmethod
from typing import NamedTuple


class Share(NamedTuple):
    """A finished game, and the seat of whoever shares it."""

    game: int
    seat: int


class Shares(ABC):
    """The shared games of a store; a seat of a game has one token, or none."""

    @abstractmethod
    async def keep(self, share: Share, token: str) -> str:
        """Let a game be found by a token, and return it; one that was kept before stays."""

    @abstractmethod
    async def token_of(self, share: Share) -> str:
        """Return the token of what somebody shares; empty where they don't."""

    @abstractmethod
    async def find(self, token: str) -> Share | None:
        """Return what is shared by a token."""

    @abstractmethod
    async def drop(self, share: Share) -> None:
        """Let a game be found no more by the token that it was shared by."""
