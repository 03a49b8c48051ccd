"""The lobby: which tables there are, and what is said between them."""

import logging
from collections.abc import Container, Iterable, Sequence

import msgspec

from engines.game import BadSetup
from engines.words import N_
from net.codes import read_code, table_code
from net.messages import TableLine, TalkLine
from net.names import clean_title
from net.refusal import Refusal
from net.setup import Setup, check
from net.tables import entries as log
from net.tables.backlog import Backlog
from net.tables.table import Table
from net.tables.update import table_line
from net.values import Phase

logger = logging.getLogger(__name__)

LOBBY = "lobby"
TALK_KEPT = 50
GONE = N_("There is no table of that code")


def read_talk(data: Sequence[bytes]) -> list[log.Entry]:
    """Read the lobby's log; a line that can't be read is left out, because the others mean as much without it."""
    lines: list[log.Entry] = []
    for line in data:
        try:
            lines.append(log.decode(line))
        except log.BadLog as error:
            logger.error("line of talk can't be brought back", extra={"table": LOBBY, "why": str(error)})
    return lines


class Notices:
    """What the lobby shows at one moment: the public tables where anybody is, and to each their own.

    A table that waits for players is also shown while whoever has a seat there is `present` in the house.
    """

    def __init__(self, tables: Iterable[Table], now: float, present: Container[str]) -> None:
        self._now = now
        self._public: dict[str, TableLine] = {}
        self._held: dict[str, list[Table]] = {}
        for table in tables:
            if table.setup.public and (table.attended or _awaits_players(table, present)):
                self._public[table.code] = self._line(table, "")
            for seat in table.seats.held():
                self._held.setdefault(seat.identity, []).append(table)
        self._everybody = tuple(self._public.values())

    def shown_to(self, identity: str) -> tuple[TableLine, ...]:
        """List the public tables, and those where somebody has a seat as they concern them."""
        held = self._held.get(identity)
        if held is None:
            return self._everybody
        own = {table.code: self._line(table, identity) for table in held}
        return tuple({**self._public, **own}.values())

    def _line(self, table: Table, identity: str) -> TableLine:
        return table_line(table, identity, table.clock.read(self._now))


def _awaits_players(table: Table, present: Container[str]) -> bool:
    return table.phase is Phase.WAITING and any(seat.identity in present for seat in table.seats.held())


class Lobby:
    """All open tables by their codes; `used` holds every code there ever was."""

    def __init__(self) -> None:
        self.tables: dict[str, Table] = {}
        self.used: set[str] = set()
        self.talk: Backlog[TalkLine] = Backlog(TALK_KEPT)

    def add(self, table: Table) -> None:
        """Let a table be found."""
        self.tables[table.code] = table
        self.used.add(table.code)

    def find(self, code: str) -> Table:
        """Find the table of this code, however it was typed."""
        table = self.tables.get(read_code(code))
        if table is None or table.closed:
            raise Refusal(GONE)
        return table

    def open(
        self, setup: Setup, identity: str, name: str, seat: int = 0, *, program: bool = False, person: str = ""
    ) -> list[log.Entry]:
        """Return the entries that begin a new table: its owner sits there, and the bots on the last other seats."""
        try:
            game = check(setup)
        except BadSetup as error:
            raise Refusal.literal(error) from None
        code = table_code(self.used, public=setup.public)
        self.used.add(code)
        neat = msgspec.structs.replace(setup, title=clean_title(setup.title))
        opened = log.Opened(at=0.0, code=code, setup=neat, rules=game.version, owner=identity)
        others = [number for number in range(setup.seats) if number != seat][setup.seats - 1 - len(setup.bots) :]
        bots = [
            log.Filled(at=0.0, seat=number, level=level, name=f"{level}-{count}")
            for count, (number, level) in enumerate(zip(others, setup.bots, strict=True), start=1)
        ]
        owner = log.Sat(at=0.0, seat=seat, identity=identity, name=name, program=program, person=person)
        return [opened, owner, *bots]

    def notices(self, now: float, present: Container[str]) -> Notices:
        """What there is to see now, while these people are in the house."""
        return Notices(self.tables.values(), now, present)

    def deserted(self) -> Table | None:
        """Find the table that would be missed least: nobody is there, rather nothing is played and few have seats."""
        empty = [table for table in self.tables.values() if not table.attended]
        return min(empty, key=lambda table: (table.phase is Phase.PLAYING, len(table.seats.held())), default=None)

    def outworn(self, owner: str) -> Table | None:
        """Find the oldest of somebody's tables where nobody is and nothing is played."""
        theirs = (table for table in self.tables.values() if table.owner == owner and table.phase is not Phase.PLAYING)
        return next((table for table in theirs if not table.attended), None)

    def holds_seat(self, identity: str) -> bool:
        """Whether somebody has a seat at any table."""
        return any(table.seats.of(identity) is not None for table in self.tables.values())

    def dropped_from(self, identity: str) -> str:
        """Return the code of the table that somebody was cut off from, rather a running one; empty for none."""
        theirs = [table for table in self.tables.values() if table.seats.expects(identity)]
        return max(theirs, key=lambda table: table.phase is Phase.PLAYING).code if theirs else ""
