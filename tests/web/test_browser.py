"""People in a real Chromium: cut lines, a restart, a second tab, a watch link, plain text, French, light colours."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engines.game import Game
from tests.net.house_harness import PATIENCE, TRIO
from tests.net.laptop import Laptop
from tests.net.served import Callers, server_process
from tests.web.browser import DESK, MS, PHONE, Browser, Tab
from tests.web.web_harness import page_house

pytestmark = pytest.mark.xdist_group("browser")

MOST_TABS = 6
BOXES = "all => all.map(each => [each.offsetWidth, each.offsetHeight, each.innerText])"


async def test_a_browser_and_openssh_finish_a_game_at_one_table(tmp_path: Path, browser: Browser) -> None:
    """The real ssh in a terminal window opens the table, and a browser sits down by the link that it shows."""
    async with page_house(tmp_path / "house") as house, browser.person() as tab:
        (tmp_path / "Bob").mkdir()
        his = Laptop(tmp_path / "Bob", house.served.port)
        async with his.window(*his.ssh("play@127.0.0.1"), size=(120, 40)) as bob:
            await bob.shows("What shall the others call you?")
            await bob.type("Bob", "Enter")
            await bob.shows("There is no table yet")
            await bob.type("n")
            await bob.shows("Which game?")
            await bob.type("1")
            await bob.shows("a new table")
            await bob.type("Enter")
            await bob.shows("invite")
            await bob.type("i")
            invited = re.search(r"http://[\d.:]+/t/[a-z0-9-]+", await bob.shows("Others sit down here"))
            assert invited is not None
            await bob.type("Enter")
            await tab.come_in(invited[0], "Ada")
            await bob.shows("Ada")
            await bob.type("b")
            await bob.shows("Which bots?")
            await bob.type("2")
            await bob.shows("Prudence")
            await bob.type("Enter")
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(tab.play_by_keys(), bob.take_cards())
            assert "Bob" in await tab.text


async def test_the_link_is_shown_beside_the_ssh_line(tmp_path: Path, browser: Browser) -> None:
    async with page_house(tmp_path) as house, browser.person() as tab:
        code = await house.served.open_table(TRIO, "Host")
        await tab.come_in(f"{house.url}/t/{code}", "Ada")
        await tab.sees(f"{house.url}/t/{code}")
        await tab.sees(f"ssh {code}@")


async def test_F103_a_cut_line_comes_back_into_the_same_seat(tmp_path: Path, browser: Browser) -> None:
    async with page_house(tmp_path) as house, browser.person() as tab:
        code = await house.served.open_table(TRIO, "Host")
        await tab.come_in(f"{house.url}/t/{code}", "Ada")
        await tab.sees("WAITING")
        await tab.hears("Geschenkt, table")
        heard = await tab.page.locator("#log p").all_inner_texts()
        for connection in list(house.door.connections):
            connection.abort()
        await tab.page.wait_for_selector("dialog[open] >> text=The line was cut.", timeout=MS)
        await tab.page.wait_for_selector("dialog:not([open])", state="attached", timeout=MS)
        await tab.sees("WAITING")
        assert "Ada" in await tab.text
        # Told again is only where one sits.
        await tab.page.wait_for_function(
            "n => document.querySelectorAll('#log p').length > n", arg=len(heard), timeout=MS
        )
        again = (await tab.page.locator("#log p").all_inner_texts())[len(heard) :]
        assert [line for line in again if line in heard] == [heard[0]]


async def test_two_tabs_stay_beside_each_other(tmp_path: Path, browser: Browser) -> None:
    async with page_house(tmp_path) as house, browser.person() as first:
        await first.come_in(house.url, "Ada")
        second = Tab(await first.page.context.new_page())
        await second.open(house.url)
        await second.sees("LOBBY")
        await asyncio.sleep(1.5)
        for tab in (first, second):
            assert not await tab.page.is_visible("dialog[open]")


async def test_F102_a_tab_too_many_takes_over_and_they_do_not_fight(tmp_path: Path, browser: Browser) -> None:
    async with page_house(tmp_path, sessions_each=1) as house, browser.person() as first:
        await first.come_in(house.url, "Ada")
        second = Tab(await first.page.context.new_page())
        await second.open(house.url)
        await second.sees("LOBBY")
        await first.page.wait_for_selector("dialog[open]", timeout=MS)
        await asyncio.sleep(1.5)
        assert await first.page.is_visible("dialog[open]")
        assert not await second.page.is_visible("dialog[open]")
        await first.page.click("#again")
        await second.page.wait_for_selector("dialog[open]", timeout=MS)
        await first.sees("LOBBY")


async def test_a_watch_link_needs_no_name(tmp_path: Path, browser: Browser) -> None:
    async with page_house(tmp_path) as house, browser.person(PHONE) as tab:
        code = await house.served.open_table(TRIO, "Host")
        await tab.open(f"{house.url}/w/{code}")
        await tab.sees("Host")
        assert "call you" not in await tab.text


async def test_the_page_speaks_french_and_has_light_colours(tmp_path: Path, browser: Browser) -> None:
    light = {**DESK, "color_scheme": "light"}
    async with page_house(tmp_path) as house, browser.person(light, locale="fr-FR") as tab:
        await tab.open(house.url)
        await tab.sees("Quel nom les autres verront-ils ?")
        assert await tab.page.get_attribute("html", "lang") == "fr"
        assert await tab.page.get_attribute("#bar", "aria-label") == "Ce que vous pouvez faire"
        assert await tab.page.evaluate("tablee.painter.grounds[0] >> 16") > 200


async def test_the_buttons_are_large_enough_labelled_and_reached_by_tab(tmp_path: Path, browser: Browser) -> None:
    async with page_house(tmp_path) as house:
        async with browser.person(PHONE) as tab:
            await tab.come_in(house.url, "Ada")
            await tab.offers("New table")
            boxes = await tab.page.eval_on_selector_all("#hands button", BOXES)
            visible = [box for box in boxes if box[0]]
            assert len(visible) >= 4
            assert all(width >= 44 and height >= 44 and words.strip() for width, height, words in visible)
        async with browser.person() as tab:
            await tab.come_in(house.url, "Bob")
            await tab.offers("New table")
            for _ in range(MOST_TABS):
                await tab.press("Tab")
                if "New table" in await tab.page.evaluate("document.activeElement.innerText"):
                    break
            await tab.press("Enter")
            await tab.sees("Which game?")


async def test_whoever_is_offline_is_told_so(tmp_path: Path, browser: Browser) -> None:
    async with page_house(tmp_path) as house, browser.person() as tab:
        await tab.open(house.url)
        await tab.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)", timeout=MS)
        await house.door.close()
        await tab.page.goto(house.url)
        assert "offline" in await tab.page.inner_text("body")


async def test_F103_a_restart_of_the_server_is_survived(tmp_path: Path, browser: Browser) -> None:
    async with browser.person() as tab:
        async with server_process(tmp_path / "house", "--web", "0") as process:
            url = re.search(r"http://[\d.:]+", process.words)
            assert url is not None
            port = url[0].rpartition(":")[2]
            code = await Callers(process.port).open_table(TRIO, "Grace")
            await tab.come_in(f"{url[0]}/t/{code}", "Ada")
            await tab.sees("WAITING")
            assert await process.end() == 0
        await tab.page.wait_for_selector("dialog[open]", timeout=MS)
        async with server_process(tmp_path / "house", "--web", port):
            await tab.page.wait_for_selector("dialog:not([open])", state="attached", timeout=MS)
            await tab.sees("WAITING")
            assert "Ada" in await tab.text


@asynccontextmanager
async def plain_tab(browser: Browser, url: str, name: str) -> AsyncIterator[Tab]:
    async with browser.person(PHONE) as tab:
        await tab.open(url)
        await tab.page.wait_for_selector("#log >> text=call you", timeout=MS)
        await tab.page.fill("#line", name)
        await tab.page.press("#line", "Enter")
        yield tab


async def test_a_whole_game_is_played_in_plain_text_by_buttons(tmp_path: Path, browser: Browser, game: Game) -> None:
    async with page_house(tmp_path) as house, plain_tab(browser, f"{house.url}/plain", "Ada") as tab:
        await tab.page.tap(f"#options button:has-text('{game.title}')", timeout=MS)
        # A game that is new to somebody offers its lesson first; said again, it opens.
        await tab.page.wait_for_selector("#log >> text=is new to you", timeout=MS)
        await tab.page.tap(f"#options button:has-text('{game.title}')", timeout=MS)
        await tab.page.tap("#options button:has-text('Start with bots')", timeout=MS)
        await tab.page.evaluate(PLAY_PLAINLY)
        async with asyncio.timeout(PATIENCE):
            await tab.page.wait_for_selector("#log >> text=The game is over.", timeout=MS)
        assert await tab.page.get_attribute("#log", "role") == "log"


# Presses the first button, now and then the second: by hand every press takes a tenth of a second.
PLAY_PLAINLY = """() => {
  let presses = 0;
  const act = () => {
    const buttons = [...document.querySelectorAll("#options button")];
    if (document.querySelector("#log").lastChild?.textContent.includes("another game") || presses > 3000) return;
    if (buttons.length > 1) { presses++; (presses % 4 === 0 && buttons.length > 3 ? buttons[1] : buttons[0]).click(); }
    setTimeout(act, 5);
  };
  act();
}"""


async def test_a_key_is_brought_to_the_guest_of_a_page(tmp_path: Path, browser: Browser) -> None:
    """The page shows a code; ssh with the key and that code proves it, and both lead to the same person from now on."""
    async with page_house(tmp_path) as house, browser.person() as tab:
        await tab.come_in(house.url, "Ada")
        await tab.offers("New table")
        await tab.press("F2")
        await tab.sees("high contrast", "theme")
        await tab.press("y")
        await tab.offers("bring a key")
        await tab.press("k")
        await tab.sees("ssh link-")
        found = re.search(r"ssh (link-[a-z0-9-]+)@", await tab.text)
        assert found is not None
        async with house.served.script("laptop", found[1]) as script:
            await script.hears("Ada")
        async with house.served.window("laptop") as window:
            await window.sees("LOBBY")
            assert "call you" not in window.glass.text
