"""One client in the house."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engines.wire import Message
from engines.words import N_
from net.bucket import Bucket
from net.link import Link
from net.messages import LobbyUpdate
from net.refusal import Refusal
from net.tables.update import Bookmark

if TYPE_CHECKING:
    from net.house.croupier import Croupier


@dataclass(eq=False, slots=True)
class Member:
    """Who is at the other end of a link, and where they are: with a table's `croupier`, or in the lobby without one.

    `identity` was proved by whoever made the link and never comes from a message; `resume` is the code that brings a
    guest back, `actions` how much they may do at once, `settings` what is remembered for them. `bookmark` is
    how far they have read along at the table, `lobby` the last they were told of the lobby, and `advising` says that a
    hint is on its way. `address` and `since`, a time of day, are for operators.
    """

    link: Link
    identity: str
    actions: Bucket
    name: str = ""
    resume: str = ""
    program: bool = False
    settings: dict[str, str | bool] = field(default_factory=dict)
    croupier: "Croupier | None" = None
    bookmark: Bookmark = field(default_factory=Bookmark)
    lobby: LobbyUpdate | None = None
    advising: bool = False
    address: str = ""
    since: float = 0.0

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
