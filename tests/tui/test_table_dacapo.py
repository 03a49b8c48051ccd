"""Da Capo's table: what fits where is on the screen at every size, every move has keys, and nothing hidden shows."""

import re
from dataclasses import replace

import pytest

from engines.chance import FastChance
from engines.view import OVER
from tests.tui.dacapo_scenes import (
    BETWEEN,
    GAME,
    NAMES,
    PILES,
    SEATS,
    SIZES,
    J,
    clicked,
    moves,
    position,
    reached,
    scene,
    screen,
    seen,
    typed,
    walked,
    words,
)
from tests.tui.drawing import choice, drawn
from tui import tables
from tui.draw.canvas import Canvas
from tui.draw.glyphs import ASCII
from tui.draw.palette import DEPTHS, THEMES
from tui.language import Tongue
from tui.tables import palette
from tui.tables.scene import Away, Scene, find_choice, step_focus
from tui.words import speak


def test_the_table_at_80x24_says_what_the_mock_up_says() -> None:
    rows = screen(scene())
    assert rows[0] == "▌ Da Capo  table pear-33   88 to draw                          your turn   1:05"
    assert rows[2] == " ▐2▌ Chloé           ▐3▌ hard-1          ▐4▌ Maximilien      ▐5▌ easy-2"
    assert rows[3] == " ▐ 4▌  7 left    r   ▐ 8▌  3 left   ▌▌▌  ▐ J▌  9 left    r   ▐ 2▌ 12 left   ▌▌▌"
    assert rows[4] == " ▐ 9▌ ▐ 2▌ ▐ J▌  B   ▐ 5▌ ▐ 5▌ ▐10▌      ▐ 6▌  ╌╌  ▐ 1▌ any  ▐ 7▌ ▐ 3▌  ╌╌"
    assert rows[6] == "         A 6 of 10              B 3 of 10              C empty"
    assert rows[7] == "        ▟▟     ▙  ╭╌╌╌╌╌╮      ▟▟     ▙  ╭╌╌╌╌╌╮       ╭╌╌╌╌╌╮"
    assert rows[11] == "        ▜▜     ▛▌ ╰╌╌╌╌╌╯      ▜▜     ▛▌ ╰╌╌╌╌╌╯       ╰╌╌╌╌╌╯"
    assert rows[12] == "         ▄▄▄▄▄▄▁▁▁▁ s 3 r       ▄▄▄▁▁▁▁▁▁▁ 1 3 r       ▁▁▁▁▁▁▁▁▁▁ 3 r"
    assert rows[14] == " ►1 Ada             hand                                  helpers   d  lay"
    assert rows[15] == "   ▟     ▙          ▟     ▙  ▟     ▙  ▟     ▙  ▟     ▙    ▟ 9 ▙  ▟10 ▙  ▟   ▙"
    assert rows[18] == "           9 left          ▌   ▄▄▛  ▌    ▄   ▌    ▄▄  ▌     6    ▜   ▛"
    assert rows[20] == "   ▄▄▄▄▄▁▁▁▁▁        1 ▀B▀▀▘  2 ▀lay▘  3 ▀any▘  4 ▀lay▘     x      y      z"
    assert rows[22] == " YOUR TURN ▌► s  7 on A 8 left    1  4 on B    3  joker    r  Rob    d  Lay"
    assert rows[23] == " 1-4 hand  h hint  l log  ? rules                Chloé lays 10 on a helper pile"


