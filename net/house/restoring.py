"""Tables as their logs tell them, before anybody runs them."""

import logging
import time

from engines.words import N_
from net.house.archive import finished_game
from net.house.lobby import GONE
from net.house.seat_notes import SeatNotes, people_in
from net.house.table_log import TableLog
from net.refusal import Refusal
from net.store.store import LogEnd, RecordedGame, Store, StoreError
from net.tables import entries as log
from net.tables.table import Table
from net.values import Phase

logger = logging.getLogger(__name__)

UNREADABLE = N_("The table can't be brought back: its log is damaged, or of another version of the program")


async def read_table(table_log: TableLog, end: LogEnd) -> tuple[Table, set[str], RecordedGame | None]:
    """Restore a table before its log is acquired: whoever can't read it must not take it from others."""
    try:
        entries = await table_log.peek(end)
        table = Table.restore(entries)
        finished = finished_game(table, time.time()) if table.phase is Phase.OVER else None
    except StoreError:
        raise
    except Exception as error:  # whatever a damaged log breaks, all other tables open
        # Only the name of an error that nobody foresaw: its text may hold hidden cards.
        why = str(error) if isinstance(error, log.BadLog) else type(error).__name__
        logger.error("table can't be brought back", extra={"table": table_log.name, "why": why})
        raise Refusal(UNREADABLE) from None
    if table.closed:
        raise Refusal(GONE)
    return table, people_in(entries), finished


async def note_asleep(store: Store) -> None:
    """Note who sits at tables that were not put away in order, and keep the games that had just ended there."""
    for code in await store.unnoted():
        end = await store.last(code)
        if end is None:
            continue
        try:
            table, known, finished = await read_table(TableLog(store, code), end)
        except Refusal:
            continue
        if finished is not None:
            await store.keep_game(finished)
        await SeatNotes(store, table, known).write(end.version)
