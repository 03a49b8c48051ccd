"""Several games in a row: points added up, or the first to reach a total."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.game import BadSetup, Game

ROUNDS = 3
GOAL = 50


@dataclass(frozen=True, slots=True)
class Result:
    """How one game of a match ended."""

    start: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    tiebreaks: tuple[int, ...]


class Match:
    """The standing of a match; it decides who starts, when it is over and who has won.

    Bumbesi plays three rounds (B16), Da Capo to 50 points (C16), the others any number of games.
    """

    def __init__(self, game: Game, seats: int, games: int = ROUNDS) -> None:
        if game.match == "games" and games < 1:
            raise BadSetup("A match has at least one game.")
        self.game = game
        self.seats = seats
        self.games = games if game.match == "games" else ROUNDS
        self.results: list[Result] = []

    def add(self, result: Result) -> None:
        """Add the result of the game that has just ended."""
        self.results.append(result)

    @property
    def next_start(self) -> int | None:
        """Give the seat left of the last start player; the first game draws its own."""
        return (self.results[-1].start + 1) % self.seats if self.results else None

    @property
    def totals(self) -> list[int]:
        """Give every seat's points so far."""
        points = [self._points(result) for result in self.results]
        return [sum(column) for column in zip(*points, strict=True)] if points else [0] * self.seats

    def _points(self, result: Result) -> Sequence[int]:
        if self.game.match != "to 50":
            return result.scores
        stalemate = 0 not in result.scores
        won = 0 if stalemate else sum(result.scores)
        return [won if seat in result.winners else 0 for seat in range(self.seats)]

    @property
    def over(self) -> bool:
        """Say whether the match has ended."""
        if self.game.match == "to 50":
            return max(self.totals) >= GOAL
        return len(self.results) >= self.games

    @property
    def winners(self) -> list[int]:
        """Give the winning seats of a match that is over, after all tie-breaks."""
        sign = 1 if self.game.low_wins and self.game.match != "to 50" else -1
        tiebreaks = [sum(result.tiebreaks[seat] for result in self.results) for seat in range(self.seats)]
        ranks = [(sign * total, tiebreak) for total, tiebreak in zip(self.totals, tiebreaks, strict=True)]
        return [seat for seat, rank in enumerate(ranks) if rank == min(ranks)]
