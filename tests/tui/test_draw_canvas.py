"""The grid of cells: nothing falls off its edges, and only what changed is drawn again."""

import pytest
from rich.cells import cell_len

from tui.draw.canvas import Canvas
from tui.draw.felt import lay_felt, lay_table, tone_grid
from tui.draw.glyphs import ASCII, BLOCKS, CONSOLE, SIGNS, UNICODE, Glyphs
from tui.draw.palette import palette

DARK = palette("dark", "true", "geschenkt")


def canvas(width: int = 20, height: int = 4) -> Canvas:
    made = Canvas(width, height, DARK)
    lay_felt(made)
    return made


@pytest.mark.parametrize(("x", "y"), [(-3, 0), (18, 0), (0, -1), (0, 4), (-9, 2), (25, 2)])
def test_words_are_cut_at_every_edge(x: int, y: int) -> None:
    made = canvas()
    made.text(x, y, "chips", DARK.text)
    made.fill(x, y, 5, 5, DARK.paper)
    made.put(x, y, "▟", DARK.paper)
    sizes = [(len(grid), {len(row) for row in grid}) for grid in (made.chars, made.fg, made.bg, made.bold)]
    assert sizes == [(4, {20})] * 4


def test_words_start_in_the_middle_when_their_beginning_is_outside() -> None:
    made = canvas()
    made.text(-2, 1, "chips", DARK.text)
    assert made.line(1).startswith("ips ")


def test_words_on_felt_keep_the_tone_of_the_lamp() -> None:
    made = canvas(80, 24)
    before = made.bg[10][:]
    made.text(0, 10, "x" * 80, DARK.text)
    assert made.bg[10] == before
    assert len(set(before)) > 5


def test_right_and_centre_say_where_words_end_and_lie() -> None:
    made = canvas()
    assert made.right(18, 0, "0:24", DARK.text) == 15
    made.centre(0, 1, 7, "26", DARK.text)
    assert made.line(0) == " " * 15 + "0:24 "
    assert made.line(1).startswith("  26   ")


def test_only_the_rows_that_differ_are_changed() -> None:
    first, second = canvas(), canvas()
    assert second.changed_rows(first) == []
    second.text(3, 2, "pass", DARK.text)
    assert second.changed_rows(first) == [2]
    second.fg[3][0] = DARK.accent
    assert second.changed_rows(first) == [2, 3]


def test_another_size_palette_or_character_set_changes_every_row() -> None:
    first = canvas()
    assert canvas(21).changed_rows(first) == [0, 1, 2, 3]
    assert Canvas(20, 4, palette("light", "true", "geschenkt")).changed_rows(first) == [0, 1, 2, 3]
    assert Canvas(20, 4, DARK, ASCII).changed_rows(first) == [0, 1, 2, 3]


def test_a_row_becomes_few_segments_with_all_its_characters() -> None:
    made = Canvas(12, 1, DARK)
    made.text(0, 0, "ab", DARK.text, bold=True)
    made.text(4, 0, "cd", DARK.text, bold=True)
    made.text(6, 0, "ef", DARK.muted)
    strip = made.strip(0)
    assert strip.text == "ab  cdef    "
    assert [segment.text for segment in strip] == ["ab  cd", "ef    "]
    assert strip.cell_length == 12


def test_a_click_finds_the_topmost_area_and_an_overlay_takes_it_away() -> None:
    made = canvas()
    made.hot(0, 0, 10, 2, "1")
    made.hot(5, 0, 2, 1, "2")
    assert (made.action_at(1, 1), made.action_at(5, 0), made.action_at(12, 0)) == ("1", "2", None)
    made.cover(0, 0, 20, 1)
    assert not made.action_at(5, 0)
    assert made.action_at(1, 1) == "1"


@pytest.mark.parametrize("glyphs", [UNICODE, CONSOLE, ASCII], ids=lambda glyphs: glyphs.name)
def test_every_character_that_enters_takes_one_cell(glyphs: Glyphs) -> None:
    hostile = "\x1b]52;a\x07\u202e\u200b👍中é́★●\x9b" + BLOCKS + SIGNS + "Chloé Œuvre"
    made = Canvas(len(hostile), 1, DARK, glyphs)
    made.text(0, 0, hostile, DARK.text)
    assert len(made.line(0)) == len(hostile)
    assert all(cell_len(char) == 1 and char.isprintable() for char in made.line(0))
    assert "Chloé Œuvre" in made.line(0)


def test_ascii_draws_no_box_and_no_block() -> None:
    made = Canvas(len(BLOCKS), 1, DARK, ASCII)
    made.text(0, 0, BLOCKS, DARK.text)
    assert made.line(0).isascii()


def test_the_console_set_has_no_quadrants_or_round_corners() -> None:
    assert not set(CONSOLE.clean(BLOCKS)) & set("▖▗▘▝▙▟▛▜▚▞╭╮╰╯╌╎▁")


def test_the_lamp_is_brightest_above_the_middle() -> None:
    grid = tone_grid(80, 24, 14)
    assert max(max(row) for row in grid) == max(grid[9][39], grid[10][39]) == 13
    assert grid[0][0] == grid[23][79] == 0


def test_the_wide_table_has_a_rim_all_round_and_felt_inside() -> None:
    made = Canvas(120, 40, DARK)
    lay_table(made, 1, 3, 83, 34)
    assert made.bg[20][1] in DARK.rim
    assert made.bg[20][83] in DARK.rim
    assert made.fg[3][40] in DARK.rim
    assert made.bg[36][40] in DARK.rim
    assert made.bg[3][1] == DARK.room
    assert made.bg[20][40] not in (*DARK.rim, DARK.room)
