"""One address that misbehaves, for `tests.bench.server`: `python -m tests.bench.flood KIND PORT SECONDS`.

It does the same again and again from several tasks at once and prints how often; KINDS names what there is.
"""

import asyncio
import contextlib
import logging
import os
import sys
import time
from collections.abc import Awaitable, Callable

import asyncssh
import msgpack

from engines.wire import encode
from net.messages import Enter, Play, Say

AT_ONCE = 8
PAUSE = 0.05
CHANNELS = 50
MESSAGES = 200
SESSIONS = 4
HUGE = 1 << 20


async def connect(port: int) -> None:
    """Connect and close."""
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.close()


async def exchange_keys(port: int) -> None:
    """Make the server compute."""
    await asyncssh.get_server_host_key("127.0.0.1", port, config=None)


async def fall_silent(port: int) -> None:
    """Begin to log in, and wait until the server has had enough."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"SSH-2.0-Silent\r\n")
    await reader.read()
    writer.close()


def log_in(port: int) -> Awaitable[asyncssh.SSHClientConnection]:
    return asyncssh.connect("127.0.0.1", port, username="guest", client_keys=None, known_hosts=None, config=None)


async def open_channels(port: int) -> None:
    """Ask for more channels than anybody needs."""
    async with await log_in(port) as connection:
        tries = (connection.open_session(term_type="xterm") for _ in range(CHANNELS))
        await asyncio.gather(*tries, return_exceptions=True)


async def send(port: int, *data: bytes) -> None:
    """Say something on the wire, and wait until the server hangs up or falls behind."""
    async with await log_in(port) as connection:
        writer, reader, _ = await connection.open_session(subsystem="tablee", encoding=None)
        for piece in data:
            writer.write(piece)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(reader.read(), 2.0)


async def send_garbage(port: int) -> None:
    """Send bytes that mean nothing."""
    await send(port, os.urandom(1000))


async def send_huge(port: int) -> None:
    """Send one message that never ends."""
    await send(port, encode(Enter(name="Huge")), msgpack.packb({"type": "say", "text": "x" * HUGE}))


async def talk(port: int) -> None:
    """Say much in the lobby."""
    name = f"T{os.urandom(4).hex()}"
    await send(port, encode(Enter(name=name)), *(encode(Say(text=f"spam {number}")) for number in range(MESSAGES)))


async def use_it_all(port: int) -> None:
    """Hold as many sessions as one connection may, and make moves in all of them as fast as they are taken."""
    async with await log_in(port) as connection:
        moves = encode(Play(seq=0, move="take")) * MESSAGES
        for _ in range(SESSIONS):
            writer, _reader, _ = await connection.open_session(subsystem="tablee", encoding=None)
            writer.write(encode(Enter(name=f"U{os.urandom(4).hex()}", program=True)) + moves)
        await asyncio.sleep(2.0)


async def read_nothing(port: int) -> None:
    """Ask for a screen through a giant window, make it draw, and never read."""
    async with await log_in(port) as connection:
        session = asyncssh.SSHClientSession[bytes]
        channel, _ = await connection.create_session(session, window=2**32 - 1, term_type="xterm", encoding=None)
        transport = connection._transport
        assert transport is not None
        transport.pause_reading()
        for _ in range(20):
            channel.change_terminal_size(100, 30)
            channel.write(b"\x1b[C")
            await asyncio.sleep(PAUSE)


KINDS: dict[str, Callable[[int], Awaitable[None]]] = {
    "connections": connect,
    "keys": exchange_keys,
    "silence": fall_silent,
    "channels": open_channels,
    "garbage": send_garbage,
    "huge": send_huge,
    "talk": talk,
    "no reading": read_nothing,
    "everything allowed": use_it_all,
}


async def flood(kind: str, port: int, seconds: float) -> int:
    """Do it again and again, and give the number of tries."""
    count, end = 0, time.perf_counter() + seconds
    while (left := end - time.perf_counter()) > 0:
        with contextlib.suppress(OSError, asyncssh.Error):
            await asyncio.wait_for(KINDS[kind](port), left)
        count += 1
    return count


async def main(kind: str, port: str, seconds: str) -> None:
    # It is cut off all the time; that is no news.
    asyncssh.set_log_level("CRITICAL")
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    floods = (flood(kind, int(port), float(seconds)) for _ in range(AT_ONCE))
    print(sum(await asyncio.gather(*floods)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
