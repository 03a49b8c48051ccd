"""Other people's bots: programs in any language that speak the protocol of PROTOCOL.md on stdin and stdout."""

import contextlib
import shlex
import shutil
import weakref
from collections.abc import Sequence
from time import monotonic

from bots.advice import Advice, only
from bots.bot import Bot, Budget, Decision
from bots.program import Program, ProgramEnded
from engines.game import IllegalMove
from engines.games import find
from engines.wire import PROTOCOL, BadMessage, Choose, Decide, Hello, MoveRefused, Over, printable, view_to_wire

SECONDS = 1.0
FIRST_MOVE = 5.0
PATIENCE = 3
MOST_STARTS = 4


class BadCommand(ValueError):
    """A command that can't be run."""


def split(command: str) -> list[str]:
    """Split a command into words as a shell does, but run none; raises BadCommand for one that can't be run."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadCommand(f"The command {command!r} can't be read: {error}.") from None
    if not words:
        raise BadCommand("exec: needs the command that runs the bot, like exec:./mybot.")
    if shutil.which(words[0]) is None:
        raise BadCommand(f"There is no program {words[0]!r} to run as a bot.")
    return words


class ExternalBot(Bot):
    """A program that decides; a move it does not make in time, or can't make, is made by its stand-in.

    `misses` says for each such move what was wrong: `late`, `illegal`, `nonsense` or `ended`. A program that is gone,
    talks nonsense or is late three times in a row is started again, but only so often.
    """

    def __init__(self, command: str, stand_in: Bot) -> None:
        self.name = f"exec:{printable(command)}"
        self.misses: list[str] = []
        self.last_words = ""
        self._words = split(command)
        self._stand_in = stand_in
        self._hello: Hello | None = None
        self._program: Program | None = None
        self._end: weakref.finalize[..., ExternalBot] | None = None
        self._starts = 0
        self._number = 0
        self._late = 0

    def sit(self, hello: Hello) -> None:
        """Begin a game: tell the program where it sits."""
        self._hello = hello
        if self._program is not None:
            self._program.say(hello)

    def over(self, scores: Sequence[int], winners: Sequence[int]) -> None:
        """End a game: tell the program how it went."""
        self._hello = None
        if self._program is not None:
            self._program.say(Over(scores=tuple(scores), winners=tuple(winners)))

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        move = self._ask(decision, budget.seconds or SECONDS)
        if move is None:
            return self._stand_in.choose(decision, budget, seed)
        return only(move, list(decision.legal))

    def _ask(self, decision: Decision, seconds: float) -> str | None:
        """Return the program's move, or None after noting what was wrong."""
        try:
            until = monotonic() + seconds + (0.0 if self._program else FIRST_MOVE)
            answer = self._answer(self._running(), decision, seconds, until)
        except ProgramEnded as error:
            self.misses.append("ended")
            self._give_up(str(error))
        except BadMessage as error:
            self.misses.append("nonsense")
            self._give_up(str(error))
        else:
            if answer is not None:
                self._late = 0
                return self._checked(answer, decision)
            self.misses.append("late")
            self._late += 1
            if self._late == PATIENCE:
                self._give_up("It did not answer any more")
        return None

    def _running(self) -> Program:
        if self._program is None:
            if self._starts == MOST_STARTS:
                raise ProgramEnded("It was started often enough")
            self._starts += 1
            self._program = Program(self._words)
            # However this process leaves, by an error or by a signal, the program goes with it.
            self._end = weakref.finalize(self, self._program.end)
            if self._hello is not None:
                self._program.say(self._hello)
        return self._program

    def _answer(self, program: Program, decision: Decision, seconds: float, until: float) -> Choose | None:
        self._number += 1
        program.say(
            Decide(
                number=self._number,
                view=view_to_wire(decision.view),
                history=tuple(decision.history),
                legal=tuple(decision.legal),
                seconds=seconds,
            )
        )
        # An answer to an earlier question came too late and was counted then.
        while (answer := program.hear(until)) is not None:
            assert isinstance(answer, Choose)
            if answer.number == self._number:
                return answer
            if answer.number > self._number:
                raise BadMessage("It answered a question that was not asked.")
        return None

    def _checked(self, answer: Choose, decision: Decision) -> str | None:
        game = find(decision.game)
        with contextlib.suppress(IllegalMove):
            move = game.say(game.parse(answer.move))
            if move in decision.legal:
                return move
        if self._program is not None:
            self._program.say(MoveRefused(reason=f"{printable(answer.move)!r} is not one of the legal moves."))
        self.misses.append("illegal")
        return None

    def _give_up(self, reason: str) -> None:
        """End the program; the next decision starts it again."""
        self._late = 0
        if self._program is not None:
            self.last_words = self._program.last_words or reason
            self._program.kill()
            self._forget()
        elif self._starts < MOST_STARTS:
            self.last_words = reason

    def _forget(self) -> None:
        if self._end is not None:
            self._end.detach()
        self._program = None

    def close(self) -> None:
        """Send the program its goodbye and see that it is gone."""
        if self._program is not None:
            self._program.end()
            self.last_words = self._program.last_words or self.last_words
            self._forget()


def introduce(bot: Bot, game: str, seats: int) -> None:
    """Tell a bot that is a program which game is played; it is asked for any seat."""
    if isinstance(bot, ExternalBot):
        names = ("somebody",) * seats
        bot.sit(Hello(protocol=PROTOCOL, game=game, seat=0, seats=seats, options={}, names=names))
