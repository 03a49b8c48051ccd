"""The house: it owns the lobby, the tables and the store, lets clients in, and brings everything back after a restart.

The same house serves one person on their own machine and a server full of people; it knows links, not sockets. What it
answers to each message is in `answers`; a croupier runs each table.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Collection, Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from bots.bot import Budget
from engines.wire import BadMessage, Message
from engines.words import N_
from net.house.accounts import keep_forgetting, note_seen
from net.house.answers import answer
from net.house.caretaker import Caretaker
from net.house.croupier import Croupier, Moved, Thinker
from net.house.entrance import BadEntry, first_word, is_known, recognise
from net.house.floor import Floor
from net.house.herald import Herald
from net.house.host import HouseHost, hand_over
from net.house.house_time import TimeSource
from net.house.lobby import Lobby
from net.house.member import Member
from net.house.members import Members
from net.house.people import settle_name
from net.house.restoring import note_asleep
from net.house.reviews import Reviews
from net.house.table_log import lines_of, read_lines, seal_line
from net.house.usher import Usher
from net.limits.allowances import Allowances, CountedAllowances, Unlimited, Use
from net.limits.fair_loop import Tab, on_tab
from net.limits.sources import Payer
from net.link import Link, LinkClosed
from net.messages import QUICK, Goodbye, Play, Reason, Refused, Sit, TableLine, TalkLine, Watch, Welcome
from net.nodes.alone import Alone
from net.nodes.nodes import Nodes
from net.nodes.sessions import Stamp
from net.refusal import Refusal
from net.setup import HouseRules
from net.store.store import Store, StoreError
from net.tables import entries as log
from net.tables.table import Spoken
from net.values import Phase

logging.getLogger("net").addHandler(logging.NullHandler())
logger = logging.getLogger(__name__)

HOUSE = "Tablée"
LOBBY = "the lobby"
AGAIN_AFTER = 0.5
CLOSING = N_("The house closes; all seats and games are kept")
ELSEWHERE = N_("You came in from somewhere else")
SHOWN_OUT = N_("Whoever runs this house has shown you out")


class House:
    """Everything that is shared: open it, serve links, close it.

    `opening` is held by whoever opens a table for others to meet at, so that two do not wait for each other at two.
    """

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        rules: HouseRules | None = None,
        allowances: Allowances | None = None,
        nodes: Nodes | None = None,
        source: TimeSource | None = None,
    ) -> None:
        self.store = store
        self.thinker = thinker
        self.rules = rules or HouseRules()
        self.allowances = allowances or (Unlimited() if self.rules.own else CountedAllowances(self.rules.limits))
        self.nodes = nodes or Alone()
        self.members = Members(self.nodes.sessions)
        self.lobby = Lobby(self.members, self.nodes.elsewhere, own=self.rules.own)
        self.floor = Floor(
            store,
            thinker,
            self.rules,
            self.allowances,
            self.lobby,
            self.nodes,
            self._table_changed,
            self._table_lost,
            self._table_rests,
            source,
        )
        self.usher = Usher(self, store, self.floor, self.nodes)
        self.opening = asyncio.Lock()
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        thinking = Budget(seconds=self.rules.limits.review_seconds)
        self.reviews = Reviews(store, thinker, self.allowances, thinking, self.spawn)
        self.draining = False
        self.positions = 0

    @property
    def playing(self) -> int:
        """Count the games that somebody who has a seat is at, and where they would be missed."""
        tables = (croupier.table for croupier in self.croupiers.values() if croupier.table.presence.misses)
        return sum(table.phase is Phase.PLAYING and table.attended for table in tables)

    @property
    def croupiers(self) -> dict[str, Croupier]:
        """The tables that are in memory, by their codes."""
        return self.floor.croupiers

    @property
    def moves(self) -> int:
        """Count the moves made since the house was opened."""
        return self.floor.moves

    async def open(self) -> None:
        """Begin: tables are brought back when somebody wants to be there."""
        for entry in read_lines(await self.store.talk()):
            self._hear_in_lobby(entry)
        await note_asleep(self.store)
        await self.nodes.open(HouseHost(self))
        self.spawn(self._tell_news(), LOBBY)
        self.spawn(self.floor.time.run())
        self.spawn(self.floor.rest())
        self.spawn(Caretaker(self).run())
        self.spawn(keep_forgetting(self))

    async def close(self, why: str = CLOSING) -> None:
        """Stop every table, with everything stored, and say goodbye."""
        self._closing = True
        while self._tasks:
            # More than once: where an answer of the store comes at that very moment a cancellation may be lost.
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks, timeout=AGAIN_AFTER)
        goodbye = Goodbye(text=why, reason=Reason.CLOSING)
        await self.floor.close(why, lambda croupier: hand_over(self, croupier, goodbye))
        for member in self.members:
            self.send_away(member, goodbye)
        await self.nodes.close()

    async def knows(self, code: str, address: str) -> bool:
        """Whether a guest's code is somebody's; a wrong one is charged, and after too many a BadEntry says so."""
        return await is_known(self, code, address)

    async def serve(
        self, link: Link, credential: str | None, code: str = "", *, address: str = "", minted: bool = False
    ) -> None:
        """Serve a client until its link closes.

        `credential` was proved by whoever made the link; None is a guest, and `code` the one they came back with, or
        have been given just now (`minted`).
        `address` is where they come from, with which they share what may be done; in one's own house there is none.
        """
        member: Member | None = None
        try:
            enter = await first_word(link)
            newcomer = await recognise(self, link, enter, credential, code, address, minted=minted)
            self._let_in(newcomer)
            member = newcomer
            await self._name(member, enter.name)
            await note_seen(self, member)
            await self.find_asleep(member)
            logger.info("came in", extra=member.logged())
            await self.welcome(member)
            self.to_lobby(member)
            while True:
                message = await link.receive()
                await self._hold(member, message)
                await self.hear(member, message)
        except LinkClosed:
            pass
        except BadEntry as entry:
            link.send(entry.goodbye)
        except BadMessage as error:
            link.send(Goodbye(text=Refusal.literal(error).text, reason=Reason.REFUSED))
        except StoreError as error:
            link.send(Goodbye(text=Refusal.literal(error).text, reason=Reason.FAILED))
        finally:
            link.close()
            if member is not None:
                self._let_out(member)
                logger.info("went out", extra=member.farewell(time.time()))

    def _let_in(self, member: Member) -> None:
        member.stamp = Stamp(time.time(), secrets.token_hex(4))
        self.members.add(member)
        self.nodes.tell_came(member.identity, member.stamp)
        self.came_or_went({member.identity})
        self.allowances.meet(member.payer)

    def came_or_went(self, identities: Collection[str]) -> None:
        """Take note that people have come into the house or left it, here or elsewhere; who is in too often goes."""
        for identity in identities:
            for member in self.members.surplus(identity, self.rules.limits.sessions_each):
                self.send_away(member, Goodbye(text=ELSEWHERE, reason=Reason.ELSEWHERE))
        self.lobby.came_or_went(identities)
        self.floor.came_or_went(identities)

    async def _name(self, member: Member, wanted: str) -> None:
        if not wanted or (member.name and not self.rules.own):
            return
        try:
            member.name = await settle_name(self.store, member.identity, wanted)
        except Refusal as refusal:
            self.refuse(member, "enter", refusal)

    async def find_asleep(self, member: Member) -> None:
        """Find the seats that somebody has at tables that nobody runs; one that waits for players opens for them."""
        notes = [note for note in await self.store.seats_of(member.person) if note.identity == member.identity]
        member.asleep = {note.table: note for note in notes if note.table not in self.croupiers}
        for note in member.asleep.values():
            if note.line.setup.public and note.line.phase == Phase.WAITING:
                self.spawn(self._wake(note.table))

    async def _wake(self, code: str) -> None:
        await self.usher.wake(code)

    async def welcome(self, member: Member) -> None:
        """Tell somebody their name, what they have played and where they dropped out."""
        played, won = await self.store.tally_of(member.identity)
        member.send(
            Welcome(
                name=member.name,
                table=self.lobby.dropped_from(member.identity, member.asleep.values()),
                resume=member.resume,
                settings=member.settings,
                played=played,
                won=won,
                practice=True,
                ladders=not self.rules.own,
                reviews=True,
                consults=True,
                accounts=not self.rules.own,
                speeds=True,
                shares=not self.rules.own,
                days=not self.rules.own,
                daily=True,
            )
        )
        member.welcomed = True

    def show_out(self, member: Member) -> None:
        """Show somebody out in the operator's name; their seat is kept."""
        self.send_away(member, Goodbye(text=SHOWN_OUT, reason=Reason.REFUSED))

    def send_away(self, member: Member, goodbye: Goodbye) -> None:
        """Say goodbye to somebody, and why; their seat is kept."""
        member.why_gone = member.why_gone or goodbye.reason
        member.send(goodbye)
        member.link.close()
        self._let_out(member)

    def _let_out(self, member: Member) -> None:
        was_in = self.members.discard(member)
        if was_in:
            self.nodes.tell_went(member.identity, member.stamp)
        self.reviews.part(member)
        member.depart()
        if was_in:
            self.came_or_went({member.identity})
        if not self._closing:
            self.spawn(note_seen(self, member))
        self._forget_source(member.payer)
        self._news.set()

    def _forget_source(self, payer: Payer) -> None:
        """Forget where somebody came from once they, and their programs, are gone and hold nothing."""
        here = any(member.payer.person == payer.person for member in self.members)
        if not here and payer.person not in {*self.lobby.owners(), *self.lobby.holders()}:
            self.allowances.part(payer)

    async def _hold(self, member: Member, message: Message) -> None:
        """Let somebody wait who does much at once that others see or the store keeps; a move is in nobody's way."""
        if not isinstance(message, QUICK):
            await asyncio.sleep(self.allowances.spend(Use.ACTION, member.payer))

    async def hear(self, member: Member, message: Message) -> None:
        """Do what a client asks for, or tell them why not."""
        if isinstance(message, Play):
            member.unanswered = message
            if member.leading.locked():
                return  # asked where they are being led to
        try:
            await answer(self, member, message)
        except Moved:
            return  # whoever was at the table is led to where it is now, and what they asked is asked there
        except Refusal as refusal:
            self.refuse(member, str(type(message).__struct_config__.tag), refusal)
        except StoreError as error:
            self.refuse(member, str(type(message).__struct_config__.tag), Refusal.literal(error))
        if member.tunnel is None:
            member.unanswered = None

    def refuse(self, member: Member, about: str, refusal: Refusal) -> None:
        """Tell somebody why not."""
        member.send(
            Refused(about=about, text=refusal.text, values=refusal.values, clause=refusal.clause, seq=refusal.seq)
        )

    def _table_changed(self, croupier: Croupier) -> None:
        table = croupier.table
        self.lobby.touch(table)
        for seat in table.seats.held():
            for member in self.members.of(seat.identity):
                member.asleep.pop(table.code, None)
        if table.closed and table.code in self.lobby.tables:
            self.floor.drop(croupier)
            logger.info("table closed", extra={"table": table.code})
            if table.forgot:
                self.spawn(self.let_go(table.code))
            for member in croupier.members:
                member.croupier = None
                self.to_lobby(member)
        self._news.set()

    def _table_rests(self, croupier: Croupier) -> None:
        """A table was put away: whoever has a seat there and is in the house still sees it."""
        for seat in croupier.table.seats.held():
            for member in self.members.of(seat.identity):
                self.spawn(self.find_again(member))

    async def find_again(self, member: Member) -> None:
        """Find somebody's resting tables again, because one has come to rest."""
        with suppress(StoreError):
            await self.find_asleep(member)
        self._news.set()

    def _table_lost(self, croupier: Croupier) -> None:
        """Another house has a table: lead everybody there."""
        code = croupier.table.code
        for member in croupier.members:
            member.croupier = None
            has_seat = croupier.table.seats.of(member.identity) is not None
            if member.far is not None:
                member.link.close()
            else:
                self.spawn(self.usher.lead_back(member, Sit(code=code) if has_seat else Watch(code=code)))
        self._news.set()

    def to_lobby(self, member: Member) -> None:
        """Lead somebody to the lobby, of this house or the one where they came in."""
        if member.far is not None:
            member.far.lead_out()
            return
        member.lobby = None
        self._herald().tell(member)
        self._news.set()

    async def say_in_lobby(self, member: Member, text: str, *, phrase: bool) -> None:
        """Let everybody in the lobby hear something."""
        said = log.Said(at=0.0, seat=None, name=member.name, text=text, phrase=phrase, identity=member.person)
        try:
            await self.store.say(seal_line(said))
        except StoreError:
            raise Refusal(N_("Nothing can be saved now, so it was not said")) from None
        self._hear_in_lobby(said)
        self.nodes.tell_talk(spoken_of(said))
        self._news.set()

    async def forget_talk(self, person: str) -> None:
        """Let nobody in the lobby read any more what somebody has said there."""
        await self.store.unsay(lines_of(person, await self.store.talk()))

    def hide_talk(self, person: str) -> None:
        """Show nobody who is in what somebody has said in the lobby."""
        self.lobby.talk.change(lambda spoken: spoken.without(person))
        for member in self.members:
            member.lobby = None
        self._news.set()

    async def let_go(self, code: str) -> None:
        """Let go of the log of a closed table where somebody was who wants to be forgotten."""
        with suppress(StoreError):
            await self.store.let_go(code)

    async def announce(self, text: str, *, phrase: bool = False) -> None:
        """Let everybody hear something in the house's name, in the lobby and at every table where somebody is."""
        said = log.Said(at=0.0, seat=None, name=HOUSE, text=text, phrase=phrase)
        with suppress(StoreError):
            await self.store.say(seal_line(said))
        self.nodes.tell_talk(spoken_of(said), announced=True)
        await self.hear_announced(spoken_of(said))

    async def hear_announced(self, spoken: Spoken) -> None:
        """Let everybody here hear what was said in the house's name."""
        self.lobby.talk.add(spoken)
        self._news.set()
        line = spoken.line
        said = log.Said(at=0.0, seat=None, name=line.name, text=line.text, phrase=line.phrase)
        for croupier in list(self.croupiers.values()):
            if croupier.members:
                with suppress(Refusal):
                    await croupier.do(lambda now: [msgspec.structs.replace(said, at=now)])

    def _hear_in_lobby(self, entry: log.Entry) -> None:
        if isinstance(entry, log.Said):
            self.lobby.talk.add(spoken_of(entry))

    async def _tell_news(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            self.nodes.tell_news()
            herald = self._herald()
            for member in self.members:
                if member.in_lobby and member.welcomed:
                    herald.tell(member)
                    await asyncio.sleep(0)  # a full house must not keep those waiting who play
                elif member.tables:
                    herald.tell_tables(member)
            await asyncio.sleep(self.rules.news)

    def news(self) -> None:
        """Take note that there is something new to tell in the lobby."""
        self._news.set()

    def shown_to(self, member: Member) -> list[TableLine]:
        """The tables that the lobby shows somebody, here and elsewhere."""
        return list(self._herald().page_of(member).tables.values())

    def _herald(self) -> Herald:
        return Herald(self.lobby, self.members, self.floor.now)

    def spawn(self, work: Coroutine[Any, Any, None], tab: str | None = None) -> None:
        """Do something on the side, until the house closes; on the tab of whoever asked, or on one of its own."""
        task = asyncio.create_task(work, context=None if tab is None else on_tab(Tab(tab)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def spoken_of(said: log.Said) -> Spoken:
    """A line of talk in the lobby, and who said it."""
    return Spoken(TalkLine(name=said.name, text=said.text, phrase=said.phrase), said.identity)
