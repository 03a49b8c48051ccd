"""What a page tells somebody who is elsewhere in the house, and what it offers while others think."""

from pathlib import Path

import pytest

from net.messages import Sit, Update
from net.setup import Setup
from tests.web.browser import Browser
from tests.web.web_harness import Page, page_house

TRIO = Setup(game="geschenkt", seats=3)


async def hurrying(page: Page) -> str:
    """Wait until bots think, moving oneself before that, and return the words of the button that hurries them."""
    while True:
        offers = await page.is_told("offers")
        words = {button["key"]: str(button["words"]) for button in offers["buttons"]}
        if "space" in words:
            return words["space"]
        if offers["turn"] and "2" in words:
            await page.press("2")


async def test_bots_are_hurried_by_a_button(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house, house.page() as page:
        await page.name("Ada")
        steps = (
            ("n", "Which game?"),
            ("1", "Open the table"),
            ("enter", "Fill with bots"),
            ("b", "easy"),
            ("2", "Renard"),
        )
        for key, words in steps:
            await page.press(key)
            await page.sees(words)
        await page.press("enter")
        assert await hurrying(page) == "hurry the bots"


@pytest.mark.xdist_group("browser")
async def test_a_page_in_the_lobby_tells_who_sits_down_at_ones_table(tmp_path: Path, browser: Browser) -> None:
    async with page_house(tmp_path) as house, browser.person() as tab:
        code = await house.served.open_table(TRIO, "Bob")
        await tab.come_in(f"{house.url}/t/{code}", "Ada")
        await tab.sees("WAITING")
        await tab.press("q")
        await tab.sees("Your tables")
        async with house.served.caller("Eve") as eve:
            await eve.ask(Sit(code=code), Update)
            await tab.hears(f"Eve sits down with you at {code}")
            await tab.sees(f"Eve sits down with you at {code}")
        await tab.press("Enter")
        await tab.sees("WAITING")
