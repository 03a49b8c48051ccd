"""Da Capo's table clause by clause: what a card may do there is shown, asked for and told."""

import re
from collections import Counter
from dataclasses import replace
from typing import cast

import pytest

from engines.chance import FastChance
from engines.dacapo.rules import DaCapoState
from engines.dacapo.view import BUILDS, HELPERS, DaCapoView, fits, unseen, wanted
from engines.view import OVER
from tests.tui.dacapo_scenes import (
    GAME,
    SIZES,
    J,
    live,
    position,
    scene,
    screen,
    walked,
    words,
)
from tests.tui.drawing import choice
from tui import tables
from tui.tables.dacapo import table as dacapo


def test_C7_a_spectator_sees_the_backs_of_a_hand() -> None:
    rows = screen(scene(position(seat=None, turn=1)))
    assert rows[16].count("▞▚▞▚▞") == 4
    assert tables.choices(scene(position(seat=None, turn=1))) == []


def test_C8_one_key_plays_a_card_that_only_one_pile_takes() -> None:
    assert choice(scene(), "s").move == "stock 0"
    assert choice(scene(), "1").move == "hand 4 1"


def test_C8_a_joker_asks_for_its_pile_or_a_helper_pile() -> None:
    assert choice(scene(), "3").pick == "3"
    shown = scene(picked="3")
    assert [(each.key, each.move) for each in live(shown)] == [
        *zip("abc", (f"hand J {place}" for place in range(BUILDS)), strict=True),
        *zip("xyz", (f"lay J {helper}" for helper in range(HELPERS)), strict=True),
    ]
    rows = screen(shown)
    assert rows[12] == "         ▄▄▄▄▄▄▁▁▁▁► a          ▄▄▄▁▁▁▁▁▁▁  b          ▁▁▁▁▁▁▁▁▁▁  c"
    assert rows[14].rstrip().endswith("▟     ▙             helpers")
    assert rows[22].startswith(" PLAY JOKER ▌► a  on A")
    assert rows[22].endswith("Esc  Put it back")


def test_C8_a_joker_on_a_pile_shows_the_value_it_stands_for() -> None:
    rows = screen(scene(replace(position(), builds=((J,), (1, 2, J), ()))))
    assert rows[6] == "         A 1 of 10              B 3 of 10              C empty"
    assert rows[7].startswith("         ▟J    ▙  ╭╌╌╌╌╌╮      ▟▟J    ▙  ╭╌╌╌╌╌╮")


def test_C8_a_card_that_fits_nowhere_says_so() -> None:
    stuck = scene(replace(position(), tops=(9, 4, 8, J, 2)))
    assert choice(stuck, "s").note == "9 fits no pile now"
    assert choice(stuck, "x").note == "6 fits no pile now"
    assert not choice(stuck, "s").live


def test_C11_laying_always_takes_a_second_key() -> None:
    shown = scene()
    assert not any(each.move.startswith("lay") for each in tables.choices(shown))
    assert choice(shown, "2").pick == "2"
    assert [each.move for each in live(scene(picked="2"))] == ["lay 9 0", "lay 9 1", "lay 9 2"]
    assert screen(scene(picked="2"))[22].startswith(" LAY 9 ▌► x  on x over 6")


def test_C11_a_card_that_fits_can_be_laid_as_well() -> None:
    assert choice(scene(), "d").pick == "d"
    assert [each.pick for each in live(scene(picked="d"))] == ["d 1", "d 2", "d 3", "d 4"]
    assert [each.move for each in live(scene(picked="d 1"))] == ["lay 4 0", "lay 4 1", "lay 4 2"]
    last = scene(replace(position(), hand=(4,), hands=(1, 3, 3, 2, 3)))
    assert choice(last, "d").pick == "d 1"


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40)])
def test_C11_while_laying_only_cards_of_the_hand_say_so(size: tuple[int, int]) -> None:
    shown = scene(picked="d")
    laying = sum(each.key.isdigit() for each in live(shown))
    assert len(re.findall(r"\blay\b", words(shown, size))) == laying
    assert laying


def test_C12_with_cards_in_hand_the_key_to_end_is_left_to_the_rules_to_refuse() -> None:
    end = choice(scene(), "e")
    assert (end.live, end.bar, end.move) == (False, False, "end")


def test_C12_an_empty_hand_ends_the_turn_unless_an_own_card_can_be_played() -> None:
    empty = replace(position(), hand=(), hands=(0, 3, 3, 2, 3))
    assert not choice(scene(empty), "e").live
    assert "7 can still be played" in words(scene(empty))
    stuck = scene(replace(empty, tops=(9, 4, 8, J, 2)))
    assert choice(stuck, "e").live
    assert "End the turn" in words(stuck)
    assert "hand empty" in words(stuck)


def test_C14_the_last_stock_card_says_what_it_does() -> None:
    shown = scene(replace(position(), stocks=(1, 1, 3, 9, 12)))
    assert choice(shown, "s").note == "and you win"
    assert choice(replace(shown, picked="r"), "2").note == "and Chloé wins"


