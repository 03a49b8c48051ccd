"""One client in the house."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engines.wire import Message
from engines.words import N_
from net.limits.sources import Payer
from net.link import Link
from net.refusal import Refusal
from net.tables.update import Bookmark

if TYPE_CHECKING:
    from net.house.croupier import Croupier
    from net.house.lobby import LobbyPage


@dataclass(eq=False, slots=True)
class Member:
    """Who is at the other end of a link, and where they are: with a table's `croupier`, or in the lobby without one.

    `identity` was proved by whoever made the link and never comes from a message; `resume` is the code that brings a
    guest back, `payer` who is charged for what they do, `settings` what is remembered for them. `bookmark` is how far
    they have read along at the table, `lobby` the last they were told of the lobby, `changes` that they know what to do
    with differences, `advising` says that a hint is on its way, `since` is the time of day when they came, and
    `why_gone` the reason of the goodbye that they were told.
    """

    link: Link
    identity: str
    payer: Payer
    name: str = ""
    resume: str = ""
    program: bool = False
    settings: dict[str, str | bool] = field(default_factory=dict)
    croupier: "Croupier | None" = None
    bookmark: Bookmark = field(default_factory=Bookmark)
    lobby: "LobbyPage | None" = None
    changes: bool = False
    advising: bool = False
    since: float = 0.0
    why_gone: str = ""

    @property
    def person(self) -> str:
        """The identity of the person behind all this: of a program, that of whoever runs it."""
        return self.payer.person

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
