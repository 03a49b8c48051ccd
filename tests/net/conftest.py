"""A NATS server for all tests of a process that ask for one; each empties it for itself."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from net.store.nats_store import NatsStore
from net.store.sqlite_store import SqliteStore
from net.store.store import Store
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
