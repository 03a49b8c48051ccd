"""Runs one table: stores what happens before it happens, tells everybody, and makes the bots' moves."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Container, Iterable
from contextlib import suppress
from math import isinf
from typing import Protocol, TypeVar, TypeVarTuple

from bots.advice import Advice
from bots.bot import Budget, Decision
from bots.pool import think
from engines.words import N_
from net.daily import BUDGET, bot_seed
from net.house.archive import finished_game
from net.house.house_time import HouseTime
from net.house.keeper import Keeper
from net.house.lobby import GONE
from net.house.member import Member
from net.house.pace import Pace
from net.house.seat_notes import SeatNotes
from net.house.table_log import TableLog
from net.house.think_time import ThinkTime
from net.limits.fair_loop import Tab, on_tab
from net.messages import WatchLine
from net.refusal import Refusal
from net.setup import HouseRules
from net.store.store import Overtaken, RecordedGame, Store, StoreError
from net.tables import entries as log
from net.tables.table import BotTurn, Table
from net.tables.turns import deal_asked, fill_and_deal, play_bot, rematch
from net.tables.update import Bookmark, update
from net.values import Phase

logger = logging.getLogger(__name__)

# How somebody who looks on without a name is called.
ONLOOKER = "guest"
LONGEST_THOUGHT = 5.0
MOST_TALK = 400
NOT_STORED = N_("The game can't be saved now, so it stands still; it goes on as soon as it can")

MOVED = N_("The table goes on in another house of the same name: one moment")

Question = Callable[[float], list[log.Entry]]
Answer = TypeVar("Answer")
Arguments = TypeVarTuple("Arguments")


class Moved(Refusal):
    """The table is no longer run by the croupier that was asked: look for it again."""

    def __init__(self) -> None:
        super().__init__(MOVED)


class Thinker(Protocol):
    """Whoever lets bots think without holding up the house: the worker pool, or a quick one in tests."""

    async def choose(
        self,
        bot: str,
        decision: Decision,
        budget: Budget,
        deadline: float,
        *,
        rank: float = 0.0,
        stop: asyncio.Event | None = None,
    ) -> Advice:
        """Return a bot's advice after `deadline` seconds at the latest; an empty budget is the bot's own.

        Where many want to know, a lower rank comes first. Once `stop` is set there is no more thinking, and the advice
        is what was found so far.
        """
        ...

    async def run(
        self, function: "Callable[[*Arguments], Answer]", *arguments: *Arguments, rank: float = 0.0
    ) -> Answer:
        """Do another job in the bots' processes; raises JobFailed or WorkerDied."""
        ...


