"""Danger 13, clause by clause."""

from collections import Counter

import pytest

from engines.chance import Chance, GivenStart
from engines.danger13.game import Danger13
from engines.danger13.rules import Danger13State, deck
from engines.danger13.view import HAND, HOUSE_COMPOSITION, LIMIT, SHIELD, Danger13View, signs, text, value
from engines.view import OVER, cards_shown
from tests.rules.playing import Playing

GAME = Danger13()
_playing = Playing(GAME)
play, legal, refusal = _playing.play, _playing.legal, _playing.refusal
CARDS = {text(card): card for card in deck()}


def cards(words: str) -> list[int]:
    return [CARDS[word] for word in words.split()]


def words(some: list[int]) -> str:
    return " ".join(text(card) for card in some)


class Stacked(Chance):
    """Luck that lets seat 0 start and puts the named cards on top, in this order, at every shuffle in turn."""

    def __init__(self, *tops: str) -> None:
        self.tops = [cards(top) for top in tops]

    def shuffle(self, cards: list[int]) -> None:
        top = self.tops.pop(0) if self.tops else []
        for card in top:
            cards.remove(card)
        cards[:] = top + cards

    def pick(self, what: str, among: list[int]) -> int:
        return among[0]


def table(*tops: str, seats: int = 3) -> Danger13State:
    state = Danger13State(seats, Stacked(*tops))
    state.deal()
    return state


def lay(state: Danger13State, seat: int, row: str) -> None:
    """Put a row in front of a seat, as if it had come there by the rules."""
    state.rows[seat] = cards(row)
    state.totals[seat] = sum(value(card) for card in state.rows[seat])
    state.hands[seat] = state.rows[seat].count(HAND)
    state.limits[seat] = 18 if SHIELD in state.rows[seat] else 13


def leave(state: Danger13State, pile: str, discard: str) -> None:
    """Set the draw pile, top first, and the discard pile."""
    state.pile = cards(pile)[::-1]
    state.discard = cards(discard)


def look(state: Danger13State, seat: int | None) -> Danger13View:
    view = GAME.view(state, seat)
    assert isinstance(view, Danger13View)
    return view


def test_D1_there_are_109_cards_in_the_numbers_of_the_rulebook() -> None:
    totals = [sum(copies.values()) for copies in HOUSE_COMPOSITION.values()]
    assert totals == [21, 21, 18, 21, 6, 5, 8, 9]
    state = table()
    assert sorted([state.open, *state.packet, *state.pile]) == sorted(deck())
    assert len(deck()) == 109


def test_D1_each_value_comes_as_often_as_the_house_composition_says() -> None:
    copies = Counter(words(deck()).split())
    assert [copies[f"P{number}"] for number in range(1, 5)] == [5, 5, 6, 5]
    assert [copies[f"A{number}"] for number in range(5)] == [4, 4, 5, 4, 4]
    assert [copies[f"B{number}"] for number in range(1, 6)] == [3, 4, 4, 4, 3]
    assert [copies[f"D{number}"] for number in range(5)] == [4, 4, 5, 4, 4]
    assert [copies[name] for name in ("R", "S", "H", "Q1", "Q2")] == [6, 5, 8, 6, 3]


def test_D1_plus_double_plus_and_prizes_have_signs() -> None:
    assert [signs(card) for card in cards("P4 A3 B5 D2 R S H Q1 Q2")] == [0, 1, 2, 0, 0, 0, 0, 1, 2]


def test_D2_a_card_without_a_value_counts_0() -> None:
    assert [value(card) for card in cards("P4 A0 B5 D2 R S H Q1 Q2")] == [4, 0, 5, 2, 0, 0, 0, 0, 0]
    state = table("H P1 P1")
    play(state, "give 1")
    assert state.totals[1] == 0