def test_the_table_at_40x20_says_what_the_mock_up_says() -> None:
    rows = screen(scene(), (40, 20))
    assert rows[0] == "▌ Da Capo              88 to draw  1:05"
    assert rows[1] == "▐2▌Chloé        ▐ 4▌  7  ▐ 9▌▐ 2▌▐ J▌ rB"
    assert rows[3] == "▐4▌Maximilien   ▐ J▌  9  ▐ 6▌ ╌╌ ▐ 1▌ r"
    assert rows[4] == "▐5▌easy-2       ▐ 2▌ 12  ▐ 7▌▐ 3▌ ╌╌"
    assert rows[6] == " A ▟   ▙      B ▟   ▙      C ╭╌╌╌╮"
    assert rows[7] == "     6  ▌► 7      3  ▌► 4    ╎   ╎ ► 1"
    assert rows[11] == " ▟   ▙  9 left        x ▐ 9▌▐ 8▌▐ 6▌"
    assert rows[12] == "   7  ▌               y ▐10▌▐ 5▌"
    assert rows[14] == "► s A ▘"
    assert rows[15] == " hand ▐ 4▌    ▐ 9▌    ▐ J▌    ▐ 2▌"
    assert rows[16] == "       1  B    2  lay  3  any  4  lay"
    assert rows[17] == "► s  7 on A 8 left    3  joker"


def test_the_table_at_120x40_stands_where_the_zones_are() -> None:
    rows = screen(scene(), (120, 40))
    assert rows[2].startswith("      ▐2▌ Chloé          ▐3▌ hard-1         ▐4▌ Maximilien     ▐5▌ easy-2")
    assert rows[5][6:17] == "▟   ▙  r  o"
    assert rows[11].startswith("              A 6 of 10               B 3 of 10               C empty")
    assert rows[12][13:30] == "▟▟     ▙  ╭╌╌╌╌╌╮"
    assert rows[17][25:30] == "s 3 r"
    assert rows[22][8:31] == "▟▟▟▟     ▙      ▟     ▙"
    assert rows[28][24:60] == " 1  B     2  lay   3  any   4  lay  "
    assert rows[36][26:31] == "►1 Ada"[:5]
    assert "9 left in the stock   hand 4" in rows[37]


@pytest.mark.parametrize("seats", SEATS)
def test_every_legal_move_is_reached_by_keys_and_no_other(seats: int) -> None:
    for recording in walked(seats, every=3):
        shown = seen(recording, recording.state.turn)
        assert reached(shown, typed) == set(shown.legal)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_legal_move_is_reached_by_clicks(seats: int, size: tuple[int, int]) -> None:
    for recording in walked(seats, every=60):
        shown = seen(recording, recording.state.turn)
        assert reached(shown, clicked(size)) == set(shown.legal)


@pytest.mark.parametrize("size", SIZES)
def test_equal_cards_short_stocks_and_an_empty_hand_are_reached_by_clicks(size: tuple[int, int]) -> None:
    view = position(6, hand=(7, 7, J, J), own=((1,), (J,), (4,)))
    for hard in (
        replace(view, tops=(1, 4, 4, 7, J, 1), stocks=(1, 1, 1, 1, 1, 1)),
        replace(view, hand=(), hands=(0, 3, 3, 3, 3, 3)),
        replace(view, hand=(), hands=(0, 3, 3, 3, 3, 3), tops=(2, 2, 4, 2, J, 2), helpers=(((), (), ()), *PILES[1:])),
        replace(view, hand=(4,), hands=(1, 3, 3, 3, 3, 3)),
    ):
        shown = scene(hard)
        assert reached(shown, clicked(size)) == set(shown.legal)


@pytest.mark.parametrize(
    ("size", "stock", "card", "victim", "build", "helper"),
    [
        ((40, 20), (3, 12), (16, 15), (8, 1), (17, 7), (30, 11)),
        ((80, 24), (5, 17), (31, 17), (8, 2), (35, 9), (60, 18)),
        ((120, 40), (14, 24), (35, 24), (8, 6), (40, 14), (63, 25)),
    ],
)
def test_cards_seats_and_piles_can_be_clicked_themselves(
    size: tuple[int, int],
    stock: tuple[int, int],
    card: tuple[int, int],
    victim: tuple[int, int],
    build: tuple[int, int],
    helper: tuple[int, int],
) -> None:
    first, second = drawn(scene(), size), drawn(scene(picked="3"), size)
    assert [first.action_at(*cell) for cell in (stock, card, victim)] == ["s", "2", "r"]
    assert [second.action_at(*cell) for cell in (build, helper)] == ["b", "x"]
    assert drawn(scene(picked="r"), size).action_at(*victim) == "2"


