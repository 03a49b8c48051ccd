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

from net.nodes.bus import ALIVE, Bus
from net.nodes.elsewhere import Elsewhere, Gossip, Report
from net.nodes.nodes import Call, Front, Host, Nodes, Spent, Tunnel
from net.nodes.sessions import Sessions, Stamp, Told
from net.nodes.tunnels import FRAME, NAME_BYTES, Ends, FarEnd, NearEnd
from net.refusal import Refusal
from net.store.nats_connection import ClusterSettings
from net.tables.table import Spoken

logger = logging.getLogger(__name__)

BEAT = 0.5
SILENT = 2.5
GOSSIP = 0.2
WHOLE = 2.0
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


class NatsNodes(Nodes):
    """The other houses on the same NATS servers."""

    def __init__(self, settings: ClusterSettings, name: str) -> None:
        self.name = name
        self.elsewhere = Elsewhere()
        self.sessions = Sessions()
        self._bus = Bus(settings, name, self._connection_lost)
        self._ends = Ends(self._bus)
        self._heard: dict[str, float] = {}
        self._host: Host[Any] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    async def open(self, host: Host[Any]) -> None:
        self._host = host
        await self._bus.open(
            {
                FRAME: lambda message: self._ends.hear(message.data),
                "dial": lambda message: self._spawn(self._dialled(host, message)),
                "ping": self._pinged,
                ALIVE: lambda message: self._bus.answer(message, b""),
                "beat": lambda message: self._beaten(host, message),
                "gone": lambda message: self._forget(host, unpack(message.data, type=str)),
                "owned": lambda message: self._owned(host, message),
                "lobby": lambda message: self._told(host, message),
                "came": lambda message: self._came(host, message),
                "went": lambda message: self._went(host, message),
                "here": lambda message: self._who_is_there(host, message),
                "talk": lambda message: self._talked(host, message),
            }
        )
        self._spawn(self._beat(host))
        self._spawn(self._gossip(host))

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
        return not self._heard

    @property
    def others(self) -> list[str]:
        """The names of the other nodes that were heard lately."""
        return sorted(self._heard)

    def is_open(self, node: str) -> bool:
        return node in self._heard

    async def dial(self, node: str, call: Call, front: Front) -> Tunnel | None:
        name = secrets.token_hex(NAME_BYTES // 2)
        end = NearEnd(self._ends, name, node, front)
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

    def tell_owned(self, code: str, epoch: int) -> None:
        self._bus.tell_all("owned", pack((self.name, {code: epoch})))

    def _owned(self, host: Host[Any], message: Msg) -> None:
        node, epochs = unpack(message.data, type=tuple[str, dict[str, int]])
        if node != self.name:
            for code, epoch in epochs.items():
                host.overtaken(code, epoch)

    def tell_came(self, identity: str, stamp: Stamp) -> None:
        self._bus.tell_all("came", pack((self.name, identity, stamp)))

    def _came(self, host: Host[Any], message: Msg) -> None:
        node, identity, stamp = unpack(message.data, type=tuple[str, str, Stamp])
        if node != self.name:
            self.sessions.came(node, identity, stamp)
            host.came_or_went({identity})

    def tell_went(self, identity: str, stamp: Stamp) -> None:
        self._bus.tell_all("went", pack((self.name, identity, stamp)))

    def _went(self, host: Host[Any], message: Msg) -> None:
        node, identity, stamp = unpack(message.data, type=tuple[str, str, Stamp])
        if node != self.name:
            self.sessions.went(node, identity, stamp)
            host.came_or_went({identity})

    def _tell_who_is_here(self, host: Host[Any]) -> None:
        """Tell of everybody: to a node that has just come, and every now and then, for what was lost on the way."""
        self._bus.tell_all("here", pack((self.name, host.members())))

    def _who_is_there(self, host: Host[Any], message: Msg) -> None:
        node, told = unpack(message.data, type=tuple[str, Told])
        if node != self.name:
            host.came_or_went(self.sessions.tell(node, told))

    def tell_talk(self, spoken: Spoken, *, announced: bool = False) -> None:
        self._bus.tell_all("talk", pack((self.name, spoken, announced)))

    def _talked(self, host: Host[Any], message: Msg) -> None:
        node, spoken, announced = unpack(message.data, type=tuple[str, Spoken, bool])
        if node != self.name:
            self._spawn(host.heard_announced(spoken)) if announced else host.heard_in_lobby(spoken)

    async def _beat(self, host: Host[Any]) -> None:
        """Say that we are here, what was spent here and by how many, ask of our tunnels, and give up who is silent."""
        told = told_everybody = 0.0
        while True:
            began = time.monotonic()
            self._bus.tell_all("beat", pack((self.name, host.spent(), host.crowd())))
            for peer in self._ends.peers():
                self._bus.tell(peer, "ping", pack((self.name, self._ends.counts_for(peer))))
                self._spawn(self._look_for(host, peer))
            if began - told >= WHOLE:
                told = began
                self._bus.tell_all("owned", pack((self.name, host.epochs())))
            if began - told_everybody >= EVERYBODY:
                told_everybody = began
                self._tell_who_is_here(host)
            await asyncio.sleep(BEAT)
            late = time.monotonic() - began - BEAT
            for node, heard in list(self._heard.items()):
                # While we stood still ourselves nobody could be heard.
                if late > BEAT:
                    self._heard[node] = time.monotonic()
                elif time.monotonic() - heard > SILENT:
                    self._forget(host, node)

    async def _look_for(self, host: Host[Any], peer: str) -> None:
        """Give up a node at once that the servers know to be gone: its tables are wanted here.

        Asked twice, because a server that has just found the others does not know yet who listens there.
        """
        if await self._bus.is_gone(peer):
            await asyncio.sleep(LOOK_AGAIN)
            if await self._bus.is_gone(peer):
                self._forget(host, peer)

    def _beaten(self, host: Host[Any], message: Msg) -> None:
        node, spent, crowd = unpack(message.data, type=tuple[str, list[Spent], dict[str, int]])
        if node != self.name:
            self._meet(host, node)
            host.heard_spent(spent)
            host.heard_crowd(node, crowd)

    def _meet(self, host: Host[Any], node: str) -> None:
        if node not in self._heard:
            self._tell_who_is_here(host)
        self._heard[node] = time.monotonic()

    def _pinged(self, message: Msg) -> None:
        node, counts = unpack(message.data, type=tuple[str, dict[str, int]])
        self._ends.compare(node, counts, SILENT)

    def _forget(self, host: Host[Any], node: str) -> None:
        if node == self.name:
            return
        self._heard.pop(node, None)
        host.heard_crowd(node, {})
        gone = self.elsewhere.forget(node)
        self._ends.break_off(node)
        host.elsewhere_changed(gone)
        host.came_or_went(self.sessions.forget(node))

    async def _gossip(self, host: Host[Any]) -> None:
        """Tell of our tables and people what has changed, and every now and then everything."""
        before, told = Report(), 0.0
        while True:
            report = host.report()
            whole = time.monotonic() - told >= WHOLE
            if whole or report != before:
                gossip = Gossip.of(self.name, report, None if whole else before)
                self._bus.tell_all("lobby", pack(gossip))
                told = time.monotonic() if whole else told
                before = report
            await asyncio.sleep(GOSSIP)

    def _told(self, host: Host[Any], message: Msg) -> None:
        gossip = unpack(message.data, type=Gossip)
        if gossip.node != self.name:
            self._meet(host, gossip.node)
            host.elsewhere_changed(self.elsewhere.hear(gossip))

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
