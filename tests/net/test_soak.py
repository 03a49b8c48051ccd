"""A house after a long evening: hundreds of logins and games later it holds no more than before (fault 41)."""

import asyncio
import gc
import logging
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from net.messages import Leave, LobbyUpdate, Open, Play, Rename, Start, Update, Welcome
from net.setup import Setup
from tests.net.served import Served, served_house
from tests.net.visitors import until
from tui.app import TableeApp
from tui.rooms import SWEEP_AFTER

ALONE = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))
TABLES = 6
AT_ONCE = 6
# Rounds of ten logins, a game, a look at the screen and one in lines.
WARM_UP = 12
ROUNDS = 36
# A connection or a table that stayed would be hundreds of blocks and many kilobytes each.
BLOCKS_A_VISIT = 12
KILOBYTES_A_VISIT = 32


async def log_in(served: Served, numbers: Iterator[int]) -> None:
    """Come as a guest who was never here, choose a name and leave."""
    async with served.caller("") as guest:
        await guest.ask(Rename(name=f"Guest {next(numbers)}"), Welcome)


async def play(served: Served, numbers: Iterator[int]) -> None:
    """Play a whole game against bots as somebody else."""
    async with served.caller("") as guest:
        await guest.ask(Rename(name=f"Guest {next(numbers)}"), Welcome)
        await guest.ask(Open(setup=ALONE), Update)
        guest.tell(Start())
        update = await guest.my_turn()
        while update.phase != "over":
            guest.tell(Play(seq=update.seq, move=update.legal[0]))
            update = await guest.my_turn()
        await guest.ask(Leave(), LobbyUpdate)


async def look(served: Served, _numbers: Iterator[int]) -> None:
    """See the lobby on a screen, and lose the line."""
    async with served.window("") as window:
        await window.sees("What shall the others call you?")
        window.hang_up()


async def listen(served: Served, _numbers: Iterator[int]) -> None:
    """Hear the lobby in lines."""
    async with served.script("") as script:
        await script.hears("What shall the others call you?")


ROUND: list[Callable[[Served, Iterator[int]], Awaitable[None]]] = [*[log_in] * 10, play, look, listen]


@dataclass(frozen=True)
class Holding:
    """What this process holds, the house and its guests together."""

    tasks: int
    descriptors: int
    blocks: int
    kilobytes: int


def holding() -> Holding:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Holding(
        tasks=len(asyncio.all_tasks()),
        descriptors=len(os.listdir("/proc/self/fd")),
        blocks=sys.getallocatedblocks(),
        kilobytes=pages * os.sysconf("SC_PAGE_SIZE") // 1024,
    )


class Evening:
    """Guests who come and go, a few at a time; `visits` counts them."""

    def __init__(self, served: Served) -> None:
        self.visits = 0
        self._served = served
        self._numbers = count(1)
        self._idle = len(asyncio.all_tasks())

    async def spend(self, rounds: int) -> Holding:
        """Let people come for so many rounds, wait until all have left, and give what is held then."""
        coming = iter(ROUND * rounds)
        await asyncio.gather(*(self._keep_coming(coming) for _ in range(AT_ONCE)))
        house = self._served.house
        await until(lambda: not house.members and not self._served.opened.server.doormen)
        await until(lambda: len(asyncio.all_tasks()) <= self._idle + len(house.croupiers))
        return holding()

    async def _keep_coming(self, coming: Iterator[Callable[[Served, Iterator[int]], Awaitable[None]]]) -> None:
        for visit in coming:
            await visit(self._served, self._numbers)
            self.visits += 1


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[Evening]:
    at_any_speed = {"arrivals_per_second": 1e4, "arrivals_burst": 10_000, "arrivals_per_second_per_source": 1e4}
    async with served_house(folder, limits=at_any_speed, tables=TABLES) as served:
        yield Evening(served)


async def test_F41_after_hundreds_of_logins_and_games_memory_tasks_and_descriptors_are_flat(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    # Every line of the log that pytest keeps would count as the house's memory.
    caplog.set_level(logging.WARNING, "net")
    async with evening(tmp_path) as guests:
        before = await guests.spend(WARM_UP)
        warm = guests.visits
        after = await guests.spend(ROUNDS)
        visits = guests.visits - warm
    assert visits == ROUNDS * len(ROUND)
    assert (after.tasks, after.descriptors) == (before.tasks, before.descriptors)
    assert after.blocks - before.blocks < BLOCKS_A_VISIT * visits
    assert after.kilobytes - before.kilobytes < KILOBYTES_A_VISIT * visits


async def test_F41_screens_that_have_ended_are_let_go_without_waiting_for_a_rare_collection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.rooms.SWEEP_EVERY", 0.0)
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada")
        gc.collect()
        gc.disable()
        try:
            for _ in range(SWEEP_AFTER):
                async with served.window("Ada") as ada:
                    await ada.sees("New table")
            await until(lambda: sum(isinstance(thing, TableeApp) for thing in gc.get_objects()) <= 2)
        finally:
            gc.enable()
