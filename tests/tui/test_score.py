"""The end of a game: scores explained by the rules, the match, and what comes next."""

from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path
from typing import cast

import pytest

from engines.game import Game
from engines.games import GAMES
from engines.geschenkt.view import GeschenktView
from net.messages import MatchStanding
from tests.setups import Setup
from tests.tui.app_harness import SIZES, at_table, click, play_to_the_end, press, screen_of, shows, until
from tui.draw.canvas import Canvas
from tui.language import Tongue
from tui.screens.score_sheet import draw_sheet, draw_short_sheet
from tui.tables import palette
from tui.tables.geschenkt import table as geschenkt
from tui.tables.sheet import Sheet, make_sheet
from tui.words import speak

NAMES = ("Ada", "Chloé", "Maximilien", "Wilhelmina12", "hard-1", "easy-2")


def sheet_of(game: Game, seats: int, seed: int = 1, standing: MatchStanding | None = None) -> Sheet:
    view = game.view(Setup(game, seats).finished(seed).state, None)
    return make_sheet(game.id, view, NAMES[:seats], game.low_wins, standing)


def drawn(sheet: Sheet) -> str:
    canvas = Canvas(80, 24, palette("dark", "true", "geschenkt"))
    draw_sheet(canvas, sheet, 0, 2, 19)
    return "\n".join(canvas.line(y).rstrip() for y in range(24))


def test_G10_runs_cost_their_lowest_card_and_chips_count_off() -> None:
    game = GAMES["geschenkt"]
    view = cast(GeschenktView, game.view(Setup(game, 4).finished(1).state, None))
    for block in geschenkt.explain(view).blocks:
        cost = sum(int(face.text) for face in block.cards)
        assert block.parts == (("chips", -(view.chips[block.seat] or 0)),)
        assert block.total == cost + block.parts[0][1] == view.scores[block.seat]


def test_G3_the_cards_that_were_out_of_the_game_are_shown() -> None:
    sheet = sheet_of(GAMES["geschenkt"], 3)
    assert sheet.hidden is not None
    assert len(sheet.hidden.cards) == 9
    assert "out of the game" in drawn(sheet)


@pytest.mark.plugged_in
def test_every_seat_of_every_game_has_its_total_on_the_sheet(setup: Setup) -> None:
    view = setup.game.view(setup.finished(1).state, None)
    sheet = make_sheet(setup.game.id, view, NAMES[: setup.seats], setup.game.low_wins)
    words = drawn(sheet)
    for block in sheet.blocks:
        assert NAMES[block.seat] in words
        assert block.total == view.scores[block.seat]
    short = Canvas(40, 20, palette("dark", "true", setup.game.id))
    draw_short_sheet(short, sheet, 0, 1)
    assert all(any(NAMES[block.seat] in short.line(y) for y in range(17)) for block in sheet.blocks)


def test_the_winner_stands_first_and_equal_scores_share_a_place() -> None:
    game = GAMES["geschenkt"]
    sheet = sheet_of(game, 4)
    assert sheet.blocks[0].seat in sheet.winners
    assert [sheet.rank(place) for place in range(4)] == [1, 2, 3, 4]
    tied = replace(sheet, blocks=tuple(replace(block, total=9) for block in sheet.blocks))
    assert [tied.rank(place) for place in range(4)] == [1, 2, 2, 2]


