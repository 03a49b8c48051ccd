"""The app: one person at a screen, who listens to the house where the tables are.

It knows no position of a game: everything it shows came over a link, and everything that is done goes out there.
Many apps may run in one process, so nothing of a session is kept outside of it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Any

from textual.events import Key
from textual.screen import Screen
from textual.worker import Worker

from engines.record import BadRecord, Record
from engines.wire import Message
from net.client.client import Client
from net.client.my_tables import next_table
from net.client.notices import Notice
from net.client.seen_table import SeenTable
from net.link import Link
from net.messages import (
    Goodbye,
    KeepSettings,
    Leave,
    Led,
    LobbyUpdate,
    Open,
    Refused,
    Rename,
    Sit,
    TableLine,
    Watch,
    Welcome,
)
from net.messages.account import AboutMe
from net.messages.daily import DailySheet
from net.messages.sharing import Shared
from net.names import NAME_CELLS
from net.setup import first_setup
from tui.account_words import come_back_words, ssh_line
from tui.coaching import GameCoach
from tui.keymap import use_keys
from tui.look import Look
from tui.my_tables import notice_words
from tui.screens.account import AccountPage
from tui.screens.ask import AskPage
from tui.screens.daily import DailyPage
from tui.screens.home import HomePage
from tui.screens.lesson import LessonPage
from tui.screens.link import show_shared
from tui.screens.lobby import LobbyPage
from tui.screens.page import Page
from tui.screens.review import ReviewPage
from tui.screens.shell import Venue
from tui.screens.table import TablePage
from tui.screens.tell import TellPage
from tui.settings import BadSettings, Settings, with_kept
from tui.stage import Stage
from tui.window import Manners, Window
from tui.wording import house_refusal, title_of
from tui.words import _, speak

PLAIN = "plain"
"""What the app returns when its person wants to go on in plain text."""
LINGER = 2.0
"""Seconds for which a moment at a table is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """What somebody came for: home or the lobby, something to ask of the house at once, a record, a game's lesson.

    `first` makes the first screen where that is neither. The record is opened where `at` moves were made. Exercises
    are for `practice` in one game, or in all if it is empty.
    """

    start: str = "home"
    first: Callable[[], Page] | None = None
    ask: Message | None = None
    record: Record | None = None
    at: int = 0
    lesson: str = ""
    practice: str | None = None


