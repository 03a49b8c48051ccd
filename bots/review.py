"""A finished game under review: every decision of one seat judged, the chances of all, and luck and play apart.

What is done to a record are jobs that know nothing of each other, so that they can run anywhere in any order:
`plan` says what there is to do, `jobs_of` lists the jobs, `Job.run` does one, `Review` gathers the answers.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from bots.bot import Budget
from bots.judge import BEST, GOOD, Judgement, judge
from bots.moments import course_of
from bots.weigh import Shares, Weighed, weigh

USUAL = Budget(seconds=0.25)
"""What one decision gets: a game of Geschenkt with 40 of them takes some ten seconds on two cores."""

Answer = Judgement | Weighed


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


def plan(data: bytes, seat: int) -> Plan:
    """Look a record (as bytes) over from one seat; raises BadRecord, and NotOver for a game that goes on."""
    course = course_of(data)
    decisions = tuple(moment.turn for moment in course.decisions(seat))
    return Plan(seat, len(course.moments), decisions, course.wins)


@dataclass(frozen=True, slots=True)
class Job:
    """One moment to be judged, or to be weighed where it is `weighs`."""

    data: bytes
    turn: int
    seat: int
    budget: Budget
    weighs: bool

    def run(self) -> Answer:
        """Do it, in whichever process this is called; a budget of iterations always finds the same."""
        if self.weighs:
            return weigh(self.data, self.turn, self.seat, self.thinking, self.turn)
        return judge(self.data, self.turn, self.thinking, self.turn)

    @property
    def thinking(self) -> Budget:
        """What it may take; a moment is weighed with half of it, for there are several for every own decision."""
        return Budget(self.budget.seconds / 2, self.budget.iterations // 2) if self.weighs else self.budget


@dataclass(slots=True)
class Review:
    """What is known so far about one seat's game."""

    plan: Plan
    budget: Budget
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
        """What the moves of the others added to it."""
        return sum(weighed.effect[self.seat] for weighed in self.weighed.values() if weighed.seat != self.seat)

    @property
    def luck(self) -> float:
        """What is left of the result over an even share: the cards."""
        return self.plan.wins[self.seat] - 1 / len(self.plan.wins) - self.play - self.others

    @property
    def accuracy(self) -> float:
        """The share of the seat's decisions that were best or good; 1 for a seat that had none."""
        found = [judgement.verdict in (BEST, GOOD) for judgement in self.judgements.values()]
        return sum(found) / len(found) if found else 1.0


def jobs_of(data: bytes, planned: Plan, budget: Budget) -> list[Job]:
    """The jobs that fill a review of a record (as bytes)."""
    choices = set(planned.decisions)
    jobs = []
    for turn in range(planned.moments):
        jobs.append(Job(data, turn, planned.seat, budget, weighs=True))
        if turn in choices:
            jobs.append(Job(data, turn, planned.seat, budget, weighs=False))
    return jobs


def review_here(data: bytes, seat: int, budget: Budget) -> Review:
    """Review a game in this process, job after job."""
    review = Review(plan(data, seat), budget)
    for job in jobs_of(data, review.plan, budget):
        review.add(job.run())
    return review


async def run_jobs(
    jobs: Iterable[Job], run: Callable[[Job], Awaitable[Answer]], take: Callable[[Answer], None], lanes: int
) -> None:
    """Let `run` do so many jobs at a time, and tell each answer as it comes; what `run` raises ends all of it."""
    waiting = deque(jobs)

    async def lane() -> None:
        while waiting:
            take(await run(waiting.popleft()))

    tasks = [asyncio.create_task(lane()) for _ in range(lanes)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
