"""Keeps workers running that share the sockets of a house: starts them, passes signals on, ends them."""

import asyncio
import contextlib
import signal
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import msgspec

from net.door.hang_up import has_lost_terminal
from net.door.monitor import Monitor
from net.supervisor import child
from net.supervisor.post import CLOSING, Post, Ready

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 10.0
# A worker that ran for so long did not fail at its start.
STEADY = 30.0
CLOSED_BY_ORDER = 3


class WorkerFailed(Exception):
    """A worker could not start; it has said why, and `status` is its exit code."""

    def __init__(self, status: int) -> None:
        super().__init__(f"The worker ended with {status}.")
        self.status = status


class Supervisor:
    """So many workers, each with its post; one that ends is started again, until the house closes."""

    def __init__(self, command: Sequence[str], posts: Sequence[Post], monitor: Monitor) -> None:
        self._command = command
        self._posts = posts
        self._log = monitor.log
        self._workers: dict[str, Process] = {}
        self._stop = asyncio.Event()

    def stop(self) -> None:
        """Let `run` close the house."""
        self._stop.set()

    async def run(self, opened: Callable[[Ready], None]) -> None:
        """Run the workers until SIGTERM or SIGINT, or until one was told to close the house; pass SIGHUP on to all.

        A terminal that was closed ends the house too.

        The first worker starts alone: what it can't do, none can. Raises WorkerFailed where it can't start.
        """
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        loop.add_signal_handler(signal.SIGHUP, self._hang_up)
        keepers: list[asyncio.Task[None]] = []
        try:
            ready = await self._unless_stopped(self._start(self._posts[0]))
            if ready is not None:
                keepers = [asyncio.create_task(self._keep(post)) for post in self._posts]
                opened(ready)
                await self._stop.wait()
        finally:
            for keeper in keepers:
                keeper.cancel()
            await asyncio.gather(*keepers, return_exceptions=True)
            await asyncio.gather(*(child.stop(worker, CLOSING) for worker in self._workers.values()))

    async def _unless_stopped(self, starting: Coroutine[Any, Any, Ready]) -> Ready | None:
        start = asyncio.ensure_future(starting)
        stop = asyncio.ensure_future(self._stop.wait())
        await asyncio.wait((start, stop), return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        if start.done():
            return start.result()
        start.cancel()
        return None

    async def _start(self, post: Post) -> Ready:
        sockets = [*post.sockets, *post.pages, *([] if post.orders is None else [post.orders])]
        worker = await child.start(self._command, stdin=PIPE, stdout=PIPE, sockets=sockets)
        self._workers[post.name] = worker
        assert worker.stdin is not None
        assert worker.stdout is not None
        with contextlib.suppress(ConnectionError):
            # The pipe stays open: when it closes, the worker knows that nobody keeps it any more.
            worker.stdin.write(msgspec.json.encode(post) + b"\n")
            await worker.stdin.drain()
        line = await worker.stdout.readline()
        if not line:
            raise WorkerFailed(await worker.wait())
        self._log.info("worker started", worker=post.name, pid=worker.pid)
        return msgspec.json.decode(line, type=Ready)

    async def _keep(self, post: Post) -> None:
        """Wait until a worker ends, and start it again after a while, which grows as long as it fails at its start."""
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            status = await self._serve(post)
            if status == CLOSED_BY_ORDER:
                return self.stop()
            pause = FIRST_PAUSE if time.monotonic() - began > STEADY else min(2 * pause, LONGEST_PAUSE)
            self._log.warning("worker ended", worker=post.name, status=status, again=pause)
            await asyncio.sleep(pause)

    async def _serve(self, post: Post) -> int:
        try:
            worker = self._workers.get(post.name)
            if worker is None or worker.returncode is not None:
                await self._start(post)
            return await self._workers[post.name].wait()
        except WorkerFailed as failed:
            return failed.status

    def _hang_up(self) -> None:
        if has_lost_terminal():
            self.stop()
            return
        for worker in self._workers.values():
            if worker.returncode is None:
                worker.send_signal(signal.SIGHUP)
