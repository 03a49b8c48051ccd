"""Bumbesi, clause by clause."""

from collections import Counter
from collections.abc import Sequence

import pytest

from engines.bumbesi.game import Bumbesi
from engines.bumbesi.rules import DECK, BumbesiState
from engines.bumbesi.view import HAND, LIMIT, REVERSE, STEAL
from engines.chance import FastChance, Outcome, PlaybackChance
from engines.info import Result
from engines.match import Match
from engines.record import Replay
from engines.view import OVER, cards_shown, heard
from tests.rules.playing import Playing
from tests.setups import Setup

GAME = Bumbesi()
_playing = Playing(GAME)
play, legal, refusal = _playing.play, _playing.legal, _playing.refusal
ONLY_CARDS = ((3,), (4,), (5,))


def position(
    hands: Sequence[Sequence[int]],
    pile: Sequence[int] = (),
    limits: Sequence[Sequence[int]] = ((40,), (60,)),
    piles: Sequence[Sequence[int]] = ((), ()),
    luck: Sequence[Outcome] = (),
) -> BumbesiState:
    """Set up a position with seat 0 to act; the draw pile is written top first, as everywhere."""
    state = BumbesiState(len(hands), PlaybackChance(list(luck)))
    state.hands = [sorted(hand) for hand in hands]
    state.bins = [[] for _ in hands]
    state.limits = [list(cards) for cards in limits]
    state.piles = [list(cards) for cards in piles]
    state.pile = list(reversed(pile))
    return state


def dealt(seats: int, top: Sequence[int], start: int = 0, *shuffles: Sequence[int]) -> BumbesiState:
    """Deal from a deck with these cards on top, and these piles after each further shuffle."""
    deck = stacked(DECK, top)
    piles: list[Outcome] = [("pile", tuple(cards)) for cards in (deck, *shuffles)]
    state = GAME.deal(seats, {}, PlaybackChance([("start", (start,)), *piles]))
    assert isinstance(state, BumbesiState)
    return state


def stacked(cards: Sequence[int], top: Sequence[int]) -> list[int]:
    rest = list(cards)
    for card in top:
        rest.remove(card)
    return [*top, *rest]


def test_B1_the_deck_has_seventy_numbers_and_fifteen_specials() -> None:
    counts = Counter(DECK)
    assert [counts[number] for number in range(1, 71)] == [1] * 70
    assert (counts[REVERSE], counts[STEAL], counts[LIMIT]) == (6, 5, 4)
    assert len(DECK) == 85
    assert [GAME.card(card) for card in (1, 70, REVERSE, STEAL, LIMIT)] == ["1", "70", "reverse", "steal", "limit"]


@pytest.mark.parametrize("seats", GAME.seats)
def test_B2_everybody_is_dealt_five(seats: int) -> None:
    state = dealt(seats, list(range(1, 41)))
    assert state.hands == [list(range(5 * seat + 1, 5 * seat + 6)) for seat in range(seats)]
    assert len(state.pile) == 85 - 5 * seats - 2


def test_B3_two_numbers_are_turned_up_as_limits_and_the_marker_lies_on_the_first() -> None:
    state = dealt(3, [*range(1, 16), 33, 44])
    assert state.limits == [[33], [44]]
    assert state.marker == 0
    assert cards_shown(state.shown) == (33, 44)


def test_B3_a_special_is_shuffled_back_until_a_number_turns_up() -> None:
    below = stacked(DECK, range(1, 16))[15:]
    again = stacked(below, [REVERSE])
    number = stacked(below, [33, STEAL])
    last = stacked(number[1:], [44])
    state = dealt(3, [*range(1, 16), LIMIT], 0, again, number, last)
    assert state.limits == [[33], [44]]
    assert cards_shown(state.shown) == (LIMIT, REVERSE, 33, STEAL, 44)
    assert state.pile[::-1] == last[1:]


def test_B4_the_shuffle_draws_the_start_player_and_play_goes_clockwise() -> None:
    state = dealt(4, [*range(1, 21), 60, 61], 2)
    assert (state.start, state.turn) == (2, 2)
    play(state, "play 11 0")
    assert state.turn == 3
    play(state, "play 16 0")
    assert state.turn == 0


def test_B5_a_number_must_be_lower_than_the_limit() -> None:
    state = position([[26, 27, 28], [1], [2]], limits=((27,), (10,)))
    assert legal(state) == {"play 26 0", "collect"}
    assert refusal(state, "play 27 0") == "27 must be lower than the limit 27 (B5)"
    assert refusal(state, "play 28 1") == "28 must be lower than the limit 10 (B5)"


