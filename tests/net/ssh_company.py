"""People with laptops who come to one served house with the real OpenSSH client, and what they do at its tables."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from tests.net.laptop import Laptop, Lines, Window
from tests.net.served import Served, served_house

ROOMY = (100, 30)


class Company:
    """People with laptops who come to one house."""

    def __init__(self, served: Served, folder: Path, windows: AsyncExitStack) -> None:
        self.served = served
        self._folder = folder
        self._windows = windows
        self._laptops: dict[str, Laptop] = {}

    async def know(self, *names: str) -> None:
        """Let people have been here before, each with a key of their own."""
        for name in names:
            home = self._folder / name
            home.mkdir()
            self._laptops[name] = Laptop(home, self.served.port)
            self.served.know(name, self._laptops[name].key)
        await self.served.have_been_here(*names)

    async def come(self, name: str, user: str, *options: str, term: str = "") -> Window:
        """Let somebody come with ssh, in a window of tmux or of a terminal that says it is another."""
        mine = self._laptops[name]
        command = [*(("env", f"TERM={term}") if term else ()), *mine.ssh(*options, f"{user}@127.0.0.1")]
        return await self._windows.enter_async_context(mine.window(*command, size=ROOMY))

    async def come_again(self, window: Window, name: str, user: str) -> None:
        """Let somebody come once more in the same window."""
        await window.tmux("respawn-pane", "-k", *self._laptops[name].ssh(f"{user}@127.0.0.1"))

    def script(self, name: str, user: str) -> AbstractAsyncContextManager[Lines]:
        """Let somebody come with `ssh -T`, and stay."""
        mine = self._laptops[name]
        return mine.lines(*mine.ssh("-T", f"{user}@127.0.0.1"))

    async def run(self, name: str, user: str, *command: str) -> str:
        """Let somebody run a command with `ssh -T`, and give what it prints."""
        mine = self._laptops[name]
        out, err, status = await mine.run(*mine.ssh("-T", f"{user}@127.0.0.1", *command))
        assert (status, err) == (0, "")
        return out

    async def say(self, name: str, user: str, *lines: str) -> str:
        """Let somebody come with `ssh -T`, type lines and go; give all that they read."""
        mine = self._laptops[name]
        typed = "".join(f"{line}\n" for line in lines).encode()
        return (await mine.run(*mine.ssh("-T", f"{user}@127.0.0.1"), input=typed))[0]


@asynccontextmanager
async def company(folder: Path, *names: str, **rules: Any) -> AsyncIterator[Company]:
    async with served_house(folder / "house", **rules) as served, AsyncExitStack() as windows:
        people = Company(served, folder, windows)
        await people.know(*names)
        yield people


async def choose(window: Window, words: str, key: str, *answers: tuple[str, str]) -> None:
    """Choose what has these words in the table's menu, and answer what is asked then.

    The menu is opened again until it has them: it may be older than what the house just said.
    """
    await window.type("Escape")
    while words not in await window.shows("all commands"):
        await window.type("Escape")
        await window.hides("all commands")
        await window.type("Escape")
    await window.type(key)
    for question, answer in answers:
        await window.shows(question)
        await window.type(answer)


async def read_log(window: Window, words: str) -> None:
    """Look for words in the log of a table, which has rows of its own."""
    await window.type("l")
    await window.shows(words)
    await window.type("l")


async def talk(window: Window, *lines: str) -> None:
    """Say something, in the lobby or at a table."""
    for line in lines:
        await window.type("t")
        await window.type(line)
        await window.shows(line)
        await window.type("Enter")
