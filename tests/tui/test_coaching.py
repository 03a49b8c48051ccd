"""A coach beside one's own game: what he says before and after a decision, and when he comes and goes."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from bots.advice import Advice, JudgedMove
from bots.bot import Budget, Decision
from engines.games import GAMES
from engines.wire import Decoder, encode
from net.codes import MOST_DIGITS, WORDS
from net.messages import FROM_CLIENT, KeepSettings, Open
from net.setup import Setup, first_setup
from tests.net.house_harness import open_house
from tests.tui.app_harness import (
    CALM,
    SIZES,
    Thinker,
    at_home,
    at_table,
    at_the_table,
    page_of,
    play_to_the_end,
    press,
    screen_of,
    shows,
    table_of,
    until,
    visiting,
)
from tests.tui.test_plain import Listener, Script
from tests.tui.test_reasons import positions
from tui.app import Errand
from tui.coaching import GameCoach, stake_words, verdict_of, verdict_words
from tui.language import Tongue
from tui.local import LocalHouse
from tui.plain.learner import Learner
from tui.plain.player import PlainPlayer
from tui.screens.lesson import LessonPage
from tui.screens.score import ScorePage
from tui.screens.table import TablePage
from tui.tables.coach import CAP, coach_rows
from tui.tables.scene import Scene
from tui.words import _, speak

SEEN = 40


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Leave the words as they were, whatever language a test has read."""
    yield
    speak(Tongue("en"))


