"""A worker process from the outside: give it a function to run, await the answer."""

import asyncio
import contextlib
import os
import pickle
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple, cast

from bots.worker_main import INTERRUPT, LENGTH, framed, packed

Answer = TypeVar("Answer")
Arguments = TypeVarTuple("Arguments")

# Long enough for a worker to end several programs that it runs as bots.
GRACE = 5.0


def cores() -> int:
    """Count the cores that this process may use; not every system can lend out fewer than it has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerDied(Exception):
    """The process ended before it answered."""


class JobFailed(Exception):
    """The job raised an error; the process is ready for the next one."""


class Worker:
    """One process that does one job at a time; make it with `start`."""

    def __init__(self, process: Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._jobs = process.stdin
        self._answers = process.stdout

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process still runs, as far as is known."""
        return self._process.returncode is None

    @classmethod
    async def start(cls, nice: int = 0) -> "Worker":
        """Start a process and wait until it has imported all it needs."""
        # -P keeps a folder called bots, wherever the player stands, from being imported instead.
        words = (sys.executable, "-P", "-m", "bots.worker_main", str(nice))
        worker = cls(
            await asyncio.create_subprocess_exec(
                *words, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
            )
        )
        try:
            await worker._hear()
        except BaseException:
            await worker.close(0.0)
            raise
        return worker

    async def run(self, function: "Callable[[*Arguments], Answer]", *arguments: *Arguments) -> Answer:
        """Run a function of a module there; a run that was given up leaves a worker fit only to be closed."""
        try:
            self._jobs.write(packed((function, arguments)))
            await self._jobs.drain()
        except ConnectionError:
            raise WorkerDied("The worker process has ended.") from None
        return cast(Answer, await self._hear())

    def interrupt(self) -> None:
        """Let a search that runs there answer with what it has found; anything else goes on as it was."""
        with contextlib.suppress(ConnectionError):
            self._jobs.write(framed(INTERRUPT))

    async def _hear(self) -> object:
        try:
            length = LENGTH.unpack(await self._answers.readexactly(LENGTH.size))[0]
            done, answer = pickle.loads(await self._answers.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise WorkerDied("The worker process has ended.") from None
        if not done:
            raise JobFailed(answer)
        return cast(object, answer)

    async def close(self, grace: float = GRACE) -> None:
        """End the process: by closing its pipe, and by force where that takes longer than `grace` seconds."""
        self._jobs.close()
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(grace):
                    await self._process.wait()
        finally:
            self.kill()
            await self._process.wait()
            await self._answers.read()

    def kill(self) -> None:
        """End the process at once, busy or not."""
        if self.alive:
            self._process.kill()
