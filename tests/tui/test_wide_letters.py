"""Letters of two cells on a canvas: never cut in half, never out of step with what a terminal shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from net.letters import cells
from tui.draw.canvas import Canvas
from tui.draw.glyphs import TAIL, cut, cut_sentence, wrap
from tui.draw.palette import HOME, palette

WIDE = st.text("ab 東京한é", max_size=30)
PALETTE = palette("dark", "true", HOME)


def shown(canvas: Canvas, y: int) -> str:
    return "".join(segment.text for segment in canvas.strip(y))


def test_F85_wide_letters_are_drawn_as_they_are_and_take_two_cells() -> None:
    canvas = Canvas(12, 1, PALETTE)
    assert canvas.text(1, 0, "東京 x", PALETTE.text) == 7
    assert canvas.line(0) == " 東京 x     "
    assert canvas.right(11, 0, "한", PALETTE.text) == 10
    assert canvas.line(0) == " 東京 x   한"


@given(WIDE, WIDE, st.integers(-4, 14), st.integers(-4, 14))
def test_F85_every_row_takes_the_cells_of_the_canvas_whatever_is_drawn_over_what(
    first: str, second: str, x: int, other: int
) -> None:
    canvas = Canvas(10, 1, PALETTE)
    canvas.text(x, 0, first, PALETTE.text)
    canvas.text(other, 0, second, PALETTE.accent_text, PALETTE.panel)
    assert cell_len(shown(canvas, 0)) == 10
    assert TAIL not in shown(canvas, 0)
    assert "?" not in shown(canvas, 0)


@given(WIDE, WIDE)
def test_F85_a_row_with_wide_letters_is_sent_whole(first: str, second: str) -> None:
    before, after = Canvas(20, 1, PALETTE), Canvas(20, 1, PALETTE)
    before.text(0, 0, first, PALETTE.text)
    after.text(0, 0, second, PALETTE.text)
    for y, start, stop in after.changes(before):
        if not (first + second).isascii() and any(cells(letter) == 2 for letter in first + second):
            assert (start, stop) == (0, 20)
        assert cell_len("".join(segment.text for segment in after.strip(y, start, stop))) == stop - start


@given(WIDE, st.integers(0, 20))
def test_F85_cutting_and_wrapping_count_cells(words: str, room: int) -> None:
    assert cells(cut(words, room)) <= room
    assert cells(cut_sentence(words, room)) <= room
    assert words.startswith(cut(words, room))
    if room > 2:
        assert "".join(wrap(words, room)).replace(" ", "") == words.replace(" ", "")


@pytest.mark.parametrize("column", [9, 10])
def test_F85_half_a_letter_is_a_space(column: int) -> None:
    canvas = Canvas(10, 1, PALETTE)
    canvas.text(column, 0, "東", PALETTE.text)
    assert canvas.line(0) == " " * 10
