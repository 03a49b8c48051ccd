"""A finished game under review: every decision of one seat judged, the chances of all, and luck and play apart.

What is done to a record are jobs that know nothing of each other, so that they can run anywhere in any order:
`plan` says what there is to do, `jobs_of` lists the jobs, `Job.run` does one, `Review` gathers the answers.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from zlib import crc32

from bots.bot import Budget
from bots.findings import Answer, Plan, Review
from bots.judge import judge
from bots.moments import course_of
from bots.weigh import weigh

USUAL = Budget(seconds=0.5)
"""What one decision gets: a game of Geschenkt with 40 of them takes some ten seconds on two cores."""

WEIGHING = 0.3
"""Weighing all moments takes this share of the time that judging all decisions takes."""


def plan(data: bytes, seat: int) -> Plan:
    """Look a record (as bytes) over from one seat; raises BadRecord, and NotOver for a game that goes on."""
    course = course_of(data)
    decisions = tuple(moment.turn for moment in course.decisions(seat))
    return Plan(seat, len(course.moments), decisions, course.wins)


@dataclass(frozen=True, slots=True)
class Job:
    """One moment to be judged, or to be weighed if `weighs` is set."""

    data: bytes
    turn: int
    seat: int
    budget: Budget
    weighs: bool

    def run(self) -> Answer:
        """Do it, in whichever process this is called; a budget of iterations always finds the same."""
        # Each game has luck of its own: with the same one everywhere its quirks would add up over many games.
        seed = crc32(self.data) + self.turn
        if self.weighs:
            return weigh(self.data, self.turn, self.seat, self.budget, seed)
        return judge(self.data, self.turn, self.budget, seed)


def jobs_of(data: bytes, planned: Plan, budget: Budget) -> list[Job]:
    """The jobs that fill a review of a record (as bytes)."""
    choices = set(planned.decisions)
    share = WEIGHING * max(len(choices), 1) / max(planned.moments, 1)
    weighing = Budget(budget.seconds * share, int(budget.iterations * share))
    jobs = []
    for turn in range(planned.moments):
        jobs.append(Job(data, turn, planned.seat, weighing, weighs=True))
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
    """Let `run` do so many jobs at a time, and tell each answer as it comes; an error that `run` raises ends it all."""
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
