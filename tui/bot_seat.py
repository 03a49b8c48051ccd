"""A bot that plays at somebody else's table, and tells in lines what happens there."""

from collections.abc import Callable

from bots.bot import Decision
from engines.view import View
from engines.wire import PROTOCOL, Hello, Message
from net.client.client import Client
from net.client.notices import Notice
from net.client.seen_table import SeenTable
from net.messages import Again, Goodbye, Refused, Sit, Update, Welcome
from net.ssh.dial import Line
from net.values import Phase
from tui.deciders import Decider, make_decider
from tui.plain.sheet import event_lines, result_lines
from tui.wording import house_refusal
from tui.words import _


class NoSeat(Exception):
    """The house does not let the bot play, with a sentence that says why."""


class BotSeat:
    """A bot at the far end of a line: `code` is the table it plays at, `tell` takes each line that it says.

    `number` is the game that its decider knows of, `due` that there may be something to decide, `away` that the line
    was cut.
    """

    def __init__(self, line: Line, bot: str, name: str, code: str, tell: Callable[[str], None]) -> None:
        self._line = line
        self._bot = bot
        self._name = name
        self._code = code
        self._tell = tell
        self._client: Client | None = None
        self._decider: Decider | None = None
        self._away = False
        self._due = False
        self._number = 0
        self._resume = ""
        self._trouble = ""
        self._no_seat = ""

    async def run(self) -> None:
        """Play until the table closes, or until the house says goodbye for good or does not want the bot."""
        link = await self._line.dial()
        self._client = Client(
            link,
            self,
            name=self._name,
            errand=Sit(code=self._code),
            program=True,
            redial=self._line.dial,
            settle=self._settle,
        )
        try:
            await self._client.run()
        finally:
            await self._line.hang_up()
            if self._decider is not None:
                await self._decider.close()
        if self._no_seat:
            raise NoSeat(self._no_seat)

    def _give_up(self, why: str = "") -> None:
        """Leave for good; with a reason where the bot never got to play."""
        self._no_seat = why
        if self._client is not None:
            self._client.hang_up()

    def welcomed(self, welcome: Welcome) -> None:
        """Take note of the code that brings the bot back; without a name it can't stay."""
        if not welcome.name:
            self._give_up(self._trouble or _("The bot needs a name."))
        elif welcome.resume != self._resume:
            self._resume = welcome.resume
            self._tell(_("To come back later as the same guest, keep this code: {code}").format(code=self._resume))

    def sat_down(self, table: SeenTable) -> None:
        """Tell what has happened so far."""
        self._tell_table(table)
        self._tell_all(event_lines(table, table.events))
        self._due = True

    def _tell_table(self, table: SeenTable) -> None:
        self._away = False
        self._tell(_("{game}, table {table}").format(game=table.game.title, table=table.code))

    def left_table(self, why: Refused | None) -> None:
        """Go: there is nothing else to do in this house."""
        self._tell(_("The table has closed.") if why is None else house_refusal(why))
        self._give_up()

    def refused(self, refused: Refused) -> None:
        """Go where there is no seat; otherwise tell what can't be had."""
        self._trouble = house_refusal(refused)
        if refused.about == "sit":
            self._give_up(self._trouble)
        elif refused.about != "enter":
            self._tell(self._trouble)

    def heard(self, message: Message) -> None:
        """Tell what happens at the table."""
        table = None if self._client is None else self._client.conversation.table
        if isinstance(message, Goodbye):
            self._tell(_(message.text))
        elif isinstance(message, Update) and table is not None:
            if self._away:
                self._tell_table(table)
            self._tell_all(event_lines(table, table.news))
            self._due = True

    def noticed(self, notice: Notice) -> None:
        """Wait for the decision: a bot is never elsewhere."""

    def cut_off(self, seconds: float) -> None:
        """Tell when the line is dialled again."""
        self._away = True
        self._tell(_("The line was cut; trying again in {seconds} s.").format(seconds=round(seconds)))

    def ended(self, goodbye: Goodbye | None) -> None:
        """Say nothing: the house has said why."""

    def _tell_all(self, lines: list[str]) -> None:
        for line in lines:
            self._tell(line)

    async def _settle(self) -> None:
        """Decide whatever is to be decided at the table now."""
        client, due, self._due = self._client, self._due, False
        table = None if client is None else client.conversation.table
        if due and client is not None and table is not None and table.view is not None:
            await self._play(client, table, table.view)

    async def _play(self, client: Client, table: SeenTable, view: View) -> None:
        update = table.update
        decider = self._decider = self._decider or make_decider(self._bot, table.game)
        if update.phase == Phase.PLAYING and self._number != update.number:
            self._number = update.number
            decider.begin(_hello(table))
        if update.phase == Phase.OVER:
            self._finish(client, table, view, decider)
        elif table.your_turn and not table.answered:
            decision = Decision(table.game.id, view, tuple(table.history), update.legal)
            move, complaint = await decider.choose(decision)
            if complaint:
                self._tell(complaint)
            answer = table.play(move)
            if answer is not None:
                client.say(answer)

    def _finish(self, client: Client, table: SeenTable, view: View, decider: Decider) -> None:
        """Tell the result once, and want another game as soon as somebody else does."""
        if self._number == table.update.number:
            self._number = 0
            decider.end(view)
            self._tell_all(result_lines(table))
        mine = table.line is not None and table.line.again
        if not mine and any(seat.again for seat in table.update.seats):
            client.say(Again())


def _hello(table: SeenTable) -> Hello:
    setup = table.update.setup
    return Hello(
        protocol=PROTOCOL,
        game=setup.game,
        seat=table.seat or 0,
        seats=setup.seats,
        options=setup.options,
        names=table.names,
    )
