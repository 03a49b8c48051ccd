"""What people see who come with ssh: a terminal window with all that was drawn in it, or lines of text."""

import asyncio
import re

import asyncssh

from net.letters import width
from tests.net import visitors
from tests.net.house_harness import PATIENCE

ENTER, RIGHT = "\r", "\x1b[C"
STRAY = 0.05
QUIET = 0.6
MOST_PRESSES = 5000
YOUR_TURN = "Your turn - "

SEQUENCE = re.compile(
    r"\x1b\[(?P<private>[?>=<]?)(?P<numbers>[\d;]*)(?P<final>[ -/]*[@-~])"
    r"|\x1b\](?P<system>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|(?P<line>[\r\n])"
    r"|(?P<bell>\x07)"
    r"|(?P<text>[^\x07\x1b\r\n]+)"
)


class Glass:
    """What a terminal shows after all the bytes that were sent to it: letters, their colours, and the title.

    `bells` counts how often it has rung, `notices` are those for the desktop.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.title = ""
        self.bells = 0
        self.notices: list[str] = []
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]
        self._style = ""
        self._x = self._y = 0
        self._rest = ""

    @property
    def rows(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.letters]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    def feed(self, data: bytes) -> None:
        text = self._rest + data.decode("utf-8", "surrogateescape")
        end = 0
        while found := SEQUENCE.match(text, end):
            end = found.end()
            self._obey(*found.groups())
        self._rest = text[end:]

    def _obey(
        self, private: str, numbers: str, final: str, system: str | None, line: str, bell: str, text: str
    ) -> None:
        if text:
            self._write(text)
        elif bell:
            self.bells += 1
        elif final == "m":
            self._style = numbers
        elif final == "H" and not private:
            row, column = (int(number or 1) for number in f"{numbers};1".split(";")[:2])
            self._y, self._x = row - 1, column - 1
        elif line:
            self._x, self._y = 0, self._y + (line == "\n")
        elif system is not None and system.startswith("2;"):
            self.title = system.removeprefix("2;")
        elif system is not None and system.startswith(("9;", "777;")):
            self.notices.append(system)

    def _write(self, text: str) -> None:
        for letter in text:
            taken = width(letter)
            if self._y < self.height and self._x + taken <= self.width:
                # The second cell of a wide letter holds nothing of its own.
                self.letters[self._y][self._x : self._x + taken] = [letter, *[""] * (taken - 1)]
                self.styles[self._y][self._x : self._x + taken] = [self._style] * taken
            self._x += taken


class Window(visitors.Screen):
    """A terminal window in which somebody's ssh runs."""

    def __init__(self, connection: asyncssh.SSHClientConnection, size: tuple[int, int]) -> None:
        super().__init__()
        self.glass = Glass(*size)
        self.connection = connection
        self._frames = asyncio.Event()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        super().data_received(data, datatype)
        self.glass.feed(data)
        self._frames.set()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._frames.set()

    async def sees(self, *words: str) -> str:
        """Wait until one of these words stands on the screen or over it, and give it."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    text = f"{self.glass.title}\n{self.glass.text}"
                    if found := next((word for word in words if word in text), ""):
                        return found
                    assert not self.is_over.is_set(), bytes(self.seen[-400:])
                    self._frames.clear()
                    await self._frames.wait()
        except TimeoutError:
            raise AssertionError(f"{words} did not come:\n{self.glass.text}") from None

    async def press(self, keys: str) -> None:
        """Press keys, and give the app a moment to draw."""
        self._frames.clear()
        self.channel.write(keys.encode())
        try:
            async with asyncio.timeout(STRAY):
                await self._frames.wait()
        except TimeoutError:
            pass

    async def settles(self) -> None:
        """Wait until nothing is drawn any more."""
        seen = -1
        while len(self.seen) != seen:
            seen = len(self.seen)
            await asyncio.sleep(QUIET)

    async def play(self, most: int) -> None:
        """Do what the focus stands on when it is one's turn, or the next thing where that can't be done."""
        for press in range(1, most + 1):
            if await self.sees(YOUR_TURN, "GAME OVER") == "GAME OVER":
                return
            await self.press(RIGHT if press % 5 == 0 else ENTER)

    async def play_to_the_end(self) -> None:
        """Play until the game is over."""
        await self.play(MOST_PRESSES)
        assert "GAME OVER" in self.glass.text

    def hang_up(self) -> None:
        """Lose the connection without a word."""
        self.connection.abort()


class Script:
    """Somebody without a screen: lines in, lines out."""

    def __init__(self, process: asyncssh.SSHClientProcess[str]) -> None:
        self._process = process
        self.heard: list[str] = []

    def say(self, line: str) -> None:
        self._process.stdin.write(f"{line}\n")

    async def hear(self) -> str:
        """Wait for the next line."""
        async with asyncio.timeout(PATIENCE):
            line = await self._process.stdout.readline()
        assert line, "\n".join(["no more lines", *self.heard[-20:]])
        self.heard.append(line.rstrip("\n"))
        return self.heard[-1]

    async def hears(self, words: str) -> None:
        """Wait for a line with these words."""
        while words not in await self.hear():
            pass

    async def play_to_the_end(self) -> None:
        """Take the first option, now and then the second; where a move takes two answers, options follow at once."""
        answers = 0
        answered = False
        while (line := await self.hear()) != "The game is over.":
            asked = line.startswith("A number, or ") or (answered and line.startswith("1. "))
            answered = asked
            if asked:
                answers += 1
                self.say("2" if answers % 4 == 0 and any(line.startswith("2. ") for line in self.heard[-9:]) else "1")
