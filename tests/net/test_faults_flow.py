"""Faults in what flows: clients that do not read, that paste, resize and flood, and messages that are none."""

import asyncio
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncssh
import msgpack
import pytest

from engines.wire import Decoder, Message, encode
from net.door.caller import Caller
from net.door.lines import ChannelLines
from net.door.screen import LETTERS_BURST, Terminal
from net.link import Link
from net.messages import FROM_HOUSE, Goodbye, Say, Welcome
from net.ssh.wire_link import LARGEST_FROM_CLIENT
from tests.net.visitors import PATIENT, House, OpenHouse, open_house, until

MIB = 1 << 20


KINDS = pytest.mark.parametrize(
    "options",
    [{"term_type": "xterm", "term_size": (80, 24)}, {}, {"subsystem": "tablee"}],
    ids=["terminal", "plain", "wire"],
)


class Chatterbox(House):
    """A house whose rooms never stop talking."""

    async def terminal(self, guest: Caller, terminal: Terminal) -> None:
        terminal.send("hello")
        while True:
            terminal.send("x" * 100_000)
            await asyncio.sleep(0)

    async def plain(self, guest: Caller, lines: ChannelLines) -> None:
        while not lines.closed:
            await lines.write("x" * 10_000)
            await asyncio.sleep(0)

    async def wire(self, guest: Caller, link: Link) -> None:
        while not link.closed:
            link.send(Welcome(name="x" * 10_000))
            await asyncio.sleep(0)


def stop_reading(connection: asyncssh.SSHClientConnection) -> None:
    """Leave everything in the kernel: asyncssh itself always reads."""
    transport = connection._transport
    assert transport is not None
    transport.pause_reading()


@KINDS
async def test_F19_a_client_that_never_reads_a_giant_window_is_cut_and_costs_no_memory(options: dict[str, Any]) -> None:
    async with open_house(Chatterbox(), patience={"stalled": 0.5}) as opened, opened.visit() as connection:
        await connection.create_session(asyncssh.SSHClientSession, window=2**32 - 1, encoding=None, **options)
        stop_reading(connection)
        tracemalloc.start()
        try:
            await until(lambda: not opened.server.doormen)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 4 * MIB
        assert opened.server.monitor.registry.get_sample_value("tablee_cut_total", {"why": "stalled"}) == 1


@KINDS
async def test_F19_a_client_that_lets_its_small_window_fill_costs_no_memory_and_is_cut(options: dict[str, Any]) -> None:
    async with open_house(Chatterbox(), patience={"stalled": 0.3}) as opened, opened.visit() as connection:
        channel, _ = await connection.create_session(asyncssh.SSHClientSession, window=50_000, encoding=None, **options)
        channel.pause_reading()
        tracemalloc.start()
        try:
            await until(lambda: not opened.server.doormen)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 4 * MIB
        assert opened.server.monitor.registry.get_sample_value("tablee_cut_total", {"why": "stalled"}) == 1


async def test_F19_whoever_reads_slowly_through_a_small_window_is_kept() -> None:
    async with open_house(patience={"stalled": 0.3}) as opened, opened.visit() as connection:
        screen = await opened.screen(connection, window=500)
        for _ in range(12):
            screen.channel.pause_reading()
            await screen.type("ab")
            await asyncio.sleep(0.1)
            screen.channel.resume_reading()
            await asyncio.sleep(0.05)
        assert len(opened.server.doormen) == 1


async def test_F19_a_slow_reader_that_goes_on_reading_sees_the_newest_frame() -> None:
    async with open_house() as opened, opened.visit() as connection:
        screen = await opened.screen(connection)
        connection_there = next(iter(opened.server.doormen)).connection
        connection_there.pause_writing()
        await screen.type("ab")
        await until(lambda: opened.house.apps[0].slate.lines[1] == "keys: a b")
        await asyncio.sleep(0.1)
        assert b"keys: a b" not in screen.seen
        connection_there.resume_writing()
        await screen.shows(b"keys: a b")


async def test_F19_a_key_exchange_that_the_client_delays_holds_frames_back() -> None:
    async with open_house(Chatterbox(), patience={"stalled": 0.5}) as opened, opened.visit() as connection:
        await connection.create_session(
            asyncssh.SSHClientSession, encoding=None, window=2**32 - 1, term_type="xterm", term_size=(80, 24)
        )
        await until(lambda: len(opened.server.doormen) == 1)
        stop_reading(connection)
        tracemalloc.start()
        try:
            next(iter(opened.server.doormen)).connection._send_kexinit()
            await until(lambda: not opened.server.doormen)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 4 * MIB


async def test_F22_a_giant_paste_is_cut_and_other_tables_play_on() -> None:
    fast = {"bytes_per_second": 1e9, "packets_per_second": 1e9}
    async with open_house(limits=fast) as opened, opened.visit() as connection, opened.visit() as other:
        screen, neighbour = await opened.screen(connection), await opened.screen(other)
        await screen.type("\x1b[200~" + "a" * (10 * MIB) + "\x1b[201~")
        for letter in "bcd":
            await neighbour.type(letter)
            await neighbour.shows(letter.encode())
        keys = opened.house.apps[0].slate.lines
        await until(lambda: screen.channel.get_write_buffer_size() == 0)
        await asyncio.sleep(0.5)
        await screen.type("z")
        await until(lambda: keys[1].endswith("z"))
        assert len(keys[1]) < LETTERS_BURST


async def test_F22_a_giant_paste_is_read_slowly() -> None:
    limits = {"bytes_per_second": 10_000.0, "bytes_burst": 20_000}
    async with open_house(limits=limits) as opened, opened.visit() as connection:
        screen = await opened.screen(connection)
        await screen.type("a" * MIB)
        await asyncio.sleep(0.5)
        assert screen.channel.get_write_buffer_size() > MIB // 2
        assert not screen.is_over.is_set()


