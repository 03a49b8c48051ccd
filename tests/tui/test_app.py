"""Whole games on the real app, by keys and by mouse, at every size."""

from pathlib import Path

import pytest

from engines.game import Game
from tests.tui.parlour import SIZES, at_table, click, is_painted, play_to_the_end, press, screen_of, shows, until

BY_SIZE = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


@BY_SIZE
async def test_a_whole_game_is_played_by_keys(tmp_path: Path, game: Game, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, game.id, game.seats[0], size) as (app, pilot):
        await play_to_the_end(app, pilot, press)
        await pilot.press("enter")
        await shows(app, pilot, "win")
        assert "Play again" in screen_of(app)


@BY_SIZE
async def test_a_whole_game_is_played_by_mouse(tmp_path: Path, game: Game, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, game.id, game.seats[0], size, seed=2) as (app, pilot):
        await play_to_the_end(app, pilot, click)
        await until(pilot, lambda: is_painted(app))
        click(app, "enter")
        await shows(app, pilot, "Play again")
