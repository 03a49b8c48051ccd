"""The ladder and a player's page on the screen, at every size, and in plain lines."""

from pathlib import Path

import pytest

from bots.rating import Rating
from net.house.house import House
from net.messages import Open
from net.setup import Setup
from tests.net.house_harness import open_house
from tests.tui.app_harness import SIZES, at_the_table, play_to_the_end, press, screen_of, shows, until, visiting
from tui.app import Errand
from tui.screens.score import ScorePage


async def fill(house: House) -> None:
    """Put thirty people on a ladder; Ada is the last of them."""
    for number in range(1, 31):
        identity = "key:Ada" if number == 30 else f"key:{number}"
        if number < 30:
            await house.store.set_name(identity, f"player{number}", f"player{number}")
        for game in range(3):
            rating = Rating(40 - number / 2 + game, 2)
            await house.store.ladder.rate("geschenkt", 100 * game + number, 1.0, {identity: rating}, {identity: game})


@pytest.mark.parametrize("size", SIZES)
async def test_the_ladder_shows_who_is_strong_and_leads_to_their_page(tmp_path: Path, size: tuple[int, int]) -> None:
    async with open_house(tmp_path) as house:
        await fill(house)
        async with visiting(house, "Ada", size=size) as (app, pilot):
            press(app, "r")
            await shows(app, pilot, "player1 ")
            screen = screen_of(app)
            assert "1995" in screen
            assert "Ada" in screen, "one's own line is always there"
            press(app, "down")
            press(app, "enter")
            await shows(app, pilot, "rating 1980 after 3")
            press(app, "escape")
            await shows(app, pilot, "player1 ")
            press(app, "right")
            await shows(app, pilot, "Nobody is on it yet")
            press(app, "escape")
            await shows(app, pilot, "Lobby")


async def test_past_the_end_of_a_page_the_next_one_is_shown(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await fill(house)
        async with visiting(house, "Ada") as (app, pilot):
            press(app, "r")
            await shows(app, pilot, "player1 ")
            for _ in range(20):
                press(app, "down")
            await shows(app, pilot, "player21")
            press(app, "m")
            await shows(app, pilot, "place 30 of 30")


async def test_the_score_says_what_the_game_did_to_ones_rating(tmp_path: Path) -> None:
    errand = Errand(start="lobby", ask=Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy"))))
    async with open_house(tmp_path) as house, visiting(house, "Ada", errand) as (app, pilot):
        await at_the_table(app, pilot)
        press(app, "enter")
        await until(pilot, lambda: app.table is not None and app.table.update.phase == "playing")
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        await until(pilot, lambda: isinstance(app.page, ScorePage))
        await shows(app, pilot, "rating 1500 to ")
