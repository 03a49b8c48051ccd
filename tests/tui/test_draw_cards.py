"""Cards, gauges and bars, cell by cell."""

import pytest

from tui.draw import bars, cards, digits, gauges, plates
from tui.draw.canvas import Canvas
from tui.draw.cards import Face
from tui.draw.glyphs import ASCII, UNICODE, Glyphs, cut_sentence, cut_words
from tui.tables import palette

DARK = palette("dark", "true", "danger13")


def canvas(width: int = 40, height: int = 10, glyphs: Glyphs = UNICODE, depth: str = "true") -> Canvas:
    return Canvas(width, height, palette("dark", depth, "danger13"), glyphs)


def lines(drawn: Canvas) -> list[str]:
    """The rows as a person sees them: full cells of ink count as blocks."""
    rows = (drawn.row(y) for y in range(drawn.height))
    shown = [
        "".join("█" if bg == drawn.palette.ink else char for char, bg in zip(row.chars, row.bg, strict=True))
        for row in rows
    ]
    return [line.rstrip() for line in shown]


@pytest.mark.parametrize(
    ("digit", "rows"),
    [
        ("0", ("▗▄▖", "█ █", "▜▄▛")),
        ("1", ("▄▄ ", " █ ", "▄█▄")),
        ("2", ("▄▄▖", "▗▄▛", "█▄▄")),
        ("3", ("▄▄▖", " ▄█", "▄▄▛")),
        ("4", ("▄ ▄", "█▄█", "  █")),
        ("5", ("▄▄▄", "█▄▖", "▄▄▛")),
        ("6", ("▗▄▄", "█▄▖", "▜▄▛")),
        ("7", ("▄▄▄", "  █", " █ ")),
        ("8", ("▗▄▖", "█▄█", "▜▄▛")),
        ("9", ("▗▄▖", "▜▄█", "▄▄▛")),
        ("J", ("  ▄", "  █", "█▄█")),
    ],
)
def test_pixel_digits_are_round_where_they_should_be(digit: str, rows: tuple[str, ...]) -> None:
    assert digits.pixels(digit) == rows


def test_the_tall_digits_of_the_open_card() -> None:
    assert digits.pixels("2", tall=True) == ("▄▄▄▖", "   █", "▟▀▀▘", "█▄▄▄")
    assert digits.pixels("6", tall=True) == ("▗▄▄▄", "█   ", "█▀▀▙", "▜▄▄▛")


def test_doubled_digits_are_twice_as_wide_and_lose_one_quarter_at_a_corner() -> None:
    rows = digits.pixels("0", scale=2, low=False)
    assert rows == ("▟████▙", "██  ██", "██  ██", "██  ██", "▜████▛")


def test_a_big_card_with_its_shadow() -> None:
    drawn = canvas()
    cards.big(drawn, 0, 0, Face("6"))
    assert lines(drawn)[:6] == ["▟     ▙", "  ▗▄▄  ▌", "  █▄▖  ▌", "  ▜▄▛  ▌", "▜     ▛▌", " ▀▀▀▀▀▀▘"]


def test_a_ten_fits_a_narrow_card_with_a_narrow_one() -> None:
    drawn = canvas()
    cards.big(drawn, 0, 0, Face("10"))
    assert lines(drawn)[1:4] == ["▄▄ ▗▄▖ ▌", " █ █ █ ▌", " █ ▜▄▛ ▌"]


def test_lapped_cards_show_four_cells_and_the_last_one_whole() -> None:
    drawn = canvas()
    after = cards.run(drawn, 0, 0, [Face("8"), Face("9", dim=True)])
    assert lines(drawn)[:3] == ["▟  ▐▟   ▙", "  8▐  9", "▜  ▐▜   ▛"]
    assert after == 9
    assert drawn.row(1).bg[2] == DARK.paper
    assert drawn.row(1).bg[6] == DARK.paper_dim
    assert drawn.row(0).bg[4] == DARK.lap(DARK.paper)


def test_a_band_carries_its_sign_in_the_colour_of_its_kind() -> None:
    drawn = canvas()
    cards.run(drawn, 0, 0, [Face("3 ", kind="plus", sign="+"), Face("2 ", kind="double", sign="++")])
    assert lines(drawn)[:2] == ["▟+ ▐▟++ ▙", " 3 ▐ 2"]
    assert drawn.row(0).bg[1] == DARK.kinds["plus"]
    assert drawn.row(0).bg[5] == DARK.kinds["double"]


def test_a_fan_folds_what_does_not_fit() -> None:
    drawn = canvas()
    after = cards.fan(drawn, 0, 0, [Face(str(card), dim=True) for card in (9, 8, 7, 6)] + [Face("5")], rows=5)
    assert lines(drawn)[:5] == ["▟+3 ▙", "▟ 6 ▙", "▟   ▙", "  5", "▜   ▛"]
    assert after == 5