@pytest.mark.parametrize("seats", SEATS)
def test_no_key_means_two_things(seats: int) -> None:
    for recording in walked(seats, every=11):
        shown = seen(recording, recording.state.turn)
        for picked in (None, "s", "1", "2", "3", "4", "x", "y", "z", "r", "r 1", "r 2", "d", "d 1", "d 4", "r 9", "q"):
            keys = [each.key for each in tables.choices(replace(shown, picked=picked))]
            assert len(keys) == len(set(keys))
            assert tables.choices(replace(shown, picked=picked))[0].live


@pytest.mark.parametrize("size", SIZES)
def test_frames_are_the_same_for_positions_that_a_seat_cannot_tell_apart(size: tuple[int, int]) -> None:
    luck = FastChance(5)
    for recording in walked(3, every=70, most=400):
        for seat in (None, 0, 1, 2):
            view = GAME.view(recording.state, seat)
            worlds = [GAME.sample(view, luck) for _ in range(2)]
            frames = [
                drawn(replace(seen(recording, seat), view=GAME.view(world, seat), memory_aid=True), size)
                for world in worlds
            ]
            assert frames[0].changes(frames[1]) == []


def test_no_size_between_40x20_and_160x50_breaks_the_drawing() -> None:
    crowd = scene(position(6), picked="3")
    over = scene(replace(position(2), turn=OVER, scores=(9, 0), winners=(1,), tops=(7, 0), stocks=(9, 0)))
    for width in range(40, 161, 12):
        for height in range(20, 51, 6):
            for shown in (crowd, scene(position(2)), over):
                drawn(shown, (width, height))


@pytest.mark.parametrize("size", SIZES + BETWEEN)
@pytest.mark.parametrize("seats", SEATS)
def test_every_size_shows_what_is_needed_to_decide(size: tuple[int, int], seats: int) -> None:
    shown = words(scene(position(seats)), size)
    for needed in (*NAMES[:seats], "88 to draw", "7 on A", "4 on B", "any", "lay"):
        assert needed in shown


@pytest.mark.parametrize("size", SIZES + BETWEEN)
def test_every_size_shows_every_state(size: tuple[int, int]) -> None:
    away = (None, Away(41, 19), None, Away(400, 0), None)
    thinking = replace(scene(position(turn=2)), thinking=2, step=1, away=away)
    waiting = replace(
        scene(), view=None, seat=0, legal=(), names=("Ada", "", "hard-1"), state="waiting", join=("ssh pear@host",)
    )
    over = scene(replace(position(2), turn=OVER, scores=(9, 0), winners=(1,), tops=(7, 0), stocks=(9, 0)))
    assert "hard-1 is thinking" in words(thinking, size)
    assert "away" in words(thinking, size)
    assert "╌ free" in words(waiting, size)
    assert "WAITING" in words(waiting, size)
    assert "ssh pear@host" in words(waiting, size)
    assert "Chloé wins with an empty stock" in words(over, size)
    assert "See the scores" in words(over, size)
    assert "Chloé is to play" in words(scene(position(seat=None, turn=1)), size)


@pytest.mark.parametrize("size", SIZES)
def test_the_longest_name_of_somebody_who_is_away_still_says_so(size: tuple[int, int]) -> None:
    names = tuple("Wilhelmina12" for _ in range(6))
    shown = replace(scene(position(6)), names=names, away=(None, Away(41, 19), *(None,) * 4))
    assert any(mark in words(shown, size) for mark in ("away", "bot in 0:19"))
    assert "7 left" in words(shown, size) or size == (40, 20)


