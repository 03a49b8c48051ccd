"""The main screens in a fixed state each, for snapshots and for the pictures in the README."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.tui.app_harness import Player, at_home, at_table, is_painted, press, until
from tui.app import TableeApp

GAMES = {"geschenkt": 4, "danger13": 4, "bumbesi": 5, "dacapo": 4}
TITLES = {"geschenkt": "kiwi-42", "danger13": "plum-07", "bumbesi": "fig-19", "dacapo": "pear-33"}
MOVES = 8


@asynccontextmanager
async def home(folder: Path, size: tuple[int, int]) -> AsyncIterator[tuple[TableeApp, Player]]:
    """Stand at home."""
    async with at_home(folder, size) as (app, pilot):
        await until(pilot, lambda: is_painted(app))
        yield app, pilot


@asynccontextmanager
async def table(
    folder: Path, game: str, size: tuple[int, int], then: str = ""
) -> AsyncIterator[tuple[TableeApp, Player]]:
    """Sit at a table a few moves into a game, perhaps after another key."""
    async with at_table(folder, game, GAMES[game], size, seed=2, title=TITLES[game]) as (app, pilot):
        luck = random.Random(MOVES)
        for _ in range(MOVES):
            await _move(app, pilot, luck.randrange(3))
        if then:
            await pilot.press(then)
            await until(pilot, lambda: is_painted(app))
        yield app, pilot


async def _move(app: TableeApp, pilot: Player, steps: int) -> None:
    """Make the move that lies so many steps from the first."""
    for _ in range(steps):
        press(app, "right")
    stage = app.stage
    assert stage is not None
    table = stage.table
    before = table.update.seq
    while table.update.seq == before:
        picked = stage.picked
        press(app, "enter")
        await until(pilot, lambda: table.update.seq != before or stage.picked != picked)  # noqa: B023
    await until(pilot, lambda: table.your_turn or table.update.phase == "over")
    await until(pilot, lambda: is_painted(app))