def test_C14_nobody_is_given_the_win_with_one_key() -> None:
    view = replace(position(2), stocks=(9, 1))
    assert choice(scene(view), "r").pick == "r 2"
    assert choice(scene(view, picked="r 2"), "b").move == "rob 1 1"
    assert choice(scene(replace(view, stocks=(9, 2))), "r").move == "rob 1 1"


def test_C7_robbing_asks_whom_where_there_are_several() -> None:
    assert choice(scene(), "r").pick == "r"
    shown = scene(picked="r")
    assert [(each.key, each.verb) for each in live(shown)] == [("2", "Chloé 4 on B"), ("4", "Maximilien J")]
    rows = screen(shown)
    assert rows[2].startswith("► 2  Chloé           ▐3▌ hard-1           4  Maximilien")
    assert rows[22].startswith(" ROB A STOCK ▌► 2  Chloé 4 on B")
    assert rows[12] == "         ▄▄▄▄▄▄▁▁▁▁             ▄▄▄▁▁▁▁▁▁▁             ▁▁▁▁▁▁▁▁▁▁"


@pytest.mark.parametrize(
    ("change", "note"),
    [
        ({"builds": ((), (1, 2, 3), ()), "tops": (5, 8, 8)}, "then your 5 fits"),
        ({"tops": (9, 5, 8)}, "then Chloé has the 5"),
        ({"hand": (4,), "hands": (1, 3, 3)}, "then you draw 4"),
        ({"hand": (4,), "hands": (1, 3, 3), "left": 1, "aside": 0}, "then you draw 1"),
        ({"hand": (4,), "hands": (1, 3, 3), "left": 0, "aside": 0}, "your hand is empty then"),
        (
            {"hand": (10,), "hands": (1, 3, 3), "builds": ((1, 2, 3, 4, 5, 6, 7, 8, 9), (), ()), "left": 0, "aside": 0},
            "then you draw 4",
        ),
        ({"hand": (10, 2), "builds": ((1, 2, 3, 4, 5, 6, 7, 8, 9), (), ())}, "completes A"),
    ],
)
def test_C10_what_comes_of_a_card_is_told_beside_it(change: dict[str, tuple[int, ...]], note: str) -> None:
    shown = scene(replace(position(3), **change))  # type: ignore[arg-type]
    assert choice(shown, "1").note == note


def test_C13_the_title_says_what_there_is_to_draw() -> None:
    assert "reshuffle next" in words(scene(replace(position(), left=0)))
    assert "none to draw" in words(scene(replace(position(), left=0, aside=0)))


@pytest.mark.parametrize("size", SIZES)
def test_C15_a_stalemate_is_announced_and_told(size: tuple[int, int]) -> None:
    near = replace(position(3, hand=(), own=((), (), ())), left=0, aside=0, ends=2, tops=(9, 9, 8))
    assert "2 of 3" in words(scene(near), size) or "2 turns in a row ended empty-handed" in words(scene(near), size)
    over = replace(near, turn=OVER, ends=3, stocks=(3, 7, 3), scores=(3, 7, 3), winners=(0, 2))
    assert "Ada and hard-1 share the win" in words(scene(over), size)


def test_C14_the_score_is_what_is_left_of_the_stocks() -> None:
    over = replace(position(3), turn=OVER, stocks=(9, 0, 1), tops=(7, 0, 3), scores=(9, 0, 1), winners=(1,))
    blocks = dacapo.explain(over).blocks
    assert [block.total for block in blocks] == [9, 0, 1]
    assert blocks[0].words == "9 cards left in the stock"
    assert blocks[1].words == "empty stock, 10 in the others"


def test_C9_the_memory_aid_counts_what_is_hidden() -> None:
    shown = scene()
    assert "hidden" not in words(shown)
    counts = [f"{GAME.card(card)}x{unseen(position())[card]}" for card in range(1, J + 1)]
    aided = replace(shown, memory_aid=True)
    assert screen(aided)[13].split() == ["hidden", *counts]
    assert screen(aided, (120, 40))[33][4:80].split() == ["hidden", *counts]
    small = screen(aided, (40, 24))
    assert [*small[12].split(), *small[13].split()] == ["hidden", *counts]


def test_C9_what_is_unseen_is_what_hands_stocks_and_draw_pile_hide() -> None:
    for recording in walked(4, every=80, most=600):
        state = recording.state
        for seat in (None, 0, 2):
            view = cast(DaCapoView, GAME.view(state, seat))
            world = cast(DaCapoState, GAME.sample(view, FastChance(3)))
            hidden = Counter(
                card
                for pile in (
                    world.pile,
                    *(stock[:-1] for stock in world.stocks),
                    *(hand for holder, hand in enumerate(world.hands) if holder != seat),
                )
                for card in pile
            )
            assert {card: count for card, count in enumerate(unseen(view)) if count} == dict(hidden)


def test_C8_what_fits_is_the_next_value_or_a_joker() -> None:
    view = position()
    assert [wanted(build) for build in view.builds] == [7, 4, 1]
    assert [fits(view, card) for card in (7, 4, 1, 2, J, 0)] == [(0,), (1,), (2,), (), (0, 1, 2), ()]
