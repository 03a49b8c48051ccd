"""The house: it owns the lobby, the tables and the store, lets clients in, and brings everything back after a restart.

The same house serves one person on their own machine and a server full of people; it knows links, not sockets. What it
answers to each message is in `answers`; a croupier runs each table.
"""

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

from engines.chance import Chance
from engines.wire import BadMessage, Message
from engines.words import N_
from net.bucket import Bucket
from net.house.answers import answer
from net.house.croupier import Croupier, Thinker
from net.house.house_rules import HouseRules
from net.house.journal import Journal
from net.house.lobby import GONE, Lobby, Notices
from net.house.patron import Patron
from net.house.people import guest, is_guest, program_identity, settle_name
from net.link import Link, LinkClosed
from net.messages import PROTOCOL, QUICK, Enter, Goodbye, LobbyUpdate, Refused, TalkLine, Welcome
from net.refusal import Refusal
from net.store.store import Store, StoreError
from net.tables import entries as log
from net.tables.table import Table
from net.tables.update import Place

logging.getLogger("net").addHandler(logging.NullHandler())
logger = logging.getLogger(__name__)

LOBBY = "lobby"
CLOSING = N_("The house closes; your seat and your game are kept")
ELSEWHERE = N_("You came in from somewhere else")
NOT_OPENED = N_("The table can't be saved now, so it was not opened")
FULL = N_("The house is full: no table can be opened now")


