"""Somebody's own machine in the tests: the real OpenSSH client, and terminal windows in tmux."""

import asyncio
import os
import shlex
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import asyncssh

from tests.net.ssh_windows import Glass
from tests.net.visitors import PATIENT

NUMBERS = count(1)
LONGEST_WAIT = 60.0
PAUSE = 0.05


class Laptop:
    """A machine with ssh and nothing else."""

    def __init__(self, home: Path, port: int) -> None:
        home.mkdir(exist_ok=True)
        self.home = home
        self.port = port
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.key.write_private_key(home / "key")
        (home / "key").chmod(0o600)

    def ssh(self, *arguments: str) -> list[str]:
        return [
            *("ssh", "-F", "none", "-p", str(self.port), "-i", str(self.home / "key")),
            *("-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=accept-new", "-o", "LogLevel=ERROR"),
            *("-o", f"UserKnownHostsFile={self.home / 'known_hosts'}", *arguments),
        ]

    async def run(self, *command: str, input: bytes = b"") -> tuple[str, str, int | None]:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "TMUX": ""},
        )
        out, err = await asyncio.wait_for(process.communicate(input), 3 * PATIENT)
        return out.decode(), err.decode(), process.returncode

    @asynccontextmanager
    async def lines(self, *command: str) -> AsyncIterator["Lines"]:
        """Run a command that reads and writes lines."""
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        try:
            yield Lines(process)
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    @asynccontextmanager
    async def window(self, *command: str, size: tuple[int, int] = (80, 24)) -> AsyncIterator["Window"]:
        """Run a command in a terminal window."""
        window = Window(self, size)
        width, height = map(str, size)
        await window.tmux("-f", os.devnull, "new-session", "-d", "-x", width, "-y", height, *command)
        await window.tmux("set-option", "-g", "remain-on-exit", "on")
        await window.tmux("pipe-pane", "-O", f"cat >> {shlex.quote(str(window.tape))}")
        try:
            yield window
        finally:
            await window.tmux("kill-server")


class Lines:
    """Somebody's `ssh -T` that stays: lines in, lines out."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._into, self._out = process.stdin, process.stdout
        self.heard: list[str] = []

    def say(self, line: str) -> None:
        self._into.write(f"{line}\n".encode())

    async def hears(self, words: str) -> str:
        """Wait for a line with these words, and give it."""
        while True:
            line = (await asyncio.wait_for(self._out.readline(), LONGEST_WAIT)).decode()
            assert line, "\n".join(["no more lines", *self.heard[-20:]])
            self.heard.append(line.rstrip("\n"))
            if words in line:
                return line


class Window:
    """A terminal window in tmux; all bytes that came to it are on its `tape`."""

    def __init__(self, laptop: Laptop, size: tuple[int, int]) -> None:
        self._laptop = laptop
        self._size = size
        # A socket of its own: the server of the window before may not have ended yet.
        self._socket = str(laptop.home / f"tmux-{next(NUMBERS)}")
        self.tape = Path(f"{self._socket}.tape")
        self.tape.touch()

    @property
    def glass(self) -> Glass:
        """What a terminal made of all that came: how often it rang, its title and its notices."""
        glass = Glass(*self._size)
        glass.feed(self.tape.read_bytes())
        return glass

    async def rings(self, bells: int, title: str = "", notice: str = "") -> None:
        """Wait until the terminal has rung so often, and shows a title and a notice."""
        end = time.monotonic() + LONGEST_WAIT
        while (glass := self.glass).bells != bells or title not in glass.title or notice not in [*glass.notices, ""]:
            assert time.monotonic() < end, (glass.bells, glass.title, glass.notices)
            await asyncio.sleep(PAUSE)

    async def tmux(self, *arguments: str) -> str:
        out, err, status = await self._laptop.run("tmux", "-S", self._socket, *arguments)
        assert status == 0, err
        return out

    async def type(self, *keys: str) -> None:
        await self.tmux("send-keys", *keys)

    async def take_cards(self) -> None:
        """Take the card whenever it is one's turn at Geschenkt, until the game is over."""
        while "GAME OVER" not in (picture := await self.tmux("capture-pane", "-p")):
            if "YOUR TURN" in picture:
                await self.type("1")
            await asyncio.sleep(0.1)

    async def shows(self, text: str) -> str:
        """Wait until a text stands in the window, and give all that does."""
        picture = ""
        end = time.monotonic() + LONGEST_WAIT
        while text not in picture:
            assert time.monotonic() < end, f"{text!r} did not come:\n{picture}"
            await asyncio.sleep(PAUSE)
            # Joined lines, and what a window that has ended has scrolled away.
            picture = await self.tmux("capture-pane", "-p", "-J", "-S", "-10")
        return picture

    async def hides(self, text: str) -> str:
        """Wait until a text stands in the window no more, and give all that does."""
        end = time.monotonic() + LONGEST_WAIT
        while text in (picture := await self.picture()):
            assert time.monotonic() < end, f"{text!r} did not go:\n{picture}"
            await asyncio.sleep(PAUSE)
        return picture

    async def hang_up(self) -> None:
        """Lose the line without a word."""
        await self.tmux("respawn-pane", "-k", "true")

    async def picture(self) -> str:
        """All that stands in the window now, row by row."""
        return await self.tmux("capture-pane", "-p")

    async def ends(self) -> str:
        """Wait until the command has ended, and give what it left on the screen."""
        end = time.monotonic() + LONGEST_WAIT
        while (await self.tmux("display-message", "-p", "#{pane_dead}")).strip() != "1":
            assert time.monotonic() < end, await self.tmux("capture-pane", "-p")
            await asyncio.sleep(PAUSE)
        return await self.tmux("capture-pane", "-p", "-J", "-S", "-10")
