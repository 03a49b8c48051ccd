"""An event loop on which nobody keeps others waiting: who has used much of its time lately goes behind the rest.

All sessions of a house share one loop, so one address that does all it may could keep it busy while somebody else's
key waits. Work is put on the tab of the address that caused it. A tab that stays small is served at once, as on any
loop; one that has grown waits until nothing else is to be done, the smallest first. Nothing is refused or put off
while there is time for it.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context, ContextVar
from math import exp
from time import perf_counter, thread_time
from typing import Any

# A tab is small while it took less than this share of the time, of late.
SHARE = 0.04
LATELY = 1.0
# So long the others are served before anybody looks again whether something else has come.
TURN = 0.0005
# So often in a row they are passed over at most.
MOST_PASSED_OVER = 40
SWEEP_AT = 1024


class Tab:
    """On whose account something is done: an address, or "" for the house itself; a table's changes with its people."""

    __slots__ = ("source",)

    def __init__(self, source: str = "") -> None:
        self.source = source


ON_TAB: ContextVar[Tab | None] = ContextVar("ON_TAB", default=None)


def on_tab(tab: Tab) -> Context:
    """A context in which everything that is begun is put on a tab."""
    context = Context()
    context.run(ON_TAB.set, tab)
    return context


class Line:
    """What waits on one tab, each thing once, and the seconds of the loop that it has used of late."""

    __slots__ = ("_at", "_used", "waiting")

    def __init__(self, now: float) -> None:
        self.waiting: dict[asyncio.Handle, Turn] = {}
        self._used = 0.0
        self._at = now

    def used(self, now: float) -> float:
        """Give what was used of late; it fades away."""
        self._used *= exp((self._at - now) / LATELY)
        self._at = now
        return self._used

    def charge(self, seconds: float) -> None:
        """Put some time on the tab."""
        self._used += seconds


class Turn:
    """One thing to do, whose time is put on a tab; to the loop it looks like a handle."""

    __slots__ = ("_handle", "_line")

    def __init__(self, handle: asyncio.Handle, line: Line) -> None:
        self._handle = handle
        self._line = line

    @property
    def _cancelled(self) -> bool:
        return self._handle.cancelled()

    def _run(self) -> None:
        # What other programs take of the machine is nobody's doing.
        began = thread_time()
        self._handle._run()
        self._line.charge(thread_time() - began)


class FairLoop(asyncio.SelectorEventLoop):
    """The loop of a served house, with everything private of asyncio that it takes."""

    _ready: deque[Any]

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        super().__init__()
        self._clock = clock
        self._lines: dict[str, Line] = {}
        self._crowded: set[str] = set()
        self._is_due = False
        self._passed_over = 0

    def used(self, source: str) -> float:
        """The seconds that a tab has used of late."""
        return self._lines[source].used(self._clock()) if source in self._lines else 0.0

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Context | None = None) -> asyncio.Handle:  # type: ignore[override]
        tab = ON_TAB.get() if context is None else context.get(ON_TAB)
        if tab is None or not tab.source:
            return super().call_soon(callback, *args, context=context)
        self._check_closed()  # type: ignore[attr-defined]
        handle = asyncio.Handle(callback, args, self, context)
        self._put(handle, tab.source)
        return handle

    def _add_callback(self, handle: asyncio.Handle) -> None:
        """Take what a socket is ready for."""
        tab = handle._context.get(ON_TAB)  # type: ignore[attr-defined]
        if tab is None or not tab.source or handle.cancelled():
            super()._add_callback(handle)  # type: ignore[misc]
        elif handle not in self._line(tab.source).waiting:
            # What waits is found ready again and again until it has had its turn.
            self._put(handle, tab.source)

    def _put(self, handle: asyncio.Handle, source: str) -> None:
        line = self._line(source)
        turn = Turn(handle, line)
        if not line.waiting and line.used(self._clock()) < SHARE * LATELY:
            self._ready.append(turn)
            return
        line.waiting[handle] = turn
        self._crowded.add(source)
        self._see_to_it()

    def _line(self, source: str) -> Line:
        if source not in self._lines:
            if len(self._lines) > SWEEP_AT:
                self._forget_the_quiet()
            self._lines[source] = Line(self._clock())
        return self._lines[source]

    def _forget_the_quiet(self) -> None:
        now = self._clock()
        self._lines = {
            source: line for source, line in self._lines.items() if line.waiting or line.used(now) > SHARE / 100
        }

    def _see_to_it(self) -> None:
        if not self._is_due:
            self._is_due = True
            super().call_soon(self._serve_line, context=HOUSE)

    def _serve_line(self) -> None:
        self._is_due = False
        if self._ready and self._passed_over < MOST_PASSED_OVER:
            self._passed_over += 1
        else:
            self._passed_over = 0
            end = perf_counter() + TURN
            while self._crowded and perf_counter() < end:
                self._serve_next()
        if self._crowded:
            self._see_to_it()

    def _serve_next(self) -> None:
        now = self._clock()
        source = min(self._crowded, key=lambda each: self._lines[each].used(now))
        waiting = self._lines[source].waiting
        turn = waiting.pop(next(iter(waiting)))
        if not waiting:
            self._crowded.discard(source)
        if not turn._cancelled:
            turn._run()


HOUSE = Context()
