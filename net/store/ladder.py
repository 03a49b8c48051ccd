"""How strong people are, as it is kept: a rating for each game that somebody plays, and how it came about."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from bots.rating import Rating


class Standing(NamedTuple):
    """Somebody's rating in a game after so many rated games; `name` is how they are called now."""

    identity: str
    name: str
    rating: Rating
    games: int


class Rung(NamedTuple):
    """Somebody's place on a ladder of so many people, 1 for the first."""

    place: int
    people: int


class Step(NamedTuple):
    """A rating as it was after a game, with the time of day and the game's id."""

    at: float
    game: int
    rating: Rating


class Ladder(ABC):
    """The part of a store that knows how strong people are.

    A game changes the ratings of all its players or of none. Whoever rates a game names how many rated games each of
    them had before, so that of two houses that rate at the same time one has to look again.
    """

    @abstractmethod
    async def standings(self, kind: str, identities: Collection[str]) -> dict[str, Standing]:
        """Return the standings of people in a kind of game; who was never rated in it is left out."""

    @abstractmethod
    async def rate(
        self, kind: str, game: int, at: float, after: Mapping[str, Rating], games: Mapping[str, int]
    ) -> bool:
        """Keep the ratings after a finished game, unless somebody has had more rated games meanwhile: then it is false.

        `games` counts those that each had before. A game that was rated already changes nothing, and is true.
        """

    @abstractmethod
    async def top(self, kind: str, most: int = 50, start: int = 0) -> list[Standing]:
        """List the strongest in a kind of game, without those whose rating is provisional."""

    @abstractmethod
    async def people(self, kind: str) -> int:
        """Count who is on the ladder of a kind of game."""

    @abstractmethod
    async def rung(self, kind: str, identity: str) -> Rung | None:
        """Return somebody's place on the ladder of a kind of game; None for those who are not on it."""

    @abstractmethod
    async def course(self, kind: str, identity: str, most: int = 200) -> list[Step]:
        """List the last ratings of somebody in a kind of game, the oldest first."""

    @abstractmethod
    async def changed_by(self, game: int) -> dict[str, tuple[Rating, Rating]]:
        """Return what a finished game has changed: each player's rating before and after it."""

    @abstractmethod
    async def pass_on(self, kind: str, identity: str, heir: str) -> None:
        """Let somebody's rating in a kind of game, and all that led there, be another's, unless theirs is as sure.

        Of the other of the two ratings nothing is left: no course, nor what games have changed of it.
        """

    @abstractmethod
    async def bring(self, kind: str, standing: Standing, course: Sequence[Step]) -> None:
        """Keep somebody's rating, and how it came about, as another store had them."""

    @abstractmethod
    async def bring_change(self, kind: str, game: int, at: float, changed: Mapping[str, tuple[Rating, Rating]]) -> None:
        """Keep what a finished game has changed as another store had it."""

    @abstractmethod
    async def forget(self, kind: str, identity: str) -> None:
        """Take somebody off the ladder of a kind of game, with all that led there."""
