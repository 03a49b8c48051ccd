"""What a house needs to remember, whatever it is kept in: a log for each table, people, finished games."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from net.messages import TableLine
from net.schedule import Mark
from net.sleep import Sleep
from net.store.daily import Daily
from net.store.ladder import Ladder
from net.store.ledger import Ledger
from net.store.shares import Shares

TALK_KEPT = 50


class StoreError(Exception):
    """Something could not be stored or read; the text is a sentence for people."""


class InUse(StoreError):
    """Another house has the data."""


class Overtaken(StoreError):
    """The log went on without us: another house has acquired the table, or holds entries that we have not seen."""


class CodeTaken(StoreError):
    """There is, or was, a table of this code."""


class NameTaken(StoreError):
    """Somebody else has this name, or one that looks like it."""


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True):
    """What is listed of a game: `number` counts the games of its table, `finished` is the time of day.

    `stand_ins` are the seats for which a bot made a move. `id` is given by the store. Whoever was first in a game that
    was `played_on` from an older one knew the cards, and has won nothing. `daily` is the day whose deal it was.
    """

    table: str
    number: int
    game: str
    finished: float
    identities: tuple[str, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    stand_ins: tuple[int, ...]
    hints: int
    taken_back: int
    id: int = 0
    played_on: bool = False
    daily: str = ""

    def won_by(self, identity: str) -> bool:
        """Whether somebody who played has won."""
        return not self.played_on and self.identities.index(identity) in self.winners


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """What is kept of somebody beside name and settings; all times are times of day, and 0 is never.

    `seen` is when they left last and `renamed` when they changed their name. A one-time code brings another key to the
    account until `link_until`. Whom they do not want to hear, or not to play with either, stands in `muted` and
    `blocked`, each identity with the name that it had then. An operator lets them be silent until `silent_until`. How
    far they are with exercises is marked in `practice`. At tables by the day their turns don't end in their `sleep`.
    """

    seen: float = 0.0
    renamed: float = 0.0
    link_until: float = 0.0
    muted: dict[str, str] = {}
    blocked: dict[str, str] = {}
    silent_until: float = 0.0
    practice: dict[str, Mark] = {}
    sleep: Sleep | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has to say against somebody else, with the last talk where both were; `id` is the store's."""

    at: float
    by: str
    by_name: str
    about: str
    about_name: str
    where: str
    why: str
    talk: tuple[str, ...] = ()
    id: int = 0


class RecordedGame(NamedTuple):
    """A finished game with the bytes of its record."""

    game: FinishedGame
    record: bytes


class ReviewedGame(NamedTuple):
    """A finished game and what was judged of one seat's decisions in it, as `bots.kept_review` writes it."""

    game: FinishedGame
    seat: int
    review: bytes


class Tally(NamedTuple):
    """How many games somebody has finished, and how many of them won."""

    played: int
    won: int


class LogEnd(NamedTuple):
    """How far a log has come: `version` counts its entries, `at` changes with whatever is written, `node` wrote it."""

    at: int
    version: int
    node: str
    closed: bool


