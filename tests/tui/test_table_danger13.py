"""Danger 13's table: whoever gives a card sees what it would do to everybody, and nobody sees what is hidden."""

import re
from dataclasses import replace
from itertools import islice

import pytest

from engines.chance import FastChance
from tests.setups import Setup
from tests.tui.danger13_scenes import (
    GAME,
    MAIN_SIZES,
    NAMES,
    ROWS,
    SIZES,
    finished,
    position,
    scene,
    seen,
    walks,
)
from tests.tui.drawing import drawn, screen
from tui import tables
from tui.draw.glyphs import ASCII, SETS, Glyphs
from tui.draw.palette import DEPTHS, THEMES
from tui.tables.scene import Away, ShownHint, Tip, find_choice, key_of


def test_the_table_at_80x24_says_what_the_mock_up_says() -> None:
    rows = screen(scene(position())).split("\n")
    assert rows[0] == "▌ Danger 13  table plum-07   round 3   you deal                  pile 41   0:31"
    assert rows[1] == " ►1 Ada           you deal   ▟+ ▐▟  ▐▟» ▐▟++ ▙"
    assert rows[2] == "  ▄▄▄▄▄▄▄▄▖▖▖▁▁▌      8/13    3 ▐ 2 ▐ 1 ▐ 2                   ► 1  ► 11 room 2"
    assert rows[5] == " ▐2▌ Chloé                   ▟++▐▟  ▐▟+ ▐▟  ▐▟» ▐▟+  ▙"
    assert rows[6] == "  ▄▄▄▄▄▄▄▄▄▄▄▄▖▖▖▁▁▁▌12/18    4 ▐ 18▐ 2 ▐ 3 ▐ 2 ▐ 1             2  ► 15 room 3"
    assert rows[7] == "  9 cards  at stake ++++     ▜  ▐▜  ▐▜  ▐▜  ▐▜  ▐▜   ▛"
    assert rows[9] == " ▐3▌ hard-1          start   ▟  ▐▟+ ▐▟  ▐▟»  ▙"
    assert rows[10] == "  ▄▄▄▄▄▄▄▄▄▄▄▖▖█     11/13    4 ▐ 4 ▐ NO▐ 3                     3  ► 14 BUST/NO"
    assert rows[14] == "  ▄▄▁▁▁▁▁▁▁▁▁▁▁▌      2/13    2 ▐ 0                            has a card"
    assert rows[17] == "   ▟  +  ▙"
    assert rows[18].startswith("     ▄▄▖  ▌ turned up            ▟▐▟  ▙   Ada turns up P4")
    assert "plus 3 one sign" in rows[19]
    assert "2 more in the packet ▜▐▜  ▛" in rows[20]
    assert rows[22] == " GIVE PLUS 3 ▌► 1  Ada 11 of 13    2  Chloé 15 of 18    3  hard-1 14: BUST or NO"


def test_the_compact_table_says_what_the_mock_up_says() -> None:
    rows = screen(scene(position()), (40, 20)).split("\n")
    assert rows[1] == "►1 Ada         ▄▄▄▄▄▄▄▄▖▖▖▁▁▌      8/13"
    assert rows[3] == "▐2▌Chloé       ▄▄▄▄▄▄▄▄▄▄▄▄▖▖▖▁▁▁▌12/18"
    assert rows[4] == "   ++4  18 +2   3  »2  +1       9 cards"
    assert rows[6] == "    4  +4  NO »3                4 cards"
    assert rows[11:13] == [" Chloé lays P3: 12 of 18", " Ada turns up A3"]
    assert rows[13] == " ▟+  ▙  turned up: plus 3"
    assert rows[17] == "▌ 2  Chloé        15 of 18"
    assert rows[18] == "▌ 3  hard-1       14: BUST or NO"


@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
def test_the_action_bar_warns_of_a_bust_in_its_colour(size: tuple[int, int]) -> None:
    canvas = drawn(scene(position()), size)
    y, x = next((y, canvas.line(y).index("14: BUST")) for y in range(canvas.height) if "14: BUST" in canvas.line(y))
    assert canvas.row(y).fg[x] == canvas.palette.bad


def test_the_key_row_says_how_to_choose_since_the_log_is_on_the_table() -> None:
    assert "digit, arrows or click" in drawn(scene(position())).line(23)
    assert "digit" not in drawn(scene(position(turn=1))).line(23)