async def test_F23_a_storm_of_sizes_is_a_few_sizes() -> None:
    async with open_house() as opened, opened.visit() as connection:
        screen = await opened.screen(connection)
        app = opened.house.apps[0]
        drawn: list[Any] = []
        app.slate.on_drawn = drawn.append
        for number in range(300):
            screen.channel.change_terminal_size(number, number)
        screen.channel.change_terminal_size(0, 0)
        screen.channel.change_terminal_size(10_000, 10_000)
        await until(lambda: app.size == (400, 200))
        screen.channel.change_terminal_size(1, 1)
        await until(lambda: app.size == (20, 5))
        screen.channel.change_terminal_size(0, 0)
        await until(lambda: app.size == (80, 24))
        assert len(drawn) <= 8


async def test_F23_a_size_that_comes_back_at_once_is_painted_anew() -> None:
    """A window that was another one for a moment has lost what stood there."""
    async with open_house() as opened, opened.visit() as connection:
        screen = await opened.screen(connection)
        await until(lambda: b"keys:" in screen.seen)
        before = screen.seen.count(b"keys:")
        screen.channel.change_terminal_size(60, 20)
        screen.channel.change_terminal_size(80, 24)
        await until(lambda: screen.seen.count(b"keys:") > before)


@asynccontextmanager
async def wire(opened: OpenHouse) -> AsyncIterator[tuple[Any, Any]]:
    async with opened.visit() as connection:
        writer, reader, _ = await connection.open_session(subsystem="tablee", encoding=None)
        assert await next_message(reader) == Welcome(name="play")
        yield writer, reader


async def next_message(reader: Any) -> Message:
    decoder = Decoder(*FROM_HOUSE)
    async with asyncio.timeout(PATIENT):
        while data := await reader.read(65536):
            for message in decoder.feed(data):
                return message
    raise EOFError


def nested(depth: int) -> bytes:
    return b"\x91" * depth + b"\xc0"


BAD = {
    "no-msgpack": b"\xc1",
    "text": b"hello\n",
    "oversized-text": b"\xdb\x7f\xff\xff\xff" + b"a" * LARGEST_FROM_CLIENT,
    "oversized-list": b"\xdd\x7f\xff\xff\xff" + b"a" * LARGEST_FROM_CLIENT,
    "oversized-map": b"\xdf\x7f\xff\xff\xff" + b"a" * LARGEST_FROM_CLIENT,
    "oversized-message": msgpack.packb({"type": "say", "text": "a", "phrase": [["x" * 1000] * 30] * 30}),
    "deep": nested(500),
    "too-deep": nested(2000),
    "not-a-number": msgpack.packb({"type": "play", "seq": float("nan"), "move": "take"}),
    "bad-utf8": b"\x82\xa4type\xa3say\xa4text\xa2\xff\xfe",
    "wrong-type": msgpack.packb({"type": "play", "seq": "1", "move": "take"}),
    "missing": msgpack.packb({"type": "play"}),
    "unknown-tag": msgpack.packb({"type": "shutdown"}),
    "house-only": encode(Goodbye(text="I am the house")),
    "list": msgpack.packb(["say"]),
    "number": msgpack.packb(7),
    "extension": msgpack.packb(msgpack.ExtType(5, b"x")),
}


@pytest.mark.parametrize("name", BAD)
async def test_F28_F29_what_is_no_message_is_refused_with_a_sentence_and_closed(name: str) -> None:
    async with open_house() as opened, wire(opened) as (writer, reader):
        tracemalloc.start()
        try:
            writer.write(BAD[name])
            goodbye = await next_message(reader)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert isinstance(goodbye, Goodbye)
        assert goodbye.text.isprintable()
        assert await reader.read() == b""
        assert peak < 4 * MIB
    assert opened.house.heard == []
    assert "failed" not in opened.log


async def test_F28_a_truncated_message_is_never_heard() -> None:
    async with open_house() as opened, wire(opened) as (writer, reader):
        writer.write(encode(Say(text="hello"))[:-1])
        writer.write_eof()
        assert await reader.read() == b""
    assert opened.house.heard == []
    assert "failed" not in opened.log


async def test_F29_lists_that_announce_much_and_never_come_hold_no_memory() -> None:
    async with open_house() as opened, wire(opened) as (writer, _):
        tracemalloc.start()
        try:
            writer.write(b"\xdc\x03\xff" * 900)
            await asyncio.sleep(0.2)
            now, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert now < MIB


async def test_F39_a_flood_of_messages_is_slowed_and_others_are_answered() -> None:
    limits = {"messages_per_second": 2.0, "messages_burst": 10, "bytes_per_second": 1e9, "packets_per_second": 1e9}
    async with open_house(limits=limits) as opened, wire(opened) as (flood, _), wire(opened) as (writer, reader):
        for _ in range(1_000):
            flood.write(encode(Say(text="spam")))
        for number in range(5):
            writer.write(encode(Say(text=str(number))))
            assert await next_message(reader) == Welcome(name=str(number))
        heard = [message for message in opened.house.heard if message == Say(text="spam")]
        assert len(heard) < 100


async def test_F39_a_flood_of_packets_is_read_slowly() -> None:
    limits = {"packets_per_second": 100.0, "packets_burst": 100, "messages_per_second": 1e6}
    async with open_house(limits=limits) as opened, opened.visit() as connection, opened.visit() as other:
        flood = await connection.create_process()
        for number in range(2000):
            flood.stdin.write(f"{number}\n")
        assert (await other.run(None, input="calm")).stdout == "hello play\nyou said calm\ngoodbye\n"
        assert len(opened.house.heard) < 500
