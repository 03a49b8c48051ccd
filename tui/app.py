"""The app: one person at a screen, who listens to the house where the tables are.

It knows no position of a game: everything it shows came over a link, and everything that is done goes out there.
Many apps may run in one process, so nothing of a session is kept outside of it.
"""

import time
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Any, Protocol, cast

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen
from textual.worker import Worker

from engines.record import BadRecord, Record
from engines.wire import Message
from net.client.client import Client
from net.client.seen_table import SeenTable
from net.link import Link
from net.messages import Goodbye, KeepSettings, Leave, Led, LobbyUpdate, Open, Refused, Rename, Watch, Welcome
from net.messages.account import AboutMe
from net.names import NAME_CELLS
from net.setup import first_setup
from tui.account_words import come_back_words
from tui.coaching import GameCoach
from tui.dates import date_words, find_zone
from tui.draw.glyphs import CONSOLE
from tui.keymap import KeyMap, use_keys
from tui.language import Tongue, choose_language
from tui.lesson_stage import chapter_reached
from tui.look import Look, choose_look
from tui.screens.account import AccountPage
from tui.screens.ask import AskPage
from tui.screens.errands import errands
from tui.screens.home import HomePage
from tui.screens.lesson import LessonPage
from tui.screens.lobby import LobbyPage
from tui.screens.menu import MenuPage
from tui.screens.overlay import Overlay
from tui.screens.page import Item, Page
from tui.screens.palette import PalettePage
from tui.screens.practice import PracticePage
from tui.screens.replay import ReplayPage
from tui.screens.review import ReviewPage
from tui.screens.rules import RulesPage
from tui.screens.settings import SettingsPage
from tui.screens.shell import Venue
from tui.screens.table import TablePage
from tui.screens.tell import TellPage
from tui.settings import AUTO, BadSettings, Settings, with_kept
from tui.stage import Stage
from tui.terminal.driver import set_depth
from tui.terminal.environment import Depth
from tui.wording import house_refusal
from tui.words import _, speak

PLAIN = "plain"
"""What the app returns when its person wants to go on in plain text."""


class Manners(Protocol):
    """What else a terminal can do for an app."""

    def set_title(self, text: str) -> None:
        """Put a text into the title of the window."""

    def show_cursor(self, visible: bool) -> None:
        """Show or hide the real cursor."""


