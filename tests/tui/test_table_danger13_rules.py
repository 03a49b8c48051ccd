"""Danger 13's table clause by clause: what a card does to a row, who may refuse, and what stays hidden."""

from dataclasses import replace

import pytest

from engines.chance import FastChance
from engines.danger13.view import (
    DRAW,
    SHIELD,
    Danger13View,
    RowAfter,
    after,
    kind,
    total,
)
from tests.setups import Setup
from tests.tui.danger13_scenes import CARDS, GAME, MAIN_SIZES, ROWS, cards, finished, position, scene
from tests.tui.drawing import drawn, screen
from tui import tables
from tui.tables.danger13.table import explain
from tui.tables.scene import find_choice, step_focus


@pytest.mark.parametrize(
    ("row", "card", "result"),
    [
        ("A3 P2", "P4", RowAfter(9, 13)),
        ("P4 A4 D3", "P2", RowAfter(13, 13)),
        ("P4 A4 D3 S", "P2", RowAfter(13, 18)),
        ("A3 P2", "D4", RowAfter(9, 13, draws=True)),
        ("P4 A4 D3", "D2", RowAfter(13, 13)),
        ("A3 S", "R", RowAfter(3, 13, lost=SHIELD)),
        ("S A3 S", "R", RowAfter(3, 18, lost=SHIELD)),
        ("", "R", RowAfter(0, 13)),
        ("A3", "S", RowAfter(3, 18)),
        ("A3", "Q2", RowAfter(3, 13, won=2)),
    ],
)
def test_D9_to_D14_what_a_card_does_to_a_row(row: str, card: str, result: RowAfter) -> None:
    assert after(cards(row), CARDS[card]) == result


@pytest.mark.parametrize("seats", [2, 5])
def test_D9_to_D14_the_outcome_on_the_table_is_what_then_happens(seats: int) -> None:
    compared = 0
    recording = Setup(GAME, seats).start(7)
    luck = FastChance(7)
    while not recording.over:
        before = GAME.view(recording.state, None)
        move = GAME.say(recording.state.legal()[luck.below(len(recording.state.legal()))])
        recording.play(move)
        then = GAME.view(recording.state, None)
        assert isinstance(before, Danger13View)
        assert isinstance(then, Danger13View)
        seat = before.turn if before.asked else int(move.split()[1])
        if move == "refuse" or then.asked or kind(before.open) == DRAW:
            continue
        result = after(before.rows[seat], before.open)
        stopped = then.round != before.round or then.turn < 0
        assert (result.room <= 0) == stopped
        if not stopped:
            assert (total(then.rows[seat]), then.limits[seat]) == (result.total, result.limit)
        compared += 1
    assert compared > 50


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("D1", ("►  9 room 4", "draws")),
        ("R", ("►  6 room 7", "loses ++2", "loses »3/NO")),
        ("S", ("►  8 room 10", "limit 18")),
        ("H", ("►  8 room 5", "gets a NO")),
        ("Q2", ("►  8 room 5", "wins ++")),
        ("P1", ("►  9 room 4", "or NO")),
    ],
)
def test_D9_to_D13_every_kind_of_card_says_what_it_would_do(card: str, words: tuple[str, ...]) -> None:
    shown = screen(scene(position(card, served=())))
    for needed in words:
        assert needed in shown


def test_D10_an_arrow_says_that_an_empty_row_loses_nothing() -> None:
    assert "loses none" in screen(scene(position("R", rows=("", *ROWS[1:]))))


def test_D5_a_seat_with_a_card_of_the_packet_is_named_but_does_nothing() -> None:
    choices = tables.choices(scene(position()))
    assert [(choice.verb, choice.live) for choice in choices] == [
        ("Ada", True),
        ("Chloé", True),
        ("hard-1", True),
        ("Maximilien", False),
    ]
    assert choices[3].note == "has a card"
    assert find_choice(choices, "4", 0) is None
    assert [step_focus(choices, focus, 1) for focus in range(3)] == [1, 2, 0]


