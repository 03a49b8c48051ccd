"""What a review finds, as plain values: what there is to judge, judged decisions, weighed moments, all together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import hypot, inf, sqrt

from bots.bot import Budget

Shares = tuple[float, ...]
"""A number for each seat."""


BEST, GOOD, INEXACT, MISTAKE, BLUNDER = VERDICTS = ("best", "good", "inexact", "mistake", "blunder")
"""The words for a decision, from the move that could not be bettered to the one that threw the game away."""

LEAST_LOSS = 0.02
"""Giving away less than this share of the win is not worth a word."""

SURE = 2.0
"""A loss counts where it is larger than so many of its standard errors."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A change of the share of the win as it was measured, and its standard error."""

    share: float
    error: float

    @property
    def known(self) -> bool:
        """Whether it is no mere noise; what has no error is always known."""
        return abs(self.share) >= SURE * self.error

    @property
    def least(self) -> float:
        """How large it surely is, whichever its sign; of changes that are added up no more than a whole win is."""
        return min(abs(self.share) - SURE * self.error, 1.0)


def standard_error(values: Sequence[float]) -> float:
    """The standard error of a mean, as if two more games had been seen, one better and one worse by a whole win."""
    count = len(values) + 2
    mean = sum(values) / count
    square = (sum(value * value for value in values) + 2.0) / count
    return sqrt(max(square - mean * mean, 0.0) / count)


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """One move that was possible: the share of the win it could expect, and the standard error of that."""

    move: str
    win: float
    error: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision: the move made and the best one, what the first gave away, and every move that was tried.

    `turn` is the number of moves made before. `verdict` is worse than good only where `loss` is larger than its
    uncertainty, two standard errors. Moves that a rule of thumb rules out are not among `choices` unless one was made.
    """

    turn: int
    seat: int
    move: str
    best: str
    loss: float
    error: float
    verdict: str
    choices: tuple[JudgedChoice, ...]

    @property
    def mattered(self) -> bool:
        """Whether something was at stake: the best move was surely worth more than the worst that was tried."""
        wins = [choice.win for choice in self.choices]
        return len(wins) > 1 and max(wins) - min(wins) > max(LEAST_LOSS, SURE * self.error)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A moment: the share of the win each seat could expect, and what the move made there added to each of them.

    `errors` are the standard errors of what it added; a house of before did not tell them.
    """

    turn: int
    seat: int
    chances: Shares
    effect: Shares
    errors: Shares = ()

    def added_to(self, seat: int) -> Measured:
        """What the move added to the share of a seat."""
        return Measured(self.effect[seat], self.errors[seat] if self.errors else inf)


@dataclass(frozen=True, slots=True)
class Plan:
    """What there is to judge in a game: so many moments, at `decisions` of which the seat had a choice.

    `wins` is the share of the win that each seat had in the end.
    """

    seat: int
    moments: int
    decisions: tuple[int, ...]
    wins: Shares

    @property
    def jobs(self) -> int:
        """How many jobs that makes."""
        return self.moments + len(self.decisions)


Answer = Judgement | Weighed
"""What one job of a review finds."""


@dataclass(slots=True)
class Review:
    """What is known so far about one seat's game; `budget` is what each decision was given, where that is known."""

    plan: Plan
    budget: Budget = field(default_factory=Budget)
    judgements: dict[int, Judgement] = field(default_factory=dict)
    weighed: dict[int, Weighed] = field(default_factory=dict)

    def add(self, answer: Answer) -> None:
        """Take in what a job found."""
        if isinstance(answer, Judgement):
            self.judgements[answer.turn] = answer
        else:
            self.weighed[answer.turn] = answer

    @property
    def seat(self) -> int:
        """Whose decisions are judged."""
        return self.plan.seat

    @property
    def done(self) -> int:
        """How many jobs are done."""
        return len(self.judgements) + len(self.weighed)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to be judged."""
        return self.done == self.plan.jobs

    @property
    def in_order(self) -> list[Judgement]:
        """The decisions that are judged, from the first to the last."""
        return [self.judgements[turn] for turn in sorted(self.judgements)]

    def chances(self) -> list[tuple[int, Shares]]:
        """Everybody's chances after so many moves, as far as they are known, and at the end the result."""
        known = [(turn, self.weighed[turn].chances) for turn in sorted(self.weighed)]
        return [*known, (self.plan.moments, self.plan.wins)]

    @property
    def play(self) -> Measured:
        """What the seat's own moves added to its share of the win, against the moves of the game's rule.

        Changes are added up, so it can be more than a whole win: what was thrown away may be given back by luck, and
        be thrown away again.
        """
        return self._added(weighed for weighed in self.weighed.values() if weighed.seat == self.seat)

    @property
    def others(self) -> Measured:
        """What the moves of the others added to the seat's share of the win."""
        return self._added(weighed for weighed in self.weighed.values() if weighed.seat != self.seat)

    @property
    def luck(self) -> Measured:
        """What moves don't explain of the result beyond an even share: what the cards did."""
        play, others = self.play, self.others
        over = self.plan.wins[self.seat] - 1 / len(self.plan.wins)
        return Measured(over - play.share - others.share, hypot(play.error, others.error))

    def _added(self, moments: Iterable[Weighed]) -> Measured:
        found = [weighed.added_to(self.seat) for weighed in moments]
        return Measured(sum(each.share for each in found), hypot(*(each.error for each in found)))

    @property
    def accuracy(self) -> float | None:
        """The share of the seat's decisions that were best or good, of those that surely mattered; None if none did.

        Whoever has lost already can do nothing wrong any more, and earns nothing by that.
        """
        found = [judgement.verdict in (BEST, GOOD) for judgement in self.judgements.values() if judgement.mattered]
        return sum(found) / len(found) if found else None