@pytest.mark.parametrize("game", ["danger13", "bumbesi"])
def test_D20_B15_places_behind_the_winner_follow_the_tie_break(game: str) -> None:
    ranked = 0
    for seed in range(40):
        state = Setup(GAMES[game], 5 if game == "danger13" else 6).finished(seed).state
        sheet = make_sheet(game, GAMES[game].view(state, None), NAMES[: state.seats], GAMES[game].low_wins)
        sign = 1 if GAMES[game].low_wins else -1
        worth = [(sign * score, tie) for score, tie in zip(state.scores(), state.tiebreaks(), strict=True)]
        places = [1 + sum(other < worth[block.seat] for other in worth) for block in sheet.blocks]
        assert [sheet.rank(place) for place in range(state.seats)] == places == sorted(places)
        losers = [score for seat, score in enumerate(state.scores()) if seat not in state.winners()]
        ranked += len(losers) - len(set(losers))
    assert ranked


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("game", "seats"), [("danger13", 5), ("bumbesi", 6)])
def test_D20_B15_what_broke_a_tie_is_said_whole_at_every_size(game: str, seats: int, language: str) -> None:
    speak(Tongue(language))
    view = GAMES[game].view(Setup(GAMES[game], seats).finished(1).state, None)
    equal = replace(view, scores=(9,) * seats, winners=(1,))
    sheet = make_sheet(game, equal, NAMES[:seats], GAMES[game].low_wins)
    assert sheet.tie
    assert sheet.tie in " ".join(line[:24].strip() for line in drawn(sheet).splitlines()[10:18])
    short = Canvas(40, 20, palette("dark", "true", game))
    draw_short_sheet(short, sheet, 0, 1)
    assert sheet.tie in " ".join(short.line(y).strip() for y in range(16))
    speak(NullTranslations())


def test_a_goal_that_is_too_long_for_its_row_stands_whole_below_the_winner() -> None:
    sheet = replace(sheet_of(GAMES["danger13"], 4), goal="le plus de signes gagne")
    beside = " ".join(line[4:26].strip() for line in drawn(sheet).splitlines()[13:])
    assert "le plus de signes gagne" in beside
    assert "most plus signs win" in drawn(replace(sheet, goal="most plus signs win")).splitlines()[2]


def test_shared_wins_name_everybody_or_say_shared() -> None:
    sheet = sheet_of(GAMES["geschenkt"], 3)
    assert replace(sheet, winners=(0, 1)).headlines[0] == "Ada and Chloé share the win"
    assert "shared" in drawn(replace(sheet, winners=(0, 1, 2)))


def test_a_match_has_a_column_with_the_points_of_all_games() -> None:
    standing = MatchStanding(games=3, scores=((1, 2, 3),), totals=(111, 222, 333), over=False, winners=())
    words = drawn(sheet_of(GAMES["geschenkt"], 3, standing=standing))
    assert "match" in words
    assert "333" in words


def test_on_a_short_sheet_no_heading_of_a_column_is_cut() -> None:
    speak(Tongue("fr"))
    try:
        for game in GAMES.values():
            view = game.view(Setup(game, game.seats[-1]).finished(1).state, 0)
            sheet = make_sheet(game.id, view, NAMES[: game.seats[-1]], game.low_wins)
            canvas = Canvas(40, 20, palette("dark", "true", game.id))
            draw_short_sheet(canvas, sheet, 0, 1)
            words = " ".join(canvas.line(y) for y in range(canvas.height)).split()
            assert [name for name in sheet.columns if name not in words] == []
    finally:
        speak(NullTranslations())


def test_points_below_nothing_are_drawn_without_a_bar() -> None:
    sheet = sheet_of(GAMES["geschenkt"], 3)
    below = replace(sheet, blocks=tuple(replace(block, total=-5) for block in sheet.blocks))
    assert "-5" in drawn(below)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_after_the_score_another_game_is_played(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, "geschenkt", size=size) as (app, pilot):
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        await shows(app, pilot, "Play again")
        assert "Prudence" in screen_of(app)
        click(app, "enter")
        await until(pilot, lambda: app.table is not None and app.table.update.number == 2)
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        assert "Play again" not in screen_of(app)


async def test_a_match_goes_on_to_its_next_game(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt", match=2) as (app, pilot):
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        await shows(app, pilot, "Next game")
        press(app, "enter")
        await until(pilot, lambda: app.table is not None and app.table.update.number == 2)
        await shows(app, pilot, "game 2 of 2")
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        await shows(app, pilot, "Play again")
        await shows(app, pilot, "the match")


async def test_from_the_score_the_table_the_rules_and_home_are_reached(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        await shows(app, pilot, "Play again")
        press(app, "question_mark")
        await shows(app, pilot, "Nobody wants the cards")
        press(app, "escape")
        await shows(app, pilot, "Play again")
        press(app, "escape")
        await shows(app, pilot, "See the scores")
        press(app, "enter")
        press(app, "q")
        await shows(app, pilot, "past games")
        assert "resume" not in screen_of(app)
