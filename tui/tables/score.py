"""How a table explains the points of a finished game.

Its module gives `explain(view) -> list[ScoreBlock]`, or where words are enough `score_lines(view, seat)`: the parts of
the sum with their points. A game where something stayed hidden until the end also gives `hidden(view) -> Hidden`.
"""

from dataclasses import dataclass

from tui.draw.cards import Face


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreBlock:
    """What made one seat's points.

    `cards` are those that count, `words` says it where no cards do, and `parts` are the terms of the sum with their
    names, the same names for every seat: they head the columns.
    """

    seat: int
    total: int
    cards: tuple[Face, ...] = ()
    words: str = ""
    parts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Hidden:
    """What nobody could see until the end."""

    title: str
    cards: tuple[Face, ...]
