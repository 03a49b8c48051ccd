"""What the house tells somebody who plays line by line, put into sentences; and what may be answered to it."""

import asyncio
import time
from collections.abc import Iterable
from datetime import UTC
from functools import partial

from engines.wire import Message
from net.client.client import Client, Dial
from net.client.notices import Notice
from net.client.seen_table import SeenTable
from net.link import Link
from net.messages import (
    Games,
    Goodbye,
    KeepSettings,
    LobbyUpdate,
    Refused,
    Update,
    Welcome,
)
from net.messages.account import AboutMe
from net.messages.company import LadderLines, PlayerSheet
from net.messages.daily import DailySheet
from net.messages.sharing import Shared
from tui.account_words import about_lines, come_back_words, link_words, ways_in
from tui.daily_words import daily_text
from tui.dates import date_words
from tui.my_tables import notice_words
from tui.plain.account import account_lines
from tui.plain.console import Lines
from tui.plain.learner import Learner
from tui.plain.lobby import PlainLobby
from tui.plain.look_back import LookBack, LookedBack
from tui.plain.offers import between_turns, keys_line
from tui.plain.paper import Paper
from tui.plain.sheet import Option, event_lines, hint_lines, options, talk_lines
from tui.settings import Settings
from tui.stage import Stage
from tui.standing import ladder_text, player_text
from tui.tables import describe
from tui.terminal.alerts import BELL
from tui.wording import days_words, house_refusal
from tui.words import _