def test_B5_a_number_must_be_higher_than_the_top_of_the_pile() -> None:
    state = position([[20, 22], [1], [2]], limits=((30,), (10,)), piles=((15, 21), ()))
    assert legal(state) == {"play 22 0", "collect"}
    assert refusal(state, "play 20 0") == "20 must be higher than the 21 on the pile (B5)"
    play(state, "play 22 0")
    assert state.piles == [[15, 21, 22], []]


def test_B5_the_rulebooks_example_only_27_fits_on_the_left_and_50_to_63_on_the_right() -> None:
    hand = [27, 33, 51, 62, 63]
    state = position([hand, [1], [2]], pile=[9, 8], limits=((28,), (63,)), piles=((4, 26), (50,)))
    assert {move for move in legal(state) if move.startswith("play")} == {"play 27 0", "play 51 1", "play 62 1"}
    play(state, "play 51 1")
    assert state.piles[1] == [50, 51]
    assert state.hands[0] == [9, 27, 33, 62, 63]


def test_B5_only_a_card_in_hand_can_be_played() -> None:
    state = position(ONLY_CARDS)
    assert refusal(state, "play 5 0") == "You do not hold the 5 (B5)"


def test_B6_a_special_goes_into_the_players_own_bin_for_one_point() -> None:
    state = position([[REVERSE, REVERSE, 7], [1], [2]])
    assert [GAME.say(move) for move in state.legal()].count("reverse") == 1
    play(state, "reverse")
    assert state.bins == [[REVERSE], [], []]
    assert state.scores() == [1, 0, 0]
    assert state.piles == [[], []]


def test_B7_reverse_turns_the_direction_and_the_next_may_reverse_again() -> None:
    state = position([[REVERSE, 7], [1], [2], [REVERSE, 3]])
    play(state, "reverse")
    assert (state.direction, state.turn) == (-1, 3)
    play(state, "reverse")
    assert (state.direction, state.turn) == (1, 0)


def test_B7_reverse_must_be_in_hand() -> None:
    assert refusal(position(ONLY_CARDS), "reverse") == "You hold no reverse card (B7)"


def test_B8_a_random_card_joins_the_thiefs_hand_and_the_victim_draws_first() -> None:
    hands = [[STEAL, 1, 2, 3], [11, 12, 13, 14, 15], [21, 22, 23, 24, 25]]
    state = position(hands, pile=[50, 51, 52], luck=[("stolen", (23,))])
    play(state, "steal 2")
    assert state.hands == [[1, 2, 3, 23, 51], [11, 12, 13, 14, 15], [21, 22, 24, 25, 50]]
    assert state.bins[0] == [STEAL]
    assert state.turn == 1


def test_B8_luck_picks_among_the_victims_cards_in_order() -> None:
    picks: list[list[int]] = []

    class Watching(FastChance):
        def pick(self, what: str, among: list[int]) -> int:
            picks.append(among[:])
            return super().pick(what, among)

    state = position([[STEAL, 1], [2], [REVERSE, 9, REVERSE, 4]])
    state.chance = Watching(1)
    play(state, "steal 2")
    assert picks == [[4, 9, REVERSE, REVERSE]]


def test_B8_nothing_replaces_the_stolen_card_when_the_pile_is_empty() -> None:
    state = position([[STEAL], [11], [21, 22]], luck=[("stolen", (22,))])
    play(state, "steal 2")
    assert state.hands == [[22], [11], [21]]


def test_B8_steal_needs_an_opponent_with_a_card() -> None:
    state = position([[STEAL, 7], [], [8]])
    assert {move for move in legal(state) if move.startswith("steal")} == {"steal 2"}
    assert refusal(state, "steal 1") == "seat 1 has no card to steal (B8)"
    assert refusal(state, "steal 0") == "You can't steal from yourself (B8)"
    assert refusal(state, "steal 3") == "There is no seat 3 at this table (B8)"
    assert refusal(position(ONLY_CARDS), "steal 1") == "You hold no steal card (B8)"
    assert legal(position([[STEAL], [], []])) == {"collect"}


def test_B8_only_thief_and_victim_hear_which_card_it_was() -> None:
    state = position([[STEAL, 7], [11], [21, 22]], luck=[("stolen", (22,))])
    events = play(state, "steal 2")
    assert [event.kind for event in heard(events, None)] == ["stole"]
    assert [event.kind for event in heard(events, 1)] == ["stole"]
    assert [event.args.get("card") for event in heard(events, 0)] == [None, 22]
    assert heard(events, 2) == heard(events, 0)


