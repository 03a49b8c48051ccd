"""A bot that plays at somebody else's table, and tells in lines what happens there."""

import asyncio
import time
from collections.abc import Callable

from bots.bot import Decision
from engines.view import View
from engines.wire import PROTOCOL, BadMessage, Hello, Message
from net.house.house import CLOSING
from net.link import Link, LinkClosed
from net.messages import Again, Enter, Goodbye, LobbyUpdate, Play, Refused, Sit, Update, Welcome
from tui.address import Line
from tui.bot_minds import Mind, make_mind
from tui.plain.sheet import result_lines
from tui.sitting import Sitting
from tui.wording import house_refusal
from tui.words import _

FIRST_RETRY = 1.0
LONGEST_RETRY = 16.0


class NoSeat(Exception):
    """The house does not let the bot play, with a sentence that says why."""


class BotSeat:
    """A bot at the far end of a line: `code` is the table it plays at, `tell` takes each line that it says.

    `seated` says that it is at the table and not only in the house, `number` which game its mind knows of.
    """

    def __init__(self, line: Line, bot: str, name: str, code: str, tell: Callable[[str], None]) -> None:
        self._line = line
        self._bot = bot
        self._name = name
        self._code = code
        self._tell = tell
        self._mind: Mind | None = None
        self._sitting: Sitting | None = None
        self._seated = False
        self._number = 0
        self._answered = 0
        self._told = 0
        self._resume = ""
        self._refusal = ""
        self._farewell = ""

    async def run(self) -> None:
        """Play until the table closes, or until the house says goodbye for good or does not want the bot."""
        link = await self._line.dial()
        try:
            while not await self._stay(link):
                link = await self._dial_again()
        finally:
            await self._line.hang_up()
            if self._mind is not None:
                await self._mind.close()

    async def _stay(self, link: Link) -> bool:
        """Play on this link, and say whether everything is over rather than the line cut."""
        link.send(Enter(name=self._name, resume=self._resume, program=True))
        try:
            while not await self._hear(link, await link.receive()):
                pass
        except (LinkClosed, BadMessage):
            return bool(self._farewell)
        return True

    async def _dial_again(self) -> Link:
        pause = FIRST_RETRY
        while True:
            self._tell(_("The line was cut; trying again in {seconds} s.").format(seconds=round(pause)))
            await asyncio.sleep(pause)
            try:
                return await self._line.dial()
            except OSError:
                pause = min(2 * pause, LONGEST_RETRY)

    async def _hear(self, link: Link, message: Message) -> bool:
        """Take in what the house says, and say whether the table has closed."""
        if isinstance(message, Welcome):
            self._come_in(link, message)
        elif isinstance(message, Update):
            await self._hear_table(link, message)
        elif isinstance(message, Refused):
            self._hear_refusal(message)
        elif isinstance(message, Goodbye):
            # A house that closes is soon open again, with the seat kept; any other goodbye is meant for good.
            self._farewell = "" if message.text == CLOSING else message.text
            self._tell(_(message.text))
        elif isinstance(message, LobbyUpdate) and self._seated:
            self._tell(_("The table has closed."))
            return True
        return False

    def _come_in(self, link: Link, welcome: Welcome) -> None:
        if not welcome.name:
            raise NoSeat(self._refusal or _("The bot needs a name."))
        if welcome.resume != self._resume:
            self._resume = welcome.resume
            self._tell(_("To come back later as the same guest, keep this code: {code}").format(code=self._resume))
        self._seated = False
        link.send(Sit(code=self._code))

    def _hear_refusal(self, refused: Refused) -> None:
        self._refusal = house_refusal(refused)
        if refused.about == "sit":
            raise NoSeat(self._refusal)
        if refused.about != "enter":
            self._tell(self._refusal)

    async def _hear_table(self, link: Link, update: Update) -> None:
        sitting, self._seated = self._sitting, True
        if sitting is None:
            sitting = self._sitting = Sitting(update, time.monotonic())
            self._tell(_("{game}, table {table}").format(game=sitting.game.title, table=update.code))
        else:
            if update.number != sitting.update.number:
                self._told = 0
            sitting.hear(update, time.monotonic())
        self._tell_news(sitting)
        if sitting.view is not None:
            await self._play(link, sitting, sitting.view)

    def _tell_news(self, sitting: Sitting) -> None:
        for seat, words in sitting.log[self._told :]:
            self._tell(words if seat is None else f"{sitting.names[seat]} {words}")
        self._told = len(sitting.log)

    async def _play(self, link: Link, sitting: Sitting, view: View) -> None:
        update = sitting.update
        mind = self._mind or make_mind(self._bot, sitting.game)
        self._mind = mind
        if update.phase == "playing" and self._number != update.number:
            self._number = update.number
            mind.begin(_hello(sitting))
        if update.phase == "over":
            self._finish(link, sitting, view, mind)
        elif sitting.your_turn and self._answered != update.seq:
            self._answered = update.seq
            decision = Decision(sitting.game.id, view, update.history, update.legal)
            move, complaint = await mind.choose(decision)
            if complaint:
                self._tell(complaint)
            link.send(Play(seq=update.seq, move=move))

    def _finish(self, link: Link, sitting: Sitting, view: View, mind: Mind) -> None:
        """Tell the result once, and want another game as soon as somebody else does."""
        seats = sitting.update.seats
        if self._number == sitting.update.number:
            self._number = 0
            mind.end(view)
            for words in result_lines(sitting):
                self._tell(words)
        mine = sitting.seat is not None and seats[sitting.seat].again
        if not mine and any(seat.again for seat in seats):
            link.send(Again())


def _hello(sitting: Sitting) -> Hello:
    setup = sitting.update.setup
    return Hello(
        protocol=PROTOCOL,
        game=setup.game,
        seat=sitting.seat or 0,
        seats=setup.seats,
        options=setup.options,
        names=sitting.names,
    )
