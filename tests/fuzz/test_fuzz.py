"""Anything may come in, and nothing falls over: a minute in all here, as long as one likes with `make fuzz`.

What once broke something is kept in `corpus`, one folder for each target, and tried first ever after.
"""

import asyncio
import hashlib
import os
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import pytest

from engines.wire import encode
from net import messages as said
from net.ssh.wire_link import SUBSYSTEM
from tests.fuzz.mutation import mutated
from tests.fuzz.targets import SAID, TABLE, TARGETS, messages
from tests.fuzz.visits import new_visit, type_visit
from tests.net.house_harness import Person, open_house
from tests.net.served import Served, served_house
from tests.net.visitors import open_house as open_door

CORPUS = Path(__file__).parent / "corpus"
SECONDS = float(os.environ.get("TABLEE_FUZZ_SECONDS", "7"))
SEED = int(os.environ.get("TABLEE_FUZZ_SEED", "42"))
TOGETHER = 20
# The door's own limits would turn the fuzzer away before it has tried anything.
WIDE = {
    "connections_per_source": 500,
    "strangers_per_source": 500,
    "strangers_start": 128,
    "penalty_threshold": 600,
    "arrivals_per_second": 1000,
    "arrivals_burst": 1000,
}
USERS = ("play", "guest", "admin", "kiwi-42", "watch-kiwi-42", "nobody", "a" * 500)


def failures(log: str) -> list[str]:
    """The lines of a log that tell of something that broke."""
    return [line for line in log.splitlines() if " failed" in line]


def kept(target: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((CORPUS / target).glob("*"))]


def keep(target: str, data: bytes) -> None:
    """Put what broke something into the corpus."""
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_that_comes_in_breaks_what_reads_it(target: str) -> None:
    run, seeds = TARGETS[target]
    old = kept(target)
    for data in old:
        run(data)
    luck, end, tried = Random(SEED), time.monotonic() + SECONDS, 0
    while time.monotonic() < end:
        data = mutated([*seeds, *old], luck)
        try:
            run(data)
        except Exception:
            keep(target, data)
            raise
        tried += 1
    assert tried > 100


async def test_no_message_stops_the_house(tmp_path: Path) -> None:
    luck, end, told = Random(SEED), time.monotonic() + SECONDS, 0
    seeds = [encode(each) for each in SAID]
    async with open_house(tmp_path, actions_per_second=1e6, actions_burst=10**6) as house:
        honest = Person(house, "key:honest")
        await honest.ask(said.Enter(name="Honest"), said.Welcome)
        while time.monotonic() < end:
            said_to_it = [luck.choice((mutated(seeds, luck), luck.choice(seeds))) for _ in range(TOGETHER)]
            data = b"".join(said_to_it)
            rude = Person(house, f"key:rude-{luck.randrange(8)}")
            for message in (said.Enter(name=f"Rude{luck.randrange(8)}"), said.Open(setup=TABLE), *messages(data)):
                rude.tell(message)
                told += 1
            await asyncio.sleep(0.01)
            if rude.served.done() and rude.served.exception() is not None:
                keep("house", data)
            await rude.drop()
            await honest.ask(said.MyTally(), said.Tally)
        await honest.drop()
    assert told > TOGETHER


async def test_no_request_on_a_channel_stops_the_door() -> None:
    luck, end = Random(SEED), time.monotonic() + SECONDS
    async with open_door(limits=WIDE) as opened:
        while time.monotonic() < end:
            with suppress(asyncssh.ConnectionLost):  # whoever misbehaves may be cut
                async with opened.visit(user=luck.choice(USERS)) as connection:
                    for _ in range(4):
                        await odd_channel(connection, luck)
        async with opened.visit() as connection:
            await opened.screen(connection)
        assert failures(opened.log) == []


async def test_nothing_typed_at_a_screen_ends_its_session_by_an_error(tmp_path: Path) -> None:
    luck, end, old = Random(SEED), time.monotonic() + SECONDS, kept("screen")
    told, unheard = 0, list[str]()
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: unheard.append(str(context)))
    async with served_house(tmp_path, limits=WIDE, actions_per_second=1e6, actions_burst=10**6) as served:
        await served.have_been_here("Ada", "Honest")
        code = await served.open_table(TABLE, "Honest")
        while old or time.monotonic() < end:
            visit = old.pop() if old else new_visit(luck)
            await come_and_type(served, luck, code, visit)
            told += 1
            if failures(served.opened.log) or unheard:
                keep("screen", visit)
            assert [*failures(served.opened.log), *unheard] == []
        async with served.window("Honest") as honest:
            await honest.sees("New table", "Geschenkt")
    assert told > len(kept("screen"))


async def come_and_type(served: Served, luck: Random, code: str, visit: bytes) -> None:
    """Come with a key or as a guest, to the lobby or a table, type, and leave in one of the ways there are."""
    name, user = luck.choice(("Ada", "")), luck.choice(("play", code, f"watch-{code}"))
    with suppress(asyncssh.ConnectionLost):
        async with served.visit(name, user) as connection:
            size, term = luck.choice(((80, 24), (120, 40), (40, 20), (0, 0))), luck.choice(("xterm", "linux", "vt100"))
            channel, _ = await connection.create_session(Listener, term_type=term, term_size=size, encoding=None)
            if luck.random() < 0.7:
                await asyncio.sleep(luck.choice((0.02, 0.1)))  # else everything comes before the first picture
            await type_visit(channel, visit)
            leave = luck.choice((channel.write_eof, channel.close, connection.abort))
            if not channel.is_closing():
                leave()


class Listener(asyncssh.SSHClientSession[bytes]):
    """A client that hears nothing."""


async def odd_channel(connection: asyncssh.SSHClientConnection, luck: Random) -> None:
    """Ask for something strange, and say something strange there."""
    ways: tuple[dict[str, Any], ...] = (
        {},
        {"command": odd_text(luck)},
        {"subsystem": SUBSYSTEM},
        {"subsystem": odd_text(luck)},
    )
    wanted: dict[str, Any] = luck.choice(ways)
    size = tuple(luck.choice((0, 1, 80, 2**31)) for _ in range(4))
    terminal: dict[str, Any] = {"term_type": odd_text(luck), "term_size": size} if luck.random() < 0.5 else {}
    try:
        async with asyncio.timeout(5):
            channel, _ = await connection.create_session(
                Listener, **wanted, **terminal, env={"LANG": odd_text(luck)}, encoding=None
            )
            # An x breaks the small app of these rooms on purpose.
            channel.write(luck.randbytes(luck.randint(0, 200)).replace(b"x", b"y"))
            channel.write_eof()
            channel.close()
    except (asyncssh.Error, OSError, TimeoutError):
        pass


def odd_text(luck: Random) -> str:
    """A few letters, printable or not."""
    letters = [luck.choice((luck.randint(1, 126), luck.randint(0xA0, 0x2FFF))) for _ in range(luck.randint(0, 12))]
    return "".join(map(chr, letters))
