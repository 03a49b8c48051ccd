"""A shared game by its link, at every door: in a page, in plain text, over ssh with a screen and without."""

from pathlib import Path
from typing import Any

import pytest

from net.messages import Play, Share, Shared, Start, Update
from net.setup import Setup
from tests.net.served import Served
from tests.web.browser import DESK, PHONE, Browser
from tests.web.web_harness import page_house

ALONE = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))
GONE = "Nothing is shared by that link"


async def share_a_game(served: Served) -> str:
    """Let Ada play a game against bots to its end, and share it; return the token."""
    code = await served.open_table(ALONE, "Ada")
    async with served.caller("Ada") as ada:
        await ada.come_back()
        assert ada.latest.code == code
        update = await ada.ask(Start(), Update)
        while update.phase != "over":
            update = await ada.my_turn() if not update.legal else await _moved(ada, update)
        assert update.record is not None
        return (await ada.ask(Share(id=update.record), Shared)).token


async def _moved(ada: Any, update: Update) -> Update:
    ada.tell(Play(seq=update.seq, move=update.legal[-1]))
    moved: Update = await ada.my_turn()
    return moved


async def test_F86_a_page_shows_a_shared_game_to_whoever_has_the_link_and_makes_nobody_of_them(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        token = await share_a_game(house.served)
        async with house.page(f"/ws?asked=replay-{token}&size=80x24") as page:
            await page.sees("Ada shares this game")
            assert page.cookie == ""
            assert not house.served.house.members
            await page.press("enter")
            await page.sees("move 0 of")
            await page.type("\x1b[C")
            await page.sees("move 1 of")
            keys = {button["key"] for told in page.told if told["type"] == "offers" for button in told["buttons"]}
            assert "b" not in keys
            assert "p" not in keys
        async with house.page(f"/ws?asked=replay-{token[:-1]}") as page:
            bye = await page.is_told("bye")
            assert bye["text"].startswith(GONE)
            assert not bye.get("again")
        assert token not in house.served.opened.log


async def test_ssh_opens_a_shared_game_on_a_screen_and_in_lines(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        served = house.served
        token = await share_a_game(served)
        async with served.window("", f"replay-{token.upper()}") as window:
            await window.sees("Ada shares this game")
            await window.press("\r")
            await window.sees("move 0 of")
            await window.press("q")
            await window.sees("SHARED GAME")
            await window.press("q")
            await window.is_over.wait()
        async with served.script("", f"replay-{token}") as script:
            await script.hears("Geschenkt: Ada")
            await script.hears("win")
        async with served.script("", "replay-" + "x" * 26) as script:
            await script.hears(GONE)


@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
async def test_a_browser_walks_along_a_shared_game(tmp_path: Path, browser: Browser, device: dict[str, Any]) -> None:
    async with page_house(tmp_path) as house, browser.person(device) as tab:
        token = await share_a_game(house.served)
        await tab.open(f"{house.url}/r/{token}")
        await tab.sees("Ada shares this game")
        await tab.offers("Watch it move by move")
        await tab.press("Enter")
        await tab.sees("The cards are dealt")
        await tab.press("ArrowRight")
        await tab.page.wait_for_function("() => !tablee.painter.text().includes('The cards are dealt')")
        assert not await tab.page.context.cookies()
        await tab.open(f"{house.url}/plain/r/{token}")
        await tab.page.wait_for_selector("#log >> text=Geschenkt: Ada")


@pytest.mark.xdist_group("browser")
async def test_a_game_is_shared_from_its_score_and_taken_back(tmp_path: Path, browser: Browser) -> None:
    async with page_house(tmp_path) as house, browser.person() as tab:
        await tab.come_in(house.url, "Ada")
        await tab.begin_game("geschenkt")
        await tab.play_by_keys()
        await tab.see_the_scores()
        await tab.press("p")
        await tab.sees("/r/")
        await tab.offers("take it back")
        url = await tab.page.get_attribute("#link a", "href")
        assert url is not None
        async with browser.person(PHONE) as other:
            await other.open(url)
            await other.sees("Ada shares this game")
            await tab.press("x")
            await tab.sees("Nobody sees this game by its link any more")
            await other.open(url)
            await other.page.wait_for_selector(f"dialog[open] >> text={GONE}")
