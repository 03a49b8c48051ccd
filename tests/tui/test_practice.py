"""Practice on screen and line by line: what is asked, answered and remembered, and when home speaks of it."""

import asyncio
from pathlib import Path

import pytest

from bots.exercises import exercises_of
from engines.games import GAMES
from net.messages import Practice, Task
from net.schedule import DAY
from tests.net.house_harness import open_house
from tests.net.test_practice import Clock, clock, review
from tests.tui.app_harness import (
    CALM,
    SIZES,
    Player,
    Thinker,
    at_home,
    at_table,
    page_of,
    play_to_the_end,
    press,
    screen_of,
    shows,
    until,
    visiting,
)
from tests.tui.test_plain import Script
from tui import cli, tables
from tui.app import Errand, TableeApp
from tui.draw.canvas import Canvas
from tui.exercise_stage import AT_ONCE, ExerciseStage, Given, sitting
from tui.language import Tongue
from tui.local import LocalHouse
from tui.plain.learner import Learner
from tui.plain.player import PlainPlayer
from tui.screens.home import HomePage
from tui.screens.practice import PracticePage
from tui.tables.coach import coach_rows
from tui.words import speak

__all__ = ["clock"]


def stage_of(game: str, place: int = 0, own: bool = False) -> ExerciseStage:
    exercise = exercises_of(game)[place]
    return ExerciseStage([Given("key", exercise, own)], "Ada")


