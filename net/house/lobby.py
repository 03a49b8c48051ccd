"""The lobby: which tables there are, and what is said between them."""

from collections.abc import Collection, Container, Iterable
from typing import NamedTuple

import msgspec

from bots.manners import next_bots
from engines.game import BadSetup
from engines.words import N_
from net.house.people import person_of
from net.messages import LobbyChange, LobbyUpdate, TableLine
from net.names import clean_title
from net.nodes.elsewhere import Elsewhere, Posting
from net.refusal import Refusal
from net.setup import Setup, check
from net.sleep import Sleep
from net.store.store import TALK_KEPT, SeatNote
from net.tables import entries as log
from net.tables.backlog import Backlog
from net.tables.clock import Moment, clock_of
from net.tables.presence import presence_of
from net.tables.promises import promised
from net.tables.table import Spoken, Table
from net.tables.update import heard_talk, last_said, table_line, turn_of
from net.values import Phase

NO_TIME = Moment(0.0)
GONE = N_("There is no table of that code")


def is_deserted(table: Table) -> bool:
    """Whether nobody is at a table and no game or match is under way, so that it may be closed for others."""
    under_way = table.phase is Phase.PLAYING or (table.number > 0 and table.match is not None and not table.match.over)
    return not table.attended and not under_way


class Notices:
    """What hangs in the lobby: the public tables where anybody is, and for each person those where they have a seat.

    A table that waits for players is also shown while whoever has a seat there is in the house, or where turns take
    days. A line is only written
    again when its table has changed. Who has no seat anywhere sees the very same `public`.
    """

    def __init__(self) -> None:
        self.public: dict[str, TableLine] = {}
        self._held: dict[str, dict[str, Table]] = {}
        self._holders: dict[str, list[str]] = {}

    def write(self, tables: Iterable[Table], now: Moment, present: Container[str]) -> None:
        """Show tables as they are now; what was `public` before stays as it was."""
        changed: dict[str, TableLine | None] = {}
        for table in tables:
            seen = is_shown(table, present)
            line = self._line(table, "", now) if table.setup.public and seen else None
            if line != self.public.get(table.code):
                changed[table.code] = line
            self._note_holders(table)
        if changed:
            lines = {**self.public, **changed}
            self.public = {code: line for code, line in lines.items() if line is not None}

    def take_down(self, codes: Iterable[str]) -> None:
        """Show tables no more."""
        for code in codes:
            self._forget_holders(code)
            if code in self.public:
                self.public = {other: line for other, line in self.public.items() if other != code}

    def _note_holders(self, table: Table) -> None:
        self._forget_holders(table.code)
        self._holders[table.code] = [seat.identity for seat in table.seats.held()]
        for identity in self._holders[table.code]:
            self._held.setdefault(identity, {})[table.code] = table

    def _forget_holders(self, code: str) -> None:
        for identity in self._holders.pop(code, ()):
            theirs = self._held[identity]
            del theirs[code]
            if not theirs:
                del self._held[identity]

    def held_by(self, identity: str, now: Moment, deaf_to: Container[str] = (), but: str = "") -> dict[str, TableLine]:
        """Return the tables where somebody has a seat, `but` for one, by their codes, as they concern them."""
        theirs = self._held.get(identity, {})
        return {code: self._line(table, identity, now, deaf_to) for code, table in theirs.items() if code != but}

    def _line(self, table: Table, identity: str, now: Moment, deaf_to: Container[str] = ()) -> TableLine:
        return table_line(table, identity, table.clock.read(now), deaf_to)


class LobbyPage(NamedTuple):
    """What somebody has been told of the lobby; `talk` counts the lines that were ever said."""

    tables: dict[str, TableLine]
    people: int
    talk: int
    programs: int = 0


def is_shown(table: Table, present: Container[str]) -> bool:
    """Whether a public table is shown to everybody: somebody is there, or might be at any time."""
    return table.attended or (table.phase is Phase.WAITING and table.presence.awaits(table, present))


def _is_there(line: TableLine) -> bool:
    return line.seat is not None and line.seats[line.seat].away is None


def posting_of(table: Table, now: Moment, epoch: int, *, shown: bool) -> Posting:
    """Tell of a table to other nodes."""
    return Posting(
        line=table_line(table, "", table.clock.read(now)),
        epoch=epoch,
        shown=shown,
        holders={seat.identity: number for number, seat in enumerate(table.seats) if seat.identity},
        left=tuple(seat.identity for seat in table.seats.held() if seat.left),
        turn=turn_of(table),
        said=last_said(table),
    )


