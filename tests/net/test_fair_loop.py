"""One loop serves everybody: whoever has used much of it waits behind those who have not, and nobody waits for ever."""

import asyncio
import socket
import time
from collections.abc import Callable, Coroutine
from contextvars import Context
from pathlib import Path
from typing import Any

from net.limits.fair_loop import FairLoop, Tab, on_tab
from net.messages import Open, Update
from net.setup import Setup
from tests.net.served import served_house

CROWD, BYSTANDER = "192.0.2.1", "192.0.2.2"


class Clock:
    """Time that stands until it is moved."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def on_fair_loop(scene: Callable[[FairLoop], Coroutine[Any, Any, None]], clock: Clock | None = None) -> None:
    with asyncio.Runner(loop_factory=lambda: FairLoop(clock or Clock())) as runner:
        loop = runner.get_loop()
        assert isinstance(loop, FairLoop)
        runner.run(scene(loop))


def burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def busy(loop: FairLoop) -> Context:
    """Let the crowd use much of the loop, and give the context of its sessions."""
    context = on_tab(Tab(CROWD))
    loop.call_soon(burn, 0.2, context=context)
    await asyncio.sleep(0)
    return context


def test_F92_whoever_has_used_much_waits_behind_those_who_have_not() -> None:
    async def scene(loop: FairLoop) -> None:
        crowd, order, done = await busy(loop), list[str](), asyncio.Event()
        for number in range(20):
            loop.call_soon(order.append, f"crowd {number}", context=crowd)
        loop.call_soon(done.set, context=crowd)
        loop.call_soon(order.append, "bystander", context=on_tab(Tab(BYSTANDER)))
        loop.call_soon(order.append, "house")
        await asyncio.wait_for(done.wait(), 10)
        assert order == ["bystander", "house", *(f"crowd {number}" for number in range(20))]

    on_fair_loop(scene)


def test_F92_of_two_who_have_used_much_the_one_who_used_less_comes_first() -> None:
    async def scene(loop: FairLoop) -> None:
        crowd, order, done = await busy(loop), list[str](), asyncio.Event()
        other = on_tab(Tab(BYSTANDER))
        loop.call_soon(burn, 0.1, context=other)
        await asyncio.sleep(0)
        loop.call_soon(order.append, "crowd", context=crowd)
        loop.call_soon(done.set, context=crowd)
        loop.call_soon(order.append, "other", context=other)
        await asyncio.wait_for(done.wait(), 10)
        assert order == ["other", "crowd"]

    on_fair_loop(scene)


def test_F92_nobody_waits_for_ever_behind_those_who_always_have_something_to_do() -> None:
    async def scene(loop: FairLoop) -> None:
        crowd, done = await busy(loop), asyncio.Event()
        loop.call_soon(done.set, context=crowd)
        turns = 0
        while not done.is_set():
            turns += 1
            assert turns < 1000
            await asyncio.sleep(0)

    on_fair_loop(scene)


def test_F92_what_was_used_is_forgiven_and_what_was_cancelled_is_not_done() -> None:
    clock = Clock()

    async def scene(loop: FairLoop) -> None:
        crowd, order, done = await busy(loop), list[str](), asyncio.Event()
        loop.call_soon(order.append, "cancelled", context=crowd).cancel()
        loop.call_soon(order.append, "late", context=crowd)
        loop.call_soon(done.set, context=crowd)
        await asyncio.wait_for(done.wait(), 10)
        clock.now += 10
        loop.call_soon(order.append, "forgiven", context=crowd)
        loop.call_soon(order.append, "house")
        await asyncio.sleep(0)
        assert order == ["late", "forgiven", "house"]

    on_fair_loop(scene, clock)


def test_F92_what_waits_on_a_socket_is_read_once_and_in_order() -> None:
    async def scene(loop: FairLoop) -> None:
        near, far = socket.socketpair()
        near.setblocking(False)
        crowd, heard, done = await busy(loop), bytearray(), asyncio.Event()

        def read() -> None:
            heard.extend(near.recv(1))
            if heard.endswith(b"9"):
                done.set()

        crowd.run(loop.add_reader, near, read)
        far.send(b"0123456789")
        for _ in range(200):
            await asyncio.sleep(0)
        await asyncio.wait_for(done.wait(), 10)
        assert heard == b"0123456789"
        loop.remove_reader(near)
        near.close()
        far.close()

    on_fair_loop(scene)


def test_F92_everything_that_is_done_for_a_session_is_on_the_tab_of_its_address(tmp_path: Path) -> None:
    async def scene(loop: FairLoop) -> None:
        async with served_house(tmp_path) as served:
            await served.have_been_here("Ada")
            async with served.window("Ada") as ada, served.caller("Bob") as bob:
                await ada.sees("There is no table yet. Begin one:")
                await bob.ask(Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy"))), Update)
                await ada.sees("Geschenkt")
                assert loop.used("the lobby") > 0
                before = loop.used("127.0.0.1")
                await ada.press("n")
                await ada.sees("Which game?")
                assert loop.used("127.0.0.1") > before

    on_fair_loop(scene)
