"""What a page does beside its picture: it installs, calls one to one's turn, and follows how its system looks."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import TimeoutError as WaitedTooLong

from net.messages import Sit, Start, Update
from net.setup import Setup
from tests.web.browser import DESK, MS, PHONE, TURNED, Browser, Tab
from tests.web.web_harness import PageHouse, page_house

pytestmark = pytest.mark.xdist_group("browser")

MOST_TRANSFERRED = 40_000
HANDS = Setup(game="dacapo", seats=2, bots=("easy",))
# A tab that is hidden, and what is shown and felt meanwhile.
WATCHED = """
  globalThis.felt = []; globalThis.shown = []; globalThis.asked = 0;
  navigator.vibrate = (length) => { felt.push(length); return true; };
  const show = (title, look) => shown.push([title, look.body, look.tag]);
  ServiceWorkerRegistration.prototype.showNotification = async (...all) => { show(...all); };
  let permission = "default";
  globalThis.Notification = class {
    constructor(...all) { show(...all); }
    static get permission() { return permission; }
    static async requestPermission() { asked++; permission = "granted"; return permission; }
  };
  Object.defineProperty(document, "hidden", { get: () => globalThis.away === true });
"""


async def begin(house: PageHouse, tab: Tab) -> None:
    """Let Ada come in at a page, open a table of Geschenkt with bots, and deal."""
    await tab.come_in(house.url, "Ada")
    await tab.begin_game("geschenkt")


async def test_it_installs_as_an_app(tmp_path: Path, browser: Browser) -> None:
    """Chromium itself has nothing against it, but that the tests' windows are private ones."""
    async with page_house(tmp_path) as house, browser.person() as tab:
        await tab.open(house.url)
        await tab.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        steer = await tab.page.context.new_cdp_session(tab.page)
        manifest = await steer.send("Page.getAppManifest")
        assert manifest["errors"] == []
        found = await steer.send("Page.getInstallabilityErrors")
        assert [error["errorId"] for error in found["installabilityErrors"]] in ([], ["in-incognito"])
        told = json.loads(manifest["data"])
        for icon in told["icons"]:
            size = await tab.page.evaluate(SIZE, icon["src"])
            assert icon["sizes"] in ("any", f"{size[0]}x{size[1]}")
            assert size[0] > 0
        assert told["display"] == "standalone"


async def test_a_first_visit_transfers_less_than_40_kilobytes(tmp_path: Path, browser: Browser) -> None:
    """All that Chromium fetches for a first picture, with its headers and apart from the picture itself."""
    async with page_house(tmp_path) as house, browser.person() as tab:
        await tab.open(house.url)
        await tab.sees("call you")
        files: dict[str, int] = await tab.page.evaluate(WEIGHT)
        assert set(files) >= {"/", "/table.js", "/painter.js", "/line.js", "/luck.js", "/style.css"}
        assert 0 < sum(files.values()) < MOST_TRANSFERRED


WEIGHT = """() => Object.fromEntries(["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .map((entry) => [new URL(entry.name).pathname, entry.transferSize]))"""

SIZE = """async (src) => {
  const image = new Image();
  image.src = src;
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
}"""


@pytest.mark.parametrize("device", [PHONE, TURNED], ids=["upright", "turned"])
async def test_nothing_lies_over_anything_and_all_is_large_enough_for_a_thumb(
    tmp_path: Path, browser: Browser, device: dict[str, Any]
) -> None:
    """While a name is asked for, in the lobby, at a table that waits, over its link, and in a game."""
    async with page_house(tmp_path) as house, browser.person(device) as tab:
        await tab.open(house.url)
        await tab.offers("done")
        await is_laid_out(tab)
        await tab.page.fill("#line", "Ada")
        await tab.page.press("#line", "Enter")
        await tab.offers("New table")
        # The field that goes away leaves its room to the picture, which comes anew at every size.
        await tab.sees("There is no table yet")
        await is_laid_out(tab)
        await tab.begin_game("dacapo", deal=False)
        await is_laid_out(tab)
        await tab.press("i")
        await tab.offers("go on")
        await tab.page.wait_for_selector("#link:visible", timeout=MS)
        await is_laid_out(tab)
        await tab.press("Enter")
        await tab.offers("Deal")
        await tab.press("Enter")
        await tab.page.wait_for_function("() => document.title.startsWith('●')", timeout=MS)
        await is_laid_out(tab)


async def is_laid_out(tab: Tab) -> None:
    """Wait until nothing lies over anything; the picture comes a moment after the buttons that it makes room for."""
    with suppress(WaitedTooLong):
        await tab.page.wait_for_function(f"() => !({LAID})().length", timeout=MS)
    assert await tab.page.evaluate(LAID) == []


async def touch(tab: Tab, words: str) -> None:
    """Touch a button that has been there for a moment: a touch on what has just come does nothing."""
    await tab.offers(words)
    await asyncio.sleep(0.3)
    await tab.tap(words)


