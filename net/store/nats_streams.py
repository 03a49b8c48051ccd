"""The streams of a cluster: what each is for, and how they are made, once, by whoever sets the cluster up.

A house never makes them: a stream that has vanished must not come back empty in silence.
"""

import asyncio
import hashlib
import zlib

import msgspec
from nats.aio.client import Client
from nats.errors import Error
from nats.js.api import DiscardPolicy, StorageType, StreamConfig, StreamInfo
from nats.js.errors import APIError, NotFoundError

from net.store.nats_connection import Full, NoCluster, NoStreams, OtherStreams, Unreachable
from net.store.store import TALK_KEPT

VERSION = 1
STAMP = "tablee"
SHARDS = 6
KEPT = "TABLEE_KEPT"
OF = "TABLEE_OF"
TALK = "TABLEE_TALK"
BOOK = "TABLEE_BOOK"
HOST_KEY = "kept.hostkey"
NEXT_HOST_KEY = "kept.nexthostkey"
GAMES_LISTED = 100
LARGEST = 2_000_000
TRIES = 40
PAUSE = 0.25
TIMEOUT = 2.0
# A stream takes no message with which it would be too large, so it is full a little earlier.
FULL_FROM = 0.98


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is settled when the streams are made: on how many servers each lies, and how many bytes each may hold."""

    replicas: int = 3
    max_bytes: int = -1


def hashed(text: str) -> str:
    """A name of any letters as a part of a subject."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def shard_of(table: str) -> int:
    """Which stream holds a table's log: a server that dies as a leader holds up only a share of the tables."""
    return zlib.crc32(table.encode()) % SHARDS


def log_stream(shard: int) -> str:
    """The name of a stream of logs."""
    return f"TABLEE_LOG{shard}"


def log_subject(table: str) -> str:
    """The subject of a table's log."""
    return f"log.{shard_of(table)}.{table}"


def configs(plan: Plan) -> list[StreamConfig]:
    """All streams of a house."""
    logs = [_config(plan, log_stream(shard), [f"log.{shard}.*"]) for shard in range(SHARDS)]
    kept = _config(plan, KEPT, ["kept.>"])
    kept.max_msgs_per_subject, kept.allow_atomic, kept.allow_msg_ttl = 1, True, True
    lines = _config(plan, OF, ["of.*"])
    lines.max_msgs_per_subject, lines.discard = GAMES_LISTED, DiscardPolicy.OLD
    talk = _config(plan, TALK, ["talk"])
    talk.max_msgs, talk.discard = TALK_KEPT, DiscardPolicy.OLD
    book = _config(plan, BOOK, ["book.*"])
    book.deny_delete = book.deny_purge = True
    return [*logs, kept, lines, talk, book]


def _config(plan: Plan, name: str, subjects: list[str]) -> StreamConfig:
    return StreamConfig(
        name=name,
        subjects=subjects,
        num_replicas=plan.replicas,
        storage=StorageType.FILE,
        discard=DiscardPolicy.NEW,
        allow_direct=True,
        max_bytes=plan.max_bytes,
        metadata={STAMP: str(VERSION)},
    )


async def make_streams(client: Client, plan: Plan) -> int:
    """Make the streams that are not there yet; return how many there were to make."""
    js = client.jetstream(timeout=TIMEOUT)
    made = 0
    for config in configs(plan):
        if await _info(client, config.name or "") is not None:
            continue
        for attempt in range(TRIES):
            try:
                await js.add_stream(config)
                break
            except (Error, APIError, TimeoutError) as error:
                # A cluster that has just started has no leader yet; one with too few servers says so in the end.
                if attempt == TRIES - 1:
                    raise NoCluster(f"The streams can't be made: {_why(error)}.") from None
                await asyncio.sleep(PAUSE)
        made += 1
    return made


async def check_streams(client: Client) -> list[StreamInfo]:
    """See that all streams are there, of this version and not full; return what is known of them."""
    found = []
    for config in configs(Plan()):
        info = await _info(client, config.name or "")
        if info is None:
            raise NoStreams("The cluster is not made ready for a house: run `tablee cluster init` once.")
        stamp = (info.config.metadata or {}).get(STAMP)
        if stamp != str(VERSION):
            raise OtherStreams(f"The cluster's streams are of another version of Tablée ({stamp}, here {VERSION}).")
        room = info.config.max_bytes or -1
        if room > 0 and info.state.bytes >= FULL_FROM * room and info.config.discard == DiscardPolicy.NEW:
            raise Full(f"The cluster's stream {config.name} is full ({info.state.bytes} of {room} bytes).")
        found.append(info)
    return found


async def _info(client: Client, name: str) -> StreamInfo | None:
    js = client.jetstream(timeout=TIMEOUT)
    for attempt in range(TRIES):
        try:
            return await js.stream_info(name)
        except NotFoundError:
            return None
        except (Error, APIError, TimeoutError) as error:
            if attempt == TRIES - 1:
                raise Unreachable(f"The cluster does not answer: {_why(error)}.") from None
            await asyncio.sleep(PAUSE)
    return None


def _why(error: Exception) -> str:
    if isinstance(error, APIError) and error.description:
        return error.description
    return str(error) or type(error).__name__