LINGER = 2.0
"""Seconds for which a moment at a table is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """What somebody came for: home or the lobby, something to ask of the house at once, a record, a game's lesson.

    The record is opened where `at` moves were made. Exercises are for `practice` in one game, or in all if it is empty.
    """

    start: str = "home"
    ask: Message | None = None
    record: Record | None = None
    at: int = 0
    lesson: str = ""
    practice: str | None = None


class TableeApp(App[str]):
    """Everything one person sees; it returns PLAIN, or a last sentence, or nothing."""

    TITLE = "Tablée"
    shows_code = True
    """Whether a new guest is told the line that brings them back."""
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS = [  # noqa: RUF012 - Textual's own way
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+p", "palette", show=False, priority=True),
        Binding("ctrl+z", "suspend", show=False, priority=True),
        Binding("f2", "settings", show=False, priority=True),
    ]

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
        super().__init__()
        self.settings = settings
        self.venue = venue or Venue()
        self.errand = errand or Errand()
        self.client = Client(
            link,
            self,
            name=settings.name,
            errand=self.errand.ask,
            own=self.venue.own,
            redial=self.venue.redial,
        )
        self.tongue = Tongue(choose_language(settings.language, {"LANG": language}))
        self.keymap = KeyMap(settings.keys)
        self.stage: Stage | None = None
        self.linger = LINGER
        self._detected = detected
        self._system_language = language
        self._system_zone = zone
        self._manners = manners
        self._window_title = ""
        self._cursor_shown = False
        self._cut_off = False
        self._coach_comes = False
        self._code_is_new = False
        self.look = choose_look(settings, detected)
        if settings.colours != AUTO:
            set_depth(self, cast(Depth, self.look.depth))

    @property
    def now(self) -> float:
        """A clock that only runs forward."""
        return time.monotonic()

    def date(self, at: float) -> str:
        """A time of day as the person's clock shows it."""
        chosen = find_zone(self.settings.zone) if self.settings.zone != AUTO else None
        return date_words(at, chosen or self._system_zone)

    @property
    def welcome(self) -> Welcome | None:
        """What the house said when it let us in."""
        return self.client.conversation.welcome

    @property
    def lobby(self) -> LobbyUpdate | None:
        """The last that was heard of the lobby."""
        return self.client.conversation.lobby

    @property
    def table(self) -> SeenTable | None:
        """The table where we are."""
        return self.client.conversation.table

    @property
    def page(self) -> Page | None:
        """The screen on top, if it is one of ours; while the app ends there may be none."""
        top = self.screen_stack[-1] if self.screen_stack else None
        return top if isinstance(top, Page) else None

    def get_default_screen(self) -> Screen[Any]:
        """Begin at home, in the lobby, or with a record."""
        speak(self.tongue)
        use_keys(self.keymap)
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
            sentence = await self.venue.open()
            if sentence and self.page is not None:
                self.push_screen(TellPage(self.page, sentence))

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
            self._use(with_kept(self.settings, welcome.settings))
        if not welcome.name and not isinstance(self.errand.ask, Watch):
            # Whoever only looks on needs no name.
            self._code_is_new = bool(welcome.resume) and self.shows_code
            self._ask_name()
        self._pass_on(welcome)
        self._show_code()

    def sat_down(self, table: SeenTable) -> None:
        """Show a table."""
        self.stage = Stage(table, self.now, self._join_lines(table.code))
        if self._coach_comes:
            self._coach_comes = False
            self.change_settings(replace(self.settings, coach=table.code), {"coach": table.code})
        if self.settings.coach == table.code:
            self.stage.coach = GameCoach()
        self.go_to(TablePage(self.stage))
        self._pass_on(table.update)
        self._show_code()

    def left_table(self, why: Refused | None) -> None:
        """Show the first screen again, and why the table is gone."""
        self.stage = None
        self.go_back_to_first()
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
        self._refresh()

    def heard(self, message: Message) -> None:
        """Let the screens show what the house says."""
        if isinstance(message, Goodbye):
            self.tell(_(message.text))
        elif isinstance(message, AboutMe):
            self.tell(_(message.text) if message.text else "")
        elif self.stage is not None:
            self.stage.hear(message, self.now)
        self._pass_on(message)

    def cut_off(self, seconds: float) -> None:
        """Leave the last picture as it is, and say when the line is dialled again."""
        self._cut_off = True
        goodbye = self.client.conversation.goodbye
        again = _("trying again in {seconds} s").format(seconds=round(seconds))
        if self.stage is not None:
            self.stage.offline = again
        elif goodbye is not None:
            self.tell(f"{_(goodbye.text)} ({again})")
        else:
            self.tell(_("The line was cut; trying again in {seconds} s.").format(seconds=round(seconds)))
        self._refresh()

    def ended(self, goodbye: Goodbye | None) -> None:
        """End with the last thing that was said."""
        self.exit(_("The house has closed the line.") if goodbye is None else _(goodbye.text))

    def _pass_on(self, message: Message) -> None:
        for page in self.pages():
            page.hear(message)
        self._refresh()

    def pages(self) -> list[Page]:
        """List the screens from the bottom to the top."""
        return [screen for screen in self.screen_stack if isinstance(screen, Page)]

    def _refresh(self) -> None:
        if self.page is not None:
            # Without one the app is about to end.
            self.page.refresh_page()
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
        if not self.venue.address:
            return ()
        page = (f"{self.venue.page}/t/{code}",) if self.venue.page else ()
        return (_("to sit down here, type"), f"ssh {code}@{self.venue.address}", *page)

    def go_to(self, page: Page) -> None:
        """Show a screen right above the first one, instead of all that lies there."""
        self.go_back_to_first()
        if self.screen_stack:
            self.push_screen(page)

    def go_back_to_first(self) -> None:
        """Take every screen away but the first."""
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def open_rules(self, game: str) -> None:
        """Show the rules of a game."""
        self.push_screen(RulesPage(game))

    def open_lesson(self, game: str) -> None:
        """Teach a game, from the chapter where its learner was."""
        self.push_screen(LessonPage(game, chapter_reached(self.settings.lessons, game) or 0))

    def open_practice(self, game: str = "") -> None:
        """Offer exercises of one game, or of all: own mistakes that are due, and others."""
        self.push_screen(PracticePage(game))

    def open_coached(self, game: str) -> None:
        """Open a table for a first game against bots, with the coach beside it."""
        self._coach_comes = True
        self.say(Open(setup=first_setup(game, own=self.venue.own)))

    def open_replay(self, record: Record, id: int | None = None, seat: int | None = None, at: int = 0) -> None:
        """Show a finished game again, one of the house's if it has an id, unless it was played by other rules."""
        try:
            self.push_screen(ReplayPage(record, id, seat, at))
        except BadRecord as error:
            self.tell(_("This record can't be shown: {why}").format(why=error))

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

    def open_settings(self) -> None:
        """Show what can be changed to one's liking."""
        self.push_screen(SettingsPage())

    def open_lobby(self) -> None:
        """Show which tables there are."""
        if isinstance(self.screen_stack[0], LobbyPage):
            self.go_back_to_first()
        else:
            self.push_screen(LobbyPage())

    def open_home(self) -> None:
        """Show home, from a lobby that is the first screen or one above it."""
        if isinstance(self.screen_stack[0], HomePage):
            self.go_back_to_first()
        else:
            self.push_screen(HomePage())

    def leave_table(self, give_up: bool = False) -> None:
        """Leave the table; unless it is given up the seat is kept, and everything is saved."""
        if self.stage is None or self.stage.offline:
            self.exit()
        else:
            self.say(Leave(give_up=give_up))

    def tell(self, sentence: str) -> None:
        """Show a sentence on the current screen until the next key."""
        if self.stage is not None:
            self.stage.notify(sentence)
        for page in self.pages():
            page.notice = sentence
        self._refresh()

    def play_plainly(self) -> None:
        """Go on without a screen, where whoever started the app can do that."""
        self.exit(PLAIN)

    def action_leave(self) -> None:
        """End the program; everything is saved already."""
        self.exit()

    def action_suspend(self) -> None:
        """Give the terminal back to the shell until the program is called for again; a guest's is not ours to give."""
        if self._manners is None:
            self.action_suspend_process()

    def _show_again(self, _app: object) -> None:
        """Draw everything: the shell has had the screen meanwhile."""
        self._window_title = ""
        self._cursor_shown = False
        if self.page is not None:
            self.page.draw_again()
        self._name_window()

    def action_settings(self) -> None:
        """Open the settings from any screen; a menu on top does what it says of the key, another panel stays."""
        if isinstance(self.page, MenuPage | PalettePage):
            self.page.do("f2")
        elif not isinstance(self.page, Overlay | SettingsPage):
            self.open_settings()

    def action_palette(self) -> None:
        """Open the command palette, or close what lies on top."""
        if isinstance(self.page, Overlay):
            self.page.close()
        else:
            self.open_palette()

    def change_settings(self, settings: Settings, changes: dict[str, str | bool]) -> None:
        """Use other settings from now on, and keep them."""
        self._use(settings)
        try:
            if self.venue.save is not None:
                self.venue.save(changes)
            elif not self.venue.own:
                self.say(KeepSettings(settings=changes))
        except BadSettings as error:
            self.tell(str(error))

    def _use(self, settings: Settings) -> None:
        if settings == self.settings:
            return
        self.settings = settings
        self.look = choose_look(settings, self._detected)
        self.tongue.speak(choose_language(settings.language, {"LANG": self._system_language}))
        self.keymap.set(settings.keys)
        set_depth(self, cast(Depth, self.look.depth))
        if self.page is not None:
            self.page.board.look = self.look

    def _name_window(self) -> None:
        table = self.table
        if table is None:
            self.set_title(self.TITLE)
        elif table.your_turn:
            self.set_title(_("Your turn - {game}").format(game=table.game.title))
        else:
            self.set_title(f"{table.game.title} - {self.TITLE}")

    def set_title(self, text: str) -> None:
        """Put a text into the terminal's title."""
        if text == self._window_title:
            return
        self._window_title = text
        if self._manners is not None:
            self._manners.set_title(text)
        elif self._detected.glyphs is not CONSOLE:
            # The Linux console has no title and would print it.
            self._write(f"\x1b]2;{text}\x07")

    def show_cursor(self, visible: bool) -> None:
        """Show the real cursor, which stands on what has the focus, or hide it."""
        if visible == self._cursor_shown:
            return
        self._cursor_shown = visible
        if self._manners is not None:
            self._manners.show_cursor(visible)
        else:
            self._write(f"\x1b[?25{'h' if visible else 'l'}")

    def painted(self) -> None:
        """Take note that the screen on top shows something new; a terminal sees it."""

    def _write(self, sequence: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)
            self._driver.flush()

    def open_palette(self) -> None:
        """Offer what the current screen can do and what can be done anywhere, to be found by a few letters."""
        if self.page is not None and not isinstance(self.page, Overlay):
            leave = Item("ctrl+c", _("leave Tablée, everything is saved"), self.action_leave)
            here = self.page.commands()
            known = {item.words for item in here}
            anywhere = [item for item in errands(self.page) if item.words not in known]
            self.push_screen(PalettePage(self.page, [*here, *anywhere, leave]))
