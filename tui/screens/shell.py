"""What the screens ask of the app that shows them, so that they need not know it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from textual.events import Key

from engines.record import Record
from engines.wire import Message
from net.client.client import Dial
from net.messages import Led, LobbyUpdate, TableLine, Welcome
from tui.account_words import ways_in
from tui.language import Tongue
from tui.look import Look
from tui.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue:
    """The house as the app knows it.

    In one's own house (`own`) nobody else comes in. `address` is what others type after `ssh`, and `page` what stands
    before the path of its pages in a browser, if it has any. `open` is run once the
    first picture stands and may return a sentence to show. `redial` makes a new link when the old one is cut. `save`
    keeps changed settings.
    """

    own: bool = False
    address: str = ""
    page: str = ""
    open: Callable[[], Awaitable[str]] | None = None
    redial: Dial | None = None
    save: Callable[[dict[str, str | bool]], None] | None = None

    def lines(self, user: str, path: str) -> tuple[str, ...]:
        """How others come in."""
        return ways_in(self.address, self.page, user, path)


class Shell(Protocol):
    """The app from a screen's side: what is known of the house and the person, and the ways to everything else."""

    @property
    def venue(self) -> Venue:
        """The house."""

    @property
    def welcome(self) -> Welcome | None:
        """What the house said when it let us in."""

    @property
    def come_back(self) -> str:
        """The line with which a guest comes back; empty for others."""

    @property
    def lobby(self) -> LobbyUpdate | None:
        """The last that was heard of the lobby."""

    @property
    def mine(self) -> Mapping[str, TableLine]:
        """The tables where we have a seat, but for the one where we are; at home nobody waits at any of them."""

    @property
    def settings(self) -> Settings:
        """What the person likes."""

    @property
    def tongue(self) -> Tongue:
        """The language they read."""

    @property
    def look(self) -> Look:
        """How their terminal is drawn on."""

    @property
    def now(self) -> float:
        """A clock that only runs forward."""

    def date(self, at: float) -> str:
        """A time of day as the person's clock shows it."""

    @property
    def zone_name(self) -> str:
        """The name of their time zone."""

    @property
    def linger(self) -> float:
        """How many seconds a moment at a table is shown."""

    def say(self, message: Message) -> None:
        """Tell the house something."""

    def change_settings(self, settings: Settings, changes: dict[str, str | bool]) -> None:
        """Use other settings from now on, and keep them."""

    def go_round(self, step: int = 1) -> bool:
        """Go to another of our tables; false where there is none."""

    def leave_table(self, give_up: bool = False) -> None:
        """Leave the table; unless it is given up the seat is kept."""

    def open_home(self) -> None:
        """Show home."""

    def open_lobby(self) -> None:
        """Show which tables there are."""

    def open_rules(self, game: str) -> None:
        """Show the rules of a game."""

    def open_lesson(self, game: str) -> None:
        """Teach a game, from the chapter where its learner was."""

    def open_practice(self, game: str = "") -> None:
        """Offer exercises of one game, or of all."""

    def open_daily(self) -> None:
        """Show the deal of the day."""

    def open_coached(self, game: str) -> None:
        """Open a table for a first game, with the coach beside it."""

    def open_replay(self, record: Record, id: int | None = None, seat: int | None = None, at: int = 0) -> None:
        """Show a finished game again, one of the house's if it has an id."""

    def open_review(self, record: Record, seat: int, id: int | None = None, led: Led | None = None) -> None:
        """Judge a finished game from one seat, one of the house's if it has an id, or look along where it is led."""

    def open_palette(self) -> None:
        """Offer everything that can be done, to be found by a few letters."""

    def open_account(self) -> None:
        """Show who one is in a shared house."""

    def open_settings(self) -> None:
        """Show what can be changed to one's liking."""

    def hold(self, key: Key) -> bool:
        """Keep a key for the table that one came for, while it is on its way; return whether it is."""

    def play_plainly(self) -> None:
        """Go on without a screen."""

    def touch(self) -> None:
        """Take note that somebody types."""

    def show_cursor(self, visible: bool) -> None:
        """Show or hide the real cursor."""

    def painted(self) -> None:
        """Take note that the screen on top shows something new."""
