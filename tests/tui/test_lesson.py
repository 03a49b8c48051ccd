"""Lessons on screen and line by line: to their end, through every wrong answer, in both languages, at every size."""

import io
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from engines.games import GAMES
from engines.lessons.lesson import Lesson
from engines.lessons.read import load
from net.house.house import House
from tests.net.house_harness import open_house
from tests.tui.app_harness import (
    CALM,
    SIZES,
    Player,
    at_home,
    click,
    is_painted,
    page_of,
    press,
    shows,
    until,
    visiting,
)
from tests.tui.test_plain import Script, play
from tui import cli, tables
from tui.app import Errand, TableeApp
from tui.draw.canvas import Canvas
from tui.language import Tongue
from tui.lesson_stage import LessonStage, chapter_reached, with_chapter
from tui.plain.lesson import PlainLesson, teach
from tui.screens.home import HomePage
from tui.screens.lesson import LessonPage
from tui.screens.lobby import LobbyPage
from tui.screens.menu import MenuPage
from tui.settings import Settings
from tui.tables.coach import coach_rows, find_thing
from tui.tables.frame import PANEL
from tui.words import speak

LANGUAGES = ["en", "fr"]
MARGINS = 4


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Leave the words as they were, whatever language a test has read."""
    yield
    speak(Tongue("en"))


def picture(stage: LessonStage, size: tuple[int, int]) -> Canvas:
    canvas = Canvas(*size, tables.palette("dark", "true", stage.game.id))
    tables.draw(canvas, stage.scene())
    return canvas


def says(canvas: Canvas, words: str) -> bool:
    """Whether all that the coach says stands on a canvas, in rows below each other."""
    wide = canvas.width > 100
    rows = coach_rows(words, PANEL - MARGINS if wide else canvas.width - 2)
    lines = [canvas.line(y) for y in range(canvas.height)]
    return any(all(row in line for row, line in zip(rows, lines[y:], strict=False)) for y in range(len(lines)))


def accepted(stage: LessonStage, lesson: Lesson) -> list[str]:
    step = lesson.chapters[stage.run.chapter].steps[stage.run.step]
    return [move for move in stage.run.legal if step.accepts(move)]


def keys_to(stage: LessonStage, move: str) -> list[str]:
    return [choice.key for choice in tables.ways(stage.scene())[move]]


def decide(stage: LessonStage, move: str) -> None:
    for key in keys_to(stage, move):
        assert stage.press(key)


def steps(stage: LessonStage, lesson: Lesson) -> Iterator[list[str]]:
    """Take a lesson by its keys, and stop at each step; of those that want a move, with the moves that lead on."""
    while not stage.run.over:
        right = accepted(stage, lesson)
        yield right
        if right:
            decide(stage, right[0])
        else:
            assert stage.press("enter")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_taken_by_its_keys_through_every_wrong_answer(game: str, language: str) -> None:
    speak(Tongue(language))
    lesson = load(game)
    stage = LessonStage(game, language, "Wilhelmina12")
    for right in steps(stage, lesson):
        assert all(says(picture(stage, size), stage.run.sentence) for size in SIZES)
        for move in set(stage.run.legal) - set(right):
            before = stage.run.view
            decide(stage, move)
            assert stage.reply
            assert stage.run.view == before
            assert stage.picked is None
            assert says(picture(stage, (40, 20)), stage.reply)
    assert "GAME OVER" not in "".join(picture(stage, (80, 24)).line(22))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_all_that_the_coach_points_at_is_on_the_table(game: str, language: str, size: tuple[int, int]) -> None:
    speak(Tongue(language))
    stage = LessonStage(game, language, "Ada")
    for _ in steps(stage, load(game)):
        canvas = picture(stage, size)
        found = {
            thing: find_thing(canvas, tables.of(game).things, thing, stage.choices()) for thing in stage.run.points
        }
        assert [thing for thing, area in found.items() if area is None] == [], stage.run.sentence


def test_gold_stands_at_both_sides_of_a_thing_and_hides_no_word() -> None:
    stage = LessonStage("geschenkt", "en", "Ada")
    stage.press("enter")
    canvas = picture(stage, (80, 24))
    area = canvas.places["chips 0"]
    row = canvas.row(area.y)
    assert "".join(row.chars[area.x - 1 : area.x + area.width + 1]) == "▐11 chips▌"
    assert row.fg[area.x - 1] == canvas.palette.accent


def test_nothing_is_pointed_at_while_a_try_is_explained() -> None:
    stage = LessonStage("geschenkt", "en", "Ada")
    stage.press("enter")
    assert stage.coach.points
    decide(stage, "take")
    assert stage.coach.wrong
    assert not stage.coach.points


async def walk(app: TableeApp, pilot: Player, act: object = press) -> None:
    """Take the lesson on screen to its end."""
    page = page_of(app)
    assert isinstance(page, LessonPage)
    stage = page.stage
    lesson = load(stage.game.id)
    while not stage.run.over:
        right = accepted(stage, lesson)
        for key in keys_to(stage, right[0]) if right else ["enter"]:
            before = (stage.news, stage.picked)
            await until(pilot, lambda: is_painted(app))
            act(app, key)  # type: ignore[operator]
            await until(pilot, lambda: (stage.news, stage.picked) != before)  # noqa: B023
    await shows(app, pilot, "That is all")


@pytest.mark.parametrize("game", GAMES)
async def test_every_lesson_leads_to_a_game(tmp_path: Path, game: str) -> None:
    async with at_home(tmp_path, errand=Errand(lesson=game)) as (app, pilot):
        await walk(app, pilot)
        press(app, "enter")
        await until(pilot, lambda: app.stage is not None and app.stage.coach is not None)
        assert chapter_reached(app.settings.lessons, game) == len(load(game).chapters)


@pytest.mark.parametrize("act", [press, click])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_lesson_is_taken_with_keys_or_with_the_mouse(
    tmp_path: Path, size: tuple[int, int], act: object
) -> None:
    async with at_home(tmp_path, size, errand=Errand(lesson="geschenkt")) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, LessonPage))
        await walk(app, pilot, act)


async def test_cards_fly_at_a_lesson_as_at_a_table(tmp_path: Path) -> None:
    moving = Settings(name="Ada")
    async with at_home(tmp_path, errand=Errand(lesson="bumbesi"), settings=moving) as (app, pilot):
        page = page_of(app)
        assert isinstance(page, LessonPage)
        press(app, "enter")
        press(app, "enter")
        await until(pilot, lambda: page.stage.run.wants_move and is_painted(app))
        for key in keys_to(page.stage, "play 20 1"):
            press(app, key)
        await until(pilot, lambda: bool(page.scene().motion))
        await until(pilot, lambda: not page._journeys)


async def test_home_teaches_the_game_under_the_focus_and_it_goes_on_later(tmp_path: Path) -> None:
    kept: dict[str, str | bool] = {}
    async with at_home(tmp_path, settings=CALM, save=kept.update) as (app, pilot):
        await shows(app, pilot, "learn")
        press(app, "right")
        press(app, "l")
        await shows(app, pilot, "One card each")
        page = page_of(app)
        assert isinstance(page, LessonPage)
        press(app, "escape")
        await until(pilot, lambda: isinstance(app.page, MenuPage))
        press(app, "3")
        await shows(app, pilot, load("danger13").words["en"].titles[load("danger13").chapters[2].id])
        press(app, "q")
        await until(pilot, lambda: isinstance(app.page, HomePage))
        assert chapter_reached(str(kept["lessons"]), "danger13") == 2
        press(app, "l")
        await until(pilot, lambda: isinstance(app.page, LessonPage) and app.page.stage.run.chapter == 2)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path) as house:
        yield house


async def test_in_a_shared_house_l_learns_and_o_is_the_lobby(house: House) -> None:
    async with visiting(house, "Ada", Errand()) as (app, pilot):
        press(app, "l")
        await until(pilot, lambda: isinstance(app.page, LessonPage))
        press(app, "enter")
        press(app, "q")
        await until(pilot, lambda: isinstance(app.page, HomePage))
        press(app, "o")
        await until(pilot, lambda: isinstance(app.page, LobbyPage))


def test_settings_remember_every_game_in_a_few_letters() -> None:
    lessons = ""
    for number, game in enumerate(GAMES):
        assert chapter_reached(lessons, game) is None
        lessons = with_chapter(lessons, game, number)
    assert [chapter_reached(lessons, game) for game in GAMES] == list(range(len(GAMES)))
    assert len(lessons) <= 20


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_told_in_lines_through_every_wrong_answer(game: str, language: str) -> None:
    speak(Tongue(language))
    lesson, told = load(game), PlainLesson(game, language, "Ada")
    said = told.opening()
    stage = told.stage
    while not stage.run.over:
        assert stage.run.sentence in said
        right = accepted(stage, lesson)
        if not right:
            said = told.answer("")
            continue
        before = stage.run.view
        for move in (stage.game.say(move) for move in stage.game.moves()[::7]):
            if move not in right:
                assert re.match(r"\w", told.answer(move)[0])
        for move in set(stage.run.legal) - set(right):
            assert told.answer(move)[0] == stage.reply
        assert stage.run.view == before
        said = told.answer(right[0])
    assert said[0] == stage.words
    assert not told.left
    told.answer("1")
    assert (told.left, told.goes_on) == (True, True)


async def test_choices_are_numbered_and_a_number_makes_them(tmp_path: Path) -> None:
    speak(Tongue("en"))
    script = Script(["", "1", "9", "s", "2", "q", "2"])
    await teach(script, PlainLesson("geschenkt", "en", "Ada"))
    assert "2. Pass (+1 point, 10 chips left)" in script.said
    assert "A chip costs only one: pass." in script.said
    assert "Say a number from 1 to 2" in script.said
    assert "Back with 5 chips" in script.said
    assert script.lines == ["2"]


async def test_the_plain_lobby_teaches_and_comes_back(tmp_path: Path) -> None:
    said = await play(tmp_path, None, ["learn chess", "learn geschenkt", "", "1", "q", "games", "q"])
    assert said.index("none of these words") < said.index("Lesson: Geschenkt.") < said.index("A chip costs only one")
    assert "finished games will be listed" in said.partition("A chip costs only one")[2]
    assert "Everything is saved" in said


def test_the_command_refuses_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["learn", "whist"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_command_teaches_in_lines_where_there_is_no_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n2\n1\n2\n"))
    assert cli.run(["learn", "geschenkt", "--lang", "fr", "--name", "Ada"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Leçon : Geschenkt.")
    assert "1 sur 2 : Cartes et jetons" in said
