"""One thread that runs all SQL: statements that wait together are committed together."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from net.store.store import StoreError, StoreTally

Answer = TypeVar("Answer")
Work = Callable[[sqlite3.Connection], Answer]

MOST_TOGETHER = 500
MOST_CHANGES = 600


class _Job:
    """A piece of work, and the future of whoever waits for it."""

    def __init__(self, work: Work[Any], future: "asyncio.Future[Any]") -> None:
        self._work = work
        self._future = future
        self._answer: Any = None
        self._error: StoreError | None = None

    def run(self, connection: sqlite3.Connection) -> None:
        """Do the work; a StoreError is an answer too, for work checks before it writes."""
        self._error = None
        try:
            self._answer = self._work(connection)
        except StoreError as error:
            self._error = error

    def fail(self, error: Exception) -> None:
        """Note that it could not be done."""
        self._error = StoreError(f"The data could not be stored ({error}).")

    def tell(self) -> None:
        """Answer, on the event loop."""
        if self._future.done():
            return
        if self._error is None:
            self._future.set_result(self._answer)
        else:
            self._future.set_exception(self._error)


class Writer:
    """Runs work on one connection in its own thread, and answers once it is committed; `tally` counts what it did."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.tally = StoreTally()
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closing = False
        self._moved = connection.total_changes
        self._thread = threading.Thread(target=self._work, name="tablee-store", daemon=True)
        self._thread.start()

    async def run(self, work: Work[Answer]) -> Answer:
        """Do some work in a transaction and return its answer after the commit."""
        if self._closing:
            raise StoreError("The store is closed.")
        future: asyncio.Future[Answer] = self._loop.create_future()
        self._jobs.put(_Job(work, future))
        return await future

    async def close(self) -> None:
        """Finish what is waiting, then close the connection."""
        self._closing = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch, closing = self._gather(first)
            self._commit(batch)
            with suppress(RuntimeError):  # nobody waits any more once the loop is closed
                self._loop.call_soon_threadsafe(_tell_all, batch)
            if closing:
                break
            if self._connection.total_changes - self._moved >= MOST_CHANGES:
                self._checkpoint()
        self._connection.close()

    def _gather(self, first: _Job) -> tuple[list[_Job], bool]:
        batch = [first]
        while len(batch) < MOST_TOGETHER:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                break
            if job is None:
                return batch, True
            batch.append(job)
        return batch, False

    def _commit(self, batch: list[_Job]) -> None:
        began = time.monotonic()
        try:
            self._roll_back()
            self._connection.execute("BEGIN")
            for job in batch:
                job.run(self._connection)
            self._connection.execute("COMMIT")
            self._count(commits=1, seconds=time.monotonic() - began)
        except Exception as error:  # whatever one job does, all others need this thread
            self._undo(batch, error)

    def _undo(self, batch: list[_Job], error: Exception) -> None:
        with suppress(sqlite3.Error):  # tried again before the next transaction, which fails as long as this does
            self._roll_back()
        if len(batch) == 1:
            self._count(failures=1)
            batch[0].fail(error)
            return
        # One job may have spoilt it for all, and reading goes on even where nothing can be written.
        for job in batch:
            self._commit([job])

    def _count(self, *, commits: int = 0, failures: int = 0, seconds: float = 0.0) -> None:
        told = self.tally
        self.tally = told._replace(
            commits=told.commits + commits, failures=told.failures + failures, seconds=told.seconds + seconds
        )

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _checkpoint(self) -> None:
        """Move the write-ahead log into the database, and begin a new one."""
        self._moved = self._connection.total_changes
        with suppress(sqlite3.Error):  # nothing is lost where the disk is full: the log grows until the next time
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            # The old log stays valid until the next commit; were it cut short, it would lay old pages over newer ones.
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            self._connection.execute(f"PRAGMA user_version = {version}")


def _tell_all(batch: list[_Job]) -> None:
    for job in batch:
        job.tell()
