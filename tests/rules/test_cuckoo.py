"""Cuckoo, clause by clause."""

from collections import Counter

import pytest

from engines.chance import Chance, FastChance
from engines.game import IllegalMove
from engines.record import Recording
from engines.view import OVER, heard
from tests.games import CUCKOO
from tests.games.cuckoo.rules import CUT, KEEP, SWAP, CuckooState, deck
from tests.games.cuckoo.view import KING, NO_CARD, CuckooView

QUEEN = 12


class Stacked(Chance):
    """Luck that deals these cards first, in this order and in every round, to a table that seat 0 starts."""

    def __init__(self, *first: int) -> None:
        self.first = first

    def shuffle(self, cards: list[int]) -> None:
        for place, card in enumerate(self.first):
            at = cards.index(card, place)
            cards.insert(place, cards.pop(at))

    def pick(self, what: str, among: list[int]) -> int:
        return among[0]


def table(*first: int, seats: int = 3) -> CuckooState:
    """Seat 0 plays first and the last seat deals; after the hands come the cards of the pile."""
    state = CuckooState(seats, Stacked(*first))
    state.deal()
    return state


def play(state: CuckooState, *moves: int) -> CuckooState:
    for move in moves:
        assert move in state.legal()
        state.play(move)
    return state


def look(state: CuckooState, seat: int | None) -> CuckooView:
    view = CUCKOO.view(state, seat)
    assert isinstance(view, CuckooView)
    return view


def test_K1_there_are_four_of_each_rank_and_all_are_somewhere() -> None:
    assert Counter(deck()) == dict.fromkeys(range(1, 14), 4)
    state = table(seats=5)
    luck = FastChance(1)
    while state.turn != OVER:
        assert Counter([*state.pile, *(card for card in state.cards if card)]) == Counter(deck())
        state.play(state.legal()[luck.below(2)])


def test_K2_everybody_starts_with_three_lives() -> None:
    assert table(seats=6).lives == [3] * 6
    assert CUCKOO.seats == range(3, 7)


def test_K3_everybody_sees_only_the_card_they_were_dealt() -> None:
    state = table(5, 9, 2)
    assert (state.start, state.dealer, state.turn) == (0, 2, 0)
    assert look(state, 1).cards == (None, 9, None)
    assert look(state, None).cards == (None, None, None)
    assert look(state, 0).left == 49


def test_K4_swapped_cards_are_known_to_the_two_who_swapped_them() -> None:
    state = play(table(5, 9, 2), SWAP)
    assert state.cards == [9, 5, 2]
    assert look(state, 0).memory.seen == (9, 5, NO_CARD)
    assert look(state, 1).memory.seen == (9, 5, NO_CARD)
    assert look(state, 2).memory.seen == (NO_CARD, NO_CARD, 2)
    play(state, SWAP)
    assert state.cards == [9, 2, 5]
    assert look(state, 0).memory.seen == (9, NO_CARD, 5)


def test_K4_only_they_hear_which_cards_these_were() -> None:
    recording = Recording(CUCKOO, 3, {}, ["", "", ""], Stacked(5, 9, 2))
    events = recording.play("swap")
    assert [event.kind for event in heard(events, 1)] == ["asked", "swapped"]
    assert [event.kind for event in heard(events, 2)] == ["asked"]
    assert [event.kind for event in heard(events, None)] == ["asked"]


def test_K4_a_kept_card_stays() -> None:
    assert play(table(5, 9, 2), KEEP).cards == [5, 9, 2]


def test_K5_the_dealer_cuts_where_the_others_swap() -> None:
    state = table(5, 9, 2, QUEEN)
    with pytest.raises(IllegalMove, match="Only the dealer"):
        raise state.why_not(CUT)
    play(state, KEEP, KEEP)
    with pytest.raises(IllegalMove, match="nobody to swap with"):
        raise state.why_not(SWAP)
    play(state, CUT)
    assert state.lives == [2, 3, 3]


def test_K6_a_king_stays_and_lies_open() -> None:
    state = play(table(5, KING, 2), SWAP)
    assert state.cards == [5, KING, 2]
    assert look(state, 2).cards == (None, KING, 2)
    assert look(state, None).open == (1,)


def test_K6_a_card_that_was_swapped_without_a_cry_is_no_king() -> None:
    state = play(table(5, 9, 2), SWAP)
    view = look(state, 2)
    assert view.memory.no_king == (0,)
    luck = FastChance(1)
    sampler = CUCKOO.sampler(view)
    worlds = [sampler.draw(luck) for _ in range(2000)]
    assert all(isinstance(world, CuckooState) and world.cards[0] != KING for world in worlds)
    assert any(isinstance(world, CuckooState) and world.cards[1] == KING for world in worlds)


def test_K7_a_king_that_is_cut_helps_nobody() -> None:
    assert play(table(5, 9, 2, KING), KEEP, KEEP, CUT).lives == [3, 3, 2]


def test_K8_every_lowest_card_costs_a_life() -> None:
    state = play(table(4, 9, 4), KEEP, KEEP, KEEP)
    assert state.lives == [2, 3, 2]
    assert state.round == 2


def test_K8_everybody_remembers_what_was_turned_up() -> None:
    state = play(table(4, 9, 5, KING), KEEP, KEEP, CUT)
    for seat in (0, 1, 2, None):
        assert look(state, seat).memory.last == (4, 9, 5, KING)


def test_K9_who_has_no_life_left_is_passed_over() -> None:
    state = table(2, 9, 8)
    for _ in range(3):
        play(state, KEEP, KEEP, KEEP)
    assert state.lives == [0, 3, 3]
    assert state.cards[0] == NO_CARD
    assert [state.dealer, state.turn] == [2, 1]
    assert look(state, 0).cards == (NO_CARD, None, None)


def test_K9_the_next_player_to_the_left_deals() -> None:
    state = play(table(2, 9, 8), KEEP, KEEP, KEEP)
    assert (state.dealer, state.turn) == (0, 1)


def test_K10_the_last_one_with_a_life_wins() -> None:
    state = table(2, 9, 8)
    state.lives = [1, 2, 0]
    state.cards[2] = NO_CARD
    state.dealer = 1
    play(state, KEEP, KEEP)
    assert state.turn == OVER
    assert (state.scores(), state.winners()) == ([0, 2, 0], [1])
    assert look(state, None).cards == (2, 9, NO_CARD)


def test_K10_who_lose_their_last_lives_together_share_the_win() -> None:
    state = table(7, 7, 8)
    state.lives = [1, 1, 0]
    state.cards[2] = NO_CARD
    state.dealer = 1
    play(state, KEEP, KEEP)
    assert (state.scores(), state.winners()) == ([0, 0, 0], [0, 1])