@pytest.mark.parametrize("size", SIZES)
def test_the_focus_walks_over_the_cards_and_holds_the_cursor(size: tuple[int, int]) -> None:
    shown = scene()
    walk = [0]
    for _ in range(5):
        walk.append(step_focus(tables.choices(shown), walk[-1], 1))
    assert [tables.choices(shown)[focus].key for focus in walk] == ["s", "1", "2", "3", "4", "r"]
    for focus in walk:
        here = replace(shown, focus=focus)
        canvas = drawn(here, size)
        assert canvas.cursor is not None
        x, y = canvas.cursor
        pressed, entered = find_choice(tables.choices(here), canvas.row(y).chars[x], focus), tables.choices(here)[focus]
        assert pressed == entered
        assert canvas.action_at(x, y) == entered.key


def test_the_focus_starts_where_something_can_be_played() -> None:
    shown = scene(replace(position(hand=(9, 2, 4, 10)), tops=(9, 9, 8, 9, 2)))
    assert tables.choices(shown)[0].key == "3"
    assert screen(shown)[14][38:45] == "▟     ▙"


def test_a_focused_card_that_can_only_be_laid_says_what_enter_does() -> None:
    assert screen(scene(focus=2))[22].startswith(" YOUR TURN ▌  Enter  Lay 9")


def test_a_pick_that_makes_no_sense_any_more_is_as_good_as_none() -> None:
    for picked in ("r 1", "r 6", "9", "z", "d 7", "b", "x y z", "nonsense"):
        assert tables.choices(scene(picked=picked)) == tables.choices(scene())
        assert screen(scene(picked=picked)) == screen(scene())


def test_the_key_of_the_stock_asks_to_put_a_picked_card_back_first() -> None:
    for picked in ("3", "d", "d 1", "r", "r 4"):
        stay = choice(scene(picked=picked), "s")
        assert (stay.live, stay.note) == (False, "Esc puts the card back first")


def test_while_another_seat_acts_nothing_is_gold_but_its_name_and_a_dot() -> None:
    canvas = drawn(replace(scene(position(turn=2)), thinking=2, step=0))
    gold = canvas.palette.accent
    assert [y for y in range(1, 24) if gold in canvas.row(y).bg] == [2]
    assert sum(canvas.row(y).fg.count(gold) for y in range(1, canvas.height)) == 1


def test_a_new_focus_repaints_few_rows() -> None:
    before, after = drawn(scene(), (120, 40)), drawn(scene(focus=1), (120, 40))
    assert len(after.changes(before)) <= 9


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_and_depth_writes_the_same_words(theme: str, depth: str) -> None:
    rows = screen(scene(), look=(theme, depth))
    assert "7 on A" in rows[22]
    assert rows[6] == "         A 6 of 10              B 3 of 10              C empty"


@pytest.mark.parametrize("size", SIZES + BETWEEN)
@pytest.mark.parametrize("picked", [None, "3", "r", "d", "d 1"])
def test_ascii_leaves_no_box_drawing(size: tuple[int, int], picked: str | None) -> None:
    canvas = drawn(scene(position(6), picked), size, glyphs=ASCII)
    assert all(char.isascii() or char == "é" for y in range(canvas.height) for char in canvas.line(y))


@pytest.mark.parametrize("size", [(40, 20), (40, 30), (80, 24)], ids=str)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_number_beside_the_own_stock_says_what_it_counts(language: str, size: tuple[int, int]) -> None:
    view = replace(position(2), stocks=(17, 5))
    canvas = Canvas(*size, palette("dark", "true", "dacapo"))
    speak(Tongue(language))
    try:
        tables.draw(canvas, Scene(game="dacapo", title="Da Capo", names=NAMES[:2], view=view, legal=moves(view)))
    finally:
        speak(Tongue("en"))
    y = next(y for y in range(size[1]) if re.search(r"\b17\b", canvas.line(y)))
    x = canvas.line(y).index("17")
    noun = {"en": "left", "fr": "cartes"}[language]
    assert noun in canvas.line(y)[x : x + 12] or canvas.line(y + 1)[x:].startswith(noun)
