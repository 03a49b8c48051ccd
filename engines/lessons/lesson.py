"""What a lesson is made of: given deals, steps in chapters, and its sentences in every language.

The files lie beside the game: `lesson.toml` says what happens; `lesson.en.toml`, `lesson.fr.toml` and so on hold what
is said, and another language is one more file. `engines.lessons.read` refuses a lesson that can't be played.

A lesson points at things on the table by names that a drawing maps to places. Its file lists them; `N` stands for a
seat, `P` for a place, `CARD` for a card's text and `MOVE` for the beginning of a move's. In every game: `plate N` (a
seat's name and figures), `pile` (the draw pile), `choice MOVE` (what to press for it). Besides:

- Geschenkt: `open` (the open card), `pot` (the chips on it), `chips N`, `row N` (the cards a seat took), `score N`.
- Danger 13: `open` (the card turned up), `packet`, `row N`, `gauge N` (a row's sum and its limit), `won N`, `marker`
  (the start marker), `dealer`.
- Bumbesi: `limit P`, `under P` (the pile under a limit), `window P` (which numbers fit there), `marker`, `direction`,
  `bin N`, `card CARD` (in the learner's hand).
- Da Capo: `build P`, `stock N`, `helper P` (the learner's own), `hand`, `card CARD` (in the learner's hand).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LEARNER: Final = 0
"""The learner's seat at every table."""

ANY: Final = "*"
WHATEVER: Final = "?"
"""A card in a pile that does not matter."""

SEAT: Final = "N"
PLACE: Final = "P"
MOST_PLACES: Final = 3


class BadLesson(ValueError):
    """A lesson that can't be played or read, with what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A position that a lesson begins from, reached by the rules alone.

    `piles` name the cards that lie on top after the first, second, ... shuffle; the others follow, and stand in for
    WHATEVER, in an order that is always the same. `stolen` are the cards that chance picks from a hand, `before` the
    moves that were made already.
    """

    seats: int
    start: int
    piles: tuple[tuple[str, ...], ...]
    stolen: tuple[str, ...]
    before: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of the coach, and what the learner does about it.

    `deal` names a position to begin anew from, or is empty to go on from the last one. `moves` are made by the others
    before the sentence is said. `accept` are patterns of the moves that lead on (see `matches`); without any it is
    enough to read. `wrong` pairs patterns of other legal moves with what is said to them, the first that fits; an
    illegal move gets the rules' own refusal. `point` names things on the table, `teaches` the clauses met here.
    """

    say: str
    deal: str
    moves: tuple[str, ...]
    accept: tuple[str, ...]
    wrong: tuple[tuple[str, str], ...]
    point: tuple[str, ...]
    teaches: tuple[str, ...]
    exercise: bool

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of all sentences that this step may say."""
        return (self.say, *(key for _, key in self.wrong))

    def accepts(self, move: str) -> bool:
        """Whether a move leads on from here."""
        return any(matches(pattern, move) for pattern in self.accept)

    def reply(self, move: str) -> str | None:
        """The name of what is said to a legal move that does not lead on; None where nothing is."""
        return next((key for pattern, key in self.wrong if matches(pattern, move)), None)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Steps that belong together; the first begins from a deal, so that one can come back to it."""

    id: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A lesson's sentences in one language, by chapter and name, and the titles of its chapters."""

    titles: Mapping[str, str]
    sentences: Mapping[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A whole lesson; `friends` are who sits at seat 1, 2, ... of its tables, `things` what it may point at."""

    game: str
    things: tuple[str, ...]
    friends: tuple[str, ...]
    deals: Mapping[str, Deal]
    chapters: tuple[Chapter, ...]
    words: Mapping[str, Words]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every step, in order."""
        return tuple(step for chapter in self.chapters for step in chapter.steps)

    @property
    def teaches(self) -> frozenset[str]:
        """The clauses of the rules that a learner has met at the end."""
        return frozenset(clause for step in self.steps for clause in step.teaches)


def matches(pattern: str, move: str) -> bool:
    """Whether a pattern's words begin a move's text, `*` standing for any one: `lay` and `lay * 2` fit `lay 7 2`."""
    wanted, words = pattern.split(), move.split()
    return len(wanted) <= len(words) and all(word in (ANY, other) for word, other in zip(wanted, words, strict=False))


def is_thing(kinds: tuple[str, ...], seats: int, name: str) -> bool:
    """Whether a table for so many has something of this name."""
    word, _, which = name.partition(" ")
    return any(
        kind == word and _is_one(blank, seats, which) for kind, _, blank in (each.partition(" ") for each in kinds)
    )


def _is_one(blank: str, seats: int, which: str) -> bool:
    if blank in (SEAT, PLACE):
        return which.isdecimal() and int(which) < (seats if blank == SEAT else MOST_PLACES)
    return bool(blank) == bool(which)