def advice_on(scene: Scene, best: int, worst: float = 0.3, error: float = 0.01) -> Advice:
    """Advice by which one of the legal moves wins half of all games and every other one fewer."""
    judged = [
        JudgedMove(move, 500, 0.5 if place == best else max(worst, 0.4 - 0.01 * place), error, 20.0)
        for place, move in enumerate(scene.legal)
    ]
    judged.sort(key=lambda choice: -choice.win)
    return Advice(scene.legal[best], tuple(judged), 1000)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_fits_below_every_table(game: str, language: str) -> None:
    speak(Tongue(language))
    off = len(_("off")) + CAP
    for _recording, scene in islice(positions(game), SEEN):
        for words in (
            stake_words(scene, advice_on(scene, 0)),
            verdict_words(scene, advice_on(scene, 0), scene.legal[-1]),
            verdict_words(scene, advice_on(scene, 0), scene.legal[0]),
        ):
            assert len(coach_rows(words[-1], 80 - 2 - off)) == 1, words
            assert len(coach_rows(words[-1], 40 - 2 - off)) <= 2, words
            assert list(words) == sorted(words, key=len, reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_beforehand_nothing_tells_which_of_the_two_best_is_better(game: str) -> None:
    for _recording, scene in islice(positions(game), SEEN):
        first, second = advice_on(scene, 0), advice_on(scene, 0)
        one, other = first.choices[:2]
        swapped = (replace(other, win=one.win), replace(one, win=other.win), *first.choices[2:])
        second = Advice(other.move, swapped, 1000)
        assert stake_words(scene, first) == stake_words(scene, second)


def geschenkt() -> Scene:
    return next(positions("geschenkt"))[1]


def test_a_move_is_blamed_only_where_it_loses_more_than_is_uncertain() -> None:
    scene = geschenkt()
    sure, unsure = advice_on(scene, 0), advice_on(scene, 0, error=0.2)
    assert verdict_of(sure, scene.legal[0]) == "best"
    assert verdict_of(sure, scene.legal[1]) == "blunder"
    assert verdict_of(unsure, scene.legal[1]) == "good"
    assert verdict_words(scene, sure, scene.legal[1])[0].startswith('A blunder: "Take 21" wins 11 more games in 100, ')
    assert verdict_words(scene, sure, scene.legal[0])[0].startswith("Well done: Take 21, ")


def test_what_was_never_tried_gets_no_verdict() -> None:
    scene = geschenkt()
    untried = Advice(scene.legal[0], (JudgedMove(scene.legal[0], 500, 0.5, 0.01), JudgedMove(scene.legal[1])), 500)
    assert verdict_of(untried, scene.legal[1]) == ""
    assert verdict_words(scene, untried, scene.legal[1]) == ("I would have chosen: Take 21.",)
    assert stake_words(scene, untried) == ("A rule of thumb is enough here.",)


def test_where_all_moves_are_as_good_nothing_is_at_stake() -> None:
    scene = geschenkt()
    judged = tuple(JudgedMove(move, 500, 0.5, 0.01) for move in scene.legal)
    assert stake_words(scene, Advice(scene.legal[0], judged, 1000)) == ("Little is at stake here: play as you like.",)


def test_advice_that_comes_after_the_move_still_judges_it() -> None:
    scene, coach = geschenkt(), GameCoach()
    assert coach.look(3, scene)
    assert not coach.look(3, scene)
    coach.made(3, scene.legal[1])
    assert not coach.look(5, scene), "a second question while the first is not answered would be refused"
    assert not coach.verdict
    coach.hear(3, advice_on(scene, 0))
    assert coach.verdict[0].startswith("A blunder")
    assert coach.look(5, scene)
    assert coach.news() == [coach.verdict[0]]
    coach.hear(5, advice_on(scene, 0))
    assert coach.news() == [coach.stake[0]]
    assert coach.news() == []


def test_a_move_after_which_one_decides_again_at_once_is_judged_too() -> None:
    scene, coach = geschenkt(), GameCoach()
    coach.look(3, scene)
    coach.hear(3, advice_on(scene, 0))
    coach.look(4, scene)
    assert not coach.verdict, "the house has not said yet which move it took"
    coach.made(3, scene.legal[1])
    assert coach.verdict[0].startswith("A blunder")
    assert coach.stake == ("Your turn: I am still looking.",)


async def test_whoever_takes_a_card_and_is_to_play_again_hears_what_it_was_worth(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "k")
        await shows(app, pilot, "Up to 20 wins in 100")
        press(app, "1")
        await shows(app, pilot, "Well done")


@pytest.mark.parametrize("size", SIZES)
async def test_a_key_calls_the_coach_who_speaks_before_and_after_a_move(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, "geschenkt", size=size) as (app, pilot):
        assert "at stake" not in screen_of(app)
        press(app, "k")
        await shows(app, pilot, "Up to 20 wins in 100")
        press(app, "2")
        await shows(app, pilot, "A blunder")
        press(app, "k")
        await until(pilot, lambda: app.settings.coach == "")
        await until(pilot, lambda: "A blunder" not in screen_of(app))


async def test_the_hint_begins_with_what_the_coach_has_heard(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "k")
        press(app, "h")
        await shows(app, pilot, "60 %")
        assert "A hint is on its way" not in screen_of(app)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_coached_with_what_the_seat_knew_and_marked_in_its_record(
    tmp_path: Path, game: str
) -> None:
    async with at_table(tmp_path, game) as (app, pilot):
        press(app, "k")
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        press(app, "q")
        press(app, "p")
        await until(pilot, lambda: app.table is None)
    house = LocalHouse(CALM, tmp_path, Adviser())
    await house.open()
    try:
        assert house._house is not None
        assert (await house._house.store.games_of("local"))[0].hints > 0
    finally:
        await house.close()


async def test_the_next_game_begins_without_a_word_on_the_one_before(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "k")
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        await until(pilot, lambda: isinstance(page_of(app), ScorePage))
        press(app, "enter")
        await until(pilot, lambda: app.table is not None and app.table.update.number == 2 and app.table.your_turn)
        assert app.stage is not None
        assert app.stage.coach is not None
        assert app.stage.coach.verdict == ()


async def test_of_a_move_that_was_taken_back_nothing_is_said(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        table = app.table
        assert table is not None
        before = table.view
        press(app, "k")
        await shows(app, pilot, "Up to 20 wins in 100")
        press(app, "2")
        await shows(app, pilot, "A blunder")
        await until(pilot, lambda: table.your_turn)
        press(app, "u")
        await until(pilot, lambda: table.view == before)
        await shows(app, pilot, "▌ Up to 20 wins in 100")
        assert "A blunder" not in screen_of(app)
        press(app, "1")
        await shows(app, pilot, "Well done")


class Adviser(Thinker):
    """Notes what an expert was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.decisions: list[Decision] = []

    async def choose(
        self,
        bot: str,
        decision: Decision,
        budget: Budget,
        deadline: float,
        *,
        rank: float = 0.0,
        stop: asyncio.Event | None = None,
    ) -> Advice:
        if bot == "expert":
            self.decisions.append(decision)
        return await super().choose(bot, decision, budget, deadline)


async def test_the_coach_lets_a_bot_think_with_the_view_of_the_seat_alone(tmp_path: Path) -> None:
    async with open_house(tmp_path, Adviser()) as house, visiting(house, "Ada") as (app, pilot):
        app.open_coached("danger13")
        await at_the_table(app, pilot)
        press(app, "enter")
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        thinker = house.thinker
        assert isinstance(thinker, Adviser)
        await until(pilot, lambda: len(thinker.decisions) > 0)
        assert app.table is not None
        assert [decision.view.seat for decision in thinker.decisions] == [app.table.seat]


async def test_after_the_lesson_comes_a_first_game_with_the_coach(tmp_path: Path) -> None:
    kept: dict[str, str | bool] = {}
    errand = Errand(lesson="geschenkt")
    async with at_home(tmp_path, errand=errand, save=kept.update) as (app, pilot):
        page = page_of(app)
        assert isinstance(page, LessonPage)
        while not page.stage.run.over:
            page.stage.run.chapter += 1
        press(app, "enter")
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        await shows(app, pilot, "at stake")
        table = app.table
        assert table is not None
        assert table.update.setup == first_setup("geschenkt", own=True)
        assert kept["coach"] == table.code
        assert isinstance(app.page, TablePage)
    again = replace(CALM, coach=table.code)
    async with at_home(tmp_path, settings=again) as (app, pilot):
        press(app, "r")
        await shows(app, pilot, "at stake")


async def test_a_house_remembers_where_the_coach_stands(tmp_path: Path) -> None:
    async with open_house(tmp_path, Adviser()) as house:
        async with visiting(house, "Ada") as (app, pilot):
            app.open_coached("geschenkt")
            await at_the_table(app, pilot)
            assert app.table is not None
            code = app.table.code
            press(app, "enter")
            await until(pilot, lambda: app.table is not None and app.table.your_turn)
            await shows(app, pilot, "at stake")
        async with visiting(house, "Ada", Errand(start="lobby")) as (app, pilot):
            await at_the_table(app, pilot)
            assert app.settings.coach == code
            await shows(app, pilot, "at stake")


def test_the_longest_code_of_a_table_is_remembered_too() -> None:
    """A house shows out whoever sends a setting that is too long."""
    word = max(WORDS, key=len)
    remembered = KeepSettings(settings={"coach": f"{word}-{word}-{'9' * MOST_DIGITS}"})
    assert list(Decoder(*FROM_CLIENT).feed(encode(remembered))) == [remembered]


async def test_a_table_without_hints_has_no_coach(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, visiting(house, "Ada") as (app, pilot):
        app.say(Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy"))))
        await at_the_table(app, pilot)
        press(app, "enter")
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        press(app, "k")
        await shows(app, pilot, "This table gives no hints")


async def test_in_plain_lines_the_coach_speaks_too(tmp_path: Path) -> None:
    script = Script(["k", "2", "k", "q"])
    said = await told(tmp_path, script, Open(setup=table_of("geschenkt", 3), seed=4))
    assert "The coach looks on with you; k sends him away." in said
    assert 'Coach: Up to 20 wins in 100 at stake: "Take ' in said
    assert 'Coach: A blunder: "Take ' in said
    assert "The coach leaves." in said


async def test_a_whole_game_is_coached_in_plain_lines(tmp_path: Path) -> None:
    said = await told(tmp_path, Listener(1), Open(setup=table_of("danger13", 3), seed=4), coach_comes=True)
    assert "The game is over." in said
    assert said.count("at stake") > 5


async def told(folder: Path, script: Script, ask: Open, coach_comes: bool = False) -> str:
    """All that is said to somebody in plain mode."""
    house = LocalHouse(CALM, folder, Thinker())
    learner = Learner(CALM, lambda _changes: None, remembers=False, coach_comes=coach_comes)
    player = PlainPlayer(house.link, script, name="Ada", own=True, language="en", ask=ask, learner=learner)
    try:
        await house.open()
        house.set_pace(0.0)
        await asyncio.wait_for(player.run(), 60)
    finally:
        await house.close()
    return script.said
