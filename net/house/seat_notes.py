"""Who has a seat at a table, noted in the store: so a table where nobody is need not be in memory to be found."""

import logging
from collections.abc import Iterable
from math import inf

import msgspec

from net.messages import SeatLine, TableLine
from net.store.store import SeatNote, Store, StoreError
from net.tables.entries import Entry, Sat
from net.tables.table import Table
from net.tables.update import table_line
from net.values import Phase, SeatKind

logger = logging.getLogger(__name__)


def people_in(entries: Iterable[Entry]) -> set[str]:
    """Name everybody who ever sat at a table, whose seats may be noted."""
    return {entry.person or entry.identity for entry in entries if isinstance(entry, Sat)}


class SeatNotes:
    """The notes of one table; they are written again when somebody sits down or goes, and when a game begins or ends.

    `known` are people who may be noted already. What can't be written is written the next time.
    """

    def __init__(self, store: Store, table: Table, known: Iterable[str] = ()) -> None:
        self._store = store
        self._table = table
        self._known = set(known)
        self._written: object = None

    @property
    def are_due(self) -> bool:
        """Whether what is noted has changed."""
        return self._written != self._shape()

    def _shape(self) -> object:
        table = self._table
        seats = [seat.identity for seat in table.seats]
        # Where time goes on while nobody is there, whoever looks must know whose turn it is, and until when.
        turn = None if table.clock.can_stand else (table.seq, table.deadline)
        return table.phase, table.number, table.owner, table.closed, seats, turn

    async def write(self, version: int) -> bool:
        """Note the seats as they are now, at this version of the log; false where that failed."""
        shape, notes = self._shape(), [] if self._table.closed else _notes(self._table)
        people = {note.person for note in notes}
        try:
            await self._store.note_seats(
                self._table.code, version, notes, self._known - people, due=due_at(self._table)
            )
        except StoreError as error:
            logger.error("seats can't be noted", extra={"table": self._table.code, "why": str(error)})
            return False
        self._written, self._known = shape, people
        return True


def due_at(table: Table) -> float | None:
    """When a table must be looked at though nobody is there, 0 for at once; None where time stands still then."""
    if table.clock.can_stand:
        return None
    if table.closed:
        return inf
    if table.phase is Phase.WAITING and table.setup.public:
        return 0.0  # it is to hang in the lobby
    if table.phase is Phase.PLAYING and table.deadline is None:
        return 0.0  # a bot is to move
    return table.wake()


def _notes(table: Table) -> list[SeatNote]:
    return [
        SeatNote(
            table=table.code,
            person=seat.person or seat.identity,
            identity=seat.identity,
            line=_asleep(table, seat.identity),
            owns=seat.identity == table.owner,
            left=seat.left,
        )
        for seat in table.seats.held()
    ]


def _asleep(table: Table, identity: str) -> TableLine:
    """The line of a table where nobody is."""
    line = table_line(table, identity, 0.0)
    seats = tuple(table.presence.told(_away(seat)) for seat in line.seats)
    return msgspec.structs.replace(line, seats=seats, watchers=0, left=None, said_by="")


def _away(seat: SeatLine) -> SeatLine:
    is_held = seat.kind in (SeatKind.PERSON, SeatKind.PROGRAM)
    return msgspec.structs.replace(seat, away=0.0) if is_held else seat
