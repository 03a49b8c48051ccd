"""The review of a game on the screen: its graph, walking along it, and the way there and on."""

from pathlib import Path

import pytest

from bots.findings import Plan, Review, Weighed
from engines.games import GAMES
from net.limits.house_limits import HouseLimits
from net.messages import Open, Sit, Start
from net.setup import Setup as Setting
from tests.net.house_harness import open_house
from tests.setups import Setup
from tests.tui.app_harness import (
    SIZES,
    Player,
    Thinker,
    at_home,
    at_table,
    at_the_table,
    page_of,
    play_to_the_end,
    press,
    screen_of,
    shows,
    until,
    visiting,
)
from tui.app import TableeApp
from tui.draw.canvas import Area, Canvas
from tui.draw.glyphs import ASCII
from tui.draw.graph import graph
from tui.screens.replay import ReplayPage
from tui.screens.review import ReviewPage
from tui.tables import palette
from tui.verdicts import accuracy_words, split_words

POINTS = [(0, (0.5, 0.5)), (5, (0.9, 0.1)), (10, (1.0, 0.0))]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HouseLimits, "review_seconds", 0.001)


@pytest.mark.parametrize(
    ("effect", "error", "words"),
    [
        (-0.33, 0.04, "your play -33 % ±8 %"),
        (0.33, 0.17, "your play unclear"),
        (-1.12, 0.9, "your play unclear"),
        (-1.12, 0.25, "your play -62 % or worse"),
        (1.6, 0.1, "your play +100 % or better"),
        (0.0, 0.0, "your play 0 %"),
    ],
)
def test_the_split_tells_neither_noise_nor_more_than_a_whole_win(effect: float, error: float, words: str) -> None:
    review = Review(Plan(0, 1, (), (1.0, 0.0)))
    review.add(Weighed(0, 0, (0.5, 0.5), (effect, -effect), (error, error)))
    assert split_words(review).split(", ")[1] == words


def test_where_nothing_surely_mattered_nobody_is_told_a_share_of_it() -> None:
    assert accuracy_words(Review(Plan(0, 1, (), (1.0, 0.0)))) == "no decision surely mattered"


def drawn(ascii_only: bool) -> list[str]:
    canvas = Canvas(40, 12, palette("dark", "true"), *([ASCII] if ascii_only else []))
    graph(canvas, Area(0, 0, 40, 12), POINTS, 0, [5], 10)
    return [canvas.line(y) for y in range(12)]


def test_the_graph_goes_from_an_even_share_to_the_win_with_the_mistake_below() -> None:
    lines = drawn(ascii_only=True)
    assert lines[0].rstrip().endswith("1")
    assert lines[10].rstrip().endswith("2")
    assert lines[5][6] == "1"
    assert lines[11].index("!") == 6 + 5 * 33 // 10
    assert lines[0].startswith(" 100%")


def test_in_colour_lines_of_braille_have_no_gaps() -> None:
    lines = drawn(ascii_only=False)
    columns = ["".join(line[x] for line in lines[:11]) for x in range(6, 40)]
    # The line where one stands, at the end, goes through everything but the curves.
    assert all(any(is_braille(cell) for cell in column) for column in columns)
    assert max(sum(map(is_braille, column)) for column in columns) > 4


def is_braille(cell: str) -> bool:
    return 0x2800 < ord(cell) <= 0x28FF


def test_without_colours_each_point_is_a_number() -> None:
    canvas = Canvas(40, 12, palette("dark", "none"))
    graph(canvas, Area(0, 0, 40, 12), POINTS, 0, [5], 10)
    assert "1" in canvas.line(0)
    assert "2" in canvas.line(10)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_game_is_reviewed_from_its_score(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, "geschenkt", size=size) as (app, pilot):
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        await shows(app, pilot, "Review")
        press(app, "v")
        await until(pilot, lambda: isinstance(app.page, ReviewPage))
        page = page_of(app)
        assert isinstance(page, ReviewPage)
        await until(pilot, lambda: page.review is not None and page.review.complete)
        await shows(app, pilot, "luck ")
        assert "100%" in screen_of(app)
        for key, at in (("right", 1), ("pagedown", 11), ("left", 10), ("home", 0), ("end", page.timeline.length)):
            press(app, key)
            await until(pilot, lambda at=at: page.timeline.at == at)  # type: ignore[misc]
        press(app, "t")
        await until(pilot, lambda: "100%" not in screen_of(app))
        press(app, "r")
        await until(pilot, lambda: isinstance(app.page, ReplayPage))
        replay = page_of(app)
        assert isinstance(replay, ReplayPage)
        assert replay.timeline.at == page.timeline.at
        press(app, "escape")
        press(app, "escape")
        await shows(app, pilot, "Play again")


