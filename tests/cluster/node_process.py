"""One node of a house, as a process to kill: people come over TCP with the bytes of the wire, behind their identity.

    python -m tests.cluster.node_process NAME PORT URL,URL,URL [stubborn | unfenced]

A `stubborn` node does not believe others who say that a table is theirs, which must be harmless. An `unfenced` one also
appends to logs whoever wrote to them last, and the tests must see what that breaks.
"""

import asyncio
import logging
import signal
import sys
from collections import deque
from typing import Any

from engines.wire import LARGE, BadMessage, Decoder, Message, encode
from net.house.house import House
from net.link import Link, LinkClosed
from net.messages import FROM_CLIENT
from net.nodes.nats_nodes import NatsNodes
from net.nodes.nodes import Host
from net.store.nats_connection import ClusterSettings
from net.store.nats_store import NatsStore
from tests.net.house_harness import QuickThinker, quick_rules

READ = 65536


class SocketLink(Link):
    """One side of a conversation over TCP."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._decoder = Decoder(*FROM_CLIENT, largest=LARGE)
        self._read: deque[Message] = deque()

    def send(self, message: Message) -> None:
        self.send_bytes(encode(message))

    def send_bytes(self, data: bytes) -> None:
        if not self.closed:
            self._writer.write(data)

    async def receive(self) -> Message:
        while not self._read:
            try:
                data = await self._reader.read(READ)
            except OSError:
                data = b""
            if not data:
                raise LinkClosed("The other side has closed the link.")
            self._read.extend(self._decoder.feed(data))
        return self._read.popleft()

    def close(self) -> None:
        self._writer.close()

    @property
    def closed(self) -> bool:
        return self._writer.is_closing()


class Unfenced(NatsStore):
    """A store that appends without looking who was last."""

    async def _publish(self, subject: str, data: bytes, expected: int) -> int:
        return await self._data.publish(subject, data)


class Stubborn(NatsNodes):
    """A node that believes nobody who says that a table is theirs now."""

    def _overtaken(self, host: Host[Any], code: str, epoch: int) -> None:
        pass


async def main(name: str, port: int, urls: str, kind: str) -> None:
    """Be a node until SIGTERM."""
    settings = ClusterSettings(servers=tuple(urls.split(",")))
    store = await (Unfenced if kind == "unfenced" else NatsStore).open(settings, name)
    free = {"actions_per_second": 1e6, "actions_burst": 10**6, "crowd": 1000, "tables": 10**6}
    rules = quick_rules(news=0.2, retry=0.3, rest=60.0, **free)
    nodes = Stubborn(settings, name) if kind else NatsNodes(settings, name)
    house = House(store, QuickThinker(), rules, nodes=nodes)
    await house.open()

    async def come(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            identity = (await reader.readline()).decode().strip()
            await house.serve(SocketLink(reader, writer), identity)
        except (OSError, BadMessage):
            writer.close()

    server = await asyncio.start_server(come, "127.0.0.1", port)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    sys.stdout.write("open\n")
    sys.stdout.flush()
    await stop.wait()
    server.close()
    await house.close()
    await store.close()


if __name__ == "__main__":
    given = sys.argv[1:]
    logging.basicConfig(level=logging.WARNING, format=f"%(asctime)s {given[0]} %(name)s %(message)s")
    asyncio.run(main(given[0], int(given[1]), given[2], given[3]))
