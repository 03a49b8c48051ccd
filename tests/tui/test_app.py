"""Whole games on the real app, by keys and by mouse, at every size."""

from pathlib import Path

import pytest

from engines.game import Game
from tests.tui.app_harness import SIZES, at_table, click, is_painted, play_to_the_end, press, screen_of, shows, until

BY_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


@pytest.mark.plugged_in
@BY_SIZE
async def test_a_whole_game_is_played_by_keys(tmp_path: Path, game: Game, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, game.id, game.seats[0], size) as (app, pilot):
        await play_to_the_end(app, pilot, press)
        await pilot.press("enter")
        await shows(app, pilot, "win")
        assert "Play again" in screen_of(app)


@pytest.mark.plugged_in
@BY_SIZE
async def test_a_whole_game_is_played_by_mouse(tmp_path: Path, game: Game, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, game.id, game.seats[0], size, seed=2) as (app, pilot):
        await play_to_the_end(app, pilot, click)
        await until(pilot, lambda: is_painted(app))
        click(app, "enter")
        await shows(app, pilot, "Play again")


async def test_what_the_house_still_says_while_the_app_ends_is_no_fault(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, _pilot):
        table = app.table
        assert table is not None
    assert app.screen_stack == []
    app.client.conversation.hear(table.update, app.now)
    app.heard(table.update)
    assert app.page is None