def test_the_wide_table_stands_where_the_grid_says() -> None:
    canvas = drawn(scene(position()), (120, 40))
    assert canvas.line(4)[4:31] == "►1 Ada            you deal "
    assert canvas.line(18)[64:80] == " 3  ► 14 BUST/NO"
    assert canvas.line(31)[22:58] == "plus 3 one sign for whoever keeps it"
    assert canvas.line(29)[12:19] == "▟  +  ▙"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_size_shows_what_is_needed_to_decide(size: tuple[int, int], seats: int) -> None:
    words = screen(scene(position(seats=seats, served=())), size)
    facts = ("8/13", "12/18", "won +8", "9 cards", "plus 3", "2 more", "11", "15", "Ada", "Chloé")
    for needed in (*NAMES[:seats], *facts):
        assert needed in words
    assert ("BUST" in words) == (seats > 2)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_size_shows_every_state(size: tuple[int, int], seats: int) -> None:
    away = (None, Away(41, 19), *(None,) * (seats - 2))
    thinking = replace(scene(position(seats=seats, turn=1, served=())), thinking=1, step=1, away=away)
    names = ("Ada", "", *NAMES[2:seats])
    waiting = replace(
        scene(position(seats=seats)), view=None, seat=0, legal=(), names=names, state="waiting", join=("ssh x",)
    )
    spectator = scene(position(seats=seats, seat=None, turn=1, served=()))
    assert "Chloé is thinking" in screen(thinking, size)
    for needed in ("╌ free", "WAITING", "ssh x"):
        assert needed in screen(waiting, size)
    assert "gives it" in screen(spectator, size)
    assert "wins" in screen(scene(finished(seats)), size)
    assert "See the scores" in screen(scene(finished(seats)), size)


@pytest.mark.parametrize("size", SIZES)
def test_a_player_who_is_away_is_marked(size: tuple[int, int]) -> None:
    words = screen(replace(scene(position()), away=(None, Away(41, 19), Away(90, 0), None)), size)
    assert "away" in words
    if size[0] >= 80:
        assert "a bot plays in 0:19" in words
        assert "bot for hard-1" in words


@pytest.mark.parametrize("size", MAIN_SIZES)
@pytest.mark.parametrize("seats", [2, 5])
def test_states_that_a_seat_cannot_tell_apart_look_the_same(size: tuple[int, int], seats: int) -> None:
    for recording in islice(walks(seats, seed=3, every=17), 8):
        for seat in (*range(seats), None):
            shown = replace(seen(recording, seat), memory_aid=True)
            assert shown.view is not None
            for seed in (1, 2):
                twin = GAME.view(GAME.sample(shown.view, FastChance(seed)), seat)
                assert drawn(replace(shown, view=twin), size).changes(drawn(shown, size)) == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_legal_move_has_a_key_and_no_other_move_has(seats: int) -> None:
    for recording in Setup(GAME, seats).walk(seats):
        for seat in (*range(seats), None):
            shown = seen(recording, seat)
            live = [choice for choice in tables.choices(shown) if choice.live and choice.move]
            assert sorted(choice.move for choice in live) == sorted(shown.legal)
            assert len({choice.key for choice in live}) == len(live)
            for choice in live:
                assert find_choice(tables.choices(shown), choice.key, 0) == choice


