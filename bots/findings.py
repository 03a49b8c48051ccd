"""What a review finds, as plain values: what there is to judge, judged decisions, weighed moments, all together."""

from dataclasses import dataclass, field

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
    """A moment: the share of the win each seat could expect, and what the move made there added to each of them."""

    turn: int
    seat: int
    chances: Shares
    effect: Shares


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
    def play(self) -> float:
        """What the seat's own moves added to its share of the win, against the moves of the game's rule."""
        return sum(weighed.effect[self.seat] for weighed in self.weighed.values() if weighed.seat == self.seat)

    @property
    def others(self) -> float:
        """What the moves of the others added to the seat's share of the win."""
        return sum(weighed.effect[self.seat] for weighed in self.weighed.values() if weighed.seat != self.seat)

    @property
    def luck(self) -> float:
        """What moves don't explain of the result beyond an even share: what the cards did."""
        return self.plan.wins[self.seat] - 1 / len(self.plan.wins) - self.play - self.others

    @property
    def accuracy(self) -> float:
        """The share of the seat's decisions that were best or good, of those that mattered; 1 where none did.

        Whoever has lost already can do nothing wrong any more, and earns nothing by that.
        """
        found = [judgement.verdict in (BEST, GOOD) for judgement in self.judgements.values() if judgement.mattered]
        return sum(found) / len(found) if found else 1.0
