"""Geschenkt, clause by clause."""

import pytest

from engines.chance import Chance, FastChance, GivenStart, LiveChance
from engines.game import IllegalMove
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import PASS, TAKE, GeschenktState
from engines.geschenkt.view import GeschenktView, cost
from engines.view import OVER

GAME = Geschenkt()


class Stacked(Chance):
    """Luck that deals these cards first, in this order, to a table that seat 0 starts."""

    def __init__(self, *first: int) -> None:
        self.first = list(first)

    def shuffle(self, cards: list[int]) -> None:
        rest = [card for card in cards if card not in self.first]
        cards[:] = self.first + rest

    def pick(self, what: str, among: list[int]) -> int:
        return among[0]


def table(*first: int, seats: int = 3, variant: str = "") -> GeschenktState:
    state = GeschenktState(seats, variant, Stacked(*first))
    state.deal()
    return state


def give(state: GeschenktState, seat: int, *cards: int) -> None:
    for card in cards:
        state.owner[card] = seat
    state.count()


def look(state: GeschenktState, seat: int | None) -> GeschenktView:
    view = GAME.view(state, seat)
    assert isinstance(view, GeschenktView)
    return view


def test_G1_cards_are_3_to_35_once_each() -> None:
    state = table()
    cards = [state.open, *state.pile, *state.left_out]
    assert sorted(cards) == list(range(3, 36))


def test_G2_everybody_starts_with_11_chips_and_sees_only_their_own() -> None:
    state = table(seats=4)
    assert state.chips == [11, 11, 11, 11]
    assert look(state, 2).chips == (None, None, 11, None)
    assert look(state, None).chips == (None, None, None, None)


def test_G2_chips_on_the_open_card_are_public() -> None:
    state = table()
    state.play(PASS)
    assert [look(state, seat).pot for seat in (0, 1, 2, None)] == [1, 1, 1, 1]


def test_G3_24_cards_form_the_pile_and_9_leave_unseen() -> None:
    state = table()
    assert len(state.pile) + 1 == 24
    assert len(state.left_out) == 9
    assert look(state, 0).left_out == ()


def test_G3_the_cards_left_out_are_shown_at_the_end() -> None:
    state = table()
    while state.turn != OVER:
        state.play(TAKE)
    assert look(state, 1).left_out == tuple(sorted(state.left_out))


def test_G4_the_shuffle_draws_the_start_player_who_faces_the_first_card() -> None:
    state = GeschenktState(3, "", GivenStart(Stacked(17), 2))
    state.deal()
    assert (state.start, state.turn, state.open) == (2, 2, 17)


def test_G5_taking_takes_the_card_and_all_chips_on_it() -> None:
    state = table(20)
    state.play(PASS)
    state.play(PASS)
    state.play(TAKE)
    assert state.owner[20] == 2
    assert state.chips == [10, 10, 13]
    assert state.pot == 0


def test_G5_passing_puts_one_own_chip_on_the_card() -> None:
    state = table(20)
    state.play(PASS)
    assert (state.chips[0], state.pot, state.open) == (10, 1, 20)


def test_G6_without_a_chip_the_player_must_take() -> None:
    state = table(20)
    state.chips[0] = 0
    assert state.legal() == [TAKE]
    refusal = state.why_not(PASS)
    assert refusal.say(GAME.speaker(3)) == "You have no chip left, so you must take the 20 (G6)"


def test_G7_after_a_pass_the_next_player_decides_about_the_same_card_any_number_of_times() -> None:
    state = table(20)
    turns = []
    for _ in range(7):
        turns.append(state.turn)
        state.play(PASS)
    assert turns == [0, 1, 2, 0, 1, 2, 0]
    assert state.open == 20


def test_G8_the_taker_turns_up_the_next_card_and_decides_about_it() -> None:
    state = table(20, 31)
    state.play(PASS)
    state.play(TAKE)
    assert (state.turn, state.open) == (1, 31)


def test_G9_the_game_ends_when_the_last_of_24_cards_is_taken() -> None:
    state = table()
    for _ in range(23):
        state.play(TAKE)
    assert state.turn == 0
    state.play(TAKE)
    assert state.turn == OVER
    assert state.legal() == []
    assert state.why_not(TAKE).clause == "G9"


def test_G10_a_run_costs_its_lowest_card() -> None:
    """The rulebook's Pierre: 13, 15 and 16 cost 28; the 14 makes it 13."""
    state = table()
    state.chips = [0, 0, 0]
    give(state, 0, 13, 15, 16)
    assert state.scores()[0] == 28
    give(state, 0, 14)
    assert state.scores()[0] == 13


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_G10_costs_that_are_kept_while_playing_are_those_of_the_rows(seats: int) -> None:
    luck = FastChance(seats)
    state = GeschenktState(seats, "", luck)
    state.deal()
    while state.turn != OVER:
        moves = state.legal()
        state.play(moves[luck.below(len(moves))])
        rows = [tuple(card for card in range(3, 36) if state.owner[card] == seat) for seat in range(seats)]
        assert state.costs == [cost(row) for row in rows]


def test_G10_chips_take_points_off() -> None:
    """The rulebook's Lise: runs from 3, 7, 10, 14 and 25 with 8 chips make 51 points."""
    state = table()
    state.chips = [8, 0, 0]
    give(state, 0, 3, 7, 8, 10, 14, 15, 16, 25)
    assert state.scores()[0] == 51
    assert cost((3, 7, 8, 10, 14, 15, 16, 25)) == 59


def test_G10_neighbouring_cards_of_two_players_are_no_run() -> None:
    state = table()
    state.chips = [0, 0, 0]
    give(state, 0, 8)
    give(state, 1, 9)
    assert state.scores() == [8, 9, 0]


def test_G10_the_lowest_total_wins() -> None:
    state = table()
    give(state, 0, 30)
    give(state, 2, 35)
    assert state.winners() == [1]


def test_G11_equal_totals_share_the_win() -> None:
    state = table()
    give(state, 0, 30)
    assert state.winners() == [1, 2]


def test_G12_tactical_has_10_chips_and_no_10_20_30() -> None:
    state = table(variant="tactical")
    assert state.chips == [10, 10, 10]
    cards = [state.open, *state.pile, *state.left_out]
    assert sorted(cards) == [card for card in range(3, 36) if card not in (10, 20, 30)]
    assert len(state.left_out) == 6


def test_G2_chips_are_shown_when_the_game_is_over() -> None:
    state = GAME.deal(3, {}, LiveChance(1))
    while state.turn != OVER:
        state.play(TAKE)
    assert isinstance(state, GeschenktState)
    assert look(state, None).chips == tuple(state.chips)


def test_words_that_are_no_move_are_refused() -> None:
    with pytest.raises(IllegalMove, match="not a move"):
        GAME.parse("double")
