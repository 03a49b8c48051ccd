"""The tables in memory: opened, brought back when somebody wants to be there, put away when nobody is for a while."""

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence

import msgspec

from engines.chance import Chance
from engines.words import N_
from net.codes import table_codes
from net.house.croupier import Croupier, Thinker
from net.house.house_time import HouseTime, TimeSource
from net.house.lobby import Lobby, is_deserted
from net.house.paid_thinker import PaidThinker
from net.house.people import person_of
from net.house.restoring import read_table
from net.house.seat_notes import SeatNotes
from net.house.table_log import TableLog
from net.limits.allowances import Allowances
from net.nodes.nodes import Nodes
from net.refusal import Refusal
from net.setup import HouseRules
from net.store.store import CodeTaken, LogEnd, Store, StoreError
from net.tables import entries as log
from net.tables.clock import Moment
from net.tables.table import Table

logger = logging.getLogger(__name__)

NOT_OPENED = N_("The table can't be saved now, so it was not opened")
FULL = N_("The house is full: no table can be opened now")
LOOK_EVERY = 5.0
CLOSED_TOGETHER = 20

Changed = Callable[[Croupier], None]


class Floor:
    """All croupiers of a house, by the codes of their tables.

    `changed` is called with a croupier whenever something happened at its table, `lost` when another house has it, and
    `rested` when nobody has to be at it for now.
    """

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        rules: HouseRules,
        allowances: Allowances,
        lobby: Lobby,
        nodes: Nodes,
        changed: Changed,
        lost: Changed,
        rested: Changed,
        source: TimeSource | None = None,
    ) -> None:
        self.croupiers: dict[str, Croupier] = {}
        self.time = HouseTime(source)
        self._rested = rested
        self._store = store
        self._thinker = thinker
        self._rules = rules
        self._allowances = allowances
        self._lobby = lobby
        self._nodes = nodes
        self._changed = changed
        self._lost = lost
        self._waking: dict[str, asyncio.Task[Croupier]] = {}
        self._moves_before = 0

    @property
    def moves(self) -> int:
        """Count the moves made since the house was opened."""
        return self._moves_before + sum(croupier.moves for croupier in self.croupiers.values())

    async def open_table(self, entries: Sequence[log.Entry], luck: Chance | None = None) -> Croupier:
        """Open a table that the lobby has planned, under a code that no table ever had."""
        planned, *others = entries
        if not isinstance(planned, log.Opened):
            raise TypeError("A table begins with its opening.")
        await self._make_room()
        # In one's own house there is nobody who could guess a code.
        for code in table_codes(public=planned.setup.public or self._rules.own):
            opened = msgspec.structs.replace(planned, code=code)
            table_log = TableLog(self._store, code)
            try:
                await table_log.begin([opened, *others])
            except CodeTaken:
                continue
            except StoreError:
                break
            return await self._begin(opened, others, table_log, luck)
        raise Refusal(NOT_OPENED)

    async def _begin(
        self, opened: log.Opened, others: Sequence[log.Entry], table_log: TableLog, luck: Chance | None
    ) -> Croupier:
        table = Table(opened, luck)
        for entry in others:
            table.apply(entry)
        notes = SeatNotes(self._store, table)
        await notes.write(table_log.version)
        logger.info("table opened", extra={"table": table.code, "game": table.game.id})
        return self._run(table, table_log, notes)

    async def _make_room(self) -> None:
        while len(self.croupiers) >= self._rules.limits.tables:
            table = self._lobby.deserted()
            if table is None:
                logger.warning("house full", extra={"why": "tables"})
                raise Refusal(FULL)
            await self.close_table(table, "room for another")

    async def close_table(self, table: Table, why: str) -> bool:
        """Close a table where nobody is and nothing is played; false where that has changed meanwhile."""
        closed = await self.croupiers[table.code].do(
            lambda now: [log.Closed(at=now)] if is_deserted(table) and not table.closed else []
        )
        if closed:
            logger.info("deserted table closed", extra={"table": table.code, "why": why})
        return closed

    async def wake(self, code: str, end: LogEnd) -> Croupier:
        """Bring back a table whose log ends there; Overtaken is raised where another house was quicker."""
        if code in self.croupiers:
            return self.croupiers[code]
        task = self._waking.get(code)
        if task is None:
            task = self._waking[code] = asyncio.create_task(self._bring_back(code, end))
            task.add_done_callback(lambda done: self._is_awake(code, done))
        return await asyncio.shield(task)

    def _is_awake(self, code: str, task: "asyncio.Task[Croupier]") -> None:
        del self._waking[code]
        if not task.cancelled():
            task.exception()  # looked at, for whoever asked may have hung up

    async def runs(self, code: str) -> bool:
        """Whether a table is in memory, or is once it has been brought back."""
        if code in self._waking:
            await asyncio.wait([self._waking[code]])
        return code in self.croupiers

    async def _bring_back(self, code: str, end: LogEnd) -> Croupier:
        table_log = TableLog(self._store, code)
        table, known, finished = await read_table(table_log, end)
        await table_log.take()
        croupier = self._run(table, table_log, SeatNotes(self._store, table, known))
        if finished is not None:
            await croupier.keep(finished)
        return croupier

    def _run(self, table: Table, table_log: TableLog, notes: SeatNotes) -> Croupier:
        thinker = PaidThinker(
            self._thinker,
            self._allowances,
            lambda: self._allowances.payer(person_of(table.owner)),
            lambda: any(not member.program for member in croupier.members),
        )
        croupier = Croupier(
            table,
            table_log,
            notes,
            self._store,
            thinker,
            self._rules,
            self.time,
            self._lobby.present,
            self._changed,
            self._lose,
        )
        self.croupiers[table.code] = croupier
        self._lobby.add(table, croupier.epoch)
        self._nodes.tell_owned(table.code, croupier.epoch)
        self._changed(croupier)
        return croupier

    def _lose(self, croupier: Croupier) -> None:
        logger.warning("table lost to another house", extra={"table": croupier.table.code})
        self.drop(croupier)
        self._lost(croupier)

    def drop(self, croupier: Croupier) -> None:
        """Let go of a table that has closed, is put away, or is another house's."""
        if self.croupiers.get(croupier.table.code) is croupier:
            del self.croupiers[croupier.table.code]
            self._lobby.remove(croupier.table)
            self._moves_before += croupier.moves

    async def put_away(self, croupier: Croupier) -> bool:
        """Let a table rest in the store; false where somebody came meanwhile, or its seats can't be noted."""
        if not await croupier.note_seats() or not croupier.is_idle:
            return False
        croupier.let_go()
        self.drop(croupier)
        self._rested(croupier)
        logger.info("table put away", extra={"table": croupier.table.code})
        return True

    async def rest(self) -> None:
        """Put tables away where nobody has been for a while; never ends."""
        while True:
            await asyncio.sleep(min(LOOK_EVERY, self._rules.rest))
            for croupier in list(self.croupiers.values()):
                if self._may_rest(croupier):
                    await self.put_away(croupier)

    def came_or_went(self, identities: Collection[str]) -> None:
        """Let the tables know where people sit who have come into the house, or left it."""
        for croupier in list(self.croupiers.values()):
            theirs = [seat.identity for seat in croupier.table.seats.held() if seat.identity in identities]
            if theirs:
                croupier.heed(theirs)

    def _may_rest(self, croupier: Croupier) -> bool:
        """Whether nobody misses a table in memory; where turns take days everybody knows it from the store."""
        table = croupier.table
        rest = self._rules.rest if table.clock.can_stand else min(LOOK_EVERY, self._rules.rest)
        return croupier.idle_for > rest and not table.presence.awaits(table, self._lobby.present)

    @property
    def now(self) -> Moment:
        """The time that clocks at tables count."""
        return self.time.read()

    async def close(self, why: str, then: Changed) -> None:
        """Let the tables stand still, a few at a time: each can be another house's as soon as it does."""
        for task in list(self._waking.values()):
            task.cancel()
        awake = list(self.croupiers.values())
        for first in range(0, len(awake), CLOSED_TOGETHER):
            await asyncio.gather(*(self._close(croupier, why, then) for croupier in awake[first:][:CLOSED_TOGETHER]))

    async def _close(self, croupier: Croupier, why: str, then: Changed) -> None:
        await croupier.close(why)
        self.drop(croupier)
        then(croupier)
