"""One's own figures: reckoned from finished games, drawn at every size, and read out."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from net.messages import Accuracy, Figures, GameLine
from tests.net.house_harness import open_house
from tests.tui.app_harness import (
    Player,
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
from tests.tui.test_plain import play
from tests.tui.test_snapshots import Svg
from tui.app import Errand, TableeApp
from tui.draw.canvas import Canvas
from tui.draw.glyphs import ASCII, UNICODE
from tui.draw.picture import svg
from tui.figures import games_played, longest_streak, reckon, spread
from tui.language import Tongue
from tui.plain.figures import figures_lines
from tui.screens.figures import FiguresPage
from tui.screens.records import RecordsPage
from tui.tables import palette
from tui.words import speak

SIZES = ((80, 24), (120, 40), (40, 20))


def line(number: int, won: bool, score: int = 20, **more: object) -> GameLine:
    fields: dict[str, object] = {
        "game": "geschenkt",
        "names": ("Ada", "hard-Renard", "easy-1"),
        "scores": (score, 30, 40),
        "winners": (0,) if won else (1,),
        **more,
    }
    return GameLine(id=number, table="kiwi-42", number=1, finished=float(number), seat=0, **fields)  # type: ignore[arg-type]


def many() -> Figures:
    """Sixty games in which somebody gets better."""
    games = []
    for number in range(60):
        game = ("geschenkt", "danger13", "geschenkt", "bumbesi", "dacapo")[number % 5]
        seats = 3 + number % 3
        level = ("beginner", "easy", "medium", "hard")[number // 15]
        names = ("Ada", *(("Bob", "Cleo", "Dan", "Eve") if number % 7 == 0 else (f"{level}-Renard",) * 4))[:seats]
        score = 20 + number * 37 % 23 + number * 11 % 7
        won = number * 29 % 10 < 3 + number // 20
        games.append(
            line(number, won, score, game=game, names=names, scores=(score,) * seats, hints=number % 4 * (number < 30))
        )
    accuracy = tuple(
        Accuracy(id=number, share=0.5 + number / 130 + number % 4 / 40, decisions=20) for number in range(0, 60, 4)
    )
    return Figures(games=tuple(reversed(games)), accuracy=accuracy)


def page_with(figures: Figures, place: int = 0, page: int = 0) -> FiguresPage:
    shown = FiguresPage()
    shown.hear(figures)
    shown._game, shown._page = place, page
    return shown


def test_wins_are_counted_by_game_level_and_players() -> None:
    figures = Figures(
        games=(
            line(4, won=True, game="danger13"),
            line(3, won=False, names=("Ada", "easy-1", "easy-2", "easy-3"), scores=(1, 2, 3, 4), hints=2),
            line(2, won=True, names=("Ada", "Bob", "Cleo"), hints=1),
            line(1, won=True),
            line(0, won=True, played_on=True),
        ),
        accuracy=(Accuracy(id=1, share=0.5, decisions=8), Accuracy(id=4, share=0.75, decisions=8)),
    )
    own = reckon(figures)
    assert [(each.label, each.won, each.played) for each in own.by_game] == [("Geschenkt", 2, 3), ("Danger 13", 1, 1)]
    assert [(each.label, each.won, each.played) for each in own.by_level] == [
        ("easy", 0, 1),
        ("hard", 2, 2),
        ("people", 1, 1),
    ]
    assert [(each.label, each.won, each.played) for each in own.by_seats] == [("3 players", 3, 3), ("4 players", 0, 1)]
    assert (own.hints, own.hinted, own.streak, own.accuracy) == (3, 2, 2, (0.5, 0.75))
    assert games_played(figures) == ["geschenkt", "danger13"]
    one = reckon(figures, "danger13")
    assert (len(one.games), one.won, one.accuracy) == (1, 1, (0.75,))


@pytest.mark.parametrize(("wins", "longest"), [("", 0), ("0", 0), ("1", 1), ("1101110", 3), ("0111", 3)])
def test_the_longest_streak_is_the_most_wins_one_after_the_other(wins: str, longest: int) -> None:
    games = [line(number, won=mark == "1") for number, mark in enumerate(wins)]
    assert longest_streak(list(reversed(games))) == longest


@pytest.mark.parametrize("columns", [1, 4, 12, 40])
def test_scores_are_spread_over_no_more_columns_than_fit_and_none_is_lost(columns: int) -> None:
    scores = [-7, -1, 0, 3, 3, 18, 55]
    found = spread([line(number, won=False, score=score) for number, score in enumerate(scores)], columns)
    assert len(found.counts) <= columns
    assert sum(found.counts) == len(scores)
    assert found.least <= min(scores)


@pytest.mark.parametrize("place", [0, 1, 3])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_everything_stands_on_the_page(size: tuple[int, int], place: int) -> None:
    told = ""
    for page in range(3):
        canvas = Canvas(*size, palette("dark", "true"))
        page_with(many(), place, page).draw(canvas)
        told += "\n".join(canvas.line(y) for y in range(canvas.height))
    for words in (
        "Wins by game",
        "Wins by level",
        "Wins by players",
        "Scores in",
        "Accuracy",
        "hint",
        "longest streak",
    ):
        assert words in told, words
    assert "█" in told


LOOKS = {"colour": ("true", UNICODE), "monochrome": ("none", UNICODE), "ascii": ("none", ASCII)}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_page_looks_as_it_did(snapshot: SnapshotAssertion, size: tuple[int, int], look: str) -> None:
    depth, glyphs = LOOKS[look]
    canvas = Canvas(*size, palette("dark", depth), glyphs)
    page_with(many(), page=1).draw(canvas)
    told = "".join(canvas.line(y) for y in range(canvas.height))
    assert told.isascii() == (look == "ascii")
    assert svg(canvas) == snapshot.use_extension(Svg)


async def play_a_game(folder: Path) -> None:
    async with at_table(folder, "geschenkt") as (app, pilot):
        await play_to_the_end(app, pilot, press)


async def open_figures(app: TableeApp, pilot: Player) -> None:
    press(app, "p")
    await until(pilot, lambda: isinstance(app.page, RecordsPage))
    await shows(app, pilot, "figures")
    press(app, "f")
    await until(pilot, lambda: isinstance(app.page, FiguresPage))


async def test_past_games_lead_to_the_figures_and_back(tmp_path: Path) -> None:
    await play_a_game(tmp_path)
    async with at_home(tmp_path) as (app, pilot):
        await open_figures(app, pilot)
        await shows(app, pilot, "Scores in Geschenkt")
        assert "all games" in screen_of(app)
        press(app, "right")
        await shows(app, pilot, "Figures  Geschenkt")
        press(app, "escape")
        await until(pilot, lambda: isinstance(app.page, RecordsPage))


async def test_in_a_house_figures_are_of_what_was_played_there(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, visiting(house, "Ada", Errand(start="home")) as (app, pilot):
        press(app, "p")
        await until(pilot, lambda: isinstance(app.page, RecordsPage))
        app.push_screen(FiguresPage())
        await shows(app, pilot, "Games that are finished will be counted here.")
        assert page_of(app).notice == ""


async def test_plain_lines_read_the_figures_out(tmp_path: Path) -> None:
    await play_a_game(tmp_path)
    said = await play(tmp_path, None, ["figures", "q"])
    assert "Wins by game: Geschenkt " in said
    assert "Wins by players: 3 players " in said
    assert "Scores in Geschenkt, points and games: " in said
    assert "longest streak" in said


def test_figures_are_read_out_in_the_readers_language() -> None:
    speak(Tongue("fr"))
    try:
        assert figures_lines(Figures(games=())) != ["Games that are finished will be counted here."]
    finally:
        speak(Tongue("en"))
