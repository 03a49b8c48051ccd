"""Whole games in a real Chromium: by keys at a desk, by touch on a phone, upright and turned."""

from pathlib import Path

import pytest

from engines.game import Game
from engines.games import GAMES
from tests.web.browser import DESK, PHONE, TURNED, Browser
from tests.web.web_harness import page_house

pytestmark = pytest.mark.xdist_group("browser")


@pytest.mark.parametrize("device", [DESK, PHONE, TURNED], ids=["desk", "phone", "turned"])
async def test_a_whole_game_is_played_in_a_browser(
    tmp_path: Path, browser: Browser, game: Game, device: dict[str, object]
) -> None:
    async with page_house(tmp_path) as house, browser.person(device) as tab:
        await tab.come_in(house.url, "Ada")
        await tab.offers("New table")
        await tab.press("n")
        await tab.offers(game.title)
        await tab.press(str(list(GAMES).index(game.id) + 1))
        await tab.sees("Enter")
        await tab.press("Enter")
        await tab.offers("Fill with bots")
        await tab.press("b")
        await tab.offers("easy")
        await tab.press("2")
        await tab.page.wait_for_selector("#bar button[aria-disabled=false]:has-text('Deal')", state="attached")
        await tab.press("Enter")
        if device is DESK:
            await tab.play_by_keys()
        else:
            await tab.play_by_touch()
        assert "The game is over." in await tab.page.inner_text("#log")
