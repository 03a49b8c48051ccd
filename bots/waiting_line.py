"""Who gets the next worker: not whoever asked first, but whoever has used least of the bots' time."""

import asyncio
import heapq
from collections import deque
from itertools import count

from bots.worker import Worker

Place = tuple[bool, float, int]


class WaitingLine:
    """Workers that are free, and decisions that wait for one.

    A cheap decision comes before a dear one, then a lower rank before a higher one, then whoever came first.
    """

    def __init__(self) -> None:
        self._free: deque[Worker] = deque()
        self._waiting: list[tuple[Place, asyncio.Future[Worker]]] = []
        self._numbers = count()

    def put(self, worker: Worker) -> None:
        """Let whoever is first in line have a worker; without anybody it is free."""
        while self._waiting:
            _place, future = heapq.heappop(self._waiting)
            if not future.done():
                future.set_result(worker)
                return
        self._free.append(worker)

    def take(self) -> Worker | None:
        """Take a worker that is free now, if there is one."""
        return self._free.popleft() if self._free else None

    async def wait(self, rank: float, *, dear: bool) -> Worker:
        """Wait for a worker; one that comes when nobody waits any more goes to the next."""
        if (worker := self.take()) is not None:
            return worker
        future: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, ((dear, rank, next(self._numbers)), future))
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.put(future.result())
            raise