class TableeApp(Window):
    """Everything one person sees; it returns PLAIN, or a last sentence, or nothing."""

    shows_code = True
    """Whether a new guest is told the line that brings them back."""

    def __init__(
        self,
        link: Link,
        settings: Settings,
        detected: Look,
        *,
        venue: Venue | None = None,
        errand: Errand | None = None,
        manners: Manners | None = None,
        language: str = "",
        zone: tzinfo | None = None,
    ) -> None:
        super().__init__(settings, detected, manners=manners, language=language, zone=zone)
        self.venue = venue or Venue()
        self._caution = ""
        self.errand = errand or Errand()
        self.client = Client(
            link,
            self,
            name=settings.name,
            errand=self.errand.ask,
            own=self.venue.own,
            redial=self.venue.redial,
        )
        self.stage: Stage | None = None
        self.linger = LINGER
        self._on_the_way = self.errand.ask is not None
        self._held: list[Key] = []
        self._cut_off = False
        self._coach_comes = False
        self._code_is_new = False

    @property
    def welcome(self) -> Welcome | None:
        """What the house said when it let us in."""
        return self.client.conversation.welcome

    @property
    def come_back(self) -> str:
        """The line with which a guest comes back; empty for others."""
        welcome = self.welcome
        known = welcome is not None and bool(welcome.name and welcome.resume) and self.shows_code
        return ssh_line(welcome.resume, self.venue.address) if welcome is not None and known else ""

    @property
    def lobby(self) -> LobbyUpdate | None:
        """The last that was heard of the lobby."""
        return self.client.conversation.lobby

    @property
    def mine(self) -> dict[str, TableLine]:
        """The tables where we have a seat, but for the one where we are; at home nobody waits at any of them."""
        return {} if self.venue.own else self.client.conversation.mine

    @property
    def table(self) -> SeenTable | None:
        """The table where we are."""
        return self.client.conversation.table

    def get_default_screen(self) -> Screen[Any]:
        """Begin at home, in the lobby, or with a record."""
        speak(self.tongue)
        use_keys(self.keymap)
        if self.errand.first is not None:
            return self.errand.first()
        return LobbyPage() if self.errand.start == "lobby" else HomePage()

    async def on_mount(self) -> None:
        """Come in as soon as the first picture stands."""
        self.set_title(self.TITLE)
        self.app_resume_signal.subscribe(self, self._show_again)
        if self.errand.record is not None:
            self.open_replay(self.errand.record, at=self.errand.at)
        if self.errand.lesson:
            self.open_lesson(self.errand.lesson)
        if self.errand.practice is not None:
            self.open_practice(self.errand.practice)
        self.call_after_refresh(self._come_in)

    async def _come_in(self) -> None:
        # The function, not a coroutine of it: an app that ends now would leave that one unawaited.
        self._listening: Worker[None] = self.run_worker(self.client.run)
        if self.venue.open is not None:
            self._caution = await self.venue.open()
            # A lesson is no game that could be kept: whoever learns is told at the table that follows.
            if self.page is not None and not isinstance(self.page, LessonPage):
                self._warn(self.page)

    def _warn(self, page: Page) -> None:
        """Say over a page what there is to say about the house, until somebody has read it."""
        if self._caution:
            self.push_screen(TellPage(page, self._caution, then=self._was_read))

    def _was_read(self) -> None:
        self._caution = ""

    async def on_unmount(self) -> None:
        """Hang up; the house keeps the seat."""
        self.client.hang_up()

    def say(self, message: Message) -> None:
        """Tell the house something."""
        self.client.say(message)

    def welcomed(self, welcome: Welcome) -> None:
        """Go on as the house remembers us, once we have a name."""
        if self._cut_off:
            self._cut_off = False
            self.tell("")
        if self.venue.save is None and not self.venue.own:
            # Nothing of this program is on the guest's machine, so the house remembers for them.
            self.use(with_kept(self.settings, welcome.settings))
        if not welcome.name and not isinstance(self.errand.ask, Watch):
            # Whoever only looks on needs no name.
            self._code_is_new = bool(welcome.resume) and self.shows_code
            self._ask_name()
        self._pass_on(welcome)
        self._show_code()

    def hold(self, key: Key) -> bool:
        """Keep a key for the table that one came for: on the first screen it would mean something else."""
        held = self._on_the_way and len(self.screen_stack) == 1
        if held:
            self._held.append(key)
        return held

    def _arrive(self) -> None:
        """Let the screen that came of the errand have the keys that were typed for it."""
        self._on_the_way = False
        held, self._held = self._held, []
        for key in held:
            self.call_later(self._pass_key, key)

    def _pass_key(self, key: Key) -> None:
        if self.page is not None:
            self.page.post_message(Key(key.key, key.character))

    def sat_down(self, table: SeenTable) -> None:
        """Show a table."""
        self.stage = Stage(table, self.now, self._join_lines(table.code))
        if self._coach_comes:
            self._coach_comes = False
            self.change_settings(replace(self.settings, coach=table.code), {"coach": table.code})
        if self.settings.coach == table.code:
            self.stage.coach = GameCoach()
        page = TablePage(self.stage)
        self.go_to(page)
        self._arrive()
        self._pass_on(table.update)
        self._show_code()
        # The table took everything away that lay over the first screen.
        self._warn(page)

    def left_table(self, why: Refused | None) -> None:
        """Show the first screen again, and why the table is gone."""
        daily = self.stage is not None and self.stage.table.update.setup.daily
        self.stage = None
        self.go_back_to_first()
        if daily:
            self.open_daily()
        if why is not None:
            self.tell(house_refusal(why))

    def refused(self, refused: Refused) -> None:
        """Say what can't be had."""
        if self.stage is not None:
            self.stage.hear(refused, self.now)
        elif self.welcome is not None and not self.welcome.name:
            self._ask_name(house_refusal(refused))
        else:
            self.tell(house_refusal(refused))
            self._arrive()
        self.refresh_page()

    def heard(self, message: Message) -> None:
        """Let the screens show what the house says."""
        if isinstance(message, Goodbye):
            self.tell(_(message.text))
        elif isinstance(message, AboutMe):
            self.tell(_(message.text) if message.text else "")
        elif isinstance(message, Shared) and self.page is not None:
            show_shared(self.page, message)
        elif isinstance(message, DailySheet) and not any(isinstance(page, DailyPage) for page in self.pages()):
            self.open_daily(message)
        elif self.stage is not None:
            self.stage.hear(message, self.now)
        self._pass_on(message)

    def noticed(self, notice: Notice) -> None:
        """Call whoever looks elsewhere; what happens at this table they see, unless they have gone for a coffee."""
        if notice.here and (self.looked_at or not notice.shared):
            return
        words = notice_words(notice)
        if not notice.here:
            self.tell(words)
        self.ring(words)

    def cut_off(self, seconds: float) -> None:
        """Leave the last picture as it is, and say when the line is dialled again."""
        self._cut_off = True
        self._arrive()
        goodbye = self.client.conversation.goodbye
        again = _("trying again in {seconds} s").format(seconds=round(seconds))
        if self.stage is not None:
            self.stage.offline = again
        elif goodbye is not None:
            self.tell(f"{_(goodbye.text)} ({again})")
        else:
            self.tell(_("The line was cut; trying again in {seconds} s.").format(seconds=round(seconds)))
        self.refresh_page()

    def ended(self, goodbye: Goodbye | None) -> None:
        """End with the last thing that was said."""
        self.exit(_("The house has closed the line.") if goodbye is None else _(goodbye.text))

    def _pass_on(self, message: Message) -> None:
        for page in self.pages():
            page.hear(message)
        self.refresh_page()

    def refresh_page(self) -> None:
        """Draw the screen on top as it stands now, and name the window after it."""
        super().refresh_page()
        if self.page is not None:
            self._name_window()

    def _ask_name(self, problem: str = "") -> None:
        if self.page is not None and not isinstance(self.page, AskPage):
            words = _("What shall the others call you?")
            ask = AskPage(self.page, words, lambda name: self.say(Rename(name=name)), longest=NAME_CELLS)
            ask.notice = problem
            self.push_screen(ask)

    def _show_code(self) -> None:
        """Show a new guest the line that brings them back, until they have seen it."""
        welcome = self.welcome
        if not self._code_is_new or welcome is None or not welcome.name or self.page is None:
            return
        sentence, line = come_back_words(welcome.name, welcome.resume, self.venue.address)
        self.push_screen(TellPage(self.page, sentence, line, self._code_was_read))

    def _code_was_read(self) -> None:
        self._code_is_new = False

    def open_account(self) -> None:
        """Show who one is in a shared house, where it knows more of people than a name."""
        if self.page is not None and self.welcome is not None and self.welcome.accounts:
            self.push_screen(AccountPage(self.page))

    def _join_lines(self, code: str) -> tuple[str, ...]:
        lines = self.venue.lines(code, f"/t/{code}")
        return (_("to sit down here, type"), *lines) if lines else ()

    def open_coached(self, game: str) -> None:
        """Open a table for a first game against bots, with the coach beside it."""
        self._coach_comes = True
        self.say(Open(setup=first_setup(game, own=self.venue.own)))

    def open_review(self, record: Record, seat: int, id: int | None = None, led: Led | None = None) -> None:
        """Judge a finished game, or look along where it is led, unless it was played by other rules."""
        try:
            page = ReviewPage(record, seat, id, shared=self.table is not None and not self.venue.own)
        except BadRecord as error:
            self.tell(_("This record can't be shown: {why}").format(why=error))
            return
        self.push_screen(page)
        if led is not None:
            page.hear(led)

    def go_round(self, step: int = 1) -> bool:
        """Go to another of our tables, rather one that waits for us; false where there is none."""
        code = next_table(self.mine, "" if self.table is None else self.table.code, step)
        if code:
            self.say(Sit(code=code))
        return bool(code)

    def leave_table(self, give_up: bool = False) -> None:
        """Leave the table; unless it is given up the seat is kept, and everything is saved."""
        if self.stage is None or self.stage.offline:
            self.exit()
        else:
            self.say(Leave(give_up=give_up))

    def tell(self, sentence: str) -> None:
        """Show a sentence on the current screen, and at the table, until the next key."""
        if self.stage is not None:
            self.stage.notify(sentence)
        super().tell(sentence)

    def play_plainly(self) -> None:
        """Go on without a screen, where whoever started the app can do that."""
        self.exit(PLAIN)

    def change_settings(self, settings: Settings, changes: dict[str, str | bool]) -> None:
        """Use other settings from now on, and keep them."""
        self.use(settings)
        try:
            if self.venue.save is not None:
                self.venue.save(changes)
            elif not self.venue.own:
                self.say(KeepSettings(settings=changes))
        except BadSettings as error:
            self.tell(str(error))

    @property
    def turns(self) -> list[str]:
        """The titles of the games in which it is our turn, first the one where we are."""
        here = [self.table.game.title] if self.table is not None and self.table.your_turn else []
        return [*here, *(title_of(line.setup.game) for line in self.mine.values() if line.your_turn)]

    def _name_window(self) -> None:
        table, turns = self.table, self.turns if self.settings.title else []
        if turns:
            count = f"({len(turns)}) " if len(turns) > 1 else ""
            self.set_title(count + _("Your turn - {game}").format(game=turns[0]))
        elif table is None or not self.settings.title:
            self.set_title(self.TITLE)
        else:
            self.set_title(f"{table.game.title} - {self.TITLE}")

    def painted(self) -> None:
        """Take note that the screen on top shows something new; a terminal sees it."""
