"""A parlour for the tests of screens: the real app on a real house in a folder, with bots that decide at once."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from textual import events
from textual.pilot import Pilot

from bots.advice import Advice, JudgedMove
from bots.bot import Budget, Decision
from engines.wire import Message
from net.house.house import House
from net.link import memory_link
from net.messages import Open
from net.setup import Setup, own_setup
from tests.net.house_harness import QuickThinker
from tui.app import Errand, TableeApp
from tui.local import LocalHouse
from tui.look import Look
from tui.screens.page import Page
from tui.screens.shell import Venue
from tui.screens.table import TablePage
from tui.settings import Settings
from tui.stage import Stage

SIZES = ((80, 24), (120, 40), (40, 20))
CALM = Settings(name="Ada", motion=False, pace="quick", lessons="0000")
PATIENCE = 30.0

Player = Pilot[str]


class Thinker(QuickThinker):
    """Decides at once; an expert, who gives hints, also says what the first two moves are worth."""

    async def choose(
        self,
        bot: str,
        decision: Decision,
        budget: Budget,
        deadline: float,
        *,
        rank: float = 0.0,
        stop: asyncio.Event | None = None,
    ) -> Advice:
        await asyncio.sleep(0)
        if bot != "expert":
            return await super().choose(bot, decision, budget, deadline)
        judged = [
            JudgedMove(move, 500, 0.6 - 0.2 * place, 0.01, 20.0 + place) for place, move in enumerate(decision.legal)
        ]
        return Advice(decision.legal[0], tuple(judged), 1000, 0.1)


def table_of(game: str, seats: int, **more: object) -> Setup:
    """Plan a table of one's own with bots on all other seats."""
    return own_setup(Setup(game=game, seats=seats, bots=("easy",) * (seats - 1), **more))  # type: ignore[arg-type]


@asynccontextmanager
async def at_home(
    folder: Path,
    size: tuple[int, int] = (80, 24),
    *,
    ask: Message | None = None,
    errand: Errand | None = None,
    settings: Settings = CALM,
    save: Callable[[dict[str, str | bool]], None] | None = None,
    linger: float = 0.0,
) -> AsyncIterator[tuple[TableeApp, Player]]:
    """Start the program as `tablee` does, or with something to ask for as `tablee play` does."""
    house = LocalHouse(settings, folder, Thinker())
    venue = Venue(own=True, open=house.open, save=save)
    app = TableeApp(house.link, settings, Look(), venue=venue, errand=errand or Errand(ask=ask))
    app.linger = linger
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.lobby is not None)
        house.set_pace(0.0)
        yield app, pilot
    await house.close()


@asynccontextmanager
async def at_table(
    folder: Path,
    game: str,
    seats: int = 3,
    size: tuple[int, int] = (80, 24),
    seed: int = 1,
    linger: float = 0.0,
    **more: object,
) -> AsyncIterator[tuple[TableeApp, Player]]:
    """Sit down at a table of one's own and wait for the first turn."""
    ask = Open(setup=table_of(game, seats, **more), seed=seed)
    async with at_home(folder, size, ask=ask, linger=linger) as (app, pilot):
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        yield app, pilot


@asynccontextmanager
async def visiting(
    house: House,
    name: str,
    errand: Errand | None = None,
    size: tuple[int, int] = (80, 24),
    *,
    guest: bool = False,
) -> AsyncIterator[tuple[TableeApp, Player]]:
    """Come into a shared house as somebody with a key, or as a guest."""
    near, link = memory_link()
    served = asyncio.create_task(house.serve(near, None if guest else f"key:{name}"))
    settings = Settings(name=name, motion=False)
    venue = Venue(address="tablee.example")
    app = TableeApp(link, settings, Look(), venue=venue, errand=errand or Errand(start="lobby"))
    app.linger = 0.0
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.lobby is not None)
        yield app, pilot
    await served


async def at_the_table(app: TableeApp, pilot: Player) -> None:
    """Wait until a table lies on top: a key that is pressed before goes to the screen beneath it."""
    await until(pilot, lambda: isinstance(app.page, TablePage) and is_painted(app))


async def until(pilot: Player, reached: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not reached():
            await pilot.pause(0.001)


def page_of(app: TableeApp) -> Page:
    """The screen on top."""
    assert app.page is not None
    return app.page


def screen_of(app: TableeApp) -> str:
    """Read the screen as a person does."""
    canvas = page_of(app).board.canvas
    return "" if canvas is None else "\n".join(canvas.line(y).rstrip() for y in range(canvas.height))


async def shows(app: TableeApp, pilot: Player, words: str) -> None:
    """Wait until words stand on the screen."""
    try:
        await until(pilot, lambda: words in screen_of(app))
    except TimeoutError:
        raise AssertionError(f"{words!r} is not on the screen:\n{screen_of(app)}") from None


def press(app: TableeApp, key: str) -> None:
    """Send a key without the pilot's long waits: a game has hundreds."""
    app.post_message(events.Key(key, key if len(key) == 1 else None))


def click(app: TableeApp, action: str) -> None:
    """Click where an action can be clicked; also without waiting."""
    x, y = spot_of(app, action)
    for kind in (events.MouseDown, events.MouseUp, events.Click):
        app.screen._forward_event(kind(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y))


def spot_of(app: TableeApp, action: str) -> tuple[int, int]:
    """Find a cell whose click does what a key does."""
    spots = spots_of(app, action)
    assert spots, f"nothing to click for {action!r}:\n{screen_of(app)}"
    return spots[len(spots) // 2]


def spots_of(app: TableeApp, action: str) -> list[tuple[int, int]]:
    """List the cells of the last thing whose click does what a key does."""
    canvas = page_of(app).board.canvas
    assert canvas is not None
    for area, found in reversed(canvas.hot_areas):
        spots = [(x, y) for y in range(area.y, area.y + area.height) for x in range(area.x, area.x + area.width)]
        seen = [(x, y) for x, y in spots if 0 <= x < canvas.width and 0 <= y < canvas.height]
        free = [spot for spot in seen if canvas.action_at(*spot) == action]
        if found == action and free:
            return free
    return []


async def play_to_the_end(app: TableeApp, pilot: Player, act: Callable[[TableeApp, str], None]) -> None:
    """Make some choice whenever it is one's turn; `act` does what a key would do."""
    stage = app.stage
    assert stage is not None
    table = stage.table
    count = 0
    while table.update.phase != "over":
        await until(pilot, lambda: table.your_turn or table.update.phase == "over")
        await until(pilot, lambda: is_painted(app))
        if table.update.phase == "over":
            break
        before = (table.update.seq, stage.picked)
        live = [choice for choice in stage.choices() if choice.live]
        count += 1
        act(app, live[0 if count % 4 else count * 7 % len(live)].key)
        await until(pilot, partial(_has_moved_on, stage, before))


def is_painted(app: TableeApp) -> bool:
    """Whether the screen shows all that has happened."""
    return app.page is not None and not app.page._due


def _has_moved_on(stage: Stage, before: tuple[int, str | None]) -> bool:
    return (stage.table.update.seq, stage.picked) != before
