"""Stores and houses on either kind of store; the NATS server is one for all tests of a process, and each empties it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from net.house.house import House
from net.store.nats_store import NatsStore
from net.store.sqlite_store import SqliteStore
from net.store.store import Store
from tests.net.calendar_harness import Calendar, Door, door
from tests.net.nats_harness import NatsServers
from tests.net.nodes_harness import Nodes, know_each_other, node
from tests.net.visitors import until


@pytest.fixture(scope="session")
def nats_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServers]:
    servers = NatsServers(tmp_path_factory.mktemp("nats"))
    servers.start()
    yield servers
    servers.stop()


@pytest.fixture(params=["sqlite", "nats"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    opened: Store
    if request.param == "sqlite":
        opened = await SqliteStore.open(tmp_path)
    else:
        servers: NatsServers = request.getfixturevalue("nats_server")
        await servers.empty()
        opened = await NatsStore.open(servers.settings, "n1")
    yield opened
    await opened.close()


@pytest.fixture
def calendar() -> Calendar:
    """Days in the hands of a test."""
    return Calendar()


@pytest.fixture(params=["sqlite", "nats"])
async def front(request: pytest.FixtureRequest, tmp_path: Path, calendar: Calendar) -> Door:
    """A house on each kind of store, to be opened as often as one likes."""
    if request.param == "nats":
        servers: NatsServers = request.getfixturevalue("nats_server")
        await servers.empty()
    numbers = count(1)

    async def open_store() -> Store:
        if request.param == "sqlite":
            return await SqliteStore.open(tmp_path)
        return await NatsStore.open(servers.settings, f"n{next(numbers)}")

    return door(open_store, calendar)


@pytest.fixture
async def nodes(nats_server: NatsServers) -> AsyncIterator[Nodes]:
    """Open houses on one server, and wait until they know each other."""
    await nats_server.empty()
    async with AsyncExitStack() as stack:

        async def open_nodes(*names: str, **rules: Any) -> list[House]:
            houses = [await stack.enter_async_context(node(nats_server, name, **rules)) for name in names]
            await until(lambda: all(know_each_other(house, names) for house in houses))
            return houses

        yield open_nodes
