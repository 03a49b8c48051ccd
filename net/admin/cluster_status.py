"""How a house of several nodes is: its nodes, its streams, and what is wrong."""

import json
import os
import time
from collections.abc import Iterable, Sequence
from importlib import metadata

import msgspec
from nats.aio.client import Client
from nats.errors import Error
from nats.js.api import StreamInfo

from net.admin.orders import counted
from net.house.house import House
from net.nodes.questions import Questions
from net.store.nats_connection import Unreachable

STATE = "state"
# A replica that is further behind than a few appends is not keeping up.
MOST_LAG = 1000
FULL_FROM = 0.9
PATIENCE = 2.0


class NodeState(msgspec.Struct, frozen=True, kw_only=True):
    """What a node tells of itself."""

    node: str
    version: str
    pid: int
    since: float
    people: int
    tables: int
    paused: int


class OwnState:
    """Tells how this node is."""

    def __init__(self, house: House, node: str) -> None:
        self._house = house
        self._node = node
        self._since = time.time()

    async def tell(self, _data: bytes) -> bytes:
        """Answer the question how it is."""
        croupiers = self._house.croupiers.values()
        state = NodeState(
            node=self._node,
            version=metadata.version("tablee"),
            pid=os.getpid(),
            since=self._since,
            people=sum(self._house.members.count()),
            tables=len(croupiers),
            paused=sum(bool(croupier.table.paused) for croupier in croupiers),
        )
        return msgspec.json.encode(state)


class StreamState(msgspec.Struct, frozen=True, kw_only=True):
    """One stream: without a leader nothing can be stored in it; `lag` is of the replica that is furthest behind."""

    stream: str
    leader: str
    replicas: int
    current: int
    lag: int
    messages: int
    bytes: int
    largest: int


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """All of it, and in sentences what is wrong."""

    nodes: list[NodeState]
    streams: list[StreamState]
    wrong: list[str]


async def status_of(client: Client, questions: Questions) -> Status:
    """Ask the nodes and the NATS servers how they are."""
    # Before it is said that nobody is there, those that have much to do are given time.
    answers = await questions.ask_all(STATE) or await questions.ask_all(STATE, grace=PATIENCE)
    nodes = sorted((msgspec.json.decode(data, type=NodeState) for data in answers.values()), key=lambda node: node.node)
    streams = [await _stream(client, name) for name in await _streams(client)]
    return Status(nodes=nodes, streams=streams, wrong=[*_wrong_nodes(nodes), *_wrong_streams(streams)])


async def _streams(client: Client) -> list[str]:
    try:
        answer = await client.request("$JS.API.STREAM.NAMES", b"", timeout=PATIENCE)
    except (Error, TimeoutError):
        raise Unreachable("The NATS servers answer, but have no leader: most of them are down.") from None
    return sorted(json.loads(answer.data).get("streams") or [])


async def _stream(client: Client, name: str) -> StreamState:
    try:
        found = await client.jetstream(timeout=PATIENCE).stream_info(name)
    except (Error, TimeoutError):
        return StreamState(stream=name, leader="", replicas=0, current=0, lag=0, messages=0, bytes=0, largest=0)
    return _state(name, found)


def _state(name: str, found: StreamInfo) -> StreamState:
    group = found.cluster
    others = (group.replicas or []) if group else []
    return StreamState(
        stream=name,
        # A server that is alone names no leader: it is it.
        leader=(group.leader or "") if group else "itself",
        replicas=found.config.num_replicas or 1,
        current=1 + sum(bool(other.current) and not other.offline for other in others),
        lag=max((other.lag or 0 for other in others), default=0),
        messages=found.state.messages,
        bytes=found.state.bytes,
        largest=max(0, found.config.max_bytes or 0),
    )


def _wrong_nodes(nodes: Sequence[NodeState]) -> Iterable[str]:
    if not nodes:
        yield "No node is open: nobody can come in."
    if len(versions := sorted({node.version for node in nodes})) > 1:
        yield f"The nodes are of different versions: {', '.join(versions)}."
    for node in nodes:
        if node.paused:
            still = counted(node.paused, "table stands still", "tables stand still")
            yield f"{node.node}: {still}, because nothing can be stored."


def _wrong_streams(streams: Sequence[StreamState]) -> Iterable[str]:
    if not streams:
        yield "There are no streams: `tablee cluster init` makes them."
    for stream in streams:
        if not stream.leader:
            yield f"{stream.stream} has no leader: what it holds can't be reached, and goes on by itself."
        elif stream.current < stream.replicas:
            yield f"{stream.stream} has {stream.current} of {stream.replicas} replicas."
        if stream.lag > MOST_LAG:
            yield f"{stream.stream}: a replica is {stream.lag} messages behind."
        if stream.largest and stream.bytes > FULL_FROM * stream.largest:
            yield f"{stream.stream} is {stream.bytes / stream.largest:.0%} full."
