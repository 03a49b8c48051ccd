"""Whole games in a real Chromium: by keys at a desk, by touch on a phone, upright and turned."""

from pathlib import Path

import pytest

from engines.game import Game
from tests.web.browser import DESK, PHONE, TURNED, Browser
from tests.web.web_harness import page_house

pytestmark = pytest.mark.xdist_group("browser")


@pytest.mark.parametrize("device", [DESK, PHONE, TURNED], ids=["desk", "phone", "turned"])
async def test_a_whole_game_is_played_in_a_browser(
    tmp_path: Path, browser: Browser, game: Game, device: dict[str, object]
) -> None:
    async with page_house(tmp_path) as house, browser.person(device) as tab:
        await tab.come_in(house.url, "Ada")
        await tab.begin_game(game.id)
        if device is DESK:
            await tab.play_by_keys()
        else:
            await tab.play_by_touch()
        await tab.hears("The game is over.")