async def test_somebody_goes_round_their_tables_and_plays_the_daily(tmp_path: Path, browser: Browser) -> None:
    """By thumb; where the picture names Tab, the browser's own Tab leads to that button."""
    async with page_house(tmp_path) as house, browser.person(PHONE) as tab:
        await tab.come_in(house.url, "Ada")
        await tab.begin_game("geschenkt")
        await tab.page.wait_for_function("() => document.title.startsWith('●')", timeout=MS)
        await tab.press("q")
        await tab.sees("Your tables")
        await touch(tab, "the daily")
        await tab.sees("The daily")
        await tab.offers("Play it")
        assert (await tab.page.inner_text("#bar button >> nth=0")).split() == ["Enter", "Play", "it"]
        await touch(tab, "Play it")
        await tab.offers("1 table waits")
        await is_laid_out(tab)
        assert await tab.page.evaluate(RIGHT) <= PHONE["viewport"]["width"]
        await tab.press("Tab")
        assert await tab.page.evaluate("document.activeElement.dataset.key") == "tab"
        await touch(tab, "1 table waits")
        await tab.sees("Geschenkt")
        await tab.hears("Your turn.")
        await tab.page.evaluate("document.activeElement.blur()")
        await tab.press("Escape")
        await tab.offers("leave the table")
        assert "Geschenkt" not in await tab.page.inner_text("#bar")
        await touch(tab, "leave the table")
        await tab.sees("Your tables")


RIGHT = """() => Math.max(...[...document.querySelectorAll("#keys .small")]
  .map((each) => each.getBoundingClientRect().right))"""

LAID = """() => {
  const box = (each) => each.getBoundingClientRect(), glass = box(document.querySelector("#glass"));
  const all = document.querySelectorAll("#hands button, #hands input, #link a");
  const shown = [...all].filter((each) => box(each).width);
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const wrong = [];
  shown.forEach((each, at) => {
    const { width, height } = box(each), words = each.innerText || each.id;
    if (width < 44 || height < 44) wrong.push([words, width, height]);
    if (each.matches("button") && !each.innerText.trim()) wrong.push([each.dataset.key, "says nothing"]);
    if (over(box(each), glass)) wrong.push([words, "over the picture"]);
    const beside = shown.slice(at + 1).filter((other) => other.parentElement === each.parentElement);
    for (const other of beside) if (over(box(each), box(other))) wrong.push([words, other.innerText]);
  });
  return shown.length ? wrong : ["nothing to press"];
}"""


async def test_it_calls_whoever_is_away_to_their_turn(tmp_path: Path, browser: Browser) -> None:
    """The title says so, the phone trembles, and whoever has asked for it by a button is shown a notification."""
    async with page_house(tmp_path) as house, browser.person(PHONE) as tab:
        await tab.page.add_init_script(WATCHED)
        await tab.come_in(house.url, "Ada")
        await tab.page.wait_for_selector("#notify:visible", timeout=MS)
        assert await tab.page.evaluate("asked") == 0
        await tab.tap("Tell me when it is my turn")
        await tab.page.wait_for_selector("#notify:visible", state="detached", timeout=MS)
        assert await tab.page.evaluate("[asked, felt.length, shown.length]") == [1, 0, 0]
        await tab.page.evaluate("() => { globalThis.away = true; }")
        await tab.begin_game("geschenkt")
        await tab.page.wait_for_function("() => document.title.startsWith('●')", timeout=MS)
        await tab.page.wait_for_function("() => shown.length > 0", timeout=MS)
        assert await tab.page.evaluate("shown[0]") == ["Your turn", "Your turn - Geschenkt", "turn"]
        assert await tab.page.evaluate("felt[0]") == 80
        # It is called once for each turn, and the title is plain again when the turn is over.
        calls = await tab.page.evaluate("shown.length")
        await tab.press("Enter")
        await tab.page.wait_for_function(f"() => !document.title.startsWith('●') || shown.length > {calls}", timeout=MS)


async def test_whoever_looks_at_the_page_is_shown_no_notification(tmp_path: Path, browser: Browser) -> None:
    async with page_house(tmp_path) as house, browser.person() as tab:
        await tab.page.add_init_script(WATCHED)
        await begin(house, tab)
        await tab.page.wait_for_function("() => document.title.startsWith('●')", timeout=MS)
        assert await tab.page.evaluate("shown") == []


async def test_nothing_flies_for_whoever_wants_no_motion(tmp_path: Path, browser: Browser) -> None:
    """Two look on at one table: to one of them the cards are dealt in many small frames, to the other in a few."""
    calm = {**DESK, "reduced_motion": "reduce"}
    async with page_house(tmp_path) as house, browser.person() as moved, browser.person(calm) as still:
        code = await house.served.open_table(HANDS, "Bob")
        for tab in (moved, still):
            await tab.open(f"{house.url}/w/{code}")
            await tab.sees("WAITING")
            await tab.page.evaluate(COUNT_FRAMES)
        async with house.served.caller("Bob") as bob:
            await bob.ask(Sit(code=code), Update)
            bob.tell(Start())
            for tab in (moved, still):
                await tab.page.wait_for_function("() => !tablee.painter.text().includes('WAITING')", timeout=MS)
            await moved.page.wait_for_timeout(1500)
        assert 2 * await still.page.evaluate("frames") < await moved.page.evaluate("frames")


COUNT_FRAMES = """() => {
  globalThis.frames = 0;
  const { painter } = tablee, feed = painter.feed.bind(painter);
  painter.feed = (buffer) => { frames++; feed(buffer); };
}"""


async def test_colours_follow_the_system_also_when_it_changes(tmp_path: Path, browser: Browser) -> None:
    async with page_house(tmp_path) as house, browser.person() as tab:
        await tab.come_in(house.url, "Ada")
        await tab.sees("LOBBY")
        assert await tab.page.evaluate(GROUND) < 60
        await tab.page.emulate_media(color_scheme="light")
        await tab.page.wait_for_function(f"() => ({GROUND}) > 200", timeout=MS)
        await tab.sees("LOBBY")
        body = await tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert body == "rgb(222, 218, 209)"


GROUND = "globalThis.tablee ? tablee.painter.grounds[0] >> 16 : 0"