async def test_a_word_stands_beside_each_of_ones_decisions(tmp_path: Path) -> None:
    record = Setup(GAMES["geschenkt"], 3).finished(1).record()
    async with at_home(tmp_path) as (app, pilot):
        app.open_review(record, 1)
        page = page_of(app)
        assert isinstance(page, ReviewPage)
        await until(pilot, lambda: page.review is not None and page.review.complete)
        assert page.review is not None
        for judgement in page.review.in_order[:5]:
            page.timeline.go(judgement.turn)
            page.refresh_page()
            await shows(app, pilot, f"{judgement.verdict}: ")


async def test_an_expert_is_followed_for_three_moves_and_one_comes_back(tmp_path: Path) -> None:
    record = Setup(GAMES["geschenkt"], 3).finished(1).record()
    async with at_home(tmp_path) as (app, pilot):
        app.open_review(record, 1)
        page = page_of(app)
        assert isinstance(page, ReviewPage)
        await until(pilot, lambda: page.review is not None and page.review.complete)
        page.timeline.go(4)
        press(app, "x")
        await shows(app, pilot, "An expert would have played: ")
        for key in ("right", "right", "right"):
            press(app, key)
        await until(pilot, lambda: words_of(app).partition("played: ")[2].count(": ") == 3)
        press(app, "escape")
        await until(pilot, lambda: "An expert would" not in screen_of(app))
        assert page.timeline.at == 4
        press(app, "b")
        await at_the_table(app, pilot)


def words_of(app: TableeApp) -> str:
    """The screen as one line."""
    return " ".join(screen_of(app).split())


async def test_two_people_see_the_same_moment_and_talk(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path, Thinker(), review_seconds=0.001) as house,
        visiting(house, "Ada") as (ada, first),
        visiting(house, "Bob") as (bob, second),
    ):
        await sit_together((ada, first), (bob, second))
        press(ada, "v")
        await until(first, lambda: isinstance(ada.page, ReviewPage))
        press(ada, "s")
        await shows(ada, first, "you lead")
        await shows(bob, second, "Ada shows the review")
        press(bob, "v")
        await until(second, lambda: isinstance(bob.page, ReviewPage))
        for key in ("right", "right", "right"):
            press(ada, key)
        theirs = page_of(bob)
        assert isinstance(theirs, ReviewPage)
        await until(second, lambda: theirs.timeline.at == 3)
        assert theirs.seat == 0
        await shows(bob, second, "Ada leads")
        press(bob, "c")
        for letter in "aha":
            press(bob, letter)
        press(bob, "enter")
        await shows(ada, first, "aha")
        press(bob, "left")
        await until(second, lambda: theirs.timeline.at == 2)
        press(bob, "s")
        mine = page_of(ada)
        assert isinstance(mine, ReviewPage)
        await shows(bob, second, "you lead")
        press(ada, "s")
        await shows(ada, first, "you lead")
        press(ada, "escape")
        await until(second, lambda: "leads" not in screen_of(bob))


async def sit_together(*visitors: tuple[TableeApp, Player]) -> None:
    """Let visitors play a game to its end and look at its score."""
    (ada, first), (bob, second) = visitors
    ada.say(Open(setup=Setting(game="geschenkt", seats=3, bots=("easy",))))
    await until(first, lambda: ada.table is not None)
    assert ada.table is not None
    bob.say(Sit(code=ada.table.code))
    await until(second, lambda: bob.table is not None)
    ada.say(Start())
    tables = [ada.table, bob.table]
    while any(table is None or table.update.phase != "over" for table in tables):
        for app, pilot in visitors:
            if app.table is not None and app.table.your_turn:
                app.say(app.table.play(app.table.update.legal[-1]) or Sit(code=app.table.code))
            await pilot.pause()
    for app, pilot in visitors:
        press(app, "enter")
        await shows(app, pilot, "Review")
