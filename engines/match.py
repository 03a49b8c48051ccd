"""Several games in a row: points added up over a number of games, or until somebody reaches a goal."""

from engines.game import BadSetup, Game
from engines.info import Result


class Match:
    """The standing of a match; it decides who starts, when it is over and who has won.

    How long it is says the game's MatchPlan; `games` counts only where the players choose, and is None where the match
    goes on until somebody reaches the goal.
    """

    def __init__(self, game: Game, seats: int, games: int = 1) -> None:
        plan = game.match
        if plan.players_choose and games < 1:
            raise BadSetup("A match has at least one game.")
        self.game = game
        self.seats = seats
        self.games: int | None = games if plan.players_choose else plan.games
        self.results: list[Result] = []

    def add(self, result: Result) -> None:
        """Add the result of the game that has just ended."""
        self.results.append(result)

    @property
    def next_start(self) -> int | None:
        """The seat left of the last start player; None before the first game, which draws its own."""
        return (self.results[-1].start + 1) % self.seats if self.results else None

    @property
    def totals(self) -> list[int]:
        """Every seat's points so far."""
        points = [self.game.match_points(result) for result in self.results]
        return [sum(column) for column in zip(*points, strict=True)] if points else [0] * self.seats

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        goal = self.game.match.goal
        if goal is not None:
            return max(self.totals) >= goal
        return self.games is not None and len(self.results) >= self.games

    @property
    def winners(self) -> list[int]:
        """The winning seats of a match that is over, after all tie-breaks."""
        fewest = self.game.low_wins and self.game.match.goal is None
        sign = 1 if fewest else -1
        tiebreaks = [sum(result.tiebreaks[seat] for result in self.results) for seat in range(self.seats)]
        ranks = [(sign * total, tiebreak) for total, tiebreak in zip(self.totals, tiebreaks, strict=True)]
        return [seat for seat, rank in enumerate(ranks) if rank == min(ranks)]