class Croupier:
    """The driver of one table.

    `changed` is called with the croupier whenever something happened, `lost` once when another house has the log;
    `present` are all who are in the house, whose seats wait for them as long as they are. Time
    passes at the table only while somebody who has a seat is there: whoever just looks on must not play an absent
    person's game out.
    """

    def __init__(
        self,
        table: Table,
        table_log: TableLog,
        notes: SeatNotes,
        store: Store,
        thinker: Thinker,
        rules: HouseRules,
        time_of_house: HouseTime,
        present: Container[str],
        changed: "Callable[[Croupier], None]",
        lost: "Callable[[Croupier], None]",
    ) -> None:
        self.table = table
        self.members: list[Member] = []
        self.moves = 0
        self._table_log = table_log
        self._notes = notes
        self._store = store
        self._thinker = thinker
        self._rules = rules
        self._time = time_of_house
        self._present = present
        self._changed = changed
        self._lost = lost
        self._gone = False
        self._alone_since = time.monotonic()
        self._last_move = 0.0
        self._told = 1
        self._pace = Pace(rules.pace)
        self._think_time = ThinkTime()
        self._keeper = Keeper(store, rules, table.code, self._all_kept)
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._hurried = asyncio.Event()
        self._tasks: set[asyncio.Task[bool]] = set()
        for seat in table.seats.held():
            table.heed(seat.identity, self.now, present=seat.identity in present)
        self._tab = Tab()
        self._runner = asyncio.create_task(self._run(), context=on_tab(self._tab))

    async def close(self, why: str) -> None:
        """Let the table stand still, with nothing half stored."""
        self.table.paused = why
        self._settle()
        self.publish()
        self._runner.cancel()
        await asyncio.gather(self._runner, *self._tasks, return_exceptions=True)
        await self._keeper.keep()
        await self.note_seats()
        self.let_go()

    @property
    def epoch(self) -> int:
        """Which of all who have run this table we are."""
        return self._table_log.epoch

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is left to be done."""
        return not (self.members or self._tasks or not self._keeper.is_done or self._lock.locked() or self._is_at_work)

    @property
    def _is_at_work(self) -> bool:
        now = self.now
        goes_on = self.table.clock.running and not self.table.closed
        return goes_on and (self.table.bot_turn(now) is not None or self.table.wake() <= now)

    @property
    def _is_done_with(self) -> bool:
        """Whether a finished game is kept, everybody has gone on from it, and nobody looks at it."""
        return self.table.is_done_with and self._keeper.is_done and not (self.members or self.table.closed)

    @property
    def idle_for(self) -> float:
        """The seconds since the last one went."""
        return time.monotonic() - self._alone_since if self.is_idle else 0.0

    async def note_seats(self) -> bool:
        """Note who sits here for when the table is not in memory; false where that failed."""
        return await self._notes.write(self._table_log.version)

    def let_go(self) -> None:
        """Run the table no more: whatever comes now is for whoever runs it next."""
        self._gone = True
        self._runner.cancel()
        self._keeper.stop()
        self._table_log.release()

    def overtaken(self) -> None:
        """Another house has the table: let go of it, and of everybody who is here."""
        if not self._gone:
            self.let_go()
            self.table.clock.stop(self._time.read())
            self._lost(self)

    @property
    def now(self) -> float:
        """The table's own time."""
        return self.table.clock.read(self._time.read())

    def join(self, member: Member) -> None:
        """Lead somebody here, away from where they were; whoever is here already sees the table anew."""
        if self._gone:
            raise Moved
        if self.table.closed:
            raise Refusal(GONE)
        if member.croupier is self:
            member.bookmark = Bookmark()
            self.show(member)
            return
        member.depart(on_purpose=True)
        self._take_in(member)

    def _take_in(self, member: Member) -> None:
        self.members.append(member)
        member.croupier = self
        member.arrive(self.table.code)
        self._settle()
        self.table.come(member.identity, self.now)
        self.publish()

    def part(self, member: Member, *, on_purpose: bool = False) -> None:
        """Let somebody go; their seat is held."""
        self.members.remove(member)
        self._alone_since = time.monotonic()
        member.croupier = None
        if not self._sees(member.identity):
            present = member.identity in self._present
            self.table.go(member.identity, self.now, on_purpose=on_purpose, present=present)
        self._settle()
        self.publish()

    def heed(self, identities: Iterable[str]) -> None:
        """Take note that people who may have seats here have come into the house, or left it."""
        if [who for who in identities if self.table.heed(who, self.now, present=who in self._present)]:
            self._settle()
            self.publish()

    def hurry(self) -> None:
        """Let bots move without a pause or further thought until somebody is to play, unless others want to follow."""
        if len({member.identity for member in self.members}) > 1:
            raise Refusal(N_("Others want to follow the game too"))
        if self.table.bot_turn(self.now) is not None:
            self._hurried.set()

    def sees_another(self, member: Member) -> bool:
        """Whether somebody is here with another terminal too."""
        return any(other is not member and other.identity == member.identity for other in self.members)

    def _sees(self, identity: str) -> bool:
        return any(member.identity == identity for member in self.members)

    async def do(self, question: Question) -> bool:
        """Let happen what the table's answer to a question allows; true where anything did."""
        # Shielded, because what is stored must also happen when whoever asked has hung up.
        task = asyncio.create_task(self._do(question))
        self._tasks.add(task)
        task.add_done_callback(self._is_done)
        return await asyncio.shield(task)

    def _is_done(self, task: asyncio.Task[bool]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Looked at, because a refusal that nobody waits for any more is no fault.
            task.exception()

    async def _do(self, question: Question) -> bool:
        async with self._lock:
            if self._gone:
                raise Moved
            entries = question(self.now)
            if not entries:
                return False
            if self.table.closed:
                raise Refusal(GONE)
            await self._keep_before(entries)
            try:
                await self._store_entries(entries)
            except Overtaken:
                self.overtaken()
                raise Moved from None
            except StoreError as error:
                logger.error("table can't be stored", extra={"table": self.table.code, "why": str(error)})
                self.table.paused = NOT_STORED
                self._settle()
                self.publish()
                raise Refusal(NOT_STORED) from None
            self._apply(entries)
            await self._keep_finished(entries)
            if self._notes.are_due:
                await self.note_seats()
        self._settle()
        self.publish()
        return True

    async def _store_entries(self, entries: list[log.Entry]) -> None:
        """Store what happens; of a talkative table only so much is kept, and the rest is just heard."""
        said = self.table.talk.end
        kept = [entry for entry in entries if said < MOST_TALK or not isinstance(entry, log.Said)]
        if kept:
            await self._table_log.append(kept)

    def _apply(self, entries: list[log.Entry]) -> None:
        for entry in entries:
            before = self.table.events.end
            self.table.apply(entry)
            if isinstance(entry, log.Moved | log.Dealt):
                self._last_move = time.monotonic()
                self._told = max(1, self.table.events.end - before)
            if isinstance(entry, log.Moved):
                self.moves += 1
            if isinstance(entry, log.Sat) and not self._sees(entry.identity):
                # Away until they join: they may have hung up while their seat was stored.
                self.table.expect(entry.identity, self.now, present=entry.identity in self._present)

    async def _keep_finished(self, entries: list[log.Entry]) -> None:
        if self.table.phase is Phase.OVER and entries and isinstance(entries[-1], log.Moved):
            logger.info("game over", extra={"table": self.table.code, "game": self.table.game.id})
            self._keeper.add(finished_game(self.table, time.time()))
        await self._keeper.keep()

    async def keep(self, finished: RecordedGame) -> None:
        """Keep a finished game's record, if that was not done before."""
        self._keeper.add(finished)
        await self._keeper.keep()

    async def _keep_before(self, entries: list[log.Entry]) -> None:
        """Let no other game begin before the last one is kept: whoever brings the table back keeps only that one."""
        begins = any(isinstance(entry, log.Dealt) for entry in entries)
        if begins and not await self._keeper.keep():
            raise Refusal(NOT_STORED)

    def _all_kept(self) -> None:
        self._settle()
        self.publish()

    def publish(self) -> None:
        """Tell everybody at the table what is new to them."""
        for member in self.members:
            if not member.leaves:
                self.show(member)
        self._changed(self)

    def show(self, member: Member) -> None:
        """Tell somebody at the table what is new to them."""
        seat = self.table.seats.of(member.identity)
        record, rated = self.record_for(member.identity), self._keeper.rated if self.table.phase is Phase.OVER else ()
        member.send(
            update(
                self.table,
                seat,
                member.bookmark,
                self.now,
                program=member.program,
                record=record,
                rated=rated,
                deaf_to=member.deaf_to,
            )
        )

    def record_for(self, identity: str) -> int | None:
        """The id of the game that is over here, for those who played it."""
        kept = self._keeper.last
        if kept is None or kept.number != self.table.number or identity not in kept.identities:
            return None
        return kept.id

    def _settle(self) -> None:
        """Let time pass while somebody sits there and nothing stands in the way."""
        sources = {member.payer.source for member in self.members}
        self._tab.source = sources.pop() if len(sources) == 1 else ""
        watching = {
            who.identity: who for who in self.members if self.table.seats.of(who.identity) is None and not who.leaves
        }
        self.table.watch([WatchLine(name=who.name or ONLOOKER, program=who.program) for who in watching.values()])
        if (
            any(who.identity not in watching for who in self.members)
            and not self.table.stands
            and not self.table.closed
        ):
            self.table.clock.start(self._time.read())
        else:
            self.table.clock.stop(self._time.read())
        self._wake.set()

    async def _run(self) -> None:
        while not self.table.closed:
            self._wake.clear()
            try:
                await self._next()
            except Exception:
                logger.exception("table stumbled", extra={"table": self.table.code})
                await asyncio.sleep(self._rules.retry)

    async def _next(self) -> None:
        if self.table.paused:
            await self._recover()
        elif self._is_done_with:
            await self.do(lambda now: [log.Closed(at=now)] if self._is_done_with else [])
        elif not self.table.clock.running:
            await self._wake.wait()
        else:
            await self._go_on()

    async def _go_on(self) -> None:
        if self.table.tick(self.now):
            self.publish()
        if not self._keeper.is_done:
            await self._wake.wait()
            return
        if (self.table.rematch_due or self.table.next_game_at <= self.now) and await self.do(
            lambda now: rematch(self.table, now)
        ):
            return
        if self.table.fill_at <= self.now and await self.do(lambda now: fill_and_deal(self.table, now)):
            return
        if self.table.deal_due(self.now) and await self.do(lambda now: deal_asked(self.table, now)):
            return
        turn = self.table.bot_turn(self.now)
        if turn is None:
            self._hurried.clear()
            self._pace.end()
            await self._sleep(min(self.table.wake() - self.now, self._rules.look))
        else:
            await self._move(turn)

    async def _sleep(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(None if isinf(seconds) else max(0.0, seconds)):
                await self._wake.wait()

    async def _move(self, turn: BotTurn) -> None:
        if self.table.live is None:
            return
        self._pace.usual = self._rules.pace
        self._pace.begin(turn.seat, time.monotonic())
        move = await self._think(turn, self.table.live.decision(self.table.seats.bots))
        pause = self._pace.pause(self._told, time.monotonic())
        await self._unless_hurried(self._last_move + pause - time.monotonic())
        try:
            await self.do(lambda now: play_bot(self.table, turn, move, now))
        except Refusal as refusal:
            logger.warning("bot's move refused", extra={"table": self.table.code, "why": refusal.text})

    async def _unless_hurried(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, seconds)):
                await self._hurried.wait()

    async def _think(self, turn: BotTurn, decision: Decision) -> str:
        if len(decision.legal) == 1 and self.table.game.open_moves:
            # Everybody sees that there is no choice.
            return decision.legal[0]
        begun = time.monotonic()
        span = min(self._think_time.span(turn.level), self._pace.thought(begun))
        move = decision.legal[0] if len(decision.legal) == 1 else await self._choose(turn, decision)
        await self._unless_hurried(begun + span - time.monotonic())
        return move

    async def _choose(self, turn: BotTurn, decision: Decision) -> str:
        live = self.table.live
        if self.table.setup.daily and live is not None and live.proof is not None:
            # Never for a time, and as often as it takes: to the same moves everybody gets the same answers.
            seed = bot_seed(live.proof.secret, len(live.recording.moves))
            return (await self._thinker.run(think, turn.bot or turn.level, decision, BUDGET, seed)).move
        begun = time.monotonic()
        budget = self._pace.budget(turn.level, begun)
        try:
            advice = await self._thinker.choose(
                turn.bot or turn.level, decision, budget, LONGEST_THOUGHT, stop=self._hurried
            )
        except Exception:
            logger.exception("bot failed", extra={"table": self.table.code, "bot": turn.level})
            return secrets.choice(decision.legal)
        self._think_time.note(turn.level, time.monotonic() - begun)
        return advice.move if advice.move in decision.legal else secrets.choice(decision.legal)

    async def _recover(self) -> None:
        """Try to write the log again; it may hold more than we were told."""
        await asyncio.sleep(self._rules.retry)
        try:
            async with self._lock:
                missed = await self._table_log.catch_up()
                self._apply(missed)
                await self._keep_finished(missed)
                resumed: list[log.Entry] = [log.Resumed(at=self.now)]
                await self._table_log.append(resumed)
                self._apply(resumed)
        except Overtaken:
            self.overtaken()
            return
        except StoreError:
            return
        self._settle()
        self.publish()
