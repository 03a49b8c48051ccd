"""One of several houses that are one house: what it asks of the others, and what they ask of it."""

from abc import ABC, abstractmethod
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from engines.wire import Message
from net.limits.crowd import Count
from net.link import Link
from net.messages import Sit, Watch
from net.nodes.elsewhere import Elsewhere, Report
from net.nodes.meetings import Meetings
from net.nodes.sessions import Sessions, Stamp, Told
from net.tables.table import Spoken

Guest = TypeVar("Guest")


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in one house who wants to be at a table that another one runs; the first has proved who they are.

    `may_guess` is false for somebody who has said too many wrong codes, `reviews` true for whose program knows `Led`.
    """

    code: str
    wish: Sit | Watch
    identity: str
    person: str
    name: str
    address: str = ""
    program: bool = False
    may_guess: bool = True
    reviews: bool = False


class Amendment(msgspec.Struct, frozen=True, kw_only=True):
    """Who somebody is from now on: `known_as` another identity, or as before by another `name`; as nobody they are
    forgotten, and the name is the one that they had."""

    identity: str
    known_as: str
    name: str

    @property
    def renames(self) -> bool:
        """Whether they only have another name."""
        return self.known_as == self.identity

    @property
    def forgets(self) -> bool:
        """Whether they are forgotten."""
        return not self.known_as


class Front(Protocol):
    """Who is told what comes through a tunnel: the house where somebody came in."""

    def heard(self, data: bytes) -> None:
        """A message for the client, encoded."""

    def answered(self, data: bytes) -> None:
        """A message for the client that answers their last move."""

    def led_out(self) -> None:
        """They are back in the lobby; the tunnel is closed."""

    def cut(self) -> None:
        """The tunnel is broken: the table may be run by another house now, and what was said last may be lost."""


class Tunnel(ABC):
    """The way of one client to a table that another house runs, by its `code`."""

    code: str

    @abstractmethod
    def begin(self) -> None:
        """Let through what has come meanwhile, and what comes from now on."""

    @abstractmethod
    def send(self, message: Message) -> None:
        """Pass on what the client says."""

    @abstractmethod
    def hang_up(self, *, on_purpose: bool) -> None:
        """Close it: the client has gone, to somewhere else in the house `on_purpose`."""


class FarLink(Link):
    """The other end of a tunnel: whoever comes through it is served like anybody else.

    `left_on_purpose` says why it has closed.
    """

    left_on_purpose: bool

    @abstractmethod
    def lead_out(self) -> None:
        """Lead the client back to the lobby of the house where they came in."""


class Spent(NamedTuple):
    """What somebody used up in one house, and should not have in the others either."""

    use: int
    purse: str
    share: int
    amount: float


class Host(Protocol[Guest]):
    """A house, as the others know it; `Guest` is whatever it makes of those who come through tunnels."""

    async def runs(self, code: str) -> bool:
        """Whether it runs a table, or does once it has been brought back."""

    async def welcome_far(self, call: Call, link: FarLink) -> Guest | None:
        """Lead somebody who came into another house to a table, or raise why not; None where it is run here no more."""

    async def serve_far(self, guest: Guest, link: FarLink) -> None:
        """Serve them there until their tunnel closes."""

    def overtaken(self, code: str, epoch: int) -> None:
        """Another house has acquired a table's log at this epoch."""

    def came_or_went(self, identities: set[str]) -> None:
        """People have come into another house, or left it."""

    def members(self) -> Told:
        """Everybody who is in, with each of their sessions."""

    def report(self) -> Report:
        """What it tells the others of itself."""

    def elsewhere_changed(self, gone: set[str]) -> None:
        """The others have told something new; `gone` are people with seats at tables that nobody runs any more."""

    def heard_in_lobby(self, spoken: Spoken) -> None:
        """Something was said in the lobby of another house."""

    async def heard_announced(self, spoken: Spoken) -> None:
        """Something was said to everybody in the house's name."""

    async def amend(self, code: str, amendment: Amendment) -> bool:
        """Let somebody be known otherwise at a table; false where it is run here no more."""

    async def amended(self, amendment: Amendment) -> None:
        """Let whoever is in be known otherwise."""

    async def account_changed(self, person: str) -> None:
        """Another house has changed what is kept of somebody."""

    def spent(self) -> list[Spent]:
        """What was used up here since the last time."""

    def heard_spent(self, spent: list[Spent]) -> None:
        """Something was used up in another house."""

    def heard_crowd(self, node: str, counts: dict[str, Count]) -> None:
        """How many connections each source has in another house."""

    def is_gone(self, node: str) -> None:
        """Another house is there no more."""


class Nodes(ABC):
    """The other houses, as one of them knows them; `name` is its own, and new at each start."""

    name: str
    elsewhere: Elsewhere
    sessions: Sessions
    meetings: Meetings

    @abstractmethod
    async def open(self, host: Host[Any]) -> None:
        """Join the others."""

    @abstractmethod
    async def close(self) -> None:
        """Leave them."""

    @abstractmethod
    async def is_first(self) -> bool:
        """Whether this house does what one of all that are open does for all of them."""

    @abstractmethod
    def is_open(self, node: str) -> bool:
        """Whether another house was heard lately."""

    @abstractmethod
    async def dial(self, node: str, call: Call, front: Front) -> Tunnel | None:
        """Lead a client to the house that wrote a table's log last; None where it is gone or runs the table no more."""

    @abstractmethod
    def tell_owned(self, code: str, epoch: int) -> None:
        """Tell the others that a table is run here: whoever ran it must let go, and may not know it yet."""

    @abstractmethod
    def tell_came(self, identity: str, stamp: Stamp) -> None:
        """Tell the others that somebody has come in here."""

    @abstractmethod
    def tell_went(self, identity: str, stamp: Stamp) -> None:
        """Tell the others that a session has ended here."""

    @abstractmethod
    def tell_talk(self, spoken: Spoken, *, announced: bool = False) -> None:
        """Let others hear what was said in the lobby here, or to everybody in the house's name."""

    @abstractmethod
    async def amend(self, node: str, code: str, amendment: Amendment) -> bool:
        """Let somebody be known otherwise at a table that another house runs; false where it is gone or does not."""

    @abstractmethod
    def tell_amended(self, amendment: Amendment) -> None:
        """Tell the others who somebody is from now on."""

    @abstractmethod
    def tell_account(self, person: str) -> None:
        """Tell the others that something else is kept of somebody now."""

    @abstractmethod
    def tell_news(self) -> None:
        """Tell the others what is new in the lobby here."""
