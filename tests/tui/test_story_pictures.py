"""What a table tells, as pictures: moments, a hint in each game, the end of a match, and a window of 200x50.

After a wanted change: `pytest tests/tui/test_story_pictures.py --snapshot-update`, and look at them.
"""

from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bots.advice import Advice, JudgedMove
from engines.games import GAMES
from net.messages import MatchStanding
from tests.setups import Setup
from tests.tui.drawing import drawn
from tests.tui.test_bars import decisions
from tests.tui.test_moments import found
from tests.tui.test_snapshots import Svg
from tui import tables
from tui.draw.canvas import Canvas
from tui.draw.picture import svg
from tui.hints import make_hint
from tui.screens.score_sheet import draw_sheet, draw_short_sheet
from tui.tables.scene import Scene
from tui.tables.sheet import make_sheet

NAMES = ("Ada", "Prudence", "Renard", "Maximilien")
MOMENTS = {"danger13": "ROUND OVER", "bumbesi": "COLLECTED", "dacapo": "COMPLETE", "geschenkt": "THE END"}
SIZES = ((40, 20), (80, 24), (120, 40))


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(Svg)


def moment_of(game: str) -> Scene:
    """The first moment of its kind in a random game, as it is shown."""
    for before, _events, _after, moment in found(game, NAMES):
        if moment.label == MOMENTS[game]:
            return replace(before, title=GAMES[game].title, view=moment.view, moment=moment, alone=True)
    raise AssertionError(f"{game} has no such moment")


def hint_of(game: str) -> Scene:
    """A decision of a random game with advice on its first moves."""
    scene = replace([*decisions(Setup(GAMES[game], 4))][4], names=NAMES, picked=None)
    judged = [
        JudgedMove(move, 400 - 50 * place, 0.5 - 0.1 * place, 0.01, 20.0) for place, move in enumerate(scene.legal[:3])
    ]
    hint = make_hint(Advice(scene.legal[0], tuple(judged), 1050, 1.0), scene, GAMES[game], 1.0)
    return replace(scene, hint=hint, panel="hint")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", MOMENTS)
def test_a_moment(picture: SnapshotAssertion, game: str, size: tuple[int, int]) -> None:
    assert svg(drawn(moment_of(game), size)) == picture


@pytest.mark.parametrize("size", [(40, 20), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", MOMENTS)
def test_a_hint(picture: SnapshotAssertion, game: str, size: tuple[int, int]) -> None:
    assert svg(drawn(hint_of(game), size)) == picture


@pytest.mark.parametrize("game", MOMENTS)
def test_a_large_window(picture: SnapshotAssertion, game: str) -> None:
    assert svg(drawn(hint_of(game), (200, 50))) == picture


@pytest.mark.parametrize("size", [(40, 20), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_end_of_a_match(picture: SnapshotAssertion, size: tuple[int, int]) -> None:
    view = GAMES["bumbesi"].view(Setup(GAMES["bumbesi"], 4).finished(1).state, 0)
    standing = MatchStanding(games=3, scores=(), totals=(40, 19, 30, 52), over=True, winners=(1,))
    sheet = make_sheet("bumbesi", view, NAMES, True, standing)
    canvas = Canvas(*size, tables.palette("dark", "true", "bumbesi"))
    if size[0] < 80:
        draw_short_sheet(canvas, sheet, 0, 1)
    else:
        draw_sheet(canvas, sheet, 0, 2, 19)
    assert svg(canvas) == picture


def test_D8_an_arrow_at_a_no_says_once_that_the_no_is_lost() -> None:
    for seats in (2, 3, 4, 5):
        for scene in decisions(Setup(GAMES["danger13"], seats)):
            assert not [choice for choice in tables.choices(scene) if choice.note.count("NO") > 1]