class House:
    """Everything that is shared: open it, serve links, close it."""

    def __init__(self, store: Store, thinker: Thinker, rules: HouseRules | None = None) -> None:
        self.store = store
        self.thinker = thinker
        self.rules = rules or HouseRules()
        self.lobby = Lobby()
        self.croupiers: dict[str, Croupier] = {}
        self.patrons: dict[str, Patron] = {}
        self._talk = Journal(store, LOBBY)
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._moves_at_closed_tables = 0
        self._closing = False

    @property
    def moves(self) -> int:
        """Count the moves made since the house was opened."""
        return self._moves_at_closed_tables + sum(croupier.moves for croupier in self.croupiers.values())

    async def open(self) -> None:
        """Bring back every table, seat, clock and line of talk."""
        self.lobby.used = await self.store.all_tables()
        for entry in await self._talk.open():
            self._hear_in_lobby(entry)
        for code in await self.store.tables():
            if code != LOBBY:
                await self._restore(code)
        self.spawn(self._tell_news())

    async def close(self, why: str = CLOSING) -> None:
        """Stop every table, with everything stored, and say goodbye."""
        self._closing = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(croupier.close(why) for croupier in self.croupiers.values()))
        for patron in list(self.patrons.values()):
            self._send_away(patron, why)

    async def serve(self, link: Link, identity: str | None, code: str = "") -> None:
        """Serve a client until its link closes.

        `identity` was proved by whoever made the link; None is a guest, and `code` the one they came back with.
        """
        patron: Patron | None = None
        try:
            enter = await self._first_word(link)
            patron = self._let_in(link, enter, identity, code)
            await self._name(patron, enter.name)
            self.welcome(patron)
            self.to_lobby(patron)
            while True:
                message = await link.receive()
                await self._hold(patron, message)
                await self._hear(patron, message)
        except LinkClosed:
            pass
        except Refusal as refusal:
            link.send(Goodbye(text=refusal.text))
        except (BadMessage, StoreError) as error:
            link.send(Goodbye(text=Refusal.literal(error).text))
        finally:
            link.close()
            if patron is not None:
                self._let_out(patron)

    async def _first_word(self, link: Link) -> Enter:
        enter = await link.receive()
        if not isinstance(enter, Enter):
            raise Refusal(N_("Say who you are first"))
        if enter.protocol != PROTOCOL:
            raise Refusal(N_("This program and the house are of different versions"))
        return enter

    def _let_in(self, link: Link, enter: Enter, identity: str | None, code: str) -> Patron:
        resume = ""
        if identity is None:
            identity, resume = guest(enter.resume or code)
        if enter.program:
            identity = program_identity(identity, enter.name)
        deeds = Bucket(self.rules.deeds, self.rules.deeds_burst, time.monotonic())
        patron = Patron(link=link, identity=identity, deeds=deeds, resume=resume, program=enter.program)
        if identity in self.patrons:
            self._send_away(self.patrons[identity], ELSEWHERE)
        self.patrons[identity] = patron
        return patron

    async def _name(self, patron: Patron, wanted: str) -> None:
        patron.name = await self.store.name_of(patron.identity)
        patron.likings = await self.store.likings_of(patron.identity)
        if not wanted or (patron.name and not self.rules.own):
            return
        try:
            patron.name = await settle_name(self.store, patron.identity, wanted)
        except Refusal as refusal:
            self._refuse(patron, "enter", refusal)

    def welcome(self, patron: Patron) -> None:
        """Tell somebody their name and where they dropped out."""
        table = self.lobby.dropped_from(patron.identity)
        patron.send(Welcome(name=patron.name, table=table, resume=patron.resume, likings=patron.likings))

    def _send_away(self, patron: Patron, why: str) -> None:
        patron.send(Goodbye(text=why))
        patron.link.close()
        self._let_out(patron)

    def _let_out(self, patron: Patron) -> None:
        if self.patrons.get(patron.identity) is patron:
            del self.patrons[patron.identity]
        if patron.code:
            self.croupiers[patron.code].part(patron)
        if is_guest(patron.identity) and not self._closing:
            self.spawn(self._forget(patron.identity))
        self._news.set()

    async def _forget(self, identity: str) -> None:
        """Free the name of a guest who has gone and left nothing behind, for the next one who likes it."""
        if identity not in self.patrons and not self.lobby.holds_seat(identity):
            with suppress(StoreError):
                await self.store.forget(identity)

    async def _hold(self, patron: Patron, message: Message) -> None:
        """Let somebody wait who does much at once that others see or the store keeps; a move is in nobody's way."""
        if self.rules.own or isinstance(message, QUICK):
            return
        patron.deeds.spend(time.monotonic())
        await asyncio.sleep(patron.deeds.wait(time.monotonic()))

    async def _hear(self, patron: Patron, message: Message) -> None:
        try:
            await answer(self, patron, message)
        except Refusal as refusal:
            self._refuse(patron, str(type(message).__struct_config__.tag), refusal)
        except StoreError as error:
            self._refuse(patron, str(type(message).__struct_config__.tag), Refusal.literal(error))

    def _refuse(self, patron: Patron, about: str, refusal: Refusal) -> None:
        patron.send(
            Refused(about=about, text=refusal.text, values=refusal.values, clause=refusal.clause, seq=refusal.seq)
        )

    async def open_table(self, entries: Sequence[log.Entry], luck: Chance | None = None) -> Croupier:
        """Open a table that the lobby has planned."""
        opened, *others = entries
        if not isinstance(opened, log.Opened):
            raise TypeError("A table begins with its opening.")
        await self._make_room()
        if self._closing:
            raise Refusal(CLOSING)
        journal = Journal(self.store, opened.code)
        try:
            await journal.open()
            await journal.append(entries)
        except StoreError:
            raise Refusal(NOT_OPENED) from None
        table = Table(opened, luck)
        for entry in others:
            table.apply(entry)
        logger.info("table opened", extra={"table": table.code, "game": table.game.id})
        return self._run(table, journal)

    async def _make_room(self) -> None:
        while len(self.croupiers) >= self.rules.tables:
            table = self.lobby.deserted()
            if table is None:
                raise Refusal(FULL)
            await self.close_table(table)

    async def close_table(self, table: Table) -> None:
        """Close a table where nobody is, unless somebody has come meanwhile."""
        await self.croupiers[table.code].do(
            lambda now: [] if table.closed or table.clock.running else [log.Closed(at=now)]
        )

    async def _restore(self, code: str) -> None:
        journal = Journal(self.store, code)
        try:
            table = Table.restore(await journal.open())
        except log.BadLog as error:
            logger.error("table can't be brought back", extra={"table": code, "why": str(error)})
            return
        croupier = self._run(table, journal)
        if table.phase == "over":
            await croupier.keep_game()

    def _run(self, table: Table, journal: Journal) -> Croupier:
        croupier = Croupier(table, journal, self.store, self.thinker, self.rules, self._table_changed)
        self.croupiers[table.code] = croupier
        self.lobby.add(table)
        self._news.set()
        return croupier

    def _table_changed(self, croupier: Croupier) -> None:
        table = croupier.table
        if table.closed and self.lobby.tables.pop(table.code, None) is not None:
            del self.croupiers[table.code]
            self._moves_at_closed_tables += croupier.moves
            for patron in croupier.patrons:
                patron.code = ""
                self.to_lobby(patron)
        self._news.set()

    def croupier_of(self, patron: Patron) -> Croupier:
        """Give the croupier of the table where somebody is."""
        if not patron.code:
            raise Refusal(N_("You are not at a table"))
        return self.croupiers[patron.code]

    def to_table(self, patron: Patron, croupier: Croupier) -> None:
        """Lead somebody to a table, away from where they were; who is there already sees it anew."""
        if croupier.table.closed:
            raise Refusal(GONE)
        if patron.code == croupier.table.code:
            patron.place = Place()
            croupier.show(patron)
            return
        if patron.code:
            self.croupiers[patron.code].part(patron, on_purpose=True)
        croupier.join(patron)

    def to_lobby(self, patron: Patron) -> None:
        """Lead somebody to the lobby."""
        patron.lobby = None
        self._tell(patron, self.lobby.notices(time.monotonic()))
        self._news.set()

    async def say_in_lobby(self, patron: Patron, text: str, *, phrase: bool) -> None:
        """Let everybody in the lobby hear something."""
        said = log.Said(at=0.0, seat=None, name=patron.name, text=text, phrase=phrase)
        try:
            await self._talk.append([said])
        except StoreError:
            raise Refusal(N_("Nothing can be saved now, so it was not said")) from None
        self._hear_in_lobby(said)
        self._news.set()

    def _hear_in_lobby(self, entry: log.Entry) -> None:
        if isinstance(entry, log.Said):
            self.lobby.talk.add(TalkLine(name=entry.name, text=entry.text, phrase=entry.phrase))

    async def _tell_news(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            notices = self.lobby.notices(time.monotonic())
            for patron in list(self.patrons.values()):
                if not patron.code:
                    self._tell(patron, notices)
                    await asyncio.sleep(0)  # a full house must not keep those waiting who play
            await asyncio.sleep(self.rules.news)

    def _tell(self, patron: Patron, notices: Notices) -> None:
        tables = notices.shown_to(patron.identity)
        news = LobbyUpdate(tables=tables, people=len(self.patrons), talk=self.lobby.talk.since(0))
        if news != patron.lobby:
            patron.lobby = news
            patron.send(news)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something on the side, until the house closes."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
