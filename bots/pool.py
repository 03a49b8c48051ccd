"""Bots that think beside an event loop: warmed worker processes, and a move before the deadline whatever happens."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from math import sqrt
from typing import Any, TypeVar, TypeVarTuple

from bots.advice import Advice, JudgedMove
from bots.bot import Budget, Decision
from bots.levels import budget_for, make_bot, searches_together, stand_in
from bots.waiting_line import WaitingLine
from bots.worker import JobFailed, Worker, WorkerDied, cores
from engines.games import find

logging.getLogger("bots").addHandler(logging.NullHandler())
logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")
Arguments = TypeVarTuple("Arguments")

NICE = 10
RESERVE = 0.15
OVERHEAD = 0.05
PATIENCE = 2.0
LONGEST_START = 10.0
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
LONGEST_JOB = 60.0
MOST_DEATHS = 3
# A move was tried about as often as another one if it was so many times as often.
ALIKE = 0.9


def think(bot: str, decision: Decision, budget: Budget, seed: int) -> Advice:
    """Decide, in whichever process this is called."""
    return make_bot(bot, find(decision.game)).choose(decision, budget, seed)


def think_quickly(decision: Decision, seed: int) -> Advice:
    """Decide by the game's policy, which takes no time to speak of."""
    return stand_in(find(decision.game)).choose(decision, Budget(), seed)


@dataclass(slots=True)
class Troubles:
    """What went wrong so far: workers replaced, jobs that raised an error, moves made by the stand-in."""

    replaced: int = 0
    failed: int = 0
    stood_in: int = 0


