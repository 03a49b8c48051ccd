"""What a game declares about itself, and how a game that has ended counts in a match.

Plain Python in every build: these are read a few times in a game, never in search.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from engines.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlan:
    """How long a match is: a fixed number of `games`, or until somebody has `goal` points.

    With neither the players agree on a number of games. Without a goal the match is won as a single game is, by the
    most points or the fewest; a goal is always something to reach.
    """

    games: int | None = None
    goal: int | None = None

    @property
    def players_choose(self) -> bool:
        """Whether the players agree on the number of games."""
        return self.games is None and self.goal is None


@dataclass(frozen=True, slots=True)
class Result:
    """How one game of a match ended; of equal totals the fewest `tiebreaks` win."""

    start: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    tiebreaks: tuple[int, ...]


def places(scores: Sequence[int], winners: Container[int], *, low_wins: bool) -> list[int]:
    """The place of each seat, 0 for the winners; others with equal scores share one, and the next is left out."""
    sign = 1 if low_wins else -1
    keys = [(seat not in winners, 0 if seat in winners else sign * score) for seat, score in enumerate(scores)]
    return [sum(other < key for other in keys) for key in keys]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameInfo:
    """What can be known of a game before a card is dealt.

    `id` names it in records, on the wire and on the command line, `title` is what its box says. `version` goes up when
    a rule changes, and then older records are refused. `seats` are the numbers of players it is for. `open_moves` says
    that everybody can see which moves the seat to act has, `counts_cards` that a score is a number of cards and not of
    points.
    """

    id: str
    title: str
    version: int
    seats: range
    view_type: type[View]
    low_wins: bool
    variants: tuple[str, ...] = ()
    open_moves: bool = False
    counts_cards: bool = False
    match: MatchPlan = MatchPlan()
