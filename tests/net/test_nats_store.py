"""The store on NATS: who may write, what an answer that never came leaves behind, and what is said at the start."""

import pytest
from nats.js.api import StreamConfig

from net.store.nats_connection import Full, NoStreams, OtherStreams
from net.store.nats_data import NatsData, Unsure
from net.store.nats_store import NatsStore
from net.store.nats_streams import KEPT, Plan, check_streams, configs, log_stream, make_streams, shard_of
from net.store.store import Overtaken, StoreError
from tests.net.nats_harness import NatsServers

TABLE = "kiwi-42"


@pytest.fixture
async def servers(nats_server: NatsServers) -> NatsServers:
    await nats_server.empty()
    return nats_server


async def opened(servers: NatsServers, node: str) -> NatsStore:
    return await NatsStore.open(servers.settings, node)


async def test_F62_whoever_acquires_a_log_later_fences_every_older_writer(servers: NatsServers) -> None:
    first, second = await opened(servers, "first"), await opened(servers, "second")
    old = await first.create(TABLE, [b"one"])
    end = await second.last(TABLE)
    assert end is not None
    assert end.node == "first"
    new = await second.acquire(TABLE, end.at)
    with pytest.raises(Overtaken):
        await first.append(TABLE, old, 1, [b"late"])
    assert await second.append(TABLE, new, 1, [b"two"]) == 2
    with pytest.raises(Overtaken):
        await first.append(TABLE, old, 1, [b"later"])
    assert await first.read(TABLE) == [b"one", b"two"]
    last = await first.last(TABLE)
    assert last is not None
    assert last.node == "second"
    for store in (first, second):
        await store.close()


class Deaf(NatsData):
    """A connection on which answers get lost: what was stored is not known to be."""

    lost = 0

    async def publish(self, subject: str, data: bytes, expected: int | None = None) -> int:
        at = await super().publish(subject, data, expected)
        if self.lost:
            self.lost -= 1
            raise Unsure("lost")
        return at


async def test_F63_an_append_whose_answer_was_lost_is_stored_once(servers: NatsServers) -> None:
    store = await opened(servers, "first")
    store._data = deaf = Deaf(store._data.client)
    deaf.lost = 1
    epoch = await store.create(TABLE, [b"one"])
    deaf.lost = 2
    assert await store.append(TABLE, epoch, 1, [b"two"]) == 2
    deaf.lost = 1
    end = await store.last(TABLE)
    assert end is not None
    assert await store.acquire(TABLE, end.at) == epoch + 1
    assert await store.append(TABLE, epoch + 1, 2, [b"three"]) == 3
    assert await store.read(TABLE) == [b"one", b"two", b"three"]
    await store.close()


async def test_F63_an_append_that_was_given_up_and_stored_after_all_is_found_by_catching_up(
    servers: NatsServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("net.store.nats_logs.GIVE_UP", -1.0)
    store = await opened(servers, "first")
    store._data = deaf = Deaf(store._data.client)
    epoch = await store.create(TABLE, [b"one"])
    deaf.lost = 1
    with pytest.raises(Unsure):
        await store.append(TABLE, epoch, 1, [b"two"])
    with pytest.raises(StoreError, match="seemed lost") as refused:
        await store.append(TABLE, epoch, 1, [b"other"])
    assert not isinstance(refused.value, Overtaken)
    assert await store.read(TABLE, 1) == [b"two"]
    assert await store.append(TABLE, epoch, 2, [b"three"]) == 3
    await store.close()


async def test_a_log_of_many_messages_is_read_whole(servers: NatsServers) -> None:
    store = await opened(servers, "first")
    epoch = await store.create(TABLE, [b"0"])
    for number in range(1, 1100):
        await store.append(TABLE, epoch, number, [str(number).encode()])
    assert await store.read(TABLE) == [str(number).encode() for number in range(1100)]
    assert await store.read(TABLE, 1050) == [str(number).encode() for number in range(1050, 1100)]
    await store.close()


async def test_a_cluster_without_streams_is_told_so_and_none_is_made(servers: NatsServers) -> None:
    client = await servers.reach()
    js = client.jetstream()
    await js.delete_stream(KEPT)
    with pytest.raises(NoStreams, match="cluster init"):
        await opened(servers, "first")
    with pytest.raises(NoStreams):
        await check_streams(client)
    assert await make_streams(client, servers.plan) == 1
    assert await make_streams(client, servers.plan) == 0
    assert len(await check_streams(client)) == len(configs(Plan()))
    await client.close()


async def test_streams_of_another_version_are_refused(servers: NatsServers) -> None:
    client = await servers.reach()
    js = client.jetstream()
    await js.delete_stream(KEPT)
    await js.add_stream(StreamConfig(name=KEPT, subjects=["kept.>"], metadata={"tablee": "99"}))
    with pytest.raises(OtherStreams, match="another version"):
        await opened(servers, "first")
    await client.close()


async def test_F4_a_full_stream_refuses_to_store_and_goes_on_reading(servers: NatsServers) -> None:
    client = await servers.reach()
    stream = log_stream(shard_of(TABLE))
    await client.jetstream().delete_stream(stream)
    await make_streams(client, Plan(replicas=1, max_bytes=200_000))
    store = await opened(servers, "first")
    epoch = await store.create(TABLE, [b"one"])
    version = 1

    async def append_for_ever() -> None:
        nonlocal version
        while version < 1000:
            version = await store.append(TABLE, epoch, version, [b"x" * 4000])

    with pytest.raises(Full, match="no room"):
        await append_for_ever()
    assert 1 < version < 1000
    assert len(await store.read(TABLE)) == version
    await client.close()
    await store.close()
