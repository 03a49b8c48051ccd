"""A link carries bytes both ways, keeps its order, and ends cleanly."""

import asyncio

import msgpack
import pytest

from engines.wire import BadMessage
from net.link import LinkClosed, memory_link
from net.messages import Enter, Goodbye, Play, Welcome


async def test_messages_cross_in_both_directions_and_in_order() -> None:
    house, client = memory_link()
    client.send(Enter(name="Ada"))
    client.send(Play(seq=3, move="take"))
    house.send(Welcome(name="Ada"))
    assert await house.receive() == Enter(name="Ada")
    assert await house.receive() == Play(seq=3, move="take")
    assert await client.receive() == Welcome(name="Ada")


async def test_nothing_crosses_but_bytes() -> None:
    house, client = memory_link()
    house.send(Goodbye(text="bye"))
    data = await client.receive_bytes()
    assert msgpack.unpackb(data) == {"type": "goodbye", "text": "bye", "reason": ""}


async def test_a_reader_waits_for_the_next_message() -> None:
    house, client = memory_link()
    waiting = asyncio.create_task(house.receive())
    await asyncio.sleep(0)
    assert not waiting.done()
    client.send(Enter())
    assert await waiting == Enter()


async def test_what_was_sent_before_the_end_is_still_read() -> None:
    house, client = memory_link()
    house.send(Goodbye(text="bye"))
    house.close()
    assert client.closed
    assert await client.receive() == Goodbye(text="bye")
    with pytest.raises(LinkClosed):
        await client.receive()


async def test_closing_wakes_a_waiting_reader() -> None:
    house, client = memory_link()
    waiting = asyncio.create_task(house.receive())
    await asyncio.sleep(0)
    client.close()
    with pytest.raises(LinkClosed):
        await waiting


async def test_a_closed_link_swallows_what_is_said() -> None:
    house, client = memory_link()
    client.close()
    house.send(Goodbye(text="bye"))
    with pytest.raises(LinkClosed):
        await client.receive()


async def test_a_side_that_does_not_read_loses_the_link() -> None:
    house, client = memory_link(most=3)
    for _ in range(4):
        house.send(Welcome())
    assert house.closed
    assert client.closed


async def test_each_side_takes_only_what_the_other_may_say() -> None:
    house, client = memory_link()
    client.send(Welcome())
    with pytest.raises(BadMessage):
        await house.receive()


@pytest.mark.parametrize(
    "data",
    [
        b"\xc1",
        b"\xff" * 40,
        msgpack.packb([1, 2]),
        msgpack.packb({"type": "play", "seq": "one", "move": "take"}),
        msgpack.packb({"type": "play", "seq": -1, "move": "take"}),
        msgpack.packb({"type": "play", "seq": 1, "move": "t" * 500}),
        msgpack.packb({"type": "dance"}),
        msgpack.packb({"type": "say", "text": "x", "phrase": float("nan")}),
    ],
    ids=["reserved", "negative", "list", "text for a number", "below nought", "long", "unknown", "not a number"],
)
async def test_bytes_that_are_no_message_are_refused(data: bytes) -> None:
    house, client = memory_link()
    client.send_bytes(data)
    with pytest.raises(BadMessage):
        await house.receive()
