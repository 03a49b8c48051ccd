"""How a table explains the points of a finished game."""

from dataclasses import dataclass

from engines.view import View
from tui.draw.cards import Face
from tui.words import _, ngettext


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreBlock:
    """What made one seat's points.

    `cards` are those that count, `words` says it where no cards do, and `parts` are the terms of the sum with their
    names, the same names for every seat: they head the columns. `tiebreak` decides between equal totals, fewest first.
    """

    seat: int
    total: int
    cards: tuple[Face, ...] = ()
    words: str = ""
    parts: tuple[tuple[str, int], ...] = ()
    tiebreak: int = 0


@dataclass(frozen=True, slots=True)
class Hidden:
    """What nobody could see until the end."""

    title: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoning:
    """A finished game explained: what wins it, what the winner's number counts, a block a seat, what was hidden.

    `tie` is the rule between equal scores, as a sentence.
    """

    goal: str
    unit: str
    blocks: tuple[ScoreBlock, ...]
    hidden: Hidden | None = None
    tie: str = ""


def decided(view: View, reckoning: Reckoning) -> str:
    """The sentence on a tie-break, where one has decided: somebody has the winners' score and has not won."""
    won = best(view)
    tied = any(score == won and seat not in view.winners for seat, score in enumerate(view.scores))
    return reckoning.tie if tied else ""


def fewest_points(view: View, blocks: tuple[ScoreBlock, ...], hidden: Hidden | None = None, tie: str = "") -> Reckoning:
    """Explain a game that the fewest points win."""
    unit = ngettext("point", "points", best(view))
    return Reckoning(goal=_("fewest points win"), unit=unit, blocks=blocks, hidden=hidden, tie=tie)


def best(view: View) -> int:
    """The winner's score."""
    return view.scores[view.winners[0]]
