"""The command palette: it does things from anywhere, says when nothing fits, and is advertised."""

from pathlib import Path

import pytest

from tests.tui.app_harness import at_home, at_table, page_of, press, screen_of, shows, until
from tui.app import TableeApp
from tui.screens.page import Item, Page
from tui.screens.palette import PalettePage
from tui.screens.rules import RulesPage
from tui.screens.setup import SetupPage

SIZES = ((80, 24), (120, 40), (40, 20))


def look_for(app: TableeApp, words: str) -> None:
    press(app, "ctrl+p")
    for letter in words:
        press(app, letter)


def test_what_is_wanted_is_found_first() -> None:
    items = [Item("", words, lambda: None) for words in ("display", "play Bumbesi", "rules of Bumbesi", "français")]
    palette = PalettePage(Page(), items)
    for wanted, first in (("play", "play Bumbesi"), ("bumbesi", "play Bumbesi"), ("francais", "français")):
        palette._line.text = wanted
        assert palette.found[0].words == first


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_game_is_played_from_the_palette(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_home(tmp_path, size) as (app, pilot):
        look_for(app, "play bumbesi")
        await shows(app, pilot, "play Bumbesi")
        press(app, "enter")
        await until(pilot, lambda: isinstance(app.page, SetupPage))
        assert page_of(app).felt == "bumbesi"


async def test_looks_and_languages_change_at_a_table(tmp_path: Path) -> None:
    saved: dict[str, str | bool] = {}
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        app.venue = app.venue.__class__(own=True, save=saved.update)
        look_for(app, "theme light")
        await shows(app, pilot, "theme light")
        press(app, "enter")
        await until(pilot, lambda: page_of(app).board.look.theme == "light")
        look_for(app, "francais")
        await shows(app, pilot, "français")
        press(app, "enter")
        await shows(app, pilot, "À VOUS")
        assert saved == {"theme": "light", "language": "fr"}
        look_for(app, "regles de danger")
        await until(pilot, lambda: isinstance(app.page, PalettePage))
        press(app, "enter")
        await until(pilot, lambda: isinstance(app.page, RulesPage))


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_it_says_when_nothing_is_called_so(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_home(tmp_path, size) as (app, pilot):
        look_for(app, "poker")
        await shows(app, pilot, "Nothing here is called poker")
        press(app, "enter")
        await pilot.pause()
        assert isinstance(page_of(app), PalettePage)


async def test_home_and_the_menu_of_a_table_tell_of_it(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "escape")
        await shows(app, pilot, "Ctrl-P")
        press(app, "escape")
        press(app, "q")
        await shows(app, pilot, "Ctrl-P all commands")
        assert "settings" in screen_of(app)
