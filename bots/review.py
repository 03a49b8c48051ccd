"""A finished game under review: every decision of one seat judged, the chances of all, and luck and play apart.

What is done to a record are jobs that know nothing of each other, so that they can run anywhere in any order:
`jobs_of` lists them, `Job.run` does one, `Review` gathers the answers.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bots.bot import Budget
from bots.judge import BEST, GOOD, Judgement, judge
from bots.moments import Course, follow
from bots.weigh import Shares, Weighed, weigh
from bots.worker import JobFailed, Worker, WorkerDied, cores
from engines.record import Record, dump

USUAL = Budget(seconds=0.25)
"""What one decision gets: a game of Geschenkt with 40 of them takes some ten seconds on two cores."""

NICE = 10
MOST_DEATHS = 3

Answer = Judgement | Weighed


class ReviewFailed(Exception):
    """The processes that judge can't be kept alive, or a record makes them fail."""


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
            return weigh(self.data, self.turn, self.seat, _part(self.budget), self.turn)
        return judge(self.data, self.turn, self.budget, self.turn)


def _part(budget: Budget) -> Budget:
    """What a moment is weighed with: there are several for every decision of one seat."""
    return Budget(budget.seconds / 2, budget.iterations // 2)


@dataclass(slots=True)
class Review:
    """What is known so far about one seat's game; complete when `done` is as large as `jobs`."""

    course: Course
    seat: int
    jobs: int
    judgements: dict[int, Judgement] = field(default_factory=dict)
    weighed: dict[int, Weighed] = field(default_factory=dict)

    def add(self, answer: Answer) -> None:
        """Take in what a job found."""
        if isinstance(answer, Judgement):
            self.judgements[answer.turn] = answer
        else:
            self.weighed[answer.turn] = answer

    @property
    def done(self) -> int:
        """How many jobs are done."""
        return len(self.judgements) + len(self.weighed)

    @property
    def in_order(self) -> list[Judgement]:
        """The decisions that are judged, from the first to the last."""
        return [self.judgements[turn] for turn in sorted(self.judgements)]

    def chances(self) -> list[tuple[int, Shares]]:
        """Everybody's chances after so many moves, as far as they are known, and at the end the result."""
        known = [(turn, self.weighed[turn].chances) for turn in sorted(self.weighed)]
        return [*known, (len(self.course.moments), self.course.wins)]

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
        return self.course.wins[self.seat] - 1 / self.course.seats - self.play - self.others

    @property
    def accuracy(self) -> float:
        """The share of the seat's decisions that were best or good; 1 for a seat that had none."""
        found = [judgement.verdict in (BEST, GOOD) for judgement in self.judgements.values()]
        return sum(found) / len(found) if found else 1.0


def jobs_of(record: Record, seat: int, budget: Budget) -> tuple[Review, list[Job]]:
    """An empty review of a seat and the jobs that fill it; raises BadRecord, and NotOver for a game that goes on."""
    course = follow(record)
    data = dump(record)
    choices = {moment.turn for moment in course.decisions(seat)}
    jobs = []
    for moment in course.moments:
        jobs.append(Job(data, moment.turn, seat, budget, weighs=True))
        if moment.turn in choices:
            jobs.append(Job(data, moment.turn, seat, budget, weighs=False))
    return Review(course, seat, len(jobs)), jobs


def review_here(record: Record, seat: int, budget: Budget) -> Review:
    """Review a game in this process, job after job."""
    review, jobs = jobs_of(record, seat, budget)
    for job in jobs:
        review.add(job.run())
    return review


async def run_jobs(review: Review, jobs: list[Job], done: Callable[[Answer], None], workers: int = 0) -> None:
    """Do jobs in processes of their own, tell each answer as it comes; raises ReviewFailed where that can't be done."""
    waiting = deque(jobs)

    def take(answer: Answer) -> None:
        review.add(answer)
        done(answer)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(workers or cores(), len(jobs))):
                group.create_task(_serve(waiting, take))
    except* ReviewFailed as failures:
        raise failures.exceptions[0] from None


async def _serve(waiting: deque[Job], take: Callable[[Answer], None]) -> None:
    """Keep one worker busy as long as there are jobs; one that dies is replaced, and its job done again."""
    deaths = 0
    while waiting:
        try:
            worker = await Worker.start(NICE)
        except WorkerDied:
            raise ReviewFailed("A process to judge the moves in can't be started.") from None
        try:
            while waiting:
                job = waiting.popleft()
                try:
                    take(await worker.run(Job.run, job))
                except WorkerDied:
                    waiting.appendleft(job)
                    raise
        except JobFailed as error:
            raise ReviewFailed(f"A move can't be judged: {error}.") from None
        except WorkerDied:
            deaths += 1
            if deaths == MOST_DEATHS:
                raise ReviewFailed("The processes that judge the moves are killed again and again.") from None
        finally:
            await worker.close()