def test_too_many_chips_for_the_card_become_a_number() -> None:
    drawn = canvas()
    cards.hero(drawn, 0, 0, "26", 5)
    assert drawn.line(5).strip("▌ ") == "▄ ▄ ▄ ▄ ▄"
    cards.hero(drawn, 0, 0, "26", 12)
    assert "▄ 12" in drawn.line(5)


def test_ascii_cards_have_lines_and_plain_numbers() -> None:
    drawn = canvas(glyphs=ASCII)
    cards.big(drawn, 0, 0, Face("6"))
    cards.run(drawn, 10, 0, [Face("8"), Face("9")])
    rows = [drawn.line(y)[:20].rstrip() for y in range(5)]
    assert rows == [".-----.   .---.---.", "|     |   | 8 | 9 |", "|  6  |   '---'---'", "|     |", "'-----'"]


def test_without_colours_a_dim_card_has_brackets() -> None:
    drawn = canvas(depth="none")
    cards.run(drawn, 0, 0, [Face("8"), Face("9", dim=True)])
    assert "[ 9]" in drawn.line(1)
    assert "[ 8]" not in drawn.line(1)


def test_a_tight_run_keeps_its_bands_whole() -> None:
    drawn = canvas()
    faces = [Face("3 ", kind="plus", sign="+"), Face("2 ", kind="double", sign="++"), Face("1 ")]
    assert cards.run(drawn, 0, 0, faces, step=cards.TIGHT_LAP) == 11
    assert lines(drawn)[:3] == ["+ ▐++▐▟   ▙", "3 ▐2 ▐ 1", "  ▐  ▐▜   ▛"]
    assert drawn.row(0).bg[:2] == [DARK.kinds["plus"]] * 2
    assert drawn.row(0).bg[3:5] == [DARK.kinds["double"]] * 2


@pytest.mark.parametrize(
    ("glyphs", "rows"), [(UNICODE, ["▟+ ▐▟   ▙", "▜3 ▐▜2  ▛"]), (ASCII, [".+--.---.", "|3  |2  |"])]
)
def test_cards_of_two_rows_hold_their_number_in_the_second(glyphs: Glyphs, rows: list[str]) -> None:
    drawn = canvas(glyphs=glyphs)
    cards.run(drawn, 0, 0, [Face("3 ", kind="plus", sign="+"), Face("2 ")], height=2)
    assert lines(drawn)[:3] == [*rows, ""]


def test_without_colours_brackets_stand_for_a_band_where_they_have_room() -> None:
    drawn = canvas(depth="none")
    faces = [Face("3 ", kind="plus", sign="+"), Face("2 ", kind="double", sign="++"), Face("1 ", kind="plus", sign="+")]
    cards.run(drawn, 0, 0, faces)
    cards.run(drawn, 20, 0, faces, step=cards.TIGHT_LAP)
    assert drawn.line(0)[:12].rstrip() == "[+]▐▟++▐[+]"
    assert drawn.line(0)[20:].rstrip() == "+ ▐++▐[+] ▙"
    assert drawn.row(0).bg[0] == drawn.row(0).bg[1]


def test_a_gauge_shows_points_possible_points_and_the_limit() -> None:
    drawn = canvas()
    gauges.gauge(drawn, 0, 0, 8, 13, 3)
    gauges.gauge(drawn, 0, 1, 11, 13, 3)
    gauges.gauge(drawn, 0, 2, 2, 13)
    assert lines(drawn)[:3] == ["▄▄▄▄▄▄▄▄▖▖▖▁▁▌", "▄▄▄▄▄▄▄▄▄▄▄▖▖█", "▄▄▁▁▁▁▁▁▁▁▁▁▁▌"]
    assert (drawn.row(0).fg[0], drawn.row(1).fg[0], drawn.row(2).fg[0]) == (DARK.warn, DARK.bad, DARK.good)
    assert drawn.row(1).fg[13] == DARK.bad


def test_a_rail_joins_the_cards_of_one_owner() -> None:
    drawn = canvas()
    gauges.owner_rail(drawn, 0, 0, range(3, 12), {4: 1, 5: 1, 7: 0}, 9, gone=(10,))
    assert lines(drawn)[:2] == ["∙ 2 2▌∙ 1▌∙ 9   ∙", "    5         10"]
    assert drawn.row(0).bg[3] == DARK.seat(1)
    assert drawn.row(0).bg[12] == DARK.accent


