"""Lessons in a page: reached, played and heard by somebody who only presses buttons."""

from pathlib import Path
from typing import Any

from engines.lessons.read import load
from tests.tui.test_lesson import english
from tests.web.web_harness import Page, page_house
from tui.lesson_stage import LessonStage

__all__ = ["english"]

KIND = "How kind! But you want plus signs yourself: keep this one."


def latest(page: Page, kind: str) -> dict[str, Any]:
    """The last message of a kind, or an empty one."""
    return next((told for told in reversed(page.told) if told["type"] == kind), {"buttons": (), "answers": ()})


async def says(page: Page, words: str) -> None:
    """Wait until a screen reader has been given a line to say."""
    while not any(words in told["lines"] for told in page.told if told["type"] == "tell"):
        await page.hear()


async def has_button(page: Page, key: str, words: str = "") -> None:
    """Wait until there is a button for a key, with these words."""
    while not any(
        button["key"] == key and button["words"].startswith(words) for button in latest(page, "offers")["buttons"]
    ):
        await page.hear()


async def open_lesson(page: Page) -> None:
    """Go home from the lobby and to the lesson of Danger 13, by buttons alone."""
    await page.name("Ada")
    await page.sees("LOBBY")
    await page.press("escape")
    await has_button(page, "l", "learn")
    await page.press("2")
    await page.sees("let others reach thirteen")
    await page.press("l")
    await page.sees("One card each")


def key_to_go_on(stage: LessonStage) -> str:
    """The key that leads on in a lesson."""
    step = load(stage.game.id).chapters[stage.run.chapter].steps[stage.run.step]
    return next(choice.key for choice in stage.choices() if not step.accept or step.accepts(choice.move))


async def test_the_first_chapter_of_a_lesson_is_played_by_buttons_and_heard(tmp_path: Path) -> None:
    book = LessonStage("danger13", "en", "Ada")
    async with page_house(tmp_path) as house, house.page() as page:
        await open_lesson(page)
        while book.run.chapter == 0:
            await says(page, book.run.sentence)
            key = key_to_go_on(book)
            await has_button(page, key)
            await page.press(key)
            assert book.press(key)
        await page.sees("2 of 6")
        await says(page, book.run.sentence)


async def test_a_wrong_button_is_explained_aloud_and_the_chapters_stand_in_the_menu(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house, house.page() as page:
        await open_lesson(page)
        await has_button(page, "enter", "Go on")
        await page.press("enter")
        await has_button(page, "2", "Nora")
        await page.press("2")
        await says(page, KIND)
        await page.press("escape")
        await has_button(page, "2", "Thirteen")
        await page.press("2")
        await page.sees("2 of 6")


async def answer(page: Page, say: str) -> None:
    """Wait for a button of plain lines that says something, and press it."""
    while say not in [answer["say"] for answer in latest(page, "answers")["answers"]]:
        await page.hear()
    page.told.clear()
    await page.type(f"{say}\n")


async def test_in_plain_lines_a_lesson_has_buttons_too(tmp_path: Path) -> None:
    book = LessonStage("danger13", "en", "Ada")
    async with page_house(tmp_path) as house, house.page("/lines") as page:
        await page.type("Ada\n")
        await answer(page, "learn danger13")
        while book.run.chapter == 0:
            key = key_to_go_on(book)
            # Only those who may still get a card are numbered.
            numbered = [choice.key for choice in book.choices() if choice.live]
            await answer(page, str(numbered.index(key) + 1) if book.run.wants_move else "")
            assert book.press(key)
        await answer(page, "q")
        await answer(page, "games")
