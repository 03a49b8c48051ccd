"""What decides for a bot that joins somebody else's table: one of our own bots, or somebody's program."""

import asyncio
import secrets
from abc import ABC, abstractmethod

from bots.bot import Budget, Decision
from bots.external import ExternalBot
from bots.levels import EXEC, stand_in
from bots.pool import Pool
from engines.game import Game
from engines.view import View
from engines.wire import Hello
from tui.words import _

DEADLINE = 20.0
# What is wrong with a program that has just been ended.
LAST_SEEN = ("ended", "nonsense")


class Decider(ABC):
    """Whatever decides for the bot."""

    @abstractmethod
    async def choose(self, decision: Decision) -> tuple[str, str]:
        """Return a move, and a sentence where something was wrong with it."""

    def begin(self, hello: Hello) -> None:  # noqa: B027 - most need not know
        """Take note that a game begins."""

    def end(self, view: View) -> None:  # noqa: B027
        """Take note how it ended."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of what is held."""


class OwnBot(Decider):
    """One of our own bots, thinking in processes of its own."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._pool = Pool()
        self._pool.open()

    async def choose(self, decision: Decision) -> tuple[str, str]:
        """Let the bot think."""
        return (await self._pool.choose(self._name, decision, Budget(), DEADLINE)).move, ""

    async def close(self) -> None:
        """End the processes."""
        await self._pool.close()


class SomebodysProgram(Decider):
    """Somebody's program, which speaks the bots' protocol on its standard input and output."""

    def __init__(self, command: str, game: Game) -> None:
        self._bot = ExternalBot(command, stand_in(game))

    def begin(self, hello: Hello) -> None:
        """Tell the program where it sits."""
        self._bot.sit(hello)

    def end(self, view: View) -> None:
        """Tell it how the game went."""
        self._bot.over(view.scores, view.winners)

    async def choose(self, decision: Decision) -> tuple[str, str]:
        """Ask the program; it is waited for in a thread, which does nothing meanwhile."""
        before = len(self._bot.misses)
        advice = await asyncio.to_thread(self._bot.choose, decision, Budget(), secrets.randbits(32))
        missed = self._bot.misses[before:]
        return advice.move, self._complaint(missed[0]) if missed else ""

    def _complaint(self, why: str) -> str:
        said = self._bot.last_words if why in LAST_SEEN else ""
        if not said:
            return _("The program lost this move: {why}.").format(why=why)
        return _('The program lost this move: {why}; its last words: "{said}"').format(why=why, said=said)

    async def close(self) -> None:
        """Say goodbye to the program."""
        await asyncio.to_thread(self._bot.close)


def make_decider(name: str, game: Game) -> Decider:
    """Make whatever decides under this name in a game."""
    return SomebodysProgram(name.removeprefix(EXEC), game) if name.startswith(EXEC) else OwnBot(name)
