"""What a terminal shows is what the canvas holds, though only changes are sent to it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from net.door.caller import Caller
from net.door.screen import Terminal
from net.messages import Open
from tests.tui.app_harness import CALM, PATIENCE, Thinker, is_painted, page_of, table_of
from tests.tui.terminal_emulator import Glass
from tui.app import Errand, TableeApp
from tui.local import LocalHouse
from tui.look import Look
from tui.screens.shell import Venue
from tui.settings import Settings
from tui.terminal.driver import run_app

RIGHT, ENTER, ESCAPE = b"\x1b[C", b"\r", b"\x1b[27u"
LIVELY = Settings(name="Ada", motion=True, pace="quick")


class Seat:
    """Somebody at a table, with a terminal of their own."""

    def __init__(self, house: LocalHouse, game: str, size: tuple[int, int], settings: Settings) -> None:
        self.glass = Glass()
        self.sent = 0
        self.terminal = Terminal(
            Caller(size=size, environment={"COLORTERM": "truecolor"}), self._write, lambda _seconds: None
        )
        errand = Errand(ask=Open(setup=table_of(game, 3), seed=1))
        venue = Venue(own=True)
        self.app = TableeApp(house.link, settings, Look(), venue=venue, errand=errand, manners=self.terminal)

    def _write(self, data: bytes) -> None:
        self.sent += len(data)
        self.glass.write(data)

    async def until(self, reached: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not reached():  # noqa: ASYNC110 - the app has no event for it
                await asyncio.sleep(0.001)

    def has_settled(self) -> bool:
        """Whether the glass shows the canvas, in words."""
        canvas = page_of(self.app).board.canvas if self.app.page is not None and is_painted(self.app) else None
        if canvas is None or (canvas.width, canvas.height) != self.terminal.size:
            return False
        return all(self.glass.line(y, canvas.width) == canvas.line(y) for y in range(canvas.height))

    async def paints_the_same(self) -> bool:
        """Let the whole screen be painted anew, and say whether that changes nothing, colours included."""
        while True:
            await self.until(self.has_settled)
            canvas, before, sent = page_of(self.app).board.canvas, dict(self.glass.cells), self.sent
            self.terminal.set_stalled(True)
            self.terminal.send(" ")
            self.terminal.set_stalled(False)
            await self.until(lambda: self.sent > sent + self.terminal.size[0] * self.terminal.size[1])  # noqa: B023
            # Another move may have come in between.
            if page_of(self.app).board.canvas is canvas:
                return before == self.glass.cells


@asynccontextmanager
async def seat_at(folder: Path, game: str, size: tuple[int, int], settings: Settings = CALM) -> AsyncIterator[Seat]:
    house = LocalHouse(settings, folder, Thinker())
    await house.open()
    house.set_pace(0.0)
    seat = Seat(house, game, size, settings)
    running = asyncio.create_task(run_app(seat.app, seat.terminal))
    app = seat.app
    await seat.until(lambda: app.table is not None and app.table.your_turn)
    await seat.until(seat.has_settled)
    yield seat
    seat.terminal.hang_up()
    await running
    await house.close()


@pytest.mark.parametrize("game", ["geschenkt", "danger13", "bumbesi", "dacapo"])
async def test_after_each_key_the_terminal_shows_the_table(game: str, tmp_path: Path) -> None:
    async with seat_at(tmp_path, game, (80, 24)) as seat:
        for key in (RIGHT, RIGHT, ENTER, RIGHT, ENTER, RIGHT, RIGHT, b"l", b"l", RIGHT):
            seat.terminal.feed(key)
            await asyncio.sleep(0.02)
            assert await seat.paints_the_same()


async def test_overlays_come_and_go_without_a_trace(tmp_path: Path) -> None:
    async with seat_at(tmp_path, "bumbesi", (120, 40)) as seat:
        for key in (b"?", ESCAPE, RIGHT, ESCAPE, ESCAPE, RIGHT, b"\x10", b"\x10", RIGHT):
            seat.terminal.feed(key)
            await asyncio.sleep(0.05)
            assert await seat.paints_the_same()


@pytest.mark.parametrize("game", ["geschenkt", "danger13", "bumbesi", "dacapo"])
async def test_cards_in_flight_leave_no_trace(game: str, tmp_path: Path) -> None:
    async with seat_at(tmp_path, game, (80, 24), LIVELY) as seat:
        for key in (ENTER, RIGHT, ENTER, ENTER):
            seat.terminal.feed(key)
            await asyncio.sleep(0.5)
            assert await seat.paints_the_same()


async def test_a_new_size_and_a_stall_leave_no_trace(tmp_path: Path) -> None:
    async with seat_at(tmp_path, "danger13", (80, 24)) as seat:
        seat.terminal.resize(100, 30)
        await seat.until(lambda: page_of(seat.app).board.size == (100, 30))
        seat.terminal.feed(RIGHT)
        assert await seat.paints_the_same()
        seat.terminal.set_stalled(True)
        seat.terminal.feed(RIGHT)
        await asyncio.sleep(0.05)
        assert not seat.has_settled()
        seat.terminal.set_stalled(False)
        await seat.until(seat.has_settled)
        assert await seat.paints_the_same()


async def test_a_key_that_moves_the_focus_sends_little(tmp_path: Path) -> None:
    async with seat_at(tmp_path, "geschenkt", (120, 40)) as seat:
        await asyncio.sleep(0.1)
        seat.sent = 0
        seat.terminal.feed(RIGHT)
        await seat.until(lambda: seat.sent > 0 and seat.has_settled())
        assert seat.sent < 500