@pytest.mark.parametrize("size", MAIN_SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_legal_move_can_be_clicked(size: tuple[int, int], seats: int) -> None:
    for recording in walks(seats, seed=11, every=6):
        shown = seen(recording, recording.state.turn if not recording.over else 0)
        canvas = drawn(shown, size)
        clicks = {canvas.action_at(area.x, area.y) for area, _action in canvas.hot_areas}
        assert {choice.key for choice in tables.choices(shown) if choice.live} <= clicks


@pytest.mark.parametrize("size", MAIN_SIZES)
def test_a_click_on_a_seat_s_band_gives_it_the_card(size: tuple[int, int]) -> None:
    canvas = drawn(scene(position()), size)
    for seat, name in enumerate(NAMES[:3]):
        y = next(y for y in range(1, size[1]) if name in canvas.line(y))
        assert canvas.action_at(canvas.line(y).index(name), y) == str(seat + 1)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("focus", [0, 1, 2])
def test_the_cursor_stands_on_the_focused_cap(size: tuple[int, int], focus: int) -> None:
    canvas = drawn(replace(scene(position()), focus=focus), size)
    assert canvas.cursor is not None
    assert canvas.row(canvas.cursor[1]).chars[canvas.cursor[0]] == str(focus + 1)
    assert canvas.action_at(*canvas.cursor) == str(focus + 1)


def test_a_seat_s_key_is_its_number_wherever_it_sits() -> None:
    choices = tables.choices(scene(position(seat=2, turn=2, served=(3,))))
    assert [(choice.key, choice.move) for choice in choices if choice.live] == [
        ("3", "give 2"),
        ("1", "give 0"),
        ("2", "give 1"),
    ]
    assert key_of(choices, "give 1") == "2"


def test_the_longest_rows_fold_and_stay_inside_their_room() -> None:
    row = "A0 A0 D0 H H S P1 A1 B1 D0 A2 D0 P2 A0 D0"
    shown = scene(position(rows=(row,) * 5, seats=5, served=()))
    for size in SIZES:
        words = screen(shown, size)
        assert len(re.findall(r"x\d", words)) == 5
        assert words.count("7/18") == 5
        assert all(won in words for won in ("won +8", "9 cards", "4 cards", "7 cards", "3 cards"))
        if size[0] >= 80:
            assert words.count("► 10 room 8") == 5


def test_a_fold_says_how_many_cards_it_hides() -> None:
    row = "A0 " * 11
    assert "x2" in screen(scene(position(rows=(row, *ROWS[1:]))))
    assert "x" not in screen(scene(position(rows=("A0 " * 10, *ROWS[1:])))).split("\n")[2]


def test_a_move_repaints_few_rows() -> None:
    before, after = drawn(scene(position()), (120, 40)), drawn(replace(scene(position()), focus=1), (120, 40))
    assert [y for y, _start, _stop in after.changes(before)] == [6, 12, 38]


def test_while_another_seat_acts_the_bottom_rows_have_one_gold_dot() -> None:
    canvas = drawn(replace(scene(position(turn=2, served=())), thinking=2, step=0))
    gold = canvas.palette.accent
    assert sum(canvas.row(y).bg.count(gold) for y in range(22, canvas.height)) == 0
    assert sum(canvas.row(y).fg.count(gold) for y in range(22, canvas.height)) == 1
    assert "room" in "".join(canvas.line(y) for y in range(16))


@pytest.mark.parametrize("size", SIZES)
def test_a_hint_shows_its_bars_beside_or_over_the_table(size: tuple[int, int]) -> None:
    tips = (Tip("give 2", "hard-1", 0.44, "9"), Tip("give 1", "Chloé", 0.31, "8"))
    words = screen(replace(scene(position()), hint=ShownHint(tips, 2600, 1.0, "The round stops."), panel="hint"), size)
    for needed in ("Hint", "44 %", "31 %", "The round stops."):
        assert needed in words


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_and_depth_writes_the_same_words(theme: str, depth: str) -> None:
    canvas = drawn(scene(position()), look=(theme, depth))
    assert "► 14 BUST/NO" in canvas.line(10)
    assert "".join(canvas.strip(10).text) == canvas.line(10)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [4, 5])
def test_ascii_leaves_no_box_drawing(size: tuple[int, int], seats: int) -> None:
    for shown in (scene(position(seats=seats)), scene(finished(seats))):
        canvas = drawn(shown, size, glyphs=ASCII)
        assert all(char.isascii() or char == "é" for y in range(canvas.height) for char in canvas.line(y))


def test_ascii_tiles_of_two_rows_keep_their_values_between_bars() -> None:
    canvas = drawn(scene(position(seats=5)), glyphs=ASCII)
    assert canvas.line(1)[29:46] == ".+--.---.>--.++-."
    assert canvas.line(2)[29:46] == "|3  |2  |1  |2  |"


@pytest.mark.parametrize("glyphs", SETS.values(), ids=SETS)
def test_nothing_is_too_odd_a_size(glyphs: Glyphs) -> None:
    scenes = [scene(position(seats=seats, served=())) for seats in (2, 5)] + [
        scene(position("B5", seat=2, turn=2, asked=True)),
        scene(finished(5)),
    ]
    for width in range(40, 161, 15):
        for height in range(20, 51, 5):
            for shown in scenes:
                canvas = drawn(shown, (width, height), glyphs=glyphs)
                assert len(canvas.marks) == height
                assert "Danger 13" in canvas.line(0)


def test_cards_have_places_to_fly_between() -> None:
    for size in MAIN_SIZES:
        for seats in (2, 5):
            places = drawn(scene(position(seats=seats)), size).places
            assert {"pile", "open", *(f"seat {seat}" for seat in range(seats))} <= set(places)
