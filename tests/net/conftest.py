"""Stores and houses on either kind of store; the NATS server is one for all tests of a process, and each empties it."""

from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest

from net.store.nats_store import NatsStore
from net.store.sqlite_store import SqliteStore
from net.store.store import Store
from tests.net.calendar_harness import Calendar, Door, door
from tests.net.nats_harness import NatsServers


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
