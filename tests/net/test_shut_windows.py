"""Clients that shut their SSH windows, at the real house: each is cut, and none of them holds memory."""

import asyncio
import tracemalloc
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from engines.wire import encode
from net.messages import Enter, Open
from net.setup import Setup
from net.ssh.wire_link import SUBSYSTEM
from tests.net.house_harness import Person, enter
from tests.net.served import Served, served_house
from tests.net.visitors import until

MIB = 1 << 20
WINDOW = 200

KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "screen": {"term_type": "xterm-256color", "term_size": (80, 24)},
    "wire": {"subsystem": SUBSYSTEM},
}


class Deaf(asyncssh.SSHClientSession[bytes]):
    """Asks for everything that the lobby says, and reads nothing of it."""

    def __init__(self, kind: str, name: str) -> None:
        self._kind = kind
        self._name = name

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self._channel = chan

    def session_started(self) -> None:
        self._channel.pause_reading()
        if self._kind == "wire":
            self._channel.write(encode(Enter(name=self._name)))
        else:
            self._channel.write(f"{self._name}\n".encode())


def cut(served: Served) -> float:
    """How many connections were cut because nothing could be sent."""
    return served.opened.server.monitor.registry.get_sample_value("tablee_cut_total", {"why": "stalled"}) or 0.0


async def keep_busy(people: list[Person]) -> None:
    """Open tables and leave them again, so that there is always news in the lobby."""
    while True:
        for person in people:
            person.tell(Open(setup=Setup(game="geschenkt", seats=5, title="a table with a title")))
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("kind", KINDS)
async def test_F50_a_window_that_stays_shut_is_cut_and_holds_no_memory(tmp_path: Path, kind: str) -> None:
    busy: dict[str, Any] = {"actions_per_second": 1e6, "actions_burst": 10**6, "tables_each": 100}
    async with served_house(tmp_path, patience={"stalled": 1.0}, **busy) as served, AsyncExitStack() as callers:
        people = [await enter(served.house, f"Ada{number}") for number in range(4)]
        news = asyncio.create_task(keep_busy(people))
        tracemalloc.start()
        try:
            for number in range(6):
                connection = await callers.enter_async_context(served.visit(""))
                deaf = partial(Deaf, kind, f"Deaf{number}")
                await connection.create_session(deaf, encoding=None, window=WINDOW, **KINDS[kind])
            await until(lambda: cut(served) == 6)
            await until(lambda: not served.opened.server.doormen)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
            news.cancel()
        assert peak < 24 * MIB
