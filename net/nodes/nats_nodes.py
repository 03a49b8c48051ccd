"""The other nodes of a house, on NATS: who is there, who runs which table, and the way there.

Nothing here decides who may write: the logs do. That a node is silent is only a reason to try.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec
from nats.aio.msg import Msg

from net.nodes.bus import ALIVE, LOST, Bus
from net.nodes.elsewhere import Elsewhere, Gossip, Teller
from net.nodes.meetings import NatsMeetings
from net.nodes.nodes import Amendment, Call, Front, Host, Nodes, Spent, Tunnel
from net.nodes.sessions import Sessions, Stamp, Told
from net.nodes.tunnels import FRAME, NAME_BYTES, PING, Ends, FarEnd, NearEnd
from net.refusal import Refusal
from net.store.nats_connection import ClusterSettings
from net.tables.table import Spoken

logger = logging.getLogger(__name__)

BEAT = 1.0
LOOK = 0.5
SILENT = 2.5
EVERYBODY = 20.0
UNKNOWN = 0.5
LOOK_AGAIN = 0.1
FIRST_LOOK = 1.2
OK, NOT_HERE, REFUSED = "ok", "not here", "refused"

pack, unpack = msgspec.msgpack.encode, msgspec.msgpack.decode


class Dialled(msgspec.Struct, frozen=True, array_like=True):
    """A call through a new tunnel from a node."""

    tunnel: str
    front: str
    call: Call


class Answered(msgspec.Struct, frozen=True, array_like=True):
    """What became of it; a refusal is told where the client is."""

    word: str
    text: str = ""
    values: dict[str, int] = {}
    clause: str = ""


class Beat(msgspec.Struct, frozen=True, array_like=True):
    """A node is there, has told so many news, and people there have used this up since its last one."""

    node: str
    number: int
    spent: list[Spent] = []


class NatsNodes(Nodes):
    """The other houses on the same NATS servers."""

    meetings: NatsMeetings

    def __init__(self, settings: ClusterSettings, name: str) -> None:
        self.name = name
        self.elsewhere = Elsewhere()
        self.sessions = Sessions()
        self._bus = Bus(settings, name, self._connection_lost)
        self.meetings = NatsMeetings(self._bus, self.elsewhere, self.is_open)
        self._ends = Ends(self._bus)
        self._told = Teller(name)
        self._heard: dict[str, float] = {}
        self._looked_for: set[str] = set()
        self._host: Host[Any] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    async def open(self, host: Host[Any]) -> None:
        self._host = host
        await self._bus.open(
            {
                FRAME: lambda message: self._ends.hear(message.data),
                "dial": lambda message: self._spawn(self._dialled(host, message)),
                PING: self._pinged,
                ALIVE: lambda message: self._bus.answer(message, b""),
                "beat": lambda message: self._beaten(host, message),
                "gone": lambda message: self._forget(host, unpack(message.data, type=str)),
                "owned": lambda message: self._owned(host, message),
                "lobby": lambda message: self._gossiped(host, message),
                "whole": lambda message: self._tell_whole(unpack(message.data, type=str)),
                LOST: lambda message: self._spawn(self._look_for(host, message.subject.split(".")[-2])),
                "came": lambda message: self._came(host, message),
                "went": lambda message: self._went(host, message),
                "here": lambda message: self._who_is_there(host, message),
                "amend": lambda message: self._spawn(self._amend(host, message)),
                "amended": lambda message: self._spawn(host.amended(unpack(message.data, type=Amendment))),
                "account": lambda message: self._spawn(host.account_changed(unpack(message.data, type=str))),
                "talk": lambda message: self._talked(host, message),
            }
        )
        self._spawn(self._beat(host))

    async def close(self) -> None:
        self._closing = True
        self._ends.break_off()
        self._bus.tell_all("gone", pack(self.name))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bus.close()

    async def is_first(self) -> bool:
        await asyncio.sleep(FIRST_LOOK)
        return all(self.name < other for other in self._heard)

    @property
    def others(self) -> list[str]:
        """The names of the other nodes that were heard lately."""
        return sorted(self._heard)

    def is_open(self, node: str) -> bool:
        return node in self._heard

    async def dial(self, node: str, call: Call, front: Front) -> Tunnel | None:
        name = secrets.token_hex(NAME_BYTES // 2)
        end = NearEnd(self._ends, name, node, front, call.code)
        # Whoever was not heard lately is most likely gone, and says so at once where the servers know it.
        patience = SILENT if self.is_open(node) else UNKNOWN
        data = await self._bus.ask(node, "dial", pack(Dialled(name, self.name, call)), patience)
        answer = Answered(NOT_HERE) if data is None else unpack(data, type=Answered)
        if answer.word == OK:
            end.is_known = True
            return end
        end.hang_up(on_purpose=False)
        if answer.word == REFUSED:
            raise Refusal(answer.text, answer.values, answer.clause)
        return None

    async def _dialled(self, host: Host[Any], message: Msg) -> None:
        asked = unpack(message.data, type=Dialled)
        if self._closing or not await host.runs(asked.call.code):
            self._bus.answer(message, pack(Answered(NOT_HERE)))
            return
        end = FarEnd(self._ends, asked.tunnel, asked.front)
        try:
            member = await host.welcome_far(asked.call, end)
        except Refusal as refusal:
            end.close()
            self._bus.answer(message, pack(Answered(REFUSED, refusal.text, refusal.values, refusal.clause)))
            return
        if member is None:
            end.close()
            self._bus.answer(message, pack(Answered(NOT_HERE)))
            return
        self._bus.answer(message, pack(Answered(OK)))
        await host.serve_far(member, end)

    async def amend(self, node: str, code: str, amendment: Amendment) -> bool:
        data = await self._bus.ask(node, "amend", pack((code, amendment)), SILENT)
        return data is not None and unpack(data, type=bool)

    async def _amend(self, host: Host[Any], message: Msg) -> None:
        done = await host.amend(*unpack(message.data, type=tuple[str, Amendment]))
        self._bus.answer(message, pack(done))

    def tell_amended(self, amendment: Amendment) -> None:
        self._bus.tell_all("amended", pack(amendment))

    def tell_account(self, person: str) -> None:
        self._bus.tell_all("account", pack(person))

    def tell_owned(self, code: str, epoch: int) -> None:
        self._bus.tell_all("owned", pack((code, epoch)))

    def _owned(self, host: Host[Any], message: Msg) -> None:
        self._overtaken(host, *unpack(message.data, type=tuple[str, int]))

    def _overtaken(self, host: Host[Any], code: str, epoch: int) -> None:
        host.overtaken(code, epoch)

    def tell_came(self, identity: str, stamp: Stamp) -> None:
        self._bus.tell_all("came", pack((self.name, identity, stamp)))

    def _came(self, host: Host[Any], message: Msg) -> None:
        node, identity, stamp = unpack(message.data, type=tuple[str, str, Stamp])
        self.sessions.came(node, identity, stamp)
        host.came_or_went({identity})

    def tell_went(self, identity: str, stamp: Stamp) -> None:
        self._bus.tell_all("went", pack((self.name, identity, stamp)))

    def _went(self, host: Host[Any], message: Msg) -> None:
        node, identity, stamp = unpack(message.data, type=tuple[str, str, Stamp])
        self.sessions.went(node, identity, stamp)
        host.came_or_went({identity})

    def _who_is_there(self, host: Host[Any], message: Msg) -> None:
        node, told = unpack(message.data, type=tuple[str, Told])
        host.came_or_went(self.sessions.tell(node, told))

    def tell_talk(self, spoken: Spoken, *, announced: bool = False) -> None:
        self._bus.tell_all("talk", pack((spoken, announced)))

    def _talked(self, host: Host[Any], message: Msg) -> None:
        spoken, announced = unpack(message.data, type=tuple[Spoken, bool])
        self._spawn(host.heard_announced(spoken)) if announced else host.heard_in_lobby(spoken)

    async def _beat(self, host: Host[Any]) -> None:
        """Say that we are here and what was spent, ask of our tunnels, and give up who is silent.

        Of everybody who is here it tells every now and then, for what was lost on the way.
        """
        told_everybody = time.monotonic()
        while True:
            self._bus.tell_all("beat", pack(Beat(self.name, self._told.number, host.spent())))
            self.tell_news()
            for peer in self._ends.peers():
                self._ends.ping(peer)
            if time.monotonic() - told_everybody >= EVERYBODY:
                told_everybody = time.monotonic()
                self._bus.tell_all("here", pack((self.name, host.members())))
            for _ in range(round(BEAT / LOOK)):
                began = time.monotonic()
                await asyncio.sleep(LOOK)
                self._give_up_silent(host, time.monotonic() - began - LOOK)

    def _give_up_silent(self, host: Host[Any], late: float) -> None:
        now = time.monotonic()
        for node, heard in list(self._heard.items()):
            # While we stood still ourselves nobody could be heard.
            if late > LOOK:
                self._heard[node] = now
            elif now - heard > SILENT:
                self._forget(host, node)

    async def _look_for(self, host: Host[Any], peer: str) -> None:
        """Give up a node at once that the servers know to be gone: its tables are wanted here.

        Asked once more, because a server that has just found the others does not know yet who listens there.
        """
        if peer in self._looked_for:
            return
        self._looked_for.add(peer)
        await asyncio.sleep(LOOK_AGAIN)
        if await self._bus.is_gone(peer):
            self._forget(host, peer)
        self._looked_for.discard(peer)

    def _beaten(self, host: Host[Any], message: Msg) -> None:
        beat = unpack(message.data, type=Beat)
        if beat.node not in self._heard:
            self._meet(host, beat.node)
        self._heard[beat.node] = time.monotonic()
        host.heard_spent(beat.spent)
        if not self.elsewhere.knows(beat.node, beat.number):
            self._ask_whole(beat.node)

    def _meet(self, host: Host[Any], node: str) -> None:
        """Tell whoever has just come that we are here, and with whom."""
        self._bus.tell(node, "beat", pack(Beat(self.name, self._told.number)))
        self._bus.tell(node, "here", pack((self.name, host.members())))
        host.heard_crowd(node, {})

    def _pinged(self, message: Msg) -> None:
        node, counts = unpack(message.data, type=tuple[str, dict[str, int]])
        self._ends.compare(node, counts, SILENT)

    def _forget(self, host: Host[Any], node: str) -> None:
        self._heard.pop(node, None)
        host.is_gone(node)
        gone = self.elsewhere.forget(node)
        self.meetings.heard()
        self._ends.break_off(node)
        host.elsewhere_changed(gone)
        host.came_or_went(self.sessions.forget(node))

    def tell_news(self) -> None:
        if self._host is None:
            return
        report = msgspec.structs.replace(self._host.report(), meetings=self.meetings.count)
        if (gossip := self._told.change(report)) is not None:
            self._bus.tell_all("lobby", pack(gossip))

    def _ask_whole(self, node: str) -> None:
        """Ask a node for all that it has told, because some of it was missed."""
        self._bus.tell(node, "whole", pack(self.name))

    def _tell_whole(self, node: str) -> None:
        self._bus.tell(node, "lobby", pack(self._told.whole()))

    def _gossiped(self, host: Host[Any], message: Msg) -> None:
        gossip = unpack(message.data, type=Gossip)
        if gossip.node not in self._heard:
            return  # its next beat says that there is something to ask for
        if not self.elsewhere.follows(gossip):
            if not self.elsewhere.knows(gossip.node, gossip.number):
                self._ask_whole(gossip.node)
            return
        before = self.elsewhere.present
        gone = self.elsewhere.hear(gossip)
        self.meetings.heard()
        host.heard_crowd(gossip.node, self.elsewhere.crowd_of(gossip.node))
        for posting in gossip.postings:
            self._overtaken(host, posting.line.code, posting.epoch)
        if gossip.concerns_tables or self.elsewhere.present != before:
            host.elsewhere_changed(gone)

    def _connection_lost(self) -> None:
        self._ends.break_off()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._is_done)

    def _is_done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        with suppress(asyncio.CancelledError):
            if (error := task.exception()) is not None:
                logger.error("work for another node failed", extra={"why": type(error).__name__}, exc_info=error)
