"""What operators see: structured log lines on stderr, and figures for Prometheus on loopback."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TextIO

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from net.door.exposition import FiguresServer, Gathered, Named, show, written
from net.names import clean

PATIENCE = 5.0
LONGEST_VALUE = 200
LAG_EVERY = 0.25
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Monitor:
    """The log and the figures of one server; both are bound when it is made, before any app may touch stderr.

    Where it is one of several nodes, every line and every figure has its name; `gather` gives the figures of all.
    """

    def __init__(self, stream: TextIO | None = None, node: str = "") -> None:
        self.node = node
        self.gather: Callable[[], Awaitable[list[bytes]]] | None = None
        log: structlog.stdlib.BoundLogger = structlog.wrap_logger(
            structlog.PrintLogger(stream or sys.stderr),
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                clean_values,
                structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"], bool_as_flag=False),
            ],
        )
        self.log = log.bind(node=node) if node else log
        self.registry = CollectorRegistry()
        self.sessions = Gauge("tablee_sessions", "Sessions now", ["kind"], registry=self.registry)
        self.connections = Gauge("tablee_connections", "Connections now", registry=self.registry)
        self.tables = Gauge("tablee_tables", "Tables now", registry=self.registry)
        self.moves = Counter("tablee_moves", "Moves made by people and bots", registry=self.registry)
        self.troubles = Counter("tablee_bot_troubles", "What went wrong with bots", ["kind"], registry=self.registry)
        self.logins = Counter("tablee_logins", "Logins", ["kind"], registry=self.registry)
        self.refused = Counter("tablee_refused", "Connections turned away", ["why"], registry=self.registry)
        self.cut = Counter("tablee_cut", "Connections cut", ["why"], registry=self.registry)
        self.frames = Histogram(
            "tablee_frame_seconds", "From a key to its frame", buckets=SECONDS, registry=self.registry
        )
        self.lag = Histogram("tablee_loop_lag_seconds", "Event loop lag", buckets=SECONDS, registry=self.registry)

    def page(self) -> bytes:
        """The figures of this node."""
        return written(Named(self.registry, self.node))

    def listen(self, port: int) -> FiguresServer:
        """Offer the figures to this machine alone; shut the given server down at the end."""
        loop = asyncio.get_running_loop()

        def of_all() -> bytes:
            others = asyncio.run_coroutine_threadsafe(self._others(), loop).result(PATIENCE)
            return written(Gathered([self.page(), *others]))

        return show(port, {"/metrics": self.page, "/cluster": of_all})

    async def _others(self) -> list[bytes]:
        return [] if self.gather is None else await self.gather()

    async def measure_lag(self) -> None:
        """Note again and again how late the event loop is; never ends."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.lag.observe(max(0.0, loop.time() - due))


def clean_values(_logger: Any, _method: str, values: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Take from every text what a terminal would obey: much of it was typed by strangers."""
    for name, value in values.items():
        if isinstance(value, str):
            values[name] = clean(value, LONGEST_VALUE)
        elif not isinstance(value, int | float | bool | None):
            values[name] = clean(repr(value), LONGEST_VALUE)
    return values
