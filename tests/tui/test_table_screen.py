"""The table's screen: hints, log, talk, rules, taking back, and what is said when something can't be done."""

from pathlib import Path

import pytest

from net.messages import Open
from tests.tui.app_harness import (
    at_home,
    at_table,
    at_the_table,
    click,
    page_of,
    press,
    screen_of,
    shows,
    table_of,
    until,
)
from tui.screens.rules import RulesPage
from tui.screens.settings import SettingsPage
from tui.screens.table import TablePage
from tui.settings import Settings


async def test_the_window_says_whose_turn_it_is(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        assert app._window_title == "Your turn - Geschenkt"
        await shows(app, pilot, "YOUR TURN")
        press(app, "q")
        await until(pilot, lambda: app._window_title == "Tablée")


async def test_at_home_a_game_that_lies_unfinished_waits_for_nobody_and_tables_need_no_code(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        first = app.table
        assert first is not None
        press(app, "q")
        await until(pilot, lambda: first.code in app.client.conversation.mine)
        app.say(Open(setup=table_of("bumbesi", 3)))
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        await at_the_table(app, pilot)
        await shows(app, pilot, "YOUR TURN")
        assert "table" not in screen_of(app)
        assert "tab" not in [item.key for item in page_of(app).commands()]
        assert app._window_title == "Your turn - Bumbesi"


async def test_the_cursor_stands_on_the_focused_cap(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        first = app.cursor_position
        press(app, "right")
        await until(pilot, lambda: app.cursor_position != first)
        x, y = app.cursor_position
        canvas = page_of(app).board.canvas
        assert canvas is not None
        assert canvas.row(y).chars[x] == "1"
        assert app._cursor_shown


async def test_only_the_screen_on_top_keeps_a_picture(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "question_mark")
        await until(pilot, lambda: isinstance(app.page, RulesPage) and app.page.board.canvas is not None)
        home, table, rules = (page.board.canvas is not None for page in app.pages())
        assert (home, table, rules) == (False, False, True)
        press(app, "escape")
        await shows(app, pilot, "YOUR TURN")


async def test_the_clock_ticks_without_drawing_where_no_dot_walks(tmp_path: Path) -> None:
    lively = Settings(name="Ada", motion=True, pace="quick")
    ask = Open(setup=table_of("geschenkt", 3), seed=1)
    async with at_home(tmp_path, ask=ask, settings=lively) as (app, pilot):
        await until(pilot, lambda: app.table is not None and app.table.your_turn)
        page = page_of(app)
        assert isinstance(page, TablePage)
        await until(pilot, lambda: not page.scene().motion)
        before = page.state()
        page._tick()
        assert page.state() == before


async def test_arrows_and_enter_make_a_move(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        assert app.table is not None
        seq = app.table.update.seq
        press(app, "right")
        press(app, "enter")
        await until(pilot, lambda: app.table is not None and app.table.update.seq > seq)
        assert any(turn.move == "take" for turn in app.table.history if turn.seat == 0)


async def test_a_hint_lies_over_the_table_and_its_key_still_plays(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "h")
        await shows(app, pilot, "share of games won")
        await shows(app, pilot, "1000 games tried")
        assert "60 %" in screen_of(app)
        assert app.table is not None
        seq = app.table.update.seq
        press(app, "2")
        await until(pilot, lambda: app.table is not None and app.table.update.seq > seq)


@pytest.mark.parametrize("key", ["h", "escape", "z"])
async def test_any_key_closes_a_hint(tmp_path: Path, key: str) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "h")
        await shows(app, pilot, "share of games won")
        press(app, key)
        await until(pilot, lambda: "share of games won" not in screen_of(app))
        assert isinstance(app.page, TablePage)


async def test_beside_a_wide_table_a_hint_stays_until_the_move(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt", size=(120, 40)) as (app, pilot):
        press(app, "h")
        await shows(app, pilot, "1000 games tried")
        press(app, "right")
        await pilot.pause()
        assert "1000 games tried" in screen_of(app)


async def test_the_log_opens_turns_back_and_closes(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        assert app.stage is not None
        app.stage.log = [(1, f"line {number}") for number in range(60)]
        press(app, "l")
        await shows(app, pilot, "line 59")
        press(app, "pageup")
        await until(pilot, lambda: "line 59" not in screen_of(app))
        press(app, "x")
        await until(pilot, lambda: "any key closes" not in screen_of(app))


async def test_rules_settings_and_back(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "question_mark")
        await until(pilot, lambda: isinstance(app.page, RulesPage))
        press(app, "escape")
        await at_the_table(app, pilot)
        press(app, "f2")
        await until(pilot, lambda: isinstance(app.page, SettingsPage))
        press(app, "escape")
        await shows(app, pilot, "YOUR TURN")


@pytest.mark.parametrize("opens", ["escape", "ctrl+p"])
async def test_f2_works_in_the_menus_that_list_it(tmp_path: Path, opens: str) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        await pilot.press(opens)
        await shows(app, pilot, "settings")
        assert "F2" in screen_of(app)
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.page, SettingsPage))
        await pilot.press("escape")
        await at_the_table(app, pilot)


async def test_a_move_is_taken_back(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        table = app.table
        assert table is not None
        before, seq = table.view, table.update.seq
        press(app, "2")
        await until(pilot, lambda: table.update.seq > seq and table.your_turn)
        press(app, "u")
        await until(pilot, lambda: table.view == before)
        await shows(app, pilot, "takes a move back")


async def test_G6_an_illegal_choice_says_why_with_the_rule(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        table = app.table
        assert table is not None
        while "pass" in table.update.legal:
            seq = table.update.seq
            press(app, "2")
            await until(pilot, lambda seq=seq: table.update.seq > seq)  # type: ignore[misc]
            await until(pilot, lambda: table.your_turn or table.update.phase == "over")
        assert table.update.phase == "playing"
        press(app, "2")
        await shows(app, pilot, "no chip left, so you must")
        press(app, "right")
        await until(pilot, lambda: "no chip left, so you must" not in screen_of(app))


async def test_the_menu_does_what_its_keys_do(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "escape")
        await shows(app, pilot, "leave the table")
        press(app, "down")
        press(app, "enter")
        await shows(app, pilot, "any key closes")
        press(app, "x")
        press(app, "escape")
        await shows(app, pilot, "leave the table")
        click(app, "question_mark")
        await until(pilot, lambda: isinstance(app.page, RulesPage))


async def test_the_palette_finds_what_the_screen_can_do(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "ctrl+p")
        await shows(app, pilot, "What do you want to do?")
        for words in ("hint", "rules", "settings", "leave the table"):
            assert words in screen_of(app)
        assert "take back" not in screen_of(app)
        for letter in "rls":
            press(app, letter)
        await until(pilot, lambda: "leave the table" not in screen_of(app))
        press(app, "enter")
        await until(pilot, lambda: isinstance(app.page, RulesPage))


async def test_the_palette_is_left_by_its_key_and_used_by_mouse(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        press(app, "ctrl+p")
        await shows(app, pilot, "What do you want to do?")
        press(app, "ctrl+p")
        await at_the_table(app, pilot)
        press(app, "ctrl+p")
        await shows(app, pilot, "What do you want to do?")
        click(app, "row 1")
        await shows(app, pilot, "any key closes")


async def test_the_size_may_change_in_the_middle_of_a_game(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        for size in ((120, 40), (40, 20), (100, 30), (36, 12), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: page_of(app).board.size == size)  # type: ignore[misc]
            canvas = page_of(app).board.canvas
            assert canvas is not None
            assert (canvas.width, canvas.height) == size
            told = "YOUR TURN" in screen_of(app) or " 1  Take" in screen_of(app)
            assert told == (size != (36, 12))
        assert app.table is not None
        seq = app.table.update.seq
        press(app, "1")
        await until(pilot, lambda: app.table is not None and app.table.update.seq > seq)


async def test_a_window_that_is_too_small_says_so_and_p_goes_on_in_plain_text(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt", size=(36, 12)) as (app, pilot):
        assert "Tablée needs 40 x 20 cells," in screen_of(app)
        assert "this is 36 x 12." in screen_of(app)
        assert "Make the window larger." in screen_of(app)
        press(app, "p")
        await until(pilot, lambda: app._exit)
        assert app.return_value == "plain"


async def test_two_keys_in_a_hurry_are_one_move(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        table = app.table
        assert table is not None
        seq = table.update.seq
        press(app, "2")
        press(app, "1")
        await until(pilot, lambda: table.update.seq > seq)
        mine = [turn.move for turn in table.history[1:] if turn.seat == 0]
        assert mine == ["pass"]
        assert "moved on" not in screen_of(app)
