"""Geschenkt's table: everything a decision needs is on the screen, at every size, and nothing that is hidden."""

from dataclasses import replace

import pytest

from engines.geschenkt.view import GeschenktMemory, GeschenktView, cost
from tests.tui.drawing import drawn, screen
from tui import tables
from tui.draw.canvas import Canvas
from tui.draw.glyphs import ASCII, SETS, Glyphs
from tui.draw.palette import DEPTHS, THEMES
from tui.tables import palette
from tui.tables.geschenkt.words import effect
from tui.tables.scene import Away, Scene, ShownHint, Tip, find_choice, key_of, step_focus

NAMES = ("Ada", "Chloé", "hard-1", "Maximilien", "Wilhelmina12")
ROWS = ((8, 9, 14, 24, 25, 28), (11, 12, 30), (5, 19, 20, 21), (16, 33, 34), (7,))
CHIPS = (9, 4, 11, 3, 6)
SIZES = ((40, 20), (40, 23), (79, 30), (80, 24), (100, 33), (114, 24), (119, 50), (120, 40), (200, 60))


def position(seats: int = 4, seat: int | None = 0, turn: int = 0, own: tuple[int, ...] = ROWS[0]) -> GeschenktView:
    """Set up the position of the mock-ups: 26 lies open with five chips on it."""
    return GeschenktView(
        seat=seat,
        seats=seats,
        turn=turn,
        start=0,
        variant="",
        open=26,
        pot=5,
        left=7,
        rows=(own, *ROWS[1:seats]),
        chips=tuple(chips if holder == seat else None for holder, chips in enumerate(CHIPS[:seats])),
        left_out=(),
        memory=GeschenktMemory(chips=CHIPS[:seats]),
    )


def finished() -> GeschenktView:
    scores = tuple(cost(row) - chips for row, chips in zip(ROWS[:4], CHIPS[:4], strict=True))
    return replace(
        position(turn=-1), open=0, pot=0, left=0, chips=CHIPS[:4], scores=scores, winners=(2,), left_out=(3, 6, 10)
    )


def scene(view: GeschenktView | None = None) -> Scene:
    view = position() if view is None else view
    to_act = view.turn == view.seat
    return Scene(
        game="geschenkt",
        title="Geschenkt",
        table="kiwi-42",
        names=NAMES[: view.seats],
        view=view,
        legal=("take", "pass") if to_act else (),
        clock=24,
        log=((2, "passes, 4 chips on it"), (1, "passes, 5 chips on it")),
    )


def test_the_table_at_80x24_says_what_the_mock_up_says() -> None:
    rows = screen(scene()).split("\n")
    assert rows[0] == "▌ Geschenkt  table kiwi-42                                 card 17 of 24   0:24"
    assert rows[2] == "  ▐2▌ Chloé       chips ?   ▐3▌ hard-1      chips ?   ▐4▌ Maximilien  chips ?"
    assert rows[3] == "   11-12  30                 5  19-21                  16  33-34"
    assert rows[4] == "   cards cost 41             cards cost 24             cards cost 49"
    assert rows[6].endswith("5 chips on the card")
    assert rows[9].endswith("24-26 stays one run    +0")
    assert rows[10].endswith("5 chips                -5")
    assert rows[12].endswith("score 65 ► 60     pass 66")
    assert rows[14] == "       ∙ ∙ 3▌∙ ∙ 1 1▌∙ 2 2▌∙ 1▌∙ 4▌∙ ∙ 3 3 3▌∙ ∙ 1 1▌26∙ 1▌∙ 2▌∙ ∙ 4 4▌∙"
    assert rows[17] == "  ►1 Ada           ▟  ▐▟   ▙  ▟   ▙  ▟  ▐▟   ▙  ▟   ▙             cards    74"
    assert rows[18] == "  9 chips            8▐  9     14     24▐ 25     28               chips    -9"
    assert rows[20] == "                   └── 8 ──┘   14    └─ 24 ──┘   28"
    assert rows[22] == " YOUR TURN ▌► 1  Take 26 -5 points    2  Pass +1 point, 8 chips left"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_size_shows_what_is_needed_to_decide(size: tuple[int, int], seats: int) -> None:
    words = screen(scene(position(seats)), size)
    for needed in (*NAMES[:seats], "9 chips", "5 chips on", "score 65 ► 60", "Take 26", "Pass", "7 to come"):
        assert needed in words


