"""The real program in a real terminal."""

import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path

PATIENCE = 60.0


class RealTerminal:
    """The program at the other end of a pseudo-terminal; `seen` is all that it has written."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.seen = ""
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            places = {"TABLEE_DATA": str(folder), "TABLEE_CONFIG": str(folder), "TERM": "xterm-256color"}
            os.environ.update(places, LANG="C.UTF-8", TABLEE_PACE="quick")
            os.execv(sys.executable, [sys.executable, "-m", "tui.cli", *words])
        ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def shows(self, words: str) -> None:
        """Read until words were written."""
        end = time.monotonic() + PATIENCE
        while words not in self.seen:
            assert time.monotonic() < end, f"{words!r} was not shown"
            if select.select([self._terminal], [], [], 0.1)[0]:
                self.seen += os.read(self._terminal, 65536).decode(errors="replace")

    def press(self, key: str) -> None:
        self.seen = ""
        os.write(self._terminal, key.encode())

    def close(self) -> int:
        """Close the window, wait for the end of the program and give its exit code."""
        os.close(self._terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._terminal)

    def leaves(self) -> int:
        """Wait for the end and give the exit code."""
        while True:
            try:
                os.read(self._terminal, 65536)
            except OSError:
                break
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
