"""A caller without a screen: lines in and lines out over an SSH channel (`ssh -T`), also from a script."""

import asyncio
from codecs import getincrementaldecoder
from collections import deque

from net.door.charset import UNICODE, encode
from net.door.talk import Pipe, Speed
from net.messages import Goodbye
from net.names import clean_talk

MOST_LINES = 64
LONGEST_LINE = 1000


class ChannelLines:
    """What somebody types line by line, and what they are told."""

    def __init__(self, pipe: Pipe, wait: Speed, charset: str = UNICODE) -> None:
        self.last_words = ""
        self._charset = charset
        self._pipe = pipe
        self._wait = wait
        self._decoder = getincrementaldecoder(charset)(errors="replace")
        self._begun = ""
        self._waiting: deque[str] = deque()
        self._changed = asyncio.Event()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._ended = False

    async def read(self) -> str | None:
        """Wait for the next line, without its end and cleaned; None when there will be no more."""
        while not self._waiting:
            if self._ended:
                return None
            self._changed.clear()
            await self._changed.wait()
        await asyncio.sleep(self._wait())
        if not self._waiting:
            return None  # hung up meanwhile
        line = self._waiting.popleft()
        if len(self._waiting) <= MOST_LINES // 2 and not self._ended:
            self._pipe.resume_reading()
        return line

    async def write(self, text: str) -> None:
        """Write a text, with its own line ends; waits while the other side does not read."""
        await self._flowing.wait()
        if not self._pipe.is_closing():
            self._pipe.write(encode(text, self._charset))

    @property
    def closed(self) -> bool:
        """Whether nobody would hear us any more."""
        return self._pipe.is_closing()

    def feed(self, data: bytes) -> None:
        """Take bytes that came in; more lines than can be read soon have to wait."""
        *lines, begun = (self._begun + self._decoder.decode(data)).split("\n")
        self._begun = begun[:LONGEST_LINE]
        self._take(lines)

    def end_input(self) -> None:
        """Nothing more will come in; a line without an end counts too."""
        if self._begun:
            self._take([self._begun])
            self._begun = ""
        self._ended = True
        self._changed.set()

    def _take(self, lines: list[str]) -> None:
        self._waiting.extend(clean_talk(line[:LONGEST_LINE]) for line in lines)
        self._changed.set()
        if len(self._waiting) > MOST_LINES:
            self._pipe.pause_reading()

    def set_stalled(self, stalled: bool) -> None:
        """Let whoever writes wait while the other side does not read."""
        if stalled:
            self._flowing.clear()
        else:
            self._flowing.set()

    def dismiss(self, goodbye: Goodbye) -> None:
        """End the input and say why."""
        self.last_words = self.last_words or f"{goodbye.text}\n"
        self.hang_up()

    def hang_up(self) -> None:
        """Let nobody wait any more."""
        self._waiting.clear()
        self._ended = True
        self._changed.set()
        self._flowing.set()