@pytest.mark.parametrize("size", SIZES)
def test_every_size_shows_every_state(size: tuple[int, int]) -> None:
    thinking = replace(scene(position(turn=2)), thinking=2, step=1, away=(None, Away(41, 19), None, None))
    waiting = replace(
        scene(), view=None, seat=0, legal=(), names=("Ada", "", "hard-1"), state="waiting", reason="1 free"
    )
    assert "hard-1 is thinking" in screen(thinking, size)
    assert "away" in screen(thinking, size)
    assert "╌ free" in screen(waiting, size)
    assert "WAITING" in screen(waiting, size)
    assert "13" in screen(scene(finished()), size)
    assert "See the scores" in screen(scene(finished()), size)
    assert "Chloé decides" in screen(scene(position(seat=None, turn=1)), size)


def test_in_a_pause_nobody_comes_after_themselves() -> None:
    paused = replace(scene(position(turn=0)), legal=(), state="paused", reason="The table's owner has paused the game")
    told = screen(paused, (80, 24))
    assert "you decide" in told
    assert "then you" not in told
    assert "then Chloé" in told


def test_the_largest_rows_stay_inside_their_room() -> None:
    own = (3, 4, 6, 8, 9, 11, 14, 15, 17, 22, 24, 27, 29, 31, 35)
    for size in SIZES:
        words = screen(scene(replace(position(5, own=own), rows=(own, (12, 30, 33), (5,), (16,), (7,)))), size)
        assert all(str(card) in words for card in own)
        assert "Take 26" in words


def test_G2_chips_of_others_are_a_question_mark() -> None:
    assert screen(scene()).count("chips ?") == 3


def test_G2_the_memory_aid_shows_the_chips_that_could_be_counted() -> None:
    words = screen(replace(scene(), memory_aid=True))
    assert "chips ?" not in words
    assert "chips 11" in words


@pytest.mark.parametrize("size", SIZES)
def test_G2_without_the_aid_no_cell_depends_on_hidden_chips(size: tuple[int, int]) -> None:
    view = position()
    other = replace(view, memory=GeschenktMemory(chips=(9, 11, 1, 6)))
    assert drawn(scene(view), size).changes(drawn(scene(other), size)) == []


@pytest.mark.parametrize(
    ("row", "card", "words", "change"),
    [
        ((13, 15, 16), 14, "13-16 become one run", -15),
        ((24, 25), 26, "24-26 stays one run", 0),
        ((27, 28), 26, "26-28 starts lower", -1),
        ((3,), 26, "26 stands alone", 26),
    ],
)
def test_G10_what_a_card_would_cost(row: tuple[int, ...], card: int, words: str, change: int) -> None:
    assert effect(row, card) == (words, change)


def test_G6_without_chips_passing_is_shown_but_does_nothing() -> None:
    view = replace(position(), chips=(0, None, None, None))
    shown = replace(scene(view), legal=("take",))
    choices = tables.choices(shown)
    assert [(choice.verb, choice.live) for choice in choices] == [("Take 26", True), ("Pass", False)]
    assert "no chip left" in screen(shown)
    assert find_choice(choices, "2", 0) is None
    assert step_focus(choices, 0, 1) == 0


def test_keys_focus_and_enter_find_the_move() -> None:
    choices = tables.choices(scene())
    taken = find_choice(choices, "1", 1)
    entered = find_choice(choices, "enter", 1)
    assert taken is not None
    assert taken.move == "take"
    assert entered is not None
    assert entered.move == "pass"
    assert find_choice(choices, "9", 0) is None
    assert [step_focus(choices, focus, 1) for focus in (0, 1)] == [1, 0]
    assert key_of(choices, "pass") == "2"


