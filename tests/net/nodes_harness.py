"""Houses that are one house, each a node on the same NATS server, in one process."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from net.house.house import House
from net.nodes.nats_nodes import NatsNodes
from net.store.nats_store import NatsStore
from tests.net.calendar_harness import Calendar
from tests.net.house_harness import QuickThinker, quick_rules
from tests.net.nats_harness import NatsServers

Nodes = Callable[..., Any]


@asynccontextmanager
async def node(servers: NatsServers, name: str, calendar: Calendar | None = None, **rules: Any) -> AsyncIterator[House]:
    """Open a house that is one of several; with a calendar its days pass as that says, and tables soon rest."""
    store = await NatsStore.open(servers.settings, name)
    nodes = NatsNodes(servers.settings, name)
    soon = {} if calendar is None else {"rest": 0.05, "look": 0.05}
    source = None if calendar is None else calendar.source
    house = House(store, QuickThinker(), quick_rules(**{"retry": 0.1, **soon, **rules}), nodes=nodes, source=source)
    try:
        await house.open()
        yield house
    finally:
        await house.close()
        await store.close()


def know_each_other(house: House, names: tuple[str, ...]) -> bool:
    return all(house.nodes.is_open(name) for name in names if name != house.nodes.name)
