"""What a house stands on: SQLite in its data folder, or a cluster that it shares with others."""

import re
import secrets
import socket
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from net.nodes.alone import Alone
from net.nodes.nats_nodes import NatsNodes
from net.nodes.nodes import Nodes
from net.nodes.questions import NatsQuestions, NobodyElse, Questions
from net.ssh.host_key import FolderKeys, HostKeys, ShownKeys
from net.ssh.kept_host_key import KeptKeys
from net.store.nats_connection import ClusterSettings, connect, hang_up
from net.store.nats_data import NatsData
from net.store.nats_store import NatsStore
from net.store.nats_streams import check_streams
from net.store.sqlite_store import SqliteStore
from net.store.store import Store, StoreError
from net.supervisor.nats_server import FOLDER as NATS_FOLDER

IN_NATS = "The games in {folder} are kept by nats-server: serve with --workers, or `tablee cluster export` them first."


@dataclass(frozen=True, slots=True)
class Foundation:
    """The store, the other nodes, and the keys that they all show; `set_aside` is where a damaged database lies."""

    store: Store
    nodes: Nodes
    questions: Questions
    keys: HostKeys
    shown: ShownKeys
    set_aside: Path | None = None


def node_name(settings: ClusterSettings) -> str:
    """What a node is called: as it was told, or like its machine; letters, digits and dashes."""
    return re.sub(r"[^A-Za-z0-9-]+", "-", settings.node or socket.gethostname())


async def stand_alone(folder: Path, opened: AsyncExitStack) -> Foundation:
    """Take a data folder for a house of one process."""
    if (folder / NATS_FOLDER / "jetstream").exists():
        raise StoreError(IN_NATS.format(folder=folder))
    store = await SqliteStore.open(folder)
    opened.push_async_callback(store.close)
    keys = FolderKeys(folder)
    return Foundation(store, Alone(), NobodyElse(), keys, await keys.read(), store.set_aside)


async def join(settings: ClusterSettings, name: str, folder: Path, opened: AsyncExitStack) -> Foundation:
    """Join the house that a cluster keeps, under a name that is new at each start."""
    node = f"{name}-{secrets.token_hex(3)}"
    client = await connect(settings, node)
    opened.push_async_callback(hang_up, client)
    await check_streams(client)
    data = NatsData(client)
    keys = KeptKeys(data, folder)
    shown = await keys.read()
    questions = NatsQuestions(client, node)
    await questions.open()
    return Foundation(NatsStore(data, node), NatsNodes(settings, node), questions, keys, shown)
