"""A lesson and the coached game after it, and exercises, in a real Chromium: by keys at a desk, by touch on a phone."""

from pathlib import Path

import pytest

from engines.games import GAMES
from net.messages import Practice
from tests.tui.app_harness import Thinker
from tests.tui.test_lesson import english
from tests.web.browser import DESK, MS, PHONE, Browser, Tab
from tests.web.test_page_lessons import key_to_go_on
from tests.web.web_harness import page_house
from tui import tables
from tui.exercise_stage import ExerciseStage, sitting
from tui.lesson_stage import LessonStage
from tui.wording import title_of

__all__ = ["english"]

pytestmark = pytest.mark.xdist_group("browser")

DEVICES = pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
KEYS = {"enter": "Enter", "escape": "Escape", "space": "Space"}


# A page takes no touch on a button that has only just come.
RESTS = """key => {
  const button = document.querySelector(`#hands button[data-key="${key}"]:not([aria-disabled=true])`);
  return button && performance.now() - button.since > 300;
}"""


async def do(tab: Tab, key: str) -> None:
    """Wait for the button of a key; touch it on a phone, and press the key at a desk."""
    await tab.page.wait_for_function(RESTS, arg=key, timeout=MS)
    if await tab.page.evaluate("navigator.maxTouchPoints > 0"):
        await tab.page.tap(f"#hands button[data-key='{key}']", timeout=MS)
    else:
        await tab.press(KEYS.get(key, key))


async def go_home(tab: Tab, url: str) -> None:
    """Come in, and leave the lobby for home."""
    await tab.come_in(url, "Ada")
    await tab.sees("Learn a game at home")
    await tab.press("Escape")
    await tab.offers("learn")


@DEVICES
async def test_after_the_lesson_comes_a_game_in_which_the_coach_speaks_before_and_after_a_move(
    tmp_path: Path, browser: Browser, device: dict[str, object]
) -> None:
    book = LessonStage("geschenkt", "en", "Ada")
    async with page_house(tmp_path, thinker=Thinker()) as house, browser.person(device) as tab:
        await go_home(tab, house.url)
        await do(tab, "l")
        while not book.run.over:
            await tab.hears(book.run.sentence)
            key = key_to_go_on(book)
            await do(tab, key)
            assert book.press(key)
        await tab.hears("That is all there is to know.")
        await do(tab, "enter")
        await tab.offers("Deal")
        await do(tab, "enter")
        await tab.hears("at stake")
        await do(tab, "2")
        await tab.hears("A blunder")
        await tab.offers("coach off")
        await do(tab, "k")
        off = "#hands button[data-key='k']:has-text('off')"
        await tab.page.wait_for_selector(off, state="detached", timeout=MS)


@DEVICES
async def test_exercises_are_answered_and_explained(
    tmp_path: Path, browser: Browser, device: dict[str, object]
) -> None:
    book = ExerciseStage(sitting(Practice(due=0), list(GAMES)), "Ada")
    async with page_house(tmp_path) as house, browser.person(device) as tab:
        await go_home(tab, house.url)
        await do(tab, "e")
        for number, found in ((1, False), (2, True)):
            await tab.hears(f"{title_of(book.exercise.game)}, {number} of 10: from the set.")
            move = book.exercise.best if found else book.exercise.move
            for choice in tables.ways(book.scene_before)[move]:
                await do(tab, choice.key)
            await tab.hears("Right! " if found else "No. ")
            await tab.offers("Go on")
            await do(tab, "enter")
            book.next()
        await tab.hears("3 of 10: from the set.")
        await tab.press("Escape")
        await tab.offers("learn")