def test_B9_limit_covers_a_limit_with_a_higher_number() -> None:
    state = position([[LIMIT, 45, 63, 30], [1], [2]], pile=[8, 9, 10], limits=((40,), (60,)), piles=((12,), ()))
    assert {move for move in legal(state) if move.startswith("limit")} == {"limit 45 0", "limit 63 0", "limit 63 1"}
    assert refusal(state, "limit 45 1") == "45 must be higher than the limit 60 (B9)"
    assert refusal(state, "limit 50 0") == "You do not hold the 50 (B9)"
    play(state, "limit 63 0")
    assert state.limits == [[40, 63], [60]]
    assert state.piles == [[12], []]
    assert state.bins[0] == [LIMIT]


def test_B9_the_rulebooks_example_two_cards_are_drawn_afterwards() -> None:
    state = position([[LIMIT, 45, 1, 2, 3], [5], [6]], pile=[8, 9, 10])
    play(state, "limit 45 0")
    assert state.hands[0] == [1, 2, 3, 8, 9]


def test_B9_limit_needs_a_number_that_is_high_enough() -> None:
    assert legal(position([[LIMIT, 39, 40], [1], [2]], limits=((40,), (60,)))) == {
        "play 39 0",
        "play 39 1",
        "play 40 1",
        "collect",
    }
    assert refusal(position(ONLY_CARDS), "limit 70 0") == "You hold no limit card (B9)"


def test_B10_collecting_takes_limit_covered_limits_and_pile_and_moves_the_marker() -> None:
    state = position([[41, 42, 43, 44, 45], [1], [2]], pile=[9, 8], limits=((20, 30), (40,)), piles=((3, 7), (10,)))
    play(state, "collect 43")
    assert sorted(state.bins[0]) == [3, 7, 20, 30]
    assert state.limits == [[43], [40]]
    assert state.piles == [[], [10]]
    assert state.marker == 1
    assert state.hands[0] == [9, 41, 42, 44, 45]
    assert state.turn == 1


def test_B10_a_player_who_could_play_may_collect_and_lays_any_number() -> None:
    state = position([[5, 70, REVERSE], [1], [2]], pile=[9, 8])
    assert legal(state) == {"play 5 0", "play 5 1", "reverse", "collect 5", "collect 70"}
    assert refusal(state, "collect") == "Choose a number from your hand as the new limit (B10)"
    assert refusal(state, "collect 6") == "You do not hold the 6 (B10)"


def test_B11_without_a_number_in_hand_the_top_card_becomes_the_limit() -> None:
    state = position([[REVERSE, STEAL, STEAL, LIMIT, LIMIT], [1], [2]], pile=[33, 8])
    assert legal(state) == {"reverse", "steal 1", "steal 2", "collect"}
    assert refusal(state, "collect 33") == "You hold no number, so you collect without a card (B11)"
    play(state, "collect")
    assert state.bins[0] == [40]
    assert state.limits == [[33], [60]]
    assert state.pile == [8]
    assert cards_shown(state.shown) == (33,)
    assert state.turn == 1


def test_B11_specials_that_turn_up_are_shuffled_back() -> None:
    luck: list[Outcome] = [("pile", (REVERSE, 33, LIMIT)), ("pile", (33, LIMIT, REVERSE))]
    state = position([[REVERSE] * 5, [1], [2]], pile=[LIMIT, REVERSE, 33], luck=luck)
    events = play(state, "collect")
    assert cards_shown(state.shown) == (LIMIT, REVERSE, 33)
    assert [event.kind for event in events] == ["collected", "shuffled back", "shuffled back", "turned up"]
    assert state.limits[0] == [33]
    assert state.pile == [REVERSE, LIMIT]


def test_B11_without_a_number_in_the_pile_the_collection_ends_the_game() -> None:
    state = position([[REVERSE] * 5, [1], [2]], pile=[LIMIT, STEAL])
    play(state, "collect")
    assert state.turn == OVER
    assert state.shown == 0
    assert state.bins[0] == [40]
    assert state.limits == [[], [60]]


def test_B12_the_player_draws_up_to_five_one_card_after_the_other() -> None:
    state = position([[1, 2], [3], [4]], pile=[50, 51, 52, 53, 54, 55])
    play(state, "play 1 0")
    assert state.hands[0] == [2, 50, 51, 52, 53]
    assert state.pile == [55, 54]


