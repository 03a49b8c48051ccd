"""A NATS server for all tests of a process that ask for one; each empties it for itself."""

from collections.abc import Iterator

import pytest

from tests.net.nats_harness import NatsServers


@pytest.fixture(scope="session")
def nats_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServers]:
    servers = NatsServers(tmp_path_factory.mktemp("nats"))
    servers.start()
    yield servers
    servers.stop()
