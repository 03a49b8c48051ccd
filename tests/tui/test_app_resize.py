"""Windows that change their size while other things happen."""

from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.geometry import Size

from engines.games import GAMES
from tests.tui.app_harness import at_home, at_table, is_painted, page_of, press, spots_of, until

MOST = 50


async def test_F23_two_sizes_in_the_queue_of_a_screen_come_to_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_home(tmp_path, size=(80, 24)) as (app, pilot):
        page = page_of(app)
        taken: list[Size] = []
        after_refresh = page.call_after_refresh

        def count(*callback: Any) -> bool:
            taken.append(page.size)
            assert len(taken) < MOST, "the screen answers one size with the other for ever"
            return after_refresh(*callback)

        monkeypatch.setattr(page, "call_after_refresh", count)
        for size in (Size(100, 30), Size(80, 24), Size(90, 28), Size(80, 24)):
            page.post_message(events.Resize(size, size))
            page.call_later(lambda: None)
        await pilot.pause(0.1)
        await until(pilot, lambda: page.size == (80, 24))
        assert app.is_running


SIZES = ((40, 20), (80, 24), (100, 30), (119, 39), (120, 40), (200, 50), (80, 23))


@pytest.mark.parametrize("game", list(GAMES))
async def test_the_real_cursor_stands_on_the_focus_after_every_resize(tmp_path: Path, game: str) -> None:
    async with at_table(tmp_path, game, GAMES[game].seats[0]) as (app, pilot):
        press(app, "right")
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: page_of(app).board.size == app.size and is_painted(app))
            canvas = page_of(app).board.canvas
            stage = app.stage
            assert canvas is not None
            assert stage is not None
            assert canvas.cursor is not None
            assert tuple(app.cursor_position) == canvas.cursor
            key = stage.choices()[stage.focus].key
            assert canvas.cursor in spots_of(app, key) or canvas.action_at(*canvas.cursor) in (key, "enter")