def test_the_windows_of_a_rail_are_labelled_and_the_ruler_keeps_clear_of_them() -> None:
    drawn = canvas(80)
    gauges.window_rail(drawn, 5, 0, 70, gauges.Window("A", 48, 63), gauges.Window("B", 17, 29), (20, 33))
    assert lines(drawn)[0] == " " * 48 + "48 A " + "▄" * 14 + "63"
    assert lines(drawn)[2].startswith(" " * 17 + "17 B " + "▀" * 11 + "29" + " " * 9 + "40")
    assert drawn.row(1).bg[5 + 19] == DARK.text


def test_the_seat_to_act_turns_gold_and_says_so_without_colour() -> None:
    drawn = canvas()
    plates.name_row(drawn, 0, 0, 24, 1, "Chloé", right=("chips ?",))
    plates.name_row(drawn, 0, 1, 24, 2, "hard-1", right=("0:18",), acting=True)
    assert lines(drawn)[:2] == ["▐2▌ Chloé       chips ?", "►3 hard-1          0:18"]
    assert set(drawn.row(1).bg[:24]) == {DARK.accent}
    assert DARK.accent not in drawn.row(0).bg


def test_a_long_name_is_cut_and_its_fact_gives_way() -> None:
    drawn = canvas()
    plates.name_row(drawn, 0, 0, 24, 0, "Maximiliennette", right=("chips 11", "▄ 11"))
    assert lines(drawn)[0] == "▐1▌ Maximilienne   ▄ 11"


def test_choices_that_do_not_fit_lose_their_notes_before_their_verbs() -> None:
    drawn = canvas(30)
    bars.offers(drawn, 1, 0, [bars.Offer("1", "Take", "gain 5"), bars.Offer("2", "Pass", "pay 1 chip")], focus=0)
    assert lines(drawn)[0] == "► 1  Take gain 5    2  Pass"
    assert drawn.action_at(2, 0) == "1"
    assert drawn.action_at(22, 0) == "2"
    assert drawn.cursor == (2, 0)


def test_a_choice_that_does_nothing_has_no_gold_and_no_click() -> None:
    drawn = canvas()
    bars.offers(drawn, 1, 0, [bars.Offer("2", "Pass", "no chip left", live=False)])
    assert DARK.accent not in drawn.row(0).bg
    assert drawn.action_at(2, 0) is None


def test_a_refusal_pushes_the_keys_aside() -> None:
    drawn = canvas(40)
    bars.keys(drawn, 0, [("h", "hint"), ("l", "log")], "You have no chip left, so take (G6)", DARK.bad)
    assert lines(drawn)[0].endswith("You have no chip left, so take (G6)")
    assert "hint" not in lines(drawn)[0]


def test_an_event_that_is_too_long_ends_after_a_whole_word_and_shows_that_it_went_on() -> None:
    drawn = canvas(40)
    bars.keys(drawn, 0, [("h", "hint"), ("l", "log")], "Wilhelmina12 lays 67, the new limit")
    assert lines(drawn)[0] == " h hint  l log     Wilhelmina12 lays..."
    bars.seat_line(drawn, 0, 1, 14, 1, "keeps nothing, really")
    assert lines(drawn)[1] == "2 keeps..."
    assert cut_sentence("keeps nothing", 13) == "keeps nothing"
    assert cut_sentence("takes a move back, unseen cards are shuffled", 39) == "takes a move back, unseen cards are..."
    assert cut_sentence("says: Slowly, slowly.", 17) == "says: Slowly..."
    assert cut_sentence("unbreakable", 5) == "un..."
    assert cut_sentence("unbreakable", 2) == ".."
    assert cut_words("keeps nothing, really", 14) == "keeps nothing"
    assert cut_words("unbreakable", 5) == "unbre"


def test_a_bad_outcome_has_the_colour_of_a_warning() -> None:
    drawn = canvas()
    offer = bars.Offer("3", "hard-1", "14: BUST", bad=True)
    bars.offers(drawn, 1, 0, [offer])
    bars.offer_rows(drawn, 1, 1, [offer])
    for y in (0, 1):
        assert drawn.row(y).fg[drawn.line(y).index("BUST")] == DARK.bad


def test_several_keys_in_one_word_are_told_but_not_clicked() -> None:
    drawn = canvas()
    bars.keys(drawn, 0, [("1-5", "card"), ("-", "less"), ("h", "hint")])
    assert lines(drawn)[0] == " 1-5 card  - less  h hint"
    assert [drawn.action_at(x, 0) for x in (1, 11, 19)] == [None, "-", "h"]


def test_without_colours_a_back_keeps_its_body() -> None:
    canvas = Canvas(12, 7, palette("dark", "none"))
    cards.back(canvas, 1, 1)
    for y in range(2, 5):
        row = canvas.row(y)
        assert row.bg[1] == row.bg[7] != row.bg[0]
    assert canvas.line(1).strip("▟▙ ") == ""
