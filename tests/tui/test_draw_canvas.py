"""The grid of cells: nothing falls off its edges, and only what changed is drawn again."""

import pytest
from rich.cells import cell_len

from tui.draw import cards
from tui.draw.canvas import Canvas
from tui.draw.felt import lay_felt, lay_table, tone_grid
from tui.draw.glyphs import ASCII, BLOCKS, CONSOLE, SIGNS, UNICODE, Glyphs, command_rows, wrap
from tui.tables import palette

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
    assert [{len(cells) for cells in made.row(row)} for row in range(4)] == [{20}] * 4


def test_words_start_in_the_middle_when_their_beginning_is_outside() -> None:
    made = canvas()
    made.text(-2, 1, "chips", DARK.text)
    assert made.line(1).startswith("ips ")


def test_words_on_felt_keep_the_tone_of_the_lamp() -> None:
    made = canvas(80, 24)
    before = made.row(10).bg[:]
    made.text(0, 10, "x" * 80, DARK.text)
    assert made.row(10).bg == before
    assert len(set(before)) > 5


def test_right_and_centre_say_where_words_end_and_lie() -> None:
    made = canvas()
    assert made.right(18, 0, "0:24", DARK.text) == 15
    made.centre(0, 1, 7, "26", DARK.text)
    assert made.line(0) == " " * 15 + "0:24 "
    assert made.line(1).startswith("  26   ")


def test_only_the_columns_that_differ_are_changed() -> None:
    first, second = canvas(), canvas()
    assert second.changes(first) == []
    second.text(3, 2, "pass", DARK.text)
    assert second.changes(first) == [(2, 3, 7)]
    for made in (first, second):
        made.text(18, 3, "to the edge", DARK.text)
    second.put(-1, 3, "x", DARK.text)
    second.put(19, 3, "x", DARK.accent)
    assert second.changes(first) == [(2, 3, 7), (3, 0, 20)]


def test_what_lies_above_and_below_a_change_does_not_count() -> None:
    first, second = canvas(), canvas()
    for made, words in ((first, "take"), (second, "pass")):
        made.fill(0, 1, 20, 1, DARK.panel)
        made.text(2, 1, words, DARK.text)
        made.text(10, 1, "log", DARK.text)
    assert second.changes(first) == [(1, 2, 6)]


@pytest.mark.parametrize(
    "other",
    [canvas(21), Canvas(20, 4, palette("light", "true", "geschenkt")), Canvas(20, 4, DARK, ASCII), Canvas(20, 4, DARK)],
    ids=["size", "palette", "characters", "ground"],
)
def test_another_size_palette_character_set_or_ground_changes_every_row(other: Canvas) -> None:
    assert other.changes(canvas()) == [(y, 0, other.width) for y in range(4)]


def test_columns_of_a_row_look_as_in_the_whole_row() -> None:
    made = canvas(40, 8)
    cards.run(made, -2, 1, [cards.Face("26", dim=True), cards.Face("27"), cards.Face("8", kind="plus", sign="+")])
    cards.big(made, 20, 2, cards.Face("6"))
    made.text(35, 3, "to come", DARK.text)
    for y in range(8):
        assert list(made.row(y, 5, 31)) == [cells[5:31] for cells in made.row(y)]


def test_a_stamp_is_the_same_drawing_again_at_every_place() -> None:
    first, again = canvas(40, 12), canvas(40, 12)
    for made, draw in ((first, cards.big), (again, cards.big.__wrapped__)):  # type: ignore[attr-defined]
        for x, y in ((0, 0), (12, 3), (-3, -2), (36, 9)):
            draw(made, x, y, cards.Face("7", dim=x > 0))
    assert again.changes(first) == []


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
def test_every_character_that_enters_takes_the_cells_that_it_is_known_to_take(glyphs: Glyphs) -> None:
    hostile = "\x1b]52;a\x07\u202e\u200b👍中é́★●\x9b" + BLOCKS + SIGNS + "Chloé Œuvre"
    made = Canvas(len(hostile) + 2, 1, DARK, glyphs)
    made.text(0, 0, hostile, DARK.text)
    assert cell_len(made.line(0)) == len(hostile) + 2
    assert all(cell_len(char) in (1, 2) and char.isprintable() for char in made.line(0))
    assert "Chloé Œuvre" in made.line(0)


def test_letters_and_marks_that_people_type_are_drawn() -> None:
    words = "Zoé, Олег, Ελένη, 小明: l’heure… “ça va” – 5 €"  # noqa: RUF001
    assert UNICODE.clean(words) == words
    assert UNICODE.clean("小明\u200b👍") == "小明??"


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
    assert made.row(20).bg[1] in DARK.rim
    assert made.row(20).bg[83] in DARK.rim
    assert made.row(3).fg[40] in DARK.rim
    assert made.row(36).bg[40] in DARK.rim
    assert made.row(3).bg[1] == DARK.room
    assert made.row(20).bg[40] not in (*DARK.rim, DARK.room)


def test_a_mark_of_french_stays_with_its_word_in_every_width() -> None:
    words = "« Ramasser et poser 56 » gagne 4 parties sur 100 : enjeu 5 %, ou « Passer » ? Bien joué ! Suite ; fin."
    for width in range(12, 90):
        rows = wrap(words, width)
        assert " ".join(rows) == words
        assert max(map(len, rows)) <= width
        assert not [row for row in rows if row.endswith("«") or row[0] in "»:;!?%"], rows


@pytest.mark.parametrize(
    ("line", "width", "rows"),
    [
        ("ssh kiwi-42@host -p 2222", 24, ["ssh kiwi-42@host -p 2222"]),
        ("ssh kiwi-42@host -p 2222", 23, ["ssh kiwi-42@host", "-p 2222"]),
        ("ssh -T export-kiwi@host -p 22", 16, ["ssh -T", "export-kiwi@host", "-p 22"]),
        ("ssh kiwi-plum-42@host -p 22", 12, ["ssh", "kiwi-plum-42", "@host -p 22"]),
        ("https://tablee.example/t/kiwi-42", 25, ["https://tablee.example/t/", "kiwi-42"]),
        ("ssh abcdefghij@host", 8, ["ssh", "abcdefgh", "ij@host"]),
        ("", 8, []),
    ],
)
def test_a_line_to_be_typed_breaks_where_its_parts_meet(line: str, width: int, rows: list[str]) -> None:
    assert command_rows(line, width) == rows
    assert "".join("".join(rows).split()) == "".join(line.split())