def test_a_sitting_has_own_mistakes_first_then_what_was_missed_then_new_ones() -> None:
    mine, missed, known = exercises_of("danger13")[:3]
    practice = Practice(due=2, tasks=(Task(key="1:2", exercise=mine),), again=(missed.id,), met=(known.id,))
    found = sitting(practice, ["danger13"])
    assert len(found) == AT_ONCE
    assert [(each.key, each.own) for each in found[:2]] == [("1:2", True), (missed.id, False)]
    assert known.id not in [each.key for each in found]
    assert {each.exercise.game for each in sitting(Practice(due=0), list(GAMES))} == set(GAMES)
    assert sitting(Practice(due=0, met=tuple(each.id for each in exercises_of("dacapo"))), ["dacapo"]) == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_every_exercise_of_a_set_can_be_shown_answered_and_explained(game: str, language: str) -> None:
    speak(Tongue(language))
    try:
        for place, exercise in enumerate(exercises_of(game)):
            stage = stage_of(game, place, own=place % 2 == 0)
            ways = tables.ways(stage.scene_before)
            assert set(exercise.decision.legal) <= set(ways)
            assert len(coach_rows(stage.words[-1], 78)) == 1
            for choice in ways[exercise.best]:
                assert stage.press(choice.key)
            assert stage.solved
            assert stage.words[0].startswith(("Right!", "Juste"))
            assert len(coach_rows(stage.words[-1], 38)) <= 2, stage.words
            stage.press("enter")
            assert stage.over
    finally:
        speak(Tongue("en"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_an_exercise_is_drawn_on_its_table_before_and_after_the_answer(game: str, size: tuple[int, int]) -> None:
    stage = stage_of(game)
    for answer in ("", stage.exercise.move):
        if answer:
            stage.try_move(answer)
        canvas = Canvas(*size, tables.palette("dark", "true", game))
        tables.draw(canvas, stage.scene())
        told = " ".join(canvas.line(y) for y in range(canvas.height))
        assert ("No." if answer else "Find it.") in told
    assert not stage.solved
    assert stage.words[0].startswith("No. ")


def test_only_the_first_answer_counts() -> None:
    stage = stage_of("geschenkt")
    stage.try_move(stage.exercise.move)
    stage.try_move(stage.exercise.best)
    assert (stage.taken, stage.right, stage.solved) == (1, 0, False)


def test_what_the_rules_forbid_is_no_answer() -> None:
    stage = stage_of("danger13")
    shut = next(choice for choice in stage.choices() if not choice.live)
    assert stage.press(shut.key)
    assert (stage.answer, stage.taken, bool(stage.reply)) == ("", 0, True)


async def begin(app: TableeApp, pilot: Player) -> ExerciseStage:
    await until(pilot, lambda: isinstance(app.page, PracticePage) and app.page.stage is not None)
    page = page_of(app)
    assert isinstance(page, PracticePage)
    assert page.stage is not None
    return page.stage


def answer(app: TableeApp, stage: ExerciseStage, move: str) -> None:
    for choice in tables.ways(stage.scene_before)[move]:
        press(app, choice.key)


async def test_a_sitting_from_home_is_remembered_and_the_next_one_has_other_exercises(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (app, pilot):
        press(app, "e")
        stage = await begin(app, pilot)
        keys = [each.key for each in stage._exercises]
        for number in range(AT_ONCE):
            await shows(app, pilot, "Find it.")
            exercise = stage.exercise
            answer(app, stage, exercise.best if number else exercise.move)
            await shows(app, pilot, "Right!" if number else "No.")
            press(app, "enter")
        await shows(app, pilot, f"That was all: {AT_ONCE - 1} of {AT_ONCE} found.")
        press(app, "enter")
        await until(pilot, lambda: isinstance(app.page, HomePage))
        press(app, "e")
        again = await begin(app, pilot)
        assert not {each.key for each in again._exercises} & set(keys)


async def test_home_speaks_of_exercises_only_when_some_are_due(tmp_path: Path, clock: Clock) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        await play_to_the_end(app, pilot, press)
        press(app, "q")
        await until(pilot, lambda: isinstance(app.page, HomePage))
    house = LocalHouse(CALM, tmp_path, Thinker())
    await house.open()
    assert house._house is not None
    (game,) = await house._house.store.games_of("local")
    await review(house._house, game.id, game.identities.index("local"), "blunder", "mistake")
    await house.close()
    async with at_home(tmp_path) as (app, pilot):
        await shows(app, pilot, "past games")
        assert "exercise" not in screen_of(app)
    clock.now += DAY + 60
    async with at_home(tmp_path) as (app, pilot):
        await shows(app, pilot, "2 exercises due")
        press(app, "e")
        stage = await begin(app, pilot)
        await shows(app, pilot, "here. Find the better move.")
        assert stage.exercise.game == "geschenkt"
        answer(app, stage, stage.exercise.best)
        await shows(app, pilot, "Right!")
        press(app, "q")
        await shows(app, pilot, "1 exercise due")


async def test_in_a_shared_house_practice_is_the_same(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, visiting(house, "Ada", Errand(start="home")) as (app, pilot):
        app.open_practice("bumbesi")
        stage = await begin(app, pilot)
        key = stage.task.key
        answer(app, stage, stage.exercise.move)
        await shows(app, pilot, "No.")
        async with asyncio.timeout(30):
            while key not in (await house.store.account_of("key:Ada")).practice:
                await pilot.pause(0.01)


async def test_the_command_goes_straight_to_the_exercises(tmp_path: Path) -> None:
    async with at_home(tmp_path, errand=Errand(practice="dacapo")) as (app, pilot):
        stage = await begin(app, pilot)
        assert stage.exercise.game == "dacapo"


async def told(folder: Path, lines: list[str], practice: str | None = None) -> str:
    house = LocalHouse(CALM, folder, Thinker())
    script = Script(lines)
    learner = Learner(CALM, lambda _changes: None, remembers=False, practice=practice)
    player = PlainPlayer(house.link, script, name="Ada", own=True, language="en", learner=learner)
    try:
        await house.open()
        await asyncio.wait_for(player.run(), 60)
    finally:
        await house.close()
    return script.said


async def test_plain_lines_practise_too(tmp_path: Path) -> None:
    first = exercises_of("geschenkt")[0]
    said = await told(tmp_path, [first.best, "", "9", "s", "q", "practice chess", "q"], practice="geschenkt")
    assert said.startswith("Practice: a number answers")
    assert "Geschenkt, 1 of 10: from the set." in said
    assert "Right! " in said
    assert "Geschenkt, 2 of 10: from the set." in said
    assert "Say a number from 1 to 2" in said
    assert "That is none of these words." in said
    again = await told(tmp_path, ["practice geschenkt", "q", "q"])
    second = exercises_of("geschenkt")[1]
    stage = ExerciseStage([Given("", second, own=False)], "Ada")
    assert tables.describe(stage.scene_before)[0] in again


def test_the_command_refuses_a_game_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["practice", "whist"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
