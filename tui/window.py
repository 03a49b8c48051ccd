"""The app as a window of one person: how they like it drawn and in which language, and the screens on each other.

It knows nothing of a house; what there is to hear from one is told to the app above it.
"""

import time
from datetime import tzinfo
from typing import Protocol, cast

from textual.app import App
from textual.binding import Binding

from engines.record import BadRecord, Record
from net.messages.daily import DailySheet
from tui.dates import date_words, find_zone
from tui.draw.glyphs import CONSOLE
from tui.keymap import KeyMap
from tui.language import Tongue, choose_language
from tui.lesson_stage import chapter_reached
from tui.look import Look, choose_look
from tui.screens.daily import DailyPage
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
from tui.screens.rules import RulesPage
from tui.screens.settings import SettingsPage
from tui.settings import AUTO, Settings
from tui.terminal.alerts import BELL, notice_sequence
from tui.terminal.driver import set_depth
from tui.terminal.environment import Depth
from tui.words import _

LOOKS = 5.0
"""Seconds after a key for which somebody is taken to look at their screen."""
RING_AGAIN = 2.0


class Manners(Protocol):
    """What else a terminal can do for an app."""

    def set_title(self, text: str) -> None:
        """Put a text into the title of the window."""

    def show_cursor(self, visible: bool) -> None:
        """Show or hide the real cursor."""

    def call(self, sequence: str) -> None:
        """Call somebody who looks elsewhere."""


class Window(App[str]):
    """What somebody looks at: a stack of screens in a terminal, and how they like it."""

    TITLE = "Tablée"
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
        settings: Settings,
        detected: Look,
        *,
        manners: Manners | None = None,
        language: str = "",
        zone: tzinfo | None = None,
    ) -> None:
        super().__init__()
        self.settings = settings
        self.tongue = Tongue(choose_language(settings.language, {"LANG": language}))
        self.keymap = KeyMap(settings.keys)
        self._detected = detected
        self._system_language = language
        self._system_zone = zone
        self._manners = manners
        self._window_title = ""
        self._cursor_shown = False
        self._touched = self._rang = float("-inf")
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
    def zone_name(self) -> str:
        """The name of the reader's time zone; UTC where only the machine knows it."""
        chosen = find_zone(self.settings.zone) if self.settings.zone != AUTO else None
        return str(getattr(chosen or self._system_zone, "key", "UTC"))

    @property
    def page(self) -> Page | None:
        """The screen on top, if it is one of ours; while the app ends there may be none."""
        top = self.screen_stack[-1] if self.screen_stack else None
        return top if isinstance(top, Page) else None

    def pages(self) -> list[Page]:
        """List the screens from the bottom to the top."""
        return [screen for screen in self.screen_stack if isinstance(screen, Page)]

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

    def open_daily(self, sheet: DailySheet | None = None) -> None:
        """Show the deal of the day."""
        self.push_screen(DailyPage(sheet))

    def open_practice(self, game: str = "") -> None:
        """Offer exercises of one game, or of all: own mistakes that are due, and others."""
        self.push_screen(PracticePage(game))

    def open_replay(self, record: Record, id: int | None = None, seat: int | None = None, at: int = 0) -> None:
        """Show a finished game again, one of the house's if it has an id, unless it was played by other rules."""
        try:
            self.push_screen(ReplayPage(record, id, seat, at))
        except BadRecord as error:
            self.tell(_("This record can't be shown: {why}").format(why=error))

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

    def open_palette(self) -> None:
        """Offer what the current screen can do and what can be done anywhere, to be found by a few letters."""
        if self.page is not None and not isinstance(self.page, Overlay):
            leave = Item("ctrl+c", _("leave Tablée, everything is saved"), self.action_leave)
            here = self.page.commands()
            known = {item.words for item in here}
            anywhere = [item for item in errands(self.page) if item.words not in known]
            self.push_screen(PalettePage(self.page, [*here, *anywhere, leave]))

    def tell(self, sentence: str) -> None:
        """Show a sentence on the current screen until the next key."""
        for page in self.pages():
            page.notice = sentence
        self.refresh_page()

    def refresh_page(self) -> None:
        """Draw the screen on top as it stands now; without one the app is about to end."""
        if self.page is not None:
            self.page.refresh_page()

    def action_leave(self) -> None:
        """End the program; everything is saved already."""
        self.exit()

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
        self.refresh_page()

    def use(self, settings: Settings) -> None:
        """Draw, speak and take keys as these settings say."""
        if settings == self.settings:
            return
        self.settings = settings
        self.look = choose_look(settings, self._detected)
        self.tongue.speak(choose_language(settings.language, {"LANG": self._system_language}))
        self.keymap.set(settings.keys)
        set_depth(self, cast(Depth, self.look.depth))
        if self.page is not None:
            self.page.board.look = self.look

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

    def touch(self) -> None:
        """Take note that somebody types, and so looks at the screen."""
        self._touched = self.now

    def ring(self, text: str) -> None:
        """Call somebody with the bell and a notice, as they like it; not again and again."""
        if self.now - self._rang < RING_AGAIN:
            return
        self._rang = self.now
        if self.settings.bell:
            self._call(BELL)
        if self.settings.notices and self._detected.notice:
            self._call(notice_sequence(self._detected.notice, self.TITLE, text))

    @property
    def looked_at(self) -> bool:
        """Whether somebody has just typed, so that they see what happens on their screen."""
        return self.now - self._touched < LOOKS

    def _call(self, sequence: str) -> None:
        if self._manners is not None:
            self._manners.call(sequence)
        else:
            self._write(sequence)

    def show_cursor(self, visible: bool) -> None:
        """Show the real cursor, which stands on what has the focus, or hide it."""
        if visible == self._cursor_shown:
            return
        self._cursor_shown = visible
        if self._manners is not None:
            self._manners.show_cursor(visible)
        else:
            self._write(f"\x1b[?25{'h' if visible else 'l'}")

    def _write(self, sequence: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)
            self._driver.flush()
