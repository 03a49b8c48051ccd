"""One caller in one room, from the first word to the last: what every door's session has in common."""

import asyncio
import time
from collections.abc import Awaitable
from functools import partial

import msgspec

from engines.wire import BadMessage
from engines.words import N_
from net.door.caller import GUEST, Caller
from net.door.entrance import Entrance
from net.door.rooms import where
from net.door.talk import Speed, Talk
from net.limits.allowances import Use
from net.limits.fair_loop import ON_TAB
from net.limits.sources import Payer, source_of
from net.link import LinkClosed
from net.messages import Goodbye, Reason
from net.refusal import Refusal

FAILED = Goodbye(
    text=N_("Something went wrong here, and it was noted. Seats are kept: please come back."), reason=Reason.FAILED
)


class Stay:
    """A door's session: it knows who came, starts the room, and lets them go when the room has ended.

    `kind` names the room for the log and the counters; `fingerprint` is of a key that was proved, if one was.
    """

    kind = ""
    fingerprint = ""

    def __init__(self, entrance: Entrance, address: str) -> None:
        self.entrance = entrance
        self.address = address
        self.task: asyncio.Task[None] | None = None
        self.last_input = time.monotonic()
        self.caller = Caller()
        self.talk: Talk | None = None
        self._why = ""
        entrance.stays.add(self)

    @property
    def active(self) -> bool:
        """Whether somebody is in a room."""
        return self.task is not None and not self.task.done()

    def speed(self) -> Speed:
        """How fast this caller's messages are read."""
        payer = Payer(self.caller.identity or "", self.caller.address)
        return partial(self.entrance.allowances.spend, Use.MESSAGE, payer)

    def stay_in(self, room: Awaitable[int | None]) -> None:
        """Let the caller be in a room until it ends."""
        tab = ON_TAB.get()
        if tab is not None:
            tab.source = source_of(self.address)  # behind a proxy that is known only now
        self.task = asyncio.create_task(self._stay(room))

    async def _stay(self, room: Awaitable[int | None]) -> None:
        caller, monitor = self.caller, self.entrance.monitor
        log = monitor.log.bind(kind=self.kind, who=caller.identity or GUEST, asked=caller.logged, source=caller.address)
        log.info("session began", client=caller.client, term=caller.term)
        monitor.sessions.labels(self.kind).inc()
        began = time.monotonic()
        status = 1
        try:
            status = await room or 0
        except LinkClosed:
            status = 0
        except BadMessage as error:
            self.dismiss(Goodbye(text=Refusal.literal(error).text, reason=Reason.REFUSED))
        except Exception as error:
            log.error("session failed", error=type(error).__name__, where=where(error))
            self.dismiss(FAILED)
        finally:
            monitor.sessions.labels(self.kind).dec()
            seconds = round(time.monotonic() - began, 1)
            log.info("session ended", status=status, seconds=seconds, why=self._why or "left")
            self.let_go(status)

    def let_go(self, status: int) -> None:
        """Say the last words and close the channel; the room has ended with this status."""
        raise NotImplementedError

    def dismiss(self, goodbye: Goodbye) -> None:
        """Show the caller out."""
        self._why = self._why or goodbye.reason
        if self.talk is not None:
            self.talk.dismiss(self.worded(goodbye))

    def worded(self, goodbye: Goodbye) -> Goodbye:
        """A goodbye in the caller's language."""
        return msgspec.structs.replace(goodbye, text=self.entrance.rooms.words(self.caller, goodbye.text))

    def hung_up(self, why: str) -> None:
        """Take note that the caller is gone: the room ends, and if it does not in time it is ended."""
        self._why = self._why or why
        if self.talk is not None:
            self.talk.hang_up()
        if self.task is not None and not self.task.done():
            asyncio.get_running_loop().call_later(self.entrance.settings.patience.closing, self.task.cancel)
        self.entrance.stays.discard(self)
