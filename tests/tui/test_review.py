"""The review of a game on the screen: its graph, walking along it, and the way there and on."""

from pathlib import Path

import pytest

from bots.bot import Budget
from engines.games import GAMES
from tests.setups import Setup
from tests.tui.app_harness import SIZES, at_home, at_table, page_of, play_to_the_end, press, screen_of, shows, until
from tui.draw.canvas import Area, Canvas
from tui.draw.glyphs import ASCII
from tui.draw.graph import graph
from tui.screens.replay import ReplayPage
from tui.screens.review import ReviewPage
from tui.tables import palette

POINTS = [(0, (0.5, 0.5)), (5, (0.9, 0.1)), (10, (1.0, 0.0))]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReviewPage, "budget", Budget(iterations=8))


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


def test_in_colour_points_are_half_blocks() -> None:
    assert set("".join(drawn(ascii_only=False))) & {"▀", "▄"}


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
