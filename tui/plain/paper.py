"""The paper that plain mode is played on: what was typed ahead, and what is still to be read out."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from net.names import TALK_CELLS
from tui.plain.console import MOST_AHEAD, Lines


class Paper:
    """Lines of one person; `ended` once they will type no more."""

    def __init__(self, lines: Lines) -> None:
        self.typed: deque[str] = deque()
        self.ended = False
        self._lines = lines
        self._room = asyncio.Semaphore(MOST_AHEAD)
        self._unsaid: list[str] = []
        self._writing = asyncio.Lock()

    async def read_all(self, settle: Callable[[], Awaitable[None]]) -> None:
        """Read to the end of what is typed, and let every line be answered as soon as it can be."""
        while (line := await self._lines.read()) is not None:
            await self._room.acquire()
            self.typed.append(line.strip()[:TALK_CELLS])
            await settle()
        self.ended = True
        await settle()

    def take(self) -> str:
        """The next line that was typed."""
        self._room.release()
        return self.typed.popleft()

    def say(self, *lines: str) -> None:
        """Note what is to be read out."""
        self._unsaid += lines

    async def write(self) -> None:
        """Let everything be read that there is to say."""
        async with self._writing:
            lines = len(self._unsaid)
            if lines:
                await self._lines.write("".join(f"{line}\n" for line in self._unsaid))
                del self._unsaid[:lines]