class Pool:
    """Some worker processes that wait for decisions.

    `async with Pool() as pool` waits until they are warm. Where the screen must not wait, `open` it and `close` it: a
    decision that comes early waits for the first worker that is ready. `quick` workers more are kept for cheap
    decisions, so that these never wait for dear ones.
    """

    def __init__(self, size: int = 0, quick: int = 0) -> None:
        self.size = size or cores()
        self._quick_size = quick
        self.troubles = Troubles()
        self._workers: set[Worker] = set()
        self._line = WaitingLine()
        self._quick_line = WaitingLine() if quick else self._line
        self._lines: dict[Worker, WaitingLine] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._farewells: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> "Pool":
        await asyncio.wait(self.open(), timeout=LONGEST_START)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    def open(self) -> "list[asyncio.Task[None]]":
        """Begin to start the workers."""
        lines = [self._line] * self.size + [self._quick_line] * self._quick_size
        return [self._start(self._hire(line)) for line in lines]

    async def close(self) -> None:
        """End every worker, busy or not, and wait until they are gone."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        workers, self._workers = self._workers, set()
        await asyncio.gather(*self._farewells, *(worker.close() for worker in workers))

    @property
    def pids(self) -> list[int]:
        """The ids of the worker processes."""
        return [worker.pid for worker in self._workers]

    async def choose(
        self,
        bot: str,
        decision: Decision,
        budget: Budget,
        deadline: float,
        seed: int | None = None,
        *,
        rank: float = 0.0,
        stop: asyncio.Event | None = None,
    ) -> Advice:
        """Let a bot decide; after `deadline` seconds at the latest there is a move, if need be the policy's.

        Where many wait, cheap decisions come first, then those of a lower rank. As soon as `stop` is set a search ends
        with what it has found.
        """
        seed = secrets.randbits(32) if seed is None else seed
        last = asyncio.get_running_loop().time() + deadline
        until = last - min(RESERVE, deadline / 2)
        wanted = budget_for(bot, decision.game, budget)
        try:
            async with asyncio.timeout_at(until):
                first = await self._next(rank, dear=wanted.seconds > 0)
        except TimeoutError:
            return await self._stand_in(decision, seed, last)
        thinking = _within(wanted, until)
        together = searches_together(bot) and thinking.seconds > 0 and len(decision.legal) > 1
        workers = [first, *(iter(self._idle, None) if together else ())]
        asked = [
            self._start(self._ask(worker, until, think, bot, decision, thinking, seed + number))
            for number, worker in enumerate(workers)
        ]
        stopping = None if stop is None else self._start(_interrupt(stop, workers, asked))
        try:
            # Cancelling this wait cancels none of the tasks: a worker that nobody waits for still has to finish.
            await asyncio.wait(asked)
        finally:
            if stopping is not None:
                stopping.cancel()
        advices = [advice for task in asked if not task.cancelled() and (advice := task.result()) is not None]
        return merge(advices) if advices else await self._stand_in(decision, seed, last)

    async def run(
        self, function: "Callable[[*Arguments], Answer]", *arguments: *Arguments, rank: float = 0.0
    ) -> Answer:
        """Do a job that is no decision, at its place in line; one whose worker dies is done again.

        Raises JobFailed where the job does, and WorkerDied where worker after worker is lost to it.
        """
        for _ in range(MOST_DEATHS):
            worker = await self._next(rank, dear=True)
            until = asyncio.get_running_loop().time() + LONGEST_JOB
            work = self._start(self._work(worker, until, function, *arguments))
            # Cancelling this wait leaves the worker to finish its job.
            await asyncio.wait({work})
            if not work.cancelled() and not isinstance(work.exception(), WorkerDied):
                return work.result()
        raise WorkerDied("The worker processes end again and again.")

    async def _ask(
        self, worker: Worker, until: float, function: Callable[..., Advice], *arguments: object
    ) -> Advice | None:
        """Let a worker advise; where it can't the answer is None."""
        try:
            return await self._work(worker, until, function, *arguments)
        except (WorkerDied, JobFailed):
            return None

    async def _work(self, worker: Worker, until: float, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Let a worker do a job; one that dies or does not answer in time is replaced."""
        try:
            async with asyncio.timeout_at(until):
                answer = await worker.run(function, *arguments)
        except (TimeoutError, WorkerDied) as error:
            logger.warning("worker replaced", extra={"why": type(error).__name__})
            self._replace(worker)
            raise WorkerDied("The worker process has ended.") from None
        except JobFailed as error:
            # Its kind alone: the rest of the sentence may name cards.
            logger.error("bot failed", extra={"why": str(error).partition(":")[0]})
            self.troubles.failed += 1
            self._lines[worker].put(worker)
            raise
        self._lines[worker].put(worker)
        return answer

    async def _stand_in(self, decision: Decision, seed: int, last: float) -> Advice:
        """Let the game's policy move instead: in another worker if one is free, else here."""
        self.troubles.stood_in += 1
        worker = self._idle() or self._quick_line.take()
        if worker is None:
            return think_quickly(decision, seed)
        asking = self._start(self._ask(worker, last + PATIENCE, think_quickly, decision, seed))
        await asyncio.wait({asking}, timeout=last - OVERHEAD - asyncio.get_running_loop().time())
        advice = asking.result() if asking.done() and not asking.cancelled() else None
        return advice or think_quickly(decision, seed)

    async def _next(self, rank: float, *, dear: bool) -> Worker:
        """Wait for a free worker; one that was killed while it had nothing to do is replaced on the way."""
        if (worker := self._idle()) is not None:
            return worker
        line = self._line if dear else self._quick_line
        while not (worker := await line.wait(rank, dear=dear)).alive:
            self._replace(worker)
        return worker

    def _idle(self) -> Worker | None:
        """Take a worker that is free now, if there is one; those for cheap decisions are left to them."""
        while (worker := self._line.take()) is not None:
            if worker.alive:
                return worker
            self._replace(worker)
        return None

    def _replace(self, worker: Worker) -> None:
        self.troubles.replaced += 1
        self._workers.discard(worker)
        worker.kill()
        self._start(worker.close(), self._farewells)
        self._start(self._hire(self._lines.pop(worker)))

    async def _hire(self, line: WaitingLine) -> None:
        """Start a worker; where that fails, pause longer each time before trying again."""
        pause = FIRST_PAUSE
        while True:
            try:
                worker = await Worker.start(NICE)
                break
            except (WorkerDied, OSError) as error:
                logger.error("worker can't start", extra={"why": type(error).__name__})
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        self._workers.add(worker)
        self._lines[worker] = line
        line.put(worker)

    def _start(
        self, work: Coroutine[Any, Any, Answer], group: set[asyncio.Task[Any]] | None = None
    ) -> asyncio.Task[Answer]:
        """Run a coroutine as a task that the pool holds on to, for the event loop alone would lose it."""
        tasks = self._tasks if group is None else group
        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        task.add_done_callback(_look_at)
        return task


def _look_at(task: asyncio.Task[Any]) -> None:
    """See how a task ended: a failure that nobody waits for any more is no fault of the event loop."""
    if not task.cancelled():
        task.exception()


async def _interrupt(stop: asyncio.Event, workers: list[Worker], asked: "list[asyncio.Task[Advice | None]]") -> None:
    """Wait until somebody wants the answer, then tell the workers that are still at it."""
    await stop.wait()
    for worker, task in zip(workers, asked, strict=True):
        if not task.done():
            worker.interrupt()


def _within(budget: Budget, until: float) -> Budget:
    """Cut seconds down to what is left of them."""
    left = until - asyncio.get_running_loop().time() - OVERHEAD
    return Budget(max(min(budget.seconds, left), 0.001), 0) if budget.seconds else budget


def merge(advices: list[Advice]) -> Advice:
    """Make one advice of several searches of the same decision: a move counts by its visits in all of them.

    Of those that were tried about as often, for searches may try all moves alike, the one counts that wins more.
    """
    if len(advices) == 1:
        return advices[0]
    choices = {choice.move: [choice] for choice in advices[0].choices}
    for advice in advices[1:]:
        for choice in advice.choices:
            choices[choice.move].append(choice)
    merged = sorted((_merge_choices(several) for several in choices.values()), key=lambda choice: -choice.visits)
    advised = {advice.move for advice in advices}
    candidates = [choice for choice in merged if choice.move in advised]
    often = ALIKE * candidates[0].visits
    best = max((choice for choice in candidates if choice.visits >= often), key=lambda choice: choice.win)
    return Advice(
        best.move,
        (best, *(choice for choice in merged if choice is not best)),
        sum(advice.iterations for advice in advices),
        max(advice.seconds for advice in advices),
    )


def _merge_choices(choices: list[JudgedMove]) -> JudgedMove:
    visits = sum(choice.visits for choice in choices)
    if visits == 0:
        return choices[0]
    return JudgedMove(
        choices[0].move,
        visits,
        sum(choice.visits * choice.win for choice in choices) / visits,
        sqrt(sum((choice.visits * choice.error) ** 2 for choice in choices)) / visits,
        sum(choice.visits * choice.score for choice in choices) / visits,
    )
