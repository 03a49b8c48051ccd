"""Houses of several processes in the tests: real nats-servers, real nodes, the real command line."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import tomli_w

from net.store.nats_connection import ClusterSettings, connect
from net.store.nats_streams import Plan, make_streams
from net.supervisor.nats_server import NatsServer
from tests.net.served import ServerProcess, server_process
from tests.net.visitors import PATIENT

MANY = 100_000
# All of them come from one address, and come back at once.
WIDE_OPEN = {
    "connections": MANY,
    "sessions": MANY,
    "connections_per_source": MANY,
    "strangers": MANY,
    "strangers_start": MANY - 1,
    "strangers_per_source": MANY,
    "arrivals_per_second": MANY,
    "arrivals_burst": MANY,
    "arrivals_per_second_per_source": MANY,
    "arrivals_burst_per_source": MANY,
    "penalty_threshold": MANY,
    "actions_per_second": MANY,
    "actions_burst": MANY,
    "crowd": 1000,
    "tables": MANY,
    "tables_each": MANY,
}


@asynccontextmanager
async def own_server(folder: Path) -> AsyncIterator[NatsServer]:
    """A nats-server with nothing in it."""
    server = NatsServer(folder)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def ready_server(folder: Path, max_bytes: int = -1) -> AsyncIterator[NatsServer]:
    """A nats-server with the streams of a house."""
    async with own_server(folder) as server:
        client = await connect(server.settings, "test")
        await make_streams(client, Plan(replicas=1, max_bytes=max_bytes))
        await client.close()
        yield server


def settings_file(folder: Path, name: str, cluster: ClusterSettings | None = None, **more: Any) -> Path:
    """Write a settings file for a wide open house, alone or in a cluster."""
    path = folder / f"{name}.toml"
    values: dict[str, Any] = {"limits": WIDE_OPEN, **more}
    if cluster is not None:
        values["cluster"] = {
            "servers": list(cluster.servers),
            "user": cluster.user,
            "password": cluster.password,
            "node": name,
        }
    path.write_text(tomli_w.dumps(values))
    return path


async def tablee(*words: object) -> tuple[str, str, int | None]:
    """Run the real program, and give what it wrote and its exit code."""
    command = (sys.executable, "-m", "tui.cli", *map(str, words))
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.DEVNULL, stdout=PIPE, stderr=PIPE)
    try:
        out, err = await asyncio.wait_for(process.communicate(), 2 * PATIENT)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return out.decode(), err.decode(), process.returncode


@asynccontextmanager
async def node_process(folder: Path, server: NatsServer, name: str, *more: str) -> AsyncIterator[ServerProcess]:
    """Run `tablee serve` as a node of the house that a nats-server keeps."""
    config = settings_file(folder, name, server.settings)
    async with server_process(folder / name, "--config", str(config), *more) as node:
        yield node