@pytest.mark.parametrize("size", SIZES)
def test_a_click_on_a_cap_does_what_its_key_does(size: tuple[int, int]) -> None:
    canvas = drawn(replace(scene(), focus=1), size)
    assert canvas.cursor is not None
    assert canvas.action_at(*canvas.cursor) == "2"
    assert canvas.row(canvas.cursor[1]).chars[canvas.cursor[0]] == "2"


def test_while_another_seat_acts_the_bottom_rows_have_one_gold_dot() -> None:
    canvas = drawn(replace(scene(position(turn=2)), thinking=2, step=0))
    gold = canvas.palette.accent
    assert sum(canvas.row(y).bg.count(gold) for y in range(22, canvas.height)) == 0
    assert sum(canvas.row(y).fg.count(gold) for y in range(22, canvas.height)) == 1


def test_a_move_repaints_few_rows() -> None:
    before, after = drawn(scene(), (120, 40)), drawn(replace(scene(), focus=1), (120, 40))
    assert [y for y, _start, _stop in after.changes(before)] == [38]


@pytest.mark.parametrize("size", SIZES)
def test_a_hint_shows_its_bars_beside_or_over_the_table(size: tuple[int, int]) -> None:
    hint = ShownHint(
        (Tip("take", "Take 26", 0.41, "47"), Tip("pass", "Pass", 0.29, "55")), 4000, 1.0, "It closes a run."
    )
    words = screen(replace(scene(), hint=hint, panel="hint"), size)
    for needed in ("Hint", "41 %", "29 %", "4000 games tried in 1 s", "It closes a run."):
        assert needed in words


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_and_depth_writes_the_same_words(theme: str, depth: str) -> None:
    canvas = drawn(scene(), look=(theme, depth))
    assert "score 65 ► 60" in canvas.line(12)
    assert "".join(canvas.strip(22).text) == canvas.line(22)


@pytest.mark.parametrize("size", SIZES)
def test_ascii_leaves_no_box_drawing(size: tuple[int, int]) -> None:
    canvas = drawn(scene(), size, glyphs=ASCII)
    assert all(char.isascii() or char == "é" for y in range(canvas.height) for char in canvas.line(y))


@pytest.mark.parametrize("size", [(36, 12), (39, 20), (80, 19), (5, 2), (1, 1)])
@pytest.mark.parametrize("glyphs", SETS.values(), ids=SETS)
def test_a_terminal_that_is_too_small_is_told_so(size: tuple[int, int], glyphs: Glyphs) -> None:
    canvas = drawn(scene(), size, glyphs=glyphs)
    assert canvas.line(0).startswith("Tablée needs 40 x 20"[: size[0]])


def test_a_game_without_a_drawing_gets_its_view_as_text_and_numbered_moves() -> None:
    shown = replace(scene(), game="another", title="Another")
    words = screen(shown)
    assert "open 26" in words
    assert "rows  1: 8 9 14 24 25 28" in words
    assert [choice.move for choice in tables.choices(shown)] == ["take", "pass"]


def test_without_colours_the_open_card_on_the_rail_is_no_seats_number() -> None:
    """An open 3 stands in plain ink, what seat 3 has in reverse."""
    view = replace(position(), open=3)
    canvas = Canvas(80, 24, palette("dark", "none", "geschenkt"))
    tables.draw(canvas, Scene(game="geschenkt", title="Geschenkt", names=NAMES[:4], view=view, legal=("take", "pass")))
    y = next(y for y in range(24) if canvas.line(y).lstrip().startswith("3 ∙"))
    row = canvas.row(y)
    threes = [x for x in range(80) if row.chars[x] == "3"]
    grounds = [row.bg[x] for x in threes]
    assert grounds[0] != grounds[1]
    assert len(set(grounds[1:])) == 1
