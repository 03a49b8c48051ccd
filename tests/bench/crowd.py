"""One address that does all that it may, for `tests.bench.one_address`: `python -m tests.bench.crowd KIND PORT`.

It comes with as many sessions as KINDS says, prints how many are there, then reads lines: after `on` it does what it
came for as fast as that is taken, after `off` it rests, and at the end of the input it goes.
"""

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import asyncssh

from engines.wire import encode
from net.messages import Enter, Leave, Open, Play, Say, Watch
from net.setup import Setup

ADDRESS = "127.0.0.2"
CHANNELS = 4
# As fast as a key repeats that is held down.
PAUSE = 1 / 30
ARRIVAL = 0.6
TABLES_EACH = 20
KEYS = (b"\x1b[C", b"\x1b[D")
WAITING = Setup(game="geschenkt", seats=3)


class Session(asyncssh.SSHClientSession[bytes]):
    """One of its sessions; it remembers the last that it was told."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.told = b""
        self.was_told = asyncio.Event()
        self.channel: asyncssh.SSHClientChannel[bytes]
        self.flowing = asyncio.Event()
        self.flowing.set()

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.channel = chan

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.told = data
        self.was_told.set()

    def pause_writing(self) -> None:
        self.flowing.clear()

    def resume_writing(self) -> None:
        self.flowing.set()

    async def say(self, *messages: Any) -> None:
        await self.flowing.wait()
        self.channel.write(b"".join(encode(message) for message in messages))


async def log_in(port: int, address: str = ADDRESS) -> asyncssh.SSHClientConnection:
    """Come as a guest, as often as it takes to be let in."""
    while True:
        try:
            return await asyncssh.connect(
                *("127.0.0.1", port),
                username="guest",
                client_keys=None,
                known_hosts=None,
                config=None,
                agent_path=None,
                local_addr=(address, 0),
            )
        except (OSError, asyncssh.Error):
            await asyncio.sleep(ARRIVAL)


async def begin(connection: asyncssh.SSHClientConnection, **how: Any) -> Session:
    session = Session(connection.get_extra_info("peername")[1])
    await connection.create_session(lambda: session, encoding=None, **how)
    return session


def name() -> str:
    return f"U{os.urandom(4).hex()}"


async def come_on_the_wire(port: int, count: int, address: str = ADDRESS, *, program: bool = True) -> list[Session]:
    """Come with so many programs, as many on each connection as may be."""
    sessions: list[Session] = []
    while len(sessions) < count:
        connection = await log_in(port, address)
        for _ in range(min(CHANNELS, count - len(sessions))):
            session = await begin(connection, subsystem="tablee")
            await session.say(Enter(name=name(), program=program, changes=True))
            sessions.append(session)
    return sessions


async def come_with_screens(port: int, count: int) -> list[Session]:
    """Come with so many screens, each in the lobby under a name."""
    connections = [await log_in(port) for _ in range(count // CHANNELS)]
    return await asyncio.gather(*(open_screen(connection) for connection in connections for _ in range(CHANNELS)))


async def open_screen(connection: asyncssh.SSHClientConnection) -> Session:
    session = await begin(connection, term_type="xterm-direct", term_size=(120, 40))
    for keys in (f"{name()}\r", "\r", ""):
        await asyncio.sleep(5.0)
        session.channel.write(keys.encode())
    return session


async def come_to_one_table(port: int, count: int) -> list[Session]:
    """Come with so many programs that look on at one table of theirs."""
    owner, *others = await come_on_the_wire(port, count)
    await owner.say(Open(setup=WAITING))
    while b"code" not in owner.told:
        owner.was_told.clear()
        await owner.was_told.wait()
    code = owner.told.partition(b"code")[2]
    text = code[1 : 1 + (code[0] & 31)].decode()
    for other in others:
        await other.say(Watch(code=text))
    return [owner, *others]


async def fill_the_lobby(port: int, count: int) -> list[Session]:
    """Let many others open tables first, and come into a lobby of 480 with so many programs."""
    for number in range(24):
        (other,) = await come_on_the_wire(port, 1, f"127.{number + 10}.0.1", program=False)
        for _ in range(TABLES_EACH):
            await other.say(Open(setup=WAITING), Leave())
        OTHERS.append(other)
    return await come_on_the_wire(port, count)


OTHERS: list[Session] = []


async def enter_often(session: Session) -> None:
    """Open screens, and hang up as soon as they are drawn."""
    connection = await log_in(session.port)
    screens = [await begin(connection, term_type="xterm-direct", term_size=(120, 40)) for _ in range(CHANNELS)]
    await asyncio.wait_for(asyncio.gather(*(screen.was_told.wait() for screen in screens)), 2.0)
    connection.abort()


async def move(session: Session) -> None:
    """Make moves that are none."""
    await session.say(*[Play(seq=0, move="take")] * 10)
    await asyncio.sleep(0.01)


async def talk(session: Session) -> None:
    """Say something at the table."""
    await session.say(Say(text="spam, and eggs, and spam"))
    await asyncio.sleep(PAUSE)


async def come_and_go(session: Session) -> None:
    """Open a table, and go back to the lobby."""
    await session.say(Open(setup=WAITING), Leave(give_up=True))
    await asyncio.sleep(PAUSE)


async def press_keys(session: Session) -> None:
    """Hold a key down."""
    for key in KEYS:
        await session.flowing.wait()
        session.channel.write(key)
        await asyncio.sleep(PAUSE)


KINDS: dict[str, tuple[Callable[[int, int], Awaitable[list[Session]]], int, Callable[[Session], Awaitable[None]]]] = {
    "moves": (come_on_the_wire, 80, move),
    "talk": (come_to_one_table, 72, talk),
    "lobby": (fill_the_lobby, 72, come_and_go),
    "screens": (come_with_screens, 80, press_keys),
    "doors": (come_on_the_wire, 4, enter_often),
}


async def go_on(session: Session, do: Callable[[Session], Awaitable[None]], busy: asyncio.Event) -> None:
    while not session.channel.is_closing():
        await busy.wait()
        with contextlib.suppress(TimeoutError, OSError, asyncssh.Error):
            await do(session)


async def main(kind: str, port: str) -> None:
    asyncssh.set_log_level("CRITICAL")
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    come, count, do = KINDS[kind]
    sessions = await come(int(port), count)
    busy = asyncio.Event()
    doing = [asyncio.create_task(go_on(session, do, busy)) for session in sessions]
    await asyncio.sleep(1.0)
    print(sum(not session.channel.is_closing() for session in sessions), flush=True)
    loop = asyncio.get_running_loop()
    while word := await loop.run_in_executor(None, sys.stdin.readline):
        if word.strip() == "on":
            busy.set()
        else:
            busy.clear()
    for task in doing:
        task.cancel()
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
