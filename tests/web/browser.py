"""A real Chromium: started once for all tests of a process, and a tab in it for each person."""

import asyncio
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from playwright.async_api import Page, async_playwright

from engines.games import GAMES
from tests.net.house_harness import PATIENCE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0"),
    # A headless browser has no pointer unless it is told so: a mouse, which touch devices replace.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
)
LISTENING = "DevTools listening on "

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
    "color_scheme": "dark",
}
TURNED: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
MOST_PRESSES = 3000
TOUCHES = 25
MS = 20_000


@contextmanager
def chromium_process() -> Iterator[str]:
    """Run Chromium, and give the address under which it is steered."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = (CHROMIUM, *FLAGS, f"--user-data-dir={folder}", "about:blank")
        with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
            assert process.stderr is not None
            try:
                yield next(line.removeprefix(LISTENING).strip() for line in process.stderr if LISTENING in line)
            finally:
                process.terminate()


class Tab:
    """Somebody at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda line: self.troubles.append(line.text) if "Content Security" in line.text else None)

    async def open(self, url: str) -> None:
        await self.page.goto(url)

    @property
    async def text(self) -> str:
        """What stands on the canvas."""
        return str(await self.page.evaluate("tablee.painter.text()"))

    async def sees(self, *words: str) -> None:
        """Wait until one of these stands on the canvas."""
        try:
            await self.page.wait_for_function(
                "words => words.some(word => tablee.painter.text().includes(word))", arg=list(words), timeout=MS
            )
        except Exception:
            raise AssertionError(f"{words} did not come:\n{await self.text}") from None

    async def offers(self, words: str) -> None:
        """Wait until a button says this."""
        await self.page.wait_for_selector(f"#hands button:has-text('{words}')", state="attached", timeout=MS)

    async def hears(self, words: str) -> None:
        """Wait until the log tells this."""
        await self.page.wait_for_selector(f"#log >> text={words}", state="attached", timeout=MS)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def tap(self, words: str) -> None:
        """Touch the button that says this."""
        await self.page.tap(f"#hands button:has-text('{words}')", timeout=MS)

    async def come_in(self, url: str, name: str) -> None:
        """Open the page for the first time."""
        await self.open(url)
        await self.sees("What shall the others call you?")
        await self.page.fill("#line", name)
        await self.page.press("#line", "Enter")
        await self.page.wait_for_function("() => !tablee.painter.text().includes('call you')", timeout=MS)

    async def begin_game(self, game: str, *, deal: bool = True) -> None:
        """Open a table from the lobby, put bots on its other seats, and deal."""
        await self.offers("New table")
        await self.press("n")
        await self.offers(GAMES[game].title)
        await self.press(str(list(GAMES).index(game) + 1))
        await self.sees("Enter")
        await self.press("Enter")
        await self.offers("Fill with bots")
        await self.press("b")
        await self.offers("easy")
        await self.press("2")
        await self.page.wait_for_selector("#bar button[aria-disabled=false]:has-text('Deal')", state="attached")
        if deal:
            await self.press("Enter")

    async def play_by_keys(self) -> None:
        """Do what the focus stands on in one's turn, and now and then the next thing, until the game is over."""
        for count in range(1, MOST_PRESSES):
            if not await self._is_due():
                return
            await self.press("ArrowRight" if count % 5 == 0 else "Enter")
        raise AssertionError(f"the game does not end:\n{await self.text}")

    async def see_the_scores(self) -> None:
        """Open the score of a game that is over, unless the last key has done so."""
        found = "#hands button:has-text('See the scores'), #hands button:has-text('public link')"
        button = await self.page.wait_for_selector(found, state="attached", timeout=MS)
        if button is not None and "See the scores" in (await button.text_content() or ""):
            await self.press("Enter")
        await self.offers("public link")

    async def play_by_touch(self) -> None:
        """Touch the first button of a choice, and now and then the last, until the game is over.

        After a while the buttons are pressed from within the page: a touch takes a quarter of a second.
        """
        for count in range(1, TOUCHES):
            if not await self._is_due():
                return
            at = await self.page.evaluate(FIND_CHOICE, count % 4 == 0)
            if at:
                await self.page.touchscreen.tap(*at)
        await self.page.evaluate(PRESS_ON)
        try:
            await self.page.wait_for_function(OVER, timeout=3 * MS)
        except Exception:
            raise AssertionError(f"the game does not end:\n{await self.text}") from None

    async def _is_due(self) -> bool:
        """Wait until something can be decided; false where the game is over."""
        try:
            found = await self.page.wait_for_function(DUE, timeout=MS)
        except Exception:
            raise AssertionError(f"nothing happens:\n{await self.text}") from None
        return bool(await found.evaluate("found => found === 'due'"))


DUE = """() => {
  const live = document.querySelector("#bar button:not([aria-disabled=true])");
  if (document.querySelector("#log").textContent.includes("The game is over.")) return "over";
  return live && (document.title.startsWith("●") || /go on|hurry/.test(live.innerText)) ? "due" : "";
}"""
OVER = "() => document.querySelector('#log').textContent.includes('The game is over.')"
PRESS_ON = """() => {
  let presses = 0;
  const act = () => {
    const found = [...document.querySelectorAll("#bar button:not([aria-disabled=true])")];
    if (document.querySelector("#log").textContent.includes("The game is over.")) return;
    if (found.length) { presses++; (presses % 4 === 0 ? found.at(-1) : found[0]).click(); }
    setTimeout(act, 20);
  };
  act();
}"""
FIND_CHOICE = """last => {
  const found = [...document.querySelectorAll("#bar button:not([aria-disabled=true])")];
  const button = last ? found.at(-1) : found[0];
  if (!button) return null;
  button.scrollIntoView({ block: "center" });
  const box = button.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


class Browser:
    """A Chromium in which people open tabs."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser

    @asynccontextmanager
    async def person(self, device: dict[str, Any] = DESK, **more: Any) -> AsyncIterator[Tab]:
        """Somebody with cookies of their own."""
        context = await self._browser.new_context(**device, **more)
        try:
            tab = Tab(await context.new_page())
            yield tab
            assert not tab.troubles
        finally:
            await context.close()


@asynccontextmanager
async def steer(address: str) -> AsyncIterator[Browser]:
    """Take hold of a running Chromium."""
    async with asyncio.timeout(10 * PATIENCE), async_playwright() as playwright:
        browser = await playwright.chromium.connect_over_cdp(address)
        try:
            yield Browser(browser)
        finally:
            await browser.close()
