"""The house: it owns the lobby, the tables and the store, lets clients in, and brings everything back after a restart.

The same house serves one person on their own machine and a server full of people; it knows links, not sockets. What it
answers to each message is in `answers`; a croupier runs each table.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from bots.bot import Budget
from engines.wire import BadMessage, Message
from engines.words import N_
from net.house.answers import answer
from net.house.croupier import Croupier, Moved, Thinker
from net.house.floor import Floor
from net.house.herald import Herald
from net.house.host import HouseHost, hand_over
from net.house.lobby import Lobby
from net.house.member import Member
from net.house.people import guest, guest_identity, is_guest, program_identity, settle_name
from net.house.reviews import Reviews
from net.house.seat_notes import dropped_from
from net.house.table_log import read_lines, seal_line
from net.house.usher import TOO_MANY_GUESSES, Usher
from net.limits.allowances import Allowances, CountedAllowances, Unlimited, Use
from net.limits.sources import Payer
from net.link import Link, LinkClosed
from net.messages import PROTOCOL, QUICK, Enter, Goodbye, Play, Reason, Refused, Sit, TalkLine, Watch, Welcome
from net.nodes.alone import Alone
from net.nodes.nodes import Nodes, Stamp
from net.refusal import Refusal
from net.setup import HouseRules
from net.store.store import Store, StoreError
from net.tables import entries as log
from net.values import Phase

logging.getLogger("net").addHandler(logging.NullHandler())
logger = logging.getLogger(__name__)

HOUSE = "Tablée"
CLOSING = N_("The house closes; all seats and games are kept")
ELSEWHERE = N_("You came in from somewhere else")
SHOWN_OUT = N_("Whoever runs this house has shown you out")


class BadEntry(ValueError):
    """A first word that lets nobody in, with the goodbye that answers it."""

    def __init__(self, goodbye: Goodbye) -> None:
        super().__init__(goodbye.text)
        self.goodbye = goodbye


class House:
    """Everything that is shared: open it, serve links, close it."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        rules: HouseRules | None = None,
        allowances: Allowances | None = None,
        nodes: Nodes | None = None,
    ) -> None:
        self.store = store
        self.thinker = thinker
        self.rules = rules or HouseRules()
        self.allowances = allowances or (Unlimited() if self.rules.own else CountedAllowances(self.rules.limits))
        self.nodes = nodes or Alone()
        self.members: dict[str, Member] = {}
        self.lobby = Lobby(self.members, self.nodes.elsewhere, own=self.rules.own)
        self.floor = Floor(
            store, thinker, self.rules, self.allowances, self.lobby, self.nodes, self._table_changed, self._table_lost
        )
        self.usher = Usher(self, store, self.floor, self.nodes)
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        thinking = Budget(seconds=self.rules.limits.review_seconds)
        self.reviews = Reviews(store, thinker, self.allowances, thinking, self.spawn)

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
        for code in await self.store.unnoted():
            await self.floor.note_asleep(code)
        await self.nodes.open(HouseHost(self))
        self.spawn(self._forget_strays())
        self.spawn(self._tell_news())
        self.spawn(self.floor.time.run())
        self.spawn(self.floor.rest())

    async def close(self, why: str = CLOSING) -> None:
        """Stop every table, with everything stored, and say goodbye."""
        self._closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        goodbye = Goodbye(text=why, reason=Reason.CLOSING)
        await self.floor.close(why, lambda croupier: hand_over(self, croupier, goodbye))
        for member in list(self.members.values()):
            self.send_away(member, goodbye)
        await self.nodes.close()

    async def knows(self, code: str, address: str) -> bool:
        """Whether a guest's code is somebody's; a wrong one is charged, and after too many none is looked up."""
        payer = Payer("", address)
        if not self.allowances.has(Use.GUESS, payer):
            return False
        known = guest_identity(code) in self.members or bool(await self.store.name_of(guest_identity(code)))
        if not known:
            self.allowances.spend(Use.GUESS, payer)
        return known

    async def serve(
        self, link: Link, identity: str | None, code: str = "", *, address: str = "", minted: bool = False
    ) -> None:
        """Serve a client until its link closes.

        `identity` was proved by whoever made the link; None is a guest, and `code` the one they came back with, or have
        been given just now (`minted`).
        `address` is where they come from, with which they share what may be done; in one's own house there is none.
        """
        member: Member | None = None
        try:
            enter = await self._first_word(link)
            member = self._let_in(link, enter, identity, code, address, minted)
            member.since = time.time()
            await self._name(member, enter.name)
            await self.find_asleep(member)
            logger.info("came in", extra=member.logged())
            if not member.name and (enter.resume or (identity is None and code)) and not minted:
                self._note_wrong_code(member)
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

    async def _first_word(self, link: Link) -> Enter:
        enter = await link.receive()
        if not isinstance(enter, Enter):
            raise BadEntry(Goodbye(text=N_("Say who you are first"), reason=Reason.REFUSED))
        if enter.protocol != PROTOCOL:
            raise BadEntry(
                Goodbye(text=N_("This program and the house are of different versions"), reason=Reason.VERSION)
            )
        return enter

    def _let_in(self, link: Link, enter: Enter, identity: str | None, code: str, address: str, minted: bool) -> Member:
        resume = ""
        if identity is None:
            said = enter.resume or code
            if said and not minted and not self.allowances.has(Use.GUESS, Payer("", address)):
                raise BadEntry(Goodbye(text=TOO_MANY_GUESSES, reason=Reason.REFUSED))
            identity, resume = guest(said)
        payer = Payer(identity, address)
        if enter.program:
            identity = program_identity(identity, enter.name)
        member = Member(
            link=link,
            identity=identity,
            payer=payer,
            resume=resume,
            program=enter.program,
            changes=enter.changes,
            reviews=enter.reviews,
        )
        member.stamp = Stamp(time.time(), secrets.token_hex(4))
        self.nodes.tell_came(identity, member.stamp)
        if identity in self.members:
            self.came_elsewhere(self.members[identity])
        self.members[identity] = member
        self.lobby.came_or_went(identity)
        self.allowances.meet(payer)
        return member

    async def _name(self, member: Member, wanted: str) -> None:
        member.name = await self.store.name_of(member.identity)
        member.settings = await self.store.settings_of(member.identity)
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
                table=self.lobby.dropped_from(member.identity) or dropped_from(member.asleep.values()),
                resume=member.resume,
                settings=member.settings,
                played=played,
                won=won,
                practice=True,
                ladders=not self.rules.own,
                reviews=True,
                consults=True,
            )
        )

    def show_out(self, member: Member) -> None:
        """Show somebody out in the operator's name; their seat is kept."""
        self.send_away(member, Goodbye(text=SHOWN_OUT, reason=Reason.REFUSED))

    def _note_wrong_code(self, member: Member) -> None:
        """Charge somebody for the code of a guest who is not known here: it may be a guess."""
        self.allowances.spend(Use.GUESS, Payer("", member.payer.address))
        logger.info("wrong code", extra=member.logged())

    def send_away(self, member: Member, goodbye: Goodbye) -> None:
        """Say goodbye to somebody, and why; their seat is kept."""
        member.why_gone = member.why_gone or goodbye.reason
        member.send(goodbye)
        member.link.close()
        self._let_out(member)

    def _let_out(self, member: Member) -> None:
        if self.members.get(member.identity) is member:
            del self.members[member.identity]
            self.lobby.came_or_went(member.identity)
        self.reviews.part(member)
        member.depart()
        if is_guest(member.identity) and not self._closing:
            self.spawn(self._forget(member.identity))
        self._forget_source(member.payer)
        self._news.set()

    def _forget_source(self, payer: Payer) -> None:
        """Forget where somebody came from once they, and their programs, are gone and hold nothing."""
        here = any(member.payer.person == payer.person for member in self.members.values())
        if not here and payer.person not in {*self.lobby.owners(), *self.lobby.holders()}:
            self.allowances.part(payer)

    async def _forget(self, identity: str) -> None:
        """Free the name of a guest who has gone and left nothing behind, for the next one who likes it."""
        if identity not in self.members and not self.lobby.holds_seat(identity):
            with suppress(StoreError):
                await self.store.forget(identity)

    async def _forget_strays(self) -> None:
        """Forget guests who had just gone when the house was killed, and could not be forgotten then."""
        if await self.nodes.is_first():
            for identity in await self.store.guests():
                await self._forget(identity)

    async def _hold(self, member: Member, message: Message) -> None:
        """Let somebody wait who does much at once that others see or the store keeps; a move is in nobody's way."""
        if not isinstance(message, QUICK):
            await asyncio.sleep(self.allowances.spend(Use.ACTION, member.payer))

    async def hear(self, member: Member, message: Message) -> None:
        """Do what a client asks for, or tell them why not."""
        if isinstance(message, Play):
            member.unanswered = message
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
            if seat.identity in self.members:
                self.members[seat.identity].asleep.pop(table.code, None)
        if table.closed and table.code in self.lobby.tables:
            self.floor.drop(croupier)
            logger.info("table closed", extra={"table": table.code})
            for member in croupier.members:
                member.croupier = None
                self.to_lobby(member)
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
        said = log.Said(at=0.0, seat=None, name=member.name, text=text, phrase=phrase)
        try:
            await self.store.say(seal_line(said))
        except StoreError:
            raise Refusal(N_("Nothing can be saved now, so it was not said")) from None
        self._hear_in_lobby(said)
        self.nodes.tell_talk(line_of(said))
        self._news.set()

    def came_elsewhere(self, member: Member) -> None:
        """Say goodbye to somebody who has come in again."""
        self.send_away(member, Goodbye(text=ELSEWHERE, reason=Reason.ELSEWHERE))

    async def announce(self, text: str, *, phrase: bool = False) -> None:
        """Let everybody hear something in the house's name, in the lobby and at every table where somebody is."""
        said = log.Said(at=0.0, seat=None, name=HOUSE, text=text, phrase=phrase)
        with suppress(StoreError):
            await self.store.say(seal_line(said))
        self.nodes.tell_talk(line_of(said), announced=True)
        await self.hear_announced(line_of(said))

    async def hear_announced(self, line: TalkLine) -> None:
        """Let everybody here hear what was said in the house's name."""
        self.lobby.talk.add(line)
        self._news.set()
        said = log.Said(at=0.0, seat=None, name=line.name, text=line.text, phrase=line.phrase)
        for croupier in list(self.croupiers.values()):
            if croupier.members:
                with suppress(Refusal):
                    await croupier.do(lambda now: [msgspec.structs.replace(said, at=now)])

    def _hear_in_lobby(self, entry: log.Entry) -> None:
        if isinstance(entry, log.Said):
            self.lobby.talk.add(line_of(entry))

    async def _tell_news(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            herald = self._herald()
            for member in list(self.members.values()):
                if member.in_lobby:
                    herald.tell(member)
                    await asyncio.sleep(0)  # a full house must not keep those waiting who play
            await asyncio.sleep(self.rules.news)

    def news(self) -> None:
        """Take note that there is something new to tell in the lobby."""
        self._news.set()

    def present(self) -> tuple[int, int]:
        """Count the people who are in, and their programs."""
        programs = sum(member.program for member in self.members.values())
        return len(self.members) - programs, programs

    def _herald(self) -> Herald:
        return Herald(self.lobby, *self.present(), self.floor.now)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something on the side, until the house closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def line_of(said: log.Said) -> TalkLine:
    """The line of talk that an entry tells."""
    return TalkLine(name=said.name, text=said.text, phrase=said.phrase)
