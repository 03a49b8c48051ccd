"""One client in the house."""

from dataclasses import dataclass, field

from engines.wire import Message
from net.bucket import Bucket
from net.link import Link
from net.messages import LobbyUpdate
from net.tables.update import Bookmark


@dataclass(eq=False, slots=True)
class Member:
    """Who is at the other end of a link, and where they are: `code` is a table's, or empty in the lobby.

    `identity` was proved by whoever made the link and never comes from a message; `resume` is the code that brings a
    guest back, `actions` how much they may do at once, `settings` what is remembered for them. `bookmark` is
    how far they have read along at the table, `lobby` the last they were told of the lobby, and `advising` says that a
    hint is on its way.
    """

    link: Link
    identity: str
    actions: Bucket
    name: str = ""
    resume: str = ""
    program: bool = False
    settings: dict[str, str | bool] = field(default_factory=dict)
    code: str = ""
    bookmark: Bookmark = field(default_factory=Bookmark)
    lobby: LobbyUpdate | None = None
    advising: bool = False

    def send(self, message: Message) -> None:
        """Tell the client something."""
        self.link.send(message)
