"""Another program on a pair of pipes, spoken to in wire messages and never waited for longer than agreed."""

import contextlib
import os
import selectors
import signal
import subprocess
from collections import deque
from collections.abc import Sequence
from time import monotonic

from engines.wire import BadMessage, Bye, Choose, Decoder, Message, encode, printable

PIECE = 64 * 1024
LAST_WORDS = 2000
FAREWELL = 0.5


class ProgramEnded(Exception):
    """The program has closed its pipe or could not be started."""


class Program:
    """A running program; nothing it does or leaves undone can block us past a deadline."""

    def __init__(self, words: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramEnded(error.strerror or "It can't be started") from None
        self._decoder = Decoder(Choose)
        self._heard: deque[Message] = deque()
        self._unsaid = bytearray()
        self._muttered = b""
        self._pipes = selectors.DefaultSelector()
        self._stdin, self._stdout, self._stderr = self._open_pipes()

    def _open_pipes(self) -> tuple[int, int, int]:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        numbers = (process.stdin.fileno(), process.stdout.fileno(), process.stderr.fileno())
        for number in numbers:
            os.set_blocking(number, False)
        for number in numbers[1:]:
            self._pipes.register(number, selectors.EVENT_READ)
        return numbers

    @property
    def last_words(self) -> str:
        """The last line the program wrote to stderr, fit to be shown."""
        lines = self._muttered.decode(errors="replace").split("\n")
        told = [line.strip() for line in lines if line.strip()]
        return printable(told[-1]) if told else ""

    def say(self, message: Message) -> None:
        """Leave a message for the program; it goes out while we listen."""
        if not self._unsaid:
            self._pipes.register(self._stdin, selectors.EVENT_WRITE)
        self._unsaid += encode(message)

    def hear(self, until: float) -> Message | None:
        """Return the next message, or None when the clock shows `until`."""
        while not self._heard:
            left = until - monotonic()
            if left <= 0:
                return None
            self._attend(left)
        return self._heard.popleft()

    def _attend(self, seconds: float) -> None:
        """Move whatever bytes can be moved now, or wait that long for some."""
        for key, _ in self._pipes.select(seconds):
            if key.fd == self._stdin:
                self._write()
            elif key.fd == self._stderr:
                self._overhear()
            else:
                self._read()

    def _write(self) -> None:
        try:
            sent = os.write(self._stdin, self._unsaid)
        except BlockingIOError:
            return
        except OSError:
            # It has stopped listening; what it still says, and its end, is read from stdout.
            sent = len(self._unsaid)
        del self._unsaid[:sent]
        if not self._unsaid:
            self._pipes.unregister(self._stdin)

    def _read(self) -> None:
        data = os.read(self._stdout, PIECE)
        if not data:
            self._overhear_all()
            raise ProgramEnded("It has ended")
        for message in self._decoder.feed(data):
            self._heard.append(message)

    def _overhear(self) -> bool:
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._stderr, PIECE)
            self._muttered = (self._muttered + data)[-LAST_WORDS:]
            if data:
                return True
            self._pipes.unregister(self._stderr)
        return False

    def _overhear_all(self) -> None:
        if self._stderr in self._pipes.get_map():
            # Bounded, for a child that the program left behind could go on writing for ever.
            for _ in range(LAST_WORDS):
                if not self._overhear():
                    return

    def end(self) -> None:
        """Send goodbye, and end the program and all it started if it does not go by itself."""
        until = monotonic() + FAREWELL
        self.say(Bye())
        with contextlib.suppress(ProgramEnded, BadMessage):
            while self._unsaid and monotonic() < until:
                self._heard.clear()
                self._attend(until - monotonic())
        if self._process.stdin is not None:
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(until - monotonic(), 0.0))
        self._overhear_all()
        self.kill()

    def kill(self) -> None:
        """End the program and all it started, at once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._pipes.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