def test_B12_nothing_is_drawn_from_an_empty_pile() -> None:
    state = position([[LIMIT, 50, 1], [3], [4]], pile=[8])
    play(state, "limit 50 0")
    assert state.hands[0] == [1, 8]
    play(state, "play 3 0")
    assert state.hands[1] == []


def test_B12_only_the_player_hears_which_cards_were_drawn() -> None:
    state = position([[1, 2, 3, 4, 5], [6], [7]], pile=[50])
    events = play(state, "play 1 0")
    assert [event.kind for event in heard(events, 0)] == ["played", "drew", "drew card"]
    assert [event.kind for event in heard(events, 1)] == ["played", "drew"]


def test_B13_collecting_from_an_empty_pile_ends_the_game() -> None:
    state = position([[41, 42], [1], [2]], limits=((20, 30), (40,)), piles=((3, 7), (10,)))
    assert legal(state) == {"collect"}
    assert refusal(state, "collect 41") == "The draw pile is empty, so you collect without a card (B13)"
    play(state, "collect")
    assert state.turn == OVER
    assert state.hands[0] == [41, 42]
    assert state.limits == [[], [40]]
    assert state.legal() == []
    assert refusal(state, "collect") == "The game is over (B13)"


def test_B13_play_goes_on_until_somebody_collects_by_choice_or_with_an_empty_hand() -> None:
    state = position([[5, 30], [6], []])
    assert legal(state) == {"play 5 0", "play 5 1", "play 30 0", "play 30 1", "collect"}
    play(state, "play 5 0", "play 6 0")
    assert legal(state) == {"collect"}
    play(state, "collect")
    assert state.turn == OVER
    assert state.scores() == [0, 0, 3]


def test_B13_the_pile_is_tested_when_the_player_chooses() -> None:
    state = position([[5, 30, 31, 32, 33], [6], [7]], pile=[8])
    play(state, "collect 30")
    assert state.pile == []
    assert state.turn == 1
    assert state.limits[0] == [30]
    assert "collect" in legal(state)


def test_B14_every_card_in_a_bin_is_a_point_and_nothing_else_counts() -> None:
    state = position([[41, 42], [1], [2]], limits=((40,), (60,)), piles=((), (10, 20)))
    state.bins = [[], [REVERSE, 11], [12, 13, 14]]
    play(state, "collect")
    assert state.scores() == [1, 2, 3]
    assert state.winners() == [0]
    view = GAME.view(state, 1)
    assert (view.scores, view.winners) == ((1, 2, 3), (0,))


def test_B15_fewest_specials_played_win_a_tie() -> None:
    state = position(ONLY_CARDS)
    state.bins = [[REVERSE, 11], [12, 13], [1, 2, 3]]
    assert state.tiebreaks() == [1, 0, 0]
    assert state.winners() == [1]


def test_B15_still_tied_the_win_is_shared() -> None:
    state = position(ONLY_CARDS)
    state.bins = [[REVERSE, 11], [LIMIT, 13], [STEAL, 12, 14]]
    assert state.winners() == [0, 1]


def test_B16_three_rounds_are_added_up_and_the_left_neighbour_starts_the_next() -> None:
    match = Match(GAME, 3)
    match.add(Result(start=2, scores=(9, 5, 7), winners=(1,), tiebreaks=(1, 0, 0)))
    assert match.next_start == 0
    match.add(Result(start=0, scores=(5, 8, 6), winners=(0,), tiebreaks=(0, 2, 1)))
    assert not match.over
    match.add(Result(start=1, scores=(6, 7, 9), winners=(0,), tiebreaks=(2, 0, 0)))
    assert match.over
    assert match.totals == [20, 20, 22]
    assert match.winners == [1]


def test_every_hand_holds_five_until_the_pile_is_empty() -> None:
    state = dealt(6, [])
    luck = FastChance(6)
    state.chance = luck
    while state.pile:
        assert [len(hand) for hand in state.hands] == [HAND] * 6
        moves = state.legal()
        state.play(moves[luck.below(len(moves))])


def test_B12_the_drawer_hears_the_cards_in_the_order_of_the_hand() -> None:
    draws = [
        [event.args["card"] for event in events if event.kind == "drew card"]
        for events in Replay(Setup(GAME, 5).finished(3).record())
    ]
    assert max(len(cards) for cards in draws) > 1
    assert all(cards == sorted(cards) for cards in draws)