class Listener:
    """Somebody who is told where they are and what happens there, in lines of text.

    `address` is what others type after the @ to come here, and `page` what stands before the path of what they open;
    `keeps` says whether games outlast this visit. `redial` makes a new link when the old one is cut. What an answer
    means is said by `_prompted`: a name, a word of the lobby, a turn at the table; it is empty while nobody is asked,
    and `asked` or `hint` while the house owes an answer.
    """

    bell = BELL
    """What ends a line that is meant for somebody who does not look."""

    def __init__(
        self,
        link: Link,
        lines: Lines,
        *,
        name: str,
        own: bool,
        language: str,
        ask: Message | None = None,
        address: str = "",
        page: str = "",
        keeps: bool = True,
        redial: Dial | None = None,
        learner: Learner | None = None,
    ) -> None:
        self._client = Client(link, self, name=name, errand=ask, own=own, redial=redial, settle=self._settle)
        self._paper = Paper(lines)
        self._say = self._paper.say
        self._own = own
        self._language = language
        self._address = address
        self._ways_in = partial(ways_in, address, page)
        self._keeps = keeps
        self._learner = learner or Learner(Settings(), self._keep, remembers=not own)
        self._past = LookBack()
        self._lobby = PlainLobby(own, language, self._learner, self._client.say)
        self._stage: Stage | None = None
        self._gone = asyncio.Event()
        self._held = False
        self._leaving = False
        self._prompted = ""
        self._seen: tuple[int, str] = (0, "")
        self._resume = ""
        self._options: list[Option] = []

    async def _settle(self) -> None:
        """Let everything be read that there is to say."""
        await self._paper.write()

    def welcomed(self, welcome: Welcome) -> None:
        """Ask for a name, or go on to what one came for."""
        self._past.reviews = welcome.reviews
        self._lobby.accounts = welcome.accounts
        self._lobby.days = welcome.days
        self._lobby.daily = welcome.daily
        self._lobby.shares = self._past.shares = welcome.shares
        if not welcome.name:
            self._prompt("name", _("What shall the others call you?"))
            return
        if welcome.resume and welcome.resume != self._resume:
            self._resume = welcome.resume
            self._say(*come_back_words(welcome.name, welcome.resume, self._address))
        self._prompted = ""
        self._lobby.name = welcome.name
        for question in self._learner.welcome(welcome):
            self._client.say(question)
        self._offer_lobby()

    def _keep(self, changes: dict[str, str | bool]) -> None:
        """Let the house remember how somebody likes it; in one's own nothing is remembered here."""
        if not self._own:
            self._client.say(KeepSettings(settings=changes))

    def sat_down(self, table: SeenTable) -> None:
        """Tell where one sits and what has happened there."""
        stage = self._stage = Stage(table, time.monotonic())
        self._learner.seat(stage)
        self._leaving = False
        self._prompted = ""
        self._seen = (table.update.seq, table.update.phase)
        names = ", ".join(name or _("a free seat") for name in stage.names)
        opening = _("{game}, table {table}: {names}.")
        self._say(opening.format(game=table.game.title, table=table.code, names=names))
        if table.update.setup.days:
            days = days_words(table.update.setup.days)
            self._say(_("A turn may take {days}: nobody needs to be there meanwhile.").format(days=days))
        self._say(*event_lines(table, table.events), *talk_lines(table, table.talk))
        self._offer(stage)

    def left_table(self, why: Refused | None) -> None:
        """Go on in the lobby, as soon as it is known which tables there are."""
        self._stage = None
        self._prompted = ""
        if why is not None:
            self._say(house_refusal(why))
            self._offer_lobby()
        elif not self._leaving:
            self._say(_("The table has closed."))

    def refused(self, refused: Refused) -> None:
        """Say what can't be had, and ask again."""
        if self._stage is not None:
            self._stage.hear(refused, time.monotonic())
            self._say(self._stage.scene(time.monotonic()).notice)
            self._prompted = ""
            self._offer(self._stage)
            return
        self._say(house_refusal(refused))
        if refused.about == "rename":
            self._prompted = "name"
        elif self._prompted:
            self._prompted = "lobby"
        else:
            self._offer_lobby()

    def noticed(self, notice: Notice) -> None:
        """Say what happens elsewhere, and how to go there; what happens here is said anyway."""
        if notice.here:
            return
        words = notice_words(notice)
        way = _("{words}: type `sit {table}`").format(words=words, table=notice.code) if notice.code else words
        self._say(way + (self.bell if self._learner.settings.bell else ""))

    def cut_off(self, seconds: float) -> None:
        """Say when the line is dialled again; until then nothing can be answered."""
        self._prompted = "offline"
        self._say(_("The line was cut; trying again in {seconds} s.").format(seconds=round(seconds)))

    def ended(self, goodbye: Goodbye | None) -> None:
        """Say so, unless the house has."""
        self._held = goodbye is not None
        if goodbye is None:
            self._say(_("The house has closed the line."))

    def heard(self, message: Message) -> None:
        """Tell what the house says."""
        if isinstance(message, LobbyUpdate):
            self._lobby.update = message
            self._learner.see(message)
            self._offer_lobby()
        elif isinstance(message, Games) and Games in self._learner.awaits:
            self._learner.recall(message)
            self._offer_lobby()
        elif (told := self._lobby.told(message)) is not None:
            self._learner.awaits.discard(type(message))
            self._say(*told)
            self._prompted = "lobby"
        elif isinstance(message, LookedBack):
            self._look_back(message)
        elif isinstance(message, LadderLines | PlayerSheet | DailySheet):
            self._say(*_page(message))
            self._prompted = "lobby" if self._stage is None else "over"
        elif isinstance(message, Goodbye):
            self._say(_(message.text))
        elif isinstance(message, AboutMe):
            self._tell_about(message)
        elif isinstance(message, Shared):
            self._tell_shared(message)
        elif self._stage is not None:
            self._hear_at_table(self._stage, message)

    def _look_back(self, message: LookedBack) -> None:
        """Tell what the house says about a finished game, and ask on when it has said all."""
        lines, wish = self._past.hear(message)
        self._say(*lines)
        if wish is not None:
            self._client.say(wish)
        elif not self._past.busy and self._stage is None:
            self._prompted = "lobby"
        elif not self._past.busy:
            self._prompt("over", _("1 another game, x NUMBER what an expert would have played there, q leave."))

    def _tell_shared(self, shared: Shared) -> None:
        """Tell the lines by which others see a game, or that nobody does."""
        lines = self._ways_in(f"replay-{shared.token}", f"/r/{shared.token}") if shared.token else ()
        words = _("Whoever has one of these lines sees the whole game, move by move, and your review of it:")
        self._say(*((words, *lines) if lines else (_("Nobody sees this game by its link any more."),)))
        self._prompted = "lobby" if self._stage is None else "over"

    def _tell_about(self, about: AboutMe) -> None:
        """Tell what is kept of the person, or what was just done about it; then go on as before."""
        if about.link:
            self._say(*link_words(about, self._address))
        else:
            told = [*about_lines(about, self._address), *account_lines()]
            self._say(*([_(about.text)] if about.text else told))
        if self._stage is None:
            self._prompted = "lobby"

    def _hear_at_table(self, stage: Stage, message: Message) -> None:
        stage.hear(message, time.monotonic())
        self._tell_coach(stage)
        if isinstance(message, Update):
            self._tell_news(stage.table)
            self._offer(stage)
            return
        hint = stage.scene(time.monotonic()).hint
        if hint is not None and hint.seconds is not None and self._prompted == "hint":
            self._say(*hint_lines(hint))
            stage.close_panel()
            self._prompted = ""
            self._offer(stage)

    def _tell_coach(self, stage: Stage) -> None:
        """Tell what the coach has to say, and let him look at the next decision."""
        if stage.coach is not None:
            self._say(*(_("Coach: {words}").format(words=words) for words in stage.coach.news()))
        question = stage.ask_coach(time.monotonic())
        if question is not None:
            self._client.say(question)

    def _tell_news(self, table: SeenTable) -> None:
        self._say(*event_lines(table, table.news), *talk_lines(table, table.said))
        seen = (table.update.seq, table.update.phase)
        if seen != self._seen:
            self._seen, self._prompted = seen, ""

    def _prompt(self, state: str, *lines: str) -> None:
        """Ask once, and remember what an answer will mean."""
        if self._prompted != state:
            self._prompted = state
            self._say(*lines)

    def _offer_lobby(self) -> None:
        """Read the lobby out to somebody who is there, and whom the house owes no answer."""
        waits = self._stage is not None or self._client.conversation.wish is not None or bool(self._learner.awaits)
        if self._lobby.update is not None and not waits and self._prompted not in ("name", "asked"):
            self._prompt("lobby", *self._lobby.lines())

    def _offer(self, stage: Stage) -> None:
        """Say what can be done here and now, if anything can."""
        offered = between_turns(stage.table, self._own, self._ways_in, self._past)
        if offered is not None:
            self._prompt(offered.state, *offered.lines)
        elif stage.table.your_turn and self._prompted not in ("turn", "asked", "hint"):
            scene = stage.scene(time.monotonic())
            self._options = options(scene)
            keys = keys_line(stage.table, self._own)
            self._prompt("turn", _("Your turn."), *describe(scene), *self._numbered(), keys)
            self._tell_coach(stage)

    def _numbered(self) -> list[str]:
        return [f"{number}. {option.words}" for number, option in enumerate(self._options, 1)]


def _page(message: LadderLines | PlayerSheet | DailySheet) -> Iterable[str]:
    """A ladder, a player or a day, read out."""
    if isinstance(message, LadderLines):
        return ladder_text(message)
    if isinstance(message, PlayerSheet):
        return player_text(message)
    return daily_text(message, partial(date_words, zone=UTC))
