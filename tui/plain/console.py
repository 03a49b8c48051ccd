"""Lines in and out: what plain mode needs of a terminal, a pipe or an SSH channel."""

import asyncio
import sys
import threading
from typing import Protocol, TextIO

MOST_AHEAD = 200
"""So many lines are read before anybody wants them: whoever pipes in more has to wait."""


class Lines(Protocol):
    """A person, or a script, who types lines and reads text."""

    async def read(self) -> str | None:
        """Wait for the next line, without its end; None when there will be no more."""

    async def write(self, text: str) -> None:
        """Write a text, which has its own line ends."""


class Console:
    """Standard input and output.

    A thread reads, because a pipe or a terminal can't be waited for on every system's event loop; it ends with the
    process.
    """

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._target = target or sys.stdout
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(MOST_AHEAD)
        self._started = False

    async def read(self) -> str | None:
        """Wait for a line."""
        if not self._started:
            self._started = True
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._pump, args=(loop,), name="console", daemon=True).start()
        line = await self._lines.get()
        self._room.release()
        return line

    def _pump(self, loop: asyncio.AbstractEventLoop) -> None:
        more = True
        while more:
            self._room.acquire()
            text = self._source.readline()
            more = bool(text)
            try:
                loop.call_soon_threadsafe(self._lines.put_nowait, text.rstrip("\r\n") if more else None)
            except RuntimeError:
                # The program has ended meanwhile.
                return

    async def write(self, text: str) -> None:
        """Print at once, so that a screen reader or a pipe gets whole sentences."""
        self._target.write(text)
        self._target.flush()