class SeatNote(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that somebody has at a table, for when nobody is there and the table is not in memory.

    `person` is who answers for the `identity`: the same, or whoever runs the program. `line` is the table as the lobby
    shows it to them, `owns` says that it is their table, `left` that they went on purpose.
    """

    table: str
    person: str
    identity: str
    line: TableLine
    owns: bool = False
    left: bool = False


class StoreTally(NamedTuple):
    """What a store has done since it was opened; `seconds` is how long its commits took."""

    commits: int = 0
    failures: int = 0
    seconds: float = 0.0
    games: int = 0


class Store(ABC):
    """Append-only logs with one writer each, and what is kept beside them.

    A house acquires a log before it appends and gets an epoch; whoever acquires it later makes older epochs useless.
    An append names the version (the number of entries) that it builds on. What an await gave back is on disk.
    """

    ledger: Ledger
    ladder: Ladder
    shares: Shares
    daily: Daily

    @property
    @abstractmethod
    def tally(self) -> StoreTally:
        """What was done since the store was opened."""

    @abstractmethod
    async def create(self, table: str, entries: Sequence[bytes]) -> int:
        """Begin a log with its first entries and return the epoch, or raise CodeTaken where there ever was one."""

    @abstractmethod
    async def acquire(self, table: str, at: int | None = None) -> int:
        """Become the only writer of a log, new or old, and return the epoch.

        With `at` only if the log still ends there, else Overtaken is raised: of several who want it, one gets it.
        """

    @abstractmethod
    async def last(self, table: str) -> LogEnd | None:
        """Return how far a log has come; None where there is none."""

    @abstractmethod
    async def append(
        self, table: str, epoch: int, version: int, entries: Sequence[bytes], *, last: bool = False
    ) -> int:
        """Add entries to a log and return its new version; `last` takes the table off the list of open ones."""

    @abstractmethod
    async def read(self, table: str, since: int = 0) -> list[bytes]:
        """Return the entries of a log from a version on."""

    @abstractmethod
    def release(self, table: str) -> None:
        """Remember nothing more of a log that is no longer written here."""

    @abstractmethod
    async def tables(self) -> list[str]:
        """List the open tables; for tools, because there may be many."""

    @abstractmethod
    async def note_seats(
        self,
        table: str,
        version: int,
        notes: Sequence[SeatNote],
        gone: Collection[str] = (),
        due: float | None = None,
    ) -> None:
        """Remember who has a seat at a table, as its log tells it at a version, instead of what was noted before.

        `gone` are people who may have been noted and have no seat any more. `due` is the time of day at which the table
        must be looked at though nobody is there, infinity for never; None leaves that as it was.
        """

    @abstractmethod
    async def due(self, now: float, since: float = 0.0) -> list[str]:
        """List the open tables that must be looked at by now; those noted for long before `since` may be left out."""

    @abstractmethod
    async def seats_of(self, person: str) -> list[SeatNote]:
        """List the seats that somebody and their programs have at open tables, the latest table last."""

    @abstractmethod
    async def unnoted(self) -> list[str]:
        """List the open tables whose seats were noted at an older version, where that can be known."""

    @abstractmethod
    async def say(self, line: bytes) -> None:
        """Keep a line of the lobby's talk, of which anybody may write; only the latest stay."""

    @abstractmethod
    async def talk(self) -> list[bytes]:
        """Return the lines of the lobby's talk that are kept, the oldest first."""

    @abstractmethod
    async def unsay(self, lines: Sequence[bytes]) -> None:
        """Let go of lines of the lobby's talk, for good."""

    @abstractmethod
    async def mentions(self, identity: str) -> list[str]:
        """List the tables in whose logs somebody is named, closed ones too; it may take long."""

    @abstractmethod
    async def let_go(self, table: str) -> None:
        """Let go of the entries of a closed table's log, for good; there still was a table of that code."""

    @abstractmethod
    async def identity_of(self, credential: str) -> str:
        """Return the identity for which a credential speaks: its own, unless it was added to another."""

    @abstractmethod
    async def credentials_of(self, identity: str) -> list[str]:
        """List what speaks for an identity: its own credential, unless that speaks for another, and those added."""

    @abstractmethod
    async def add_credential(self, credential: str, identity: str) -> None:
        """Let a credential speak for an identity from now on, and for no other."""

    @abstractmethod
    async def drop_credential(self, credential: str) -> bool:
        """Let a credential speak for itself again; false where it did, so that of two only one drops it."""

    @abstractmethod
    async def account_of(self, identity: str) -> Account:
        """Return what is kept of somebody; of a stranger, an empty account."""

    @abstractmethod
    async def keep_account(self, identity: str, account: Account) -> None:
        """Keep an account instead of the one of before."""

    @abstractmethod
    async def identity_named(self, key: str) -> str:
        """Return who has the name of a look-alike key; empty for nobody."""

    @abstractmethod
    async def name_of(self, identity: str) -> str:
        """Return somebody's name; empty where they have none."""

    @abstractmethod
    async def guests(self) -> list[str]:
        """List the guests who have names, apart from those for whom a key speaks too."""

    @abstractmethod
    async def set_name(self, identity: str, name: str, key: str, *, now: float = 0.0) -> None:
        """Let somebody have a name, or raise NameTaken where another has its look-alike key, or it is held for one."""

    @abstractmethod
    async def hold_name(self, key: str, identity: str, until: float) -> None:
        """Let nobody but this identity have a name of this look-alike key until a time of day."""

    @abstractmethod
    async def settings_of(self, identity: str) -> dict[str, str | bool]:
        """Return the settings that somebody wants remembered."""

    @abstractmethod
    async def keep_settings(self, identity: str, settings: dict[str, str | bool]) -> None:
        """Remember somebody's settings instead of those of before."""

    @abstractmethod
    async def forget(self, identity: str) -> None:
        """Forget a name, settings and account, unless a game bears the name, they have a seat or another credential."""

    @abstractmethod
    async def erase(self, identity: str) -> None:
        """Forget a name and those held, settings, account and credentials added to it; games are left as they are."""

    @abstractmethod
    async def keep_game(self, kept: RecordedGame) -> int:
        """Keep a finished game and return its id; kept twice, it is the one of before."""

    @abstractmethod
    async def games_of(self, identity: str, most: int = 100) -> list[FinishedGame]:
        """List somebody's finished games, the latest first; no record is read for it."""

    @abstractmethod
    async def tally_of(self, identity: str) -> Tally:
        """Count somebody's finished games; none of them is read for it."""

    @abstractmethod
    async def game(self, id: int) -> RecordedGame | None:
        """Return one finished game with its record."""

    @abstractmethod
    async def amend_game(self, kept: RecordedGame) -> None:
        """Keep a finished game, known by its id, with other people in it than before."""

    @abstractmethod
    async def keep_report(self, report: Report) -> int:
        """Keep a report for operators and return its id."""

    @abstractmethod
    async def reports(self, most: int = 100) -> list[Report]:
        """List the last reports, the latest first."""

    @abstractmethod
    async def keep_review(self, id: int, seat: int, review: bytes) -> None:
        """Keep what was judged of one seat in a finished game, instead of what was judged before."""

    @abstractmethod
    async def review(self, id: int, seat: int) -> bytes | None:
        """Return what was judged of one seat in a finished game."""

    @abstractmethod
    async def reviews_of(self, identity: str, most: int = 100) -> list[ReviewedGame]:
        """List what was judged of somebody's own decisions, the latest game first."""

    @abstractmethod
    async def close(self) -> None:
        """Write what is under way and let go of the data."""
