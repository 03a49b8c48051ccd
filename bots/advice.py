"""What a bot says about a decision: play, hint, review and graph all read it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """One legal move as a bot judges it.

    `win` is the share of the win it expects (shared wins count in part), `error` the standard error of that share,
    `score` the game's own points it expects at the end. A bot that doesn't search leaves them at 0 with 0 visits.
    """

    move: str
    visits: int = 0
    win: float = 0.0
    error: float = 0.0
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Advice:
    """The move a bot would make, and every legal move with what was found out about it, best first."""

    move: str
    choices: tuple[JudgedMove, ...]
    iterations: int = 0
    seconds: float = 0.0


def only(move: str, legal: list[str]) -> Advice:
    """Advise a move without having searched."""
    others = tuple(JudgedMove(other) for other in legal if other != move)
    return Advice(move, (JudgedMove(move), *others))