def test_D8_the_receiver_is_asked_to_accept_or_to_refuse() -> None:
    shown = scene(position("B5", seat=2, turn=2, asked=True, served=(2, 3)))
    choices = tables.choices(shown)
    assert [(choice.key, choice.move) for choice in choices] == [("1", "accept"), ("2", "refuse")]
    rows = screen(shown).split("\n")
    assert rows[1].endswith("► 1  ► 16 BUST")
    assert rows[3].endswith(" 2  or say NO")
    assert rows[22] == " TAKE DOUBLE PLUS 5? ▌► 1  Accept 16: BUST    2  Refuse spends your NO"


def test_D8_everybody_else_sees_who_may_refuse() -> None:
    rows = screen(scene(position("B5", turn=2, asked=True, served=(2, 3)))).split("\n")
    words = "\n".join(rows)
    assert "hard-1 may refuse" in words
    assert "may say NO" in words
    assert rows[9].endswith("► 16 BUST")
    assert words.count("room") == 0
    assert words.count("has a card") == 1
    assert tables.choices(scene(position("B5", turn=2, asked=True, served=(2, 3)))) == []


def test_D18_the_last_round_is_announced() -> None:
    for size in MAIN_SIZES:
        assert "round 3, the last" in screen(scene(replace(position(), last_round=True)), size)


def test_D21_of_others_only_the_number_of_won_cards_is_told() -> None:
    words = screen(scene(position()))
    assert [words.count(won) for won in ("won +8", "9 cards", "4 cards", "7 cards")] == [1] * 4
    assert words.count("won +") == 1


def test_D21_the_memory_aid_tells_what_was_once_seen() -> None:
    words = screen(replace(scene(position()), memory_aid=True))
    assert words.count("won +") == 4
    assert "not seen yet   »  2   ◄  1   18  1   NO  1   prize  1" in words


@pytest.mark.parametrize("size", MAIN_SIZES)
def test_D21_without_the_aid_no_cell_depends_on_others_won_cards(size: tuple[int, int]) -> None:
    view = position()
    swapped = (view.memory.won[0], cards("B5 " * 9), *view.memory.won[2:])
    other = replace(view, memory=replace(view.memory, won=swapped, unseen=(cards("P1 P2"),)))
    assert drawn(scene(view), size).changes(drawn(scene(other), size)) == []
    aided = [drawn(replace(scene(each), memory_aid=True), size) for each in (view, other)]
    assert aided[0].changes(aided[1]) != []


def test_D20_the_parts_of_a_score_add_up_to_it() -> None:
    view = finished()
    blocks = explain(view).blocks
    assert [block.parts for block in blocks[:2]] == [(("rows", 7), ("prizes", 1)), (("rows", 11), ("prizes", 2))]
    assert [block.words for block in blocks[:2]] == ["3 +, 2 ++", "5 +, 3 ++"]
    for block in blocks:
        assert sum(points for _name, points in block.parts) == block.total == view.scores[block.seat]


def test_D20_between_equals_the_score_names_the_values_that_decide() -> None:
    blocks = explain(finished(3, ("B3 A4", "B1 A2", "A1"))).blocks
    assert [block.words for block in blocks] == ["values 7", "values 3", "1 +"]


def test_D20_the_end_shows_signs_and_the_values_that_decide_between_equals() -> None:
    words = screen(scene(finished(2, ("B3 A4", "B1 A2"))))
    assert words.count("3 signs") == 2
    assert "2 cards, values 7" in words
    assert "2 cards, values 3" in words


@pytest.mark.parametrize(
    ("card", "name", "printed"),
    [
        ("P4", "plain 4", "4"),
        ("A0", "plus 0", "+"),
        ("B5", "double plus 5", "++"),
        ("D2", "draw 2", "»"),
        ("R", "arrow", "◄"),
        ("S", "shield", "18"),
        ("H", "hand", "NO"),
        ("Q2", "prize", "++"),
    ],
)
@pytest.mark.parametrize("size", MAIN_SIZES)
def test_D1_the_open_card_shows_its_sign_and_its_name(
    size: tuple[int, int], card: str, name: str, printed: str
) -> None:
    canvas = drawn(scene(position(card, served=(), rows=("",) * 4)), size)
    place = canvas.places["open"]
    rows = [canvas.line(y) for y in range(place.y, place.y + place.height)]
    assert any(printed in row[place.x : place.x + place.width] for row in rows) or card == "P4"
    assert any(name in row for row in rows)