class Lobby:
    """The tables in memory by their codes, and what is told of those `elsewhere`; `present` are who is in the house."""

    def __init__(self, present: Container[str] = (), elsewhere: Elsewhere | None = None, *, own: bool = False) -> None:
        self._own = own
        self.tables: dict[str, Table] = {}
        self.present = present
        self.elsewhere = elsewhere or Elsewhere()
        self.talk: Backlog[Spoken] = Backlog(TALK_KEPT)
        self._notices = Notices()
        self._touched: dict[str, Table] = {}
        self._removed: list[str] = []
        self._posted: dict[str, Posting] = {}
        self._unposted: set[str] = set()
        self._epochs: dict[str, int] = {}

    def add(self, table: Table, epoch: int = 0) -> None:
        """Let a table be found, whose log was acquired here at this epoch."""
        self.tables[table.code] = table
        self._epochs[table.code] = epoch
        self.touch(table)

    def remove(self, table: Table) -> None:
        """Let a table that has closed, or that nobody needs for now, be found no more."""
        if self.tables.pop(table.code, None) is not None:
            self._touched.pop(table.code, None)
            self._removed.append(table.code)
            self._unposted.add(table.code)

    def touch(self, table: Table) -> None:
        """Take note that a table has changed, so that the lobby shows it anew."""
        if table.code in self.tables:
            self._touched[table.code] = table
            self._unposted.add(table.code)

    def came_or_went(self, identities: Collection[str]) -> None:
        """Take note that people have come into the house or left it: their waiting tables show or hide."""
        for table in self.tables.values():
            if table.phase is Phase.WAITING and any(seat.identity in identities for seat in table.seats.held()):
                self.touch(table)

    def open(
        self,
        setup: Setup,
        identity: str,
        name: str,
        seat: int = 0,
        *,
        now: Moment = NO_TIME,
        program: bool = False,
        person: str = "",
        sleep: Sleep | None = None,
    ) -> list[log.Entry]:
        """Return the entries that begin a new table: its owner sits there, and the bots on the last other seats.

        It gets its code where it is opened.
        """
        try:
            game = check(setup)
        except BadSetup as error:
            raise Refusal.literal(error) from None
        at = clock_of(setup, 0.0).read(now)
        neat = msgspec.structs.replace(setup, title=clean_title(setup.title), grace=presence_of(setup).grace(setup))
        # What is promised is revealed with the record, and everybody plays the cards of a daily.
        promises = not self._own and not setup.daily
        opened = log.Opened(at=at, code="", setup=neat, rules=game.version, owner=identity, promises=promises)
        others = [number for number in range(setup.seats) if number != seat][setup.seats - 1 - len(setup.bots) :]
        bots = [
            log.Filled(at=at, seat=number, level=level, name=name)
            for number, level, name in zip(others, setup.bots, next_bots(setup.bots), strict=True)
        ]
        owner = log.Sat(at=at, seat=seat, identity=identity, name=name, program=program, person=person)
        slept = [log.Slept(at=at, seat=seat, sleep=sleep)] if setup.nights and sleep is not None else []
        return [opened, owner, *slept, *bots, *([promised(at)] if promises else [])]

    def notices(self, now: Moment) -> Notices:
        """What there is to see now."""
        self._notices.take_down(self._removed)
        self._removed.clear()
        self._notices.write(self._touched.values(), now, self.present)
        self._touched.clear()
        return self._notices

    def postings(self, now: Moment) -> dict[str, Posting]:
        """What other nodes are told of the tables here."""
        for code in self._unposted:
            table = self.tables.get(code)
            if table is None:
                self._posted.pop(code, None)
                self._epochs.pop(code, None)
            else:
                shown = table.setup.public and is_shown(table, self.present)
                self._posted[code] = posting_of(table, now, self._epochs[code], shown=shown)
        self._unposted.clear()
        return dict(self._posted)

    def whole(self, page: LobbyPage, deaf_to: Container[str]) -> LobbyUpdate:
        """The message with all that stands on a page, but for the talk of those whom the reader does not hear."""
        tables, talk = tuple(page.tables.values()), heard_talk(self.talk.since(0), deaf_to)
        return LobbyUpdate(tables=tables, people=page.people, talk=talk, programs=page.programs)

    def change(self, before: LobbyPage, page: LobbyPage, deaf_to: Container[str]) -> LobbyChange:
        """The message with what is new on a page."""
        return LobbyChange(
            tables=tuple(line for code, line in page.tables.items() if before.tables.get(code) != line),
            gone=tuple(code for code in before.tables if code not in page.tables),
            people=page.people,
            talk=heard_talk(self.talk.since(before.talk), deaf_to),
            programs=page.programs,
        )

    def deserted(self) -> Table | None:
        """Find the table that would be missed least: nobody is there, nothing is played and few have seats."""
        empty = [table for table in self.tables.values() if is_deserted(table)]
        return min(empty, key=lambda table: len(table.seats.held()), default=None)

    def outworn(self, owner: str) -> Table | None:
        """Find the oldest of somebody's tables where nobody is and nothing is played."""
        return next((table for table in self.tables.values() if table.owner == owner and is_deserted(table)), None)

    def owners(self) -> list[str]:
        """List who has opened each table, by the people behind programs."""
        return [person_of(table.owner) for table in self.tables.values()]

    def holders(self) -> list[str]:
        """List who holds each seat that is taken, by the people behind programs."""
        return [person_of(seat.identity) for table in self.tables.values() for seat in table.seats.held()]

    def holds_seat(self, identity: str) -> bool:
        """Whether somebody has a seat at any table."""
        return any(table.seats.of(identity) is not None for table in self.tables.values())

    def dropped_from(self, identity: str, asleep: Iterable[SeatNote] = ()) -> str:
        """Return the code of the table that somebody was cut off from, or is at with another terminal; empty for none.

        Of several it is rather one where they are, then a running one; to one by the day nobody has to come back.
        """
        here = [table_line(table, identity, 0.0) for table in self.tables.values() if table.seats.expects(identity)]
        asleep_too = [note.line for note in asleep if not note.left]
        lines = [*here, *self.elsewhere.expecting(identity), *asleep_too]
        theirs = [line for line in lines if presence_of(line.setup).misses]
        return max(theirs, key=lambda line: (_is_there(line), line.phase == Phase.PLAYING)).code if theirs else ""