def test_D3_the_marker_holder_is_drawn_and_deals_first() -> None:
    state = Danger13State(3, GivenStart(Stacked("A3"), 2))
    state.deal()
    assert (state.start, state.marker, state.dealer, state.turn) == (2, 2, 2, 2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_D4_the_packet_has_as_many_cards_as_there_are_players(seats: int) -> None:
    """The rulebook's "2, 3, 4 or 5 cards"; one of them is turned up at once."""
    state = table(seats=seats)
    assert len(state.packet) + 1 == seats
    assert len(state.pile) == 109 - seats


def test_D5_each_card_goes_to_a_player_without_one_the_dealer_included() -> None:
    state = table("P1 P2 P3")
    assert legal(state) == {"give 0", "give 1", "give 2"}
    play(state, "give 2")
    assert (state.turn, words([state.open]), legal(state)) == (0, "P2", {"give 0", "give 1"})
    play(state, "give 0")
    assert look(state, None).served == (True, False, True)


def test_D5_the_last_card_is_turned_up_and_goes_to_the_one_player_left() -> None:
    state = table("P1 P2 P3")
    play(state, "give 0", "give 2")
    assert (words([state.open]), legal(state)) == ("P3", {"give 1"})


def test_D5_a_second_card_of_the_packet_is_refused() -> None:
    state = table("P1 P2 P3")
    play(state, "give 1")
    assert refusal(state, "give 1") == "seat 1 already has a card of this packet (D5)"


def test_D5_other_refusals_while_giving() -> None:
    state = table("P1 P2 P3")
    assert refusal(state, "give 3") == "There is no seat 3 at this table (D5)"
    for move in ("accept", "refuse"):
        assert refusal(state, move) == "You give P1 away here: there is nothing to accept or refuse (D5)"


def test_D6_a_card_that_left_no_trace_was_still_the_one_card_of_the_packet() -> None:
    state = table("R Q1 P3")
    play(state, "give 1")
    assert legal(state) == {"give 0", "give 2"}
    play(state, "give 2")
    assert legal(state) == {"give 0"}


def test_D7_the_player_to_the_left_deals_the_next_packet() -> None:
    state = table("P1 P1 P1 A0")
    play(state, "give 0", "give 1", "give 2")
    assert (state.dealer, state.turn, state.marker, words([state.open])) == (1, 1, 0, "A0")
    assert legal(state) == {"give 0", "give 1", "give 2"}


@pytest.mark.parametrize("card", ["P4", "A3", "B5", "D2", "R", "S", "H", "Q2"])
def test_D8_a_hand_in_the_row_refuses_any_card(card: str) -> None:
    state = table(f"{card} P1 P1")
    lay(state, 1, "P2 H A1 H")
    play(state, "give 1")
    assert (state.turn, legal(state)) == (1, {"accept", "refuse"})
    play(state, "refuse")
    assert words(state.rows[1]) == "P2 A1 H"
    assert (words(state.discard), state.won[1], state.totals[1], state.turn) == (f"H {card}", [], 3, 0)


def test_D8_accepting_keeps_the_hand() -> None:
    state = table("P4 P1 P1")
    lay(state, 1, "H")
    play(state, "give 1", "accept")
    assert words(state.rows[1]) == "H P4"
    assert not look(state, 1).asked


def test_D8_without_a_hand_nobody_is_asked_not_even_about_a_hand() -> None:
    state = table("H P1 P1")
    play(state, "give 1")
    assert (words(state.rows[1]), state.turn) == ("H", 0)


def test_D8_a_card_drawn_may_be_refused_and_ends_the_drawing() -> None:
    state = table("D2 P1 P1 D4 A0")
    lay(state, 1, "H")
    play(state, "give 1", "accept", "refuse")
    assert (words(state.rows[1]), words(state.discard)) == ("D2", "H D4")
    assert text(state.pile[-1]) == "A0"


def test_D8_giving_is_refused_while_a_player_is_asked() -> None:
    state = table("B5 P1 P1")
    lay(state, 1, "H")
    play(state, "give 1")
    assert refusal(state, "give 2") == "First accept or refuse B5 (D8)"


def test_D9_cards_are_laid_at_the_right_end_of_the_row() -> None:
    state = table("A1 S P2 H B3 P1", seats=2)
    play(state, "give 0", "give 1", "give 1", "give 0", "give 0", "accept", "give 1")
    assert [words(row) for row in state.rows] == ["A1 H B3", "S P2 P1"]


def test_D10_an_arrow_takes_the_rightmost_card_with_it() -> None:
    state = table("R P1 P1")
    lay(state, 2, "B5 P3")
    play(state, "give 2")
    assert (words(state.rows[2]), words(state.discard), state.totals[2]) == ("B5", "R P3", 5)


def test_D10_with_an_empty_row_only_the_arrow_is_discarded() -> None:
    state = table("R P1 P1")
    play(state, "give 2")
    assert (state.rows[2], words(state.discard)) == ([], "R")


def test_D10_a_hand_lost_to_an_arrow_refuses_nothing_more() -> None:
    state = table("R P1 P1 P1", seats=2)
    lay(state, 1, "H")
    play(state, "give 1", "accept", "give 0", "give 1")
    assert words(state.rows[1]) == "P1"


def test_D11_a_shield_raises_the_limit_to_18() -> None:
    state = table("S P1 P4 P1 P1 B5", seats=2)
    lay(state, 1, "P4 P4")
    play(state, "give 1", "give 0")
    assert look(state, 0).limits == (13, 18)
    play(state, "give 1", "give 0", "give 0")
    assert (state.round, state.totals[1]) == (1, 12)
    play(state, "give 1")
    assert (state.round, state.totals[1]) == (1, 17)


def test_D11_the_round_stops_at_18_with_a_shield() -> None:
    state = table("P1 P1", seats=2)
    lay(state, 1, "S S P4 P4 P4 P4 A1")
    play(state, "give 1")
    assert state.round == 2


def test_D11_an_arrow_restores_13_only_with_the_last_shield() -> None:
    state = table("R P1 R P1", seats=2)
    lay(state, 1, "P2 S S")
    play(state, "give 1")
    assert look(state, 0).limits == (13, 18)
    play(state, "give 0", "give 1")
    assert look(state, 0).limits == (13, 13)


def test_D12_a_draw_card_draws_and_another_one_draws_again() -> None:
    """The rulebook's example: the drawn card is a draw card too."""
    state = table("D1 P1 P1 D2 A3 P4")
    play(state, "give 1")
    assert words(state.rows[1]) == "D1 D2 A3"
    assert (state.turn, text(state.pile[-1])) == (0, "P4")
    assert words(list(cards_shown(state.shown))) == "D2 A3 P1"


@pytest.mark.parametrize(("row", "limit"), [("P4 P4 P2", 13), ("P4 P4 P4 S P3", 18)])
def test_D12_draw_card_stops_at_limit(row: str, limit: int) -> None:
    state = table("D3 P1 P1 A0")
    lay(state, 1, row)
    assert state.limits[1] == limit
    play(state, "give 1")
    assert state.round == 2
    assert words(list(cards_shown(state.shown))) == "P1"


def test_D12_a_drawn_arrow_takes_the_draw_card() -> None:
    state = table("D1 P1 P1 R")
    play(state, "give 1")
    assert (state.rows[1], words(state.discard)) == ([], "R D1")


def test_D13_a_prize_goes_straight_to_the_won_pile() -> None:
    state = table("Q2 R P1")
    play(state, "give 1")
    assert (state.rows[1], words(state.won[1])) == ([], "Q2")


def test_D13_a_prize_is_safe_from_arrows_and_from_reaching_the_limit() -> None:
    state = table("Q2 P1 R P1 P4 P1", seats=2)
    play(state, "give 1", "give 0", "give 1", "give 0")
    assert words(state.won[1]) == "Q2"
    lay(state, 1, "P4 P4 P4")
    play(state, "give 1")
    assert (state.round, words(state.won[1])) == (2, "Q2")


@pytest.mark.parametrize(("card", "stops"), [("P4", False), ("B5", True)])
def test_D14_the_round_stops_at_once_at_the_limit(card: str, stops: bool) -> None:
    state = table(f"{card} P1 P1")
    lay(state, 2, "P4 P4")
    play(state, "give 2")
    assert state.round == (2 if stops else 1)


def test_D14_losing_a_shield_never_stops_the_round() -> None:
    state = table("R P1 P1")
    lay(state, 2, "P4 P4 P4 S")
    play(state, "give 2")
    assert (state.round, state.totals[2], state.limits[2]) == (1, 12, 13)


def test_D15_the_rest_of_the_packet_goes_back_on_top_unseen_and_in_its_order() -> None:
    state = table("P1 B5 H Q1 S", seats=5)
    lay(state, 3, "P4 P4 P4")
    play(state, "give 3")
    assert words([state.open, *reversed(state.packet)]) == f"B5 H Q1 S {text(state.packet[0])}"


def settled() -> Danger13State:
    """Seat 1 of three reaches the limit with the first card."""
    state = table("P1 P1 P1")
    lay(state, 0, "A0 P2 B5 H")
    lay(state, 1, "B4 A4 P4")
    lay(state, 2, "S D3")
    play(state, "give 1")
    return state


def test_D16_the_player_at_the_limit_discards_the_whole_row() -> None:
    state = settled()
    assert (state.rows[1], state.won[1]) == ([], [])
    assert sorted(state.discard) == sorted(cards("B4 A4 P4 P1 P2 H S D3"))


def test_D16_the_others_win_their_plus_cards_and_discard_the_rest() -> None:
    state = settled()
    assert [words(won) for won in state.won] == ["A0 B5", "", ""]
    assert (state.rows, state.totals, state.limits, state.hands) == ([[]] * 3, [0] * 3, [LIMIT] * 3, [0] * 3)


def test_D16_won_cards_are_safe_in_later_rounds() -> None:
    state = settled()
    lay(state, 0, "B4 P4 P4")
    play(state, "give 0")
    assert words(state.won[0]) == "A0 B5"


def test_D17_the_marker_passes_to_the_left_and_its_holder_deals() -> None:
    state = table("P1 P1 P1 P2 P2 P2 P1")
    play(state, *["give 0", "give 1", "give 2"] * 2)
    assert (state.marker, state.dealer) == (0, 2)
    lay(state, 0, "P4 P4 P4")
    play(state, "give 0")
    assert (state.marker, state.dealer, state.turn, state.round) == (1, 1, 1, 2)
    assert legal(state) == {"give 0", "give 1", "give 2"}


def test_D18_drawing_the_last_card_renews_the_pile_before_it_is_received() -> None:
    state = table("D1 P1 P1", "P3 R")
    leave(state, "B2", "R P3 P2")
    play(state, "give 1")
    assert words(state.rows[1]) == "D1 B2"
    assert (words(state.pile[::-1]), state.discard) == ("P3 R P2", [])
    assert look(state, None).last_round


def test_D18_an_arrow_that_was_the_last_card_is_discarded_beside_the_new_pile() -> None:
    state = table("D1 P1 P1")
    leave(state, "R", "P3 R")
    play(state, "give 1")
    assert (words(state.discard), len(state.pile)) == ("R D1", 2)


def test_D18_a_packet_goes_on_from_the_new_pile() -> None:
    state = table("P1 P1 P1", "R B1")
    leave(state, "A1 A2", "P3 B1 R")
    play(state, "give 0", "give 1", "give 2")
    assert words([state.open, *reversed(state.packet)]) == "A1 A2 R"
    assert (words(state.pile[::-1]), state.last_round) == ("B1 P3", True)


def test_D18_a_packet_that_takes_the_last_card_renews_the_pile_at_once() -> None:
    state = table("P1 P1 P1")
    leave(state, "A1 A2 A3", "R P3")
    play(state, "give 0", "give 1", "give 2")
    assert words([state.open, *reversed(state.packet)]) == "A1 A2 A3"
    assert (sorted(state.pile), state.discard) == (sorted(cards("R P3")), [])


def test_D18_the_pile_is_renewed_again_if_it_runs_empty_again() -> None:
    state = table("D1 D2 P1", "D0 R", "H")
    leave(state, "D0", "R D0")
    lay(state, 1, "H")
    play(state, "give 1", "accept", "accept", "refuse", "give 2")
    assert (words(state.pile[::-1]), words(state.discard)) == ("H D0", "R D2")


def test_D18_the_settlement_of_the_last_round_ends_the_game() -> None:
    state = table("D1 P4 P1")
    leave(state, "A2", "R P3")
    lay(state, 2, "P4 P4 P4")
    play(state, "give 1", "give 2")
    assert (state.turn, legal(state), state.open) == (OVER, set(), 0)
    assert text(state.pile[-1]) == "P1"
    assert words(state.won[1]) == "A2"
    assert refusal(state, "give 0") == "The game is over (D18)"
    assert refusal(state, "accept") == "The game is over (D18)"


def test_D19_with_five_arrows_in_play_the_sixth_is_there_to_shuffle() -> None:
    state = table("D1 R R R R", seats=5)
    leave(state, "R", "R")
    play(state, "give 1")
    assert words(state.pile) == "R"


def test_D19_the_code_asserts_that_something_is_there_to_shuffle() -> None:
    state = table("D1 P1 P1")
    leave(state, "R", "")
    with pytest.raises(AssertionError, match="never both empty"):
        play(state, "give 1")


@pytest.mark.parametrize(
    ("won", "scores", "winners"),
    [
        (["A1 A1 A1", "B5 B5", "Q2"], [3, 4, 2], [1]),
        (["A1 A4", "B4", "Q2"], [2, 2, 2], [0]),
        (["A4", "B5", "A1 A4"], [1, 2, 2], [1, 2]),
    ],
)
def test_D20_most_signs_then_values_then_a_shared_win(won: list[str], scores: list[int], winners: list[int]) -> None:
    state = table()
    state.won = [cards(pile) for pile in won]
    assert (state.scores(), state.winners()) == (scores, winners)


def test_D20_the_tiebreak_counts_fewest_first() -> None:
    state = table()
    state.won = [cards("A1 A4"), cards("B4"), cards("Q2")]
    assert state.tiebreaks() == [-5, -4, 0]
