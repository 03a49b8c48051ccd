"""One client in the house."""

import asyncio
from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engines.wire import Message
from engines.words import N_
from net.limits.sources import Payer
from net.link import Link
from net.messages import Play, TableLine
from net.nodes.nodes import FarLink, Tunnel
from net.nodes.sessions import Stamp
from net.refusal import Refusal
from net.store.store import Account, SeatNote
from net.tables.update import Bookmark

if TYPE_CHECKING:
    from net.house.croupier import Croupier
    from net.house.lobby import LobbyPage


@dataclass(eq=False, slots=True)
class Member:
    """Who is at the other end of a link, and where they are: with a table's `croupier`, through a `tunnel` at a table
    that another house runs, or in the lobby with neither.

    `identity` was proved by whoever made the link and never comes from a message; `resume` is the code that brings a
    guest back, `payer` who is charged for what they do, `settings` and `account` what is remembered for them, and
    `is_guest` that this is not for ever. `where` is the code of the table where they were last, `bookmark` how far they
    have read along there, `lobby` the last they were told of the lobby, and `held` of the tables where they have seats.
    `changes` is that they know what to do with differences, `tables` with such tables, `reviews` with reviews that
    somebody leads. `leaves` says that they give up their seat and go, `advising` that a hint is on its way, `welcomed`
    that they were told who they are; `since` is the time of day when they came, and `why_gone` the reason of the
    goodbye that they were told. `asleep` are their seats at tables that nobody runs, `unanswered` is a move whose
    outcome they were not told, `leading` is held by whoever leads them somewhere, and `stamp` says who stays when they
    come in too often.
    """

    link: Link
    identity: str
    payer: Payer
    name: str = ""
    resume: str = ""
    program: bool = False
    settings: dict[str, str | bool] = field(default_factory=dict)
    account: Account = field(default_factory=Account)
    is_guest: bool = False
    croupier: "Croupier | None" = None
    tunnel: Tunnel | None = None
    where: str = ""
    bookmark: Bookmark = field(default_factory=Bookmark)
    lobby: "LobbyPage | None" = None
    held: dict[str, TableLine] = field(default_factory=dict)
    tables: bool = False
    changes: bool = False
    reviews: bool = False
    leaves: bool = False
    advising: bool = False
    welcomed: bool = False
    since: float = 0.0
    why_gone: str = ""
    asleep: dict[str, SeatNote] = field(default_factory=dict)
    unanswered: Play | None = None
    leading: asyncio.Lock = field(default_factory=asyncio.Lock)
    stamp: Stamp = field(default_factory=Stamp)

    @property
    def in_lobby(self) -> bool:
        """Whether they are at no table."""
        return self.croupier is None and self.tunnel is None

    @property
    def far(self) -> FarLink | None:
        """The tunnel through which they came from another house, if they did."""
        return self.link if isinstance(self.link, FarLink) else None

    @contextmanager
    def going(self) -> Iterator[None]:
        """Be told nothing more of the table while one's seat there is given up: who goes does not look on first."""
        self.leaves = True
        try:
            yield
        finally:
            self.leaves = False

    def depart(self, *, on_purpose: bool = False) -> None:
        """Go away from the table where they are, wherever it is run; their seat is held."""
        if self.croupier is not None:
            self.croupier.part(self, on_purpose=on_purpose)
        if self.tunnel is not None:
            self.tunnel.hang_up(on_purpose=on_purpose)
            self.tunnel = None

    def arrive(self, code: str) -> None:
        """Begin to be at a table: from now on they are told of it, and no more of the lobby."""
        self.where = code
        self.bookmark = Bookmark()
        self.lobby = None
        self.held.pop(code, None)

    @property
    def person(self) -> str:
        """The identity of the person behind all this: of a program, that of whoever runs it."""
        return self.payer.person

    @property
    def deaf_to(self) -> Set[str]:
        """Whom they do not hear."""
        return self.account.muted.keys() | self.account.blocked.keys()

    @property
    def at_table(self) -> "Croupier":
        """The croupier of the table where they are; whoever is in the lobby is refused."""
        if self.croupier is None:
            raise Refusal(N_("You are not at a table"))
        return self.croupier

    @property
    def seat(self) -> int | None:
        """The seat they have at their table, so that no message can name another."""
        return self.at_table.table.seats.of(self.identity)

    def send(self, message: Message) -> None:
        """Tell the client something."""
        self.link.send(message)

    def send_bytes(self, data: bytes) -> None:
        """Tell the client something that was encoded before."""
        self.link.send_bytes(data)

    def farewell(self, now: float) -> dict[str, str]:
        """Who they were, how long they stayed and why they went, for a line in the log."""
        stayed = f"{now - self.since:.1f}"
        return {**self.logged(), "player": self.name, "seconds": stayed, "why": self.why_gone or "left"}

    def logged(self) -> dict[str, str]:
        """Who they are and where they come from, for a line in the log."""
        return {"who": self.identity, "source": self.payer.source}
