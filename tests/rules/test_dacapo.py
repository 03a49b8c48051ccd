"""Da Capo, clause by clause."""

from collections import Counter
from collections.abc import Sequence

import pytest

from engines.chance import FastChance, Outcome, PlaybackChance
from engines.dacapo.game import DaCapo
from engines.dacapo.rules import DaCapoState, deck
from engines.game import IllegalMove
from engines.info import Result
from engines.match import Match
from engines.record import Replay
from engines.view import OVER, cards_shown
from tests.rules.playing import Playing
from tests.setups import Setup

GAME = DaCapo()
_playing = Playing(GAME)
play, legal, refusal = _playing.play, _playing.legal, _playing.refusal
JOKER = 11


def cards(words: str) -> list[int]:
    return [JOKER if word == "J" else int(word) for word in words.split()]


def position(
    hands: Sequence[str],
    stocks: Sequence[str] = (),
    builds: Sequence[str] = ("", "", ""),
    helpers: Sequence[str] = ("", "", ""),
    pile: str = "",
    aside: str = "",
    luck: Sequence[Outcome] = (),
) -> DaCapoState:
    """Set up a position with seat 0 to act; the draw pile is written top first, all others bottom first.

    A stock that is not given is 9 9, which fits nowhere at first; the helper piles are those of seat 0.
    """
    state = DaCapoState(len(hands), PlaybackChance(list(luck)))
    state.hands = [cards(hand) for hand in hands]
    state.stocks = [cards(stocks[seat] if seat < len(stocks) else "9 9") for seat in range(len(hands))]
    state.builds = [cards(build) for build in builds]
    state.helpers = [[[], [], []] for _ in hands]
    state.helpers[0] = [cards(helper) for helper in helpers]
    state.pile = cards(pile)[::-1]
    state.aside = cards(aside)
    state.look_over()
    return state


def dealt(seats: int, top: str = "", start: int = 0) -> DaCapoState:
    """Deal from a deck with these cards on top."""
    first = cards(top)
    rest = Counter(deck())
    rest.subtract(first)
    luck: list[Outcome] = [("start", (start,)), ("pile", (*first, *rest.elements()))]
    state = GAME.deal(seats, {}, PlaybackChance(luck))
    assert isinstance(state, DaCapoState)
    return state


def test_C1_there_are_fifteen_cards_of_each_value_and_fifteen_jokers() -> None:
    assert Counter(deck()) == Counter(dict.fromkeys((*range(1, 11), JOKER), 15))


@pytest.mark.parametrize("seats", GAME.seats)
def test_C2_everybody_has_a_stock_of_twenty_with_its_top_card_open(seats: int) -> None:
    state = GAME.deal(seats, {}, FastChance(seats))
    assert isinstance(state, DaCapoState)
    assert state.scores() == [20] * seats
    assert state.tops == [stock[-1] for stock in state.stocks]
    assert cards_shown(state.shown) == tuple(state.tops)


def test_C2_stocks_are_dealt_seat_by_seat_and_the_last_card_lies_on_top() -> None:
    state = dealt(2, "1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 6")
    assert state.stocks == [[1] * 10 + [2] * 9 + [3], [4] * 10 + [5] * 9 + [6]]
    assert state.tops == [3, 6]


def test_C3_hands_of_four_are_dealt_after_all_stocks_and_the_rest_is_the_draw_pile() -> None:
    stocks = " ".join(["1"] * 15 + ["2"] * 15 + ["3"] * 10)
    state = dealt(2, f"{stocks} 7 8 9 10 J J J J 6 5")
    assert state.hands == [[7, 8, 9, 10], [JOKER] * 4]
    assert state.pile[-2:] == [5, 6]
    assert len(state.pile) == 165 - 2 * 24


def test_C4_three_build_piles_and_three_helper_piles_each_are_empty_at_first() -> None:
    state = dealt(4)
    assert state.builds == [[], [], []]
    assert state.helpers == [[[], [], []]] * 4


def test_C5_the_shuffle_draws_the_start_player_and_play_goes_clockwise() -> None:
    state = dealt(3, start=2)
    assert (state.start, state.turn) == (2, 2)
    turns = []
    for _ in range(3):
        state.play(next(move for move in state.legal() if GAME.say(move).startswith("lay")))
        turns.append(state.turn)
    assert turns == [0, 1, 2]


def test_C6_a_turn_begins_with_drawing_to_four_cards() -> None:
    state = position(["5 6", "7"], pile="2 3 4 5")
    play(state, "lay 5 0")
    assert state.turn == 1
    assert sorted(state.hands[1]) == [2, 3, 4, 7]
    assert state.pile == [5]


def test_C6_in_the_first_round_nobody_draws() -> None:
    state = dealt(2)
    left = len(state.pile)
    state.play(next(move for move in state.legal() if GAME.say(move).startswith("lay")))
    assert len(state.pile) == left
    assert len(state.hands[1]) == 4


def test_C7_cards_come_from_stock_hand_helper_piles_and_other_stocks() -> None:
    state = position(
        ["1 5", "8", "8"], stocks=["9 1", "9 1", "9 1"], builds=["1", "1", ""], helpers=["3 1", "1 3", ""], pile="4 4 4"
    )
    builds = {text for text in legal(state) if not text.startswith("lay")}
    assert builds == {"hand 1 2", "stock 2", "help 0 2", "rob 1 2", "rob 2 2"}


def test_C7_the_next_stock_card_is_turned_up_at_once_and_may_follow() -> None:
    state = position(["9"], stocks=["5 3 2 1"])
    play(state, "stock 0")
    assert state.tops == [2]
    assert cards_shown(state.shown) == (2,)
    play(state, "stock 0", "stock 0")
    assert state.builds[0] == [1, 2, 3]


def test_C7_a_robbed_stock_shows_its_next_card_which_may_be_robbed_too() -> None:
    state = position(["9", "9"], stocks=["9 9", "5 2 1"])
    play(state, "rob 1 0")
    assert state.tops == [9, 2]
    assert cards_shown(state.shown) == (2,)
    play(state, "rob 1 0")
    assert state.builds[0] == [1, 2]
    assert state.scores() == [2, 1]


def test_C7_a_card_under_a_helper_card_is_freed_when_that_is_played() -> None:
    state = position(["9", "9"], helpers=["2 1", "", ""])
    play(state, "help 0 0", "help 0 0")
    assert state.builds[0] == [1, 2]


def test_C7_equal_cards_in_hand_are_one_move() -> None:
    state = position(["1 1 1 1", "9"])
    moves = [GAME.say(move) for move in state.legal()]
    assert sorted(moves) == ["hand 1 0", "hand 1 1", "hand 1 2", "lay 1 0", "lay 1 1", "lay 1 2"]


def test_C8_a_pile_starts_with_a_1_or_a_joker() -> None:
    state = position(["1 2 J", "9"])
    assert {text for text in legal(state) if text.endswith("0") and text.startswith("hand")} == {"hand 1 0", "hand J 0"}


def test_C8_each_next_card_is_one_higher_or_a_joker() -> None:
    state = position(["3 4 5 J", "9"], builds=["1 2 3", "1 2 3", "1 2 3"])
    plays = {text for text in legal(state) if text.startswith("hand")}
    assert plays == {f"hand {card} {build}" for card in ("4", "J") for build in (0, 1, 2)}


def test_C8_the_printed_example_of_a_build_pile() -> None:
    state = position(["1 2 J 4", "9"], pile="5 6 J J 9 10 3 3 3 3")
    play(state, "hand 1 0", "hand 2 0", "hand J 0", "hand 4 0")
    assert sorted(state.hands[0]) == [5, 6, JOKER, JOKER]
    play(state, "hand 5 0", "hand 6 0", "hand J 0", "hand J 0", "hand 9 0", "hand 10 0")
    assert state.builds[0] == []
    assert state.aside == [1, 2, JOKER, 4, 5, 6, JOKER, JOKER, 9, 10]


@pytest.mark.parametrize("last", ["10", "J"])
def test_C9_a_pile_that_reaches_10_is_set_aside_and_its_place_is_free(last: str) -> None:
    state = position([f"{last} 1 5", "9"], builds=["", "1 2 3 4 5 6 7 8 9", ""])
    play(state, f"hand {last} 1")
    assert state.builds == [[], [], []]
    assert state.aside == [1, 2, 3, 4, 5, 6, 7, 8, 9, *cards(last)]
    play(state, "hand 1 1")


def test_C10_playing_the_last_hand_card_draws_four_at_once_and_the_turn_goes_on() -> None:
    state = position(["1", "9"], pile="2 3 4 5 6")
    play(state, "hand 1 0")
    assert state.turn == 0
    assert sorted(state.hands[0]) == [2, 3, 4, 5]
    play(state, "hand 2 0")
    assert len(state.hands[0]) == 3


def test_C10_the_complete_pile_is_set_aside_before_the_draw_and_can_be_drawn() -> None:
    reshuffled = tuple(cards("3 1 4 2 5 6 7 8 9 10"))
    state = position(["10", "9"], builds=["1 2 3 4 5 6 7 8 9", "", ""], luck=[("pile", reshuffled)])
    play(state, "hand 10 0")
    assert sorted(state.hands[0]) == [1, 2, 3, 4]
    assert len(state.pile) == 6


def test_C10_with_nothing_to_draw_the_hand_stays_empty_for_the_rest_of_the_turn() -> None:
    state = position(["1", "9"], stocks=["9 9 10", "9"], builds=["", "1 2 3 4 5 6 7 8 9", ""])
    play(state, "hand 1 0", "stock 1")
    assert state.hands[0] == []
    assert len(state.aside) == 10
    assert legal(state) == {"end"}


def test_C10_laying_the_last_card_draws_nothing() -> None:
    state = position(["7", "9 9 9 9"], pile="2 3 4 5")
    play(state, "lay 7 1")
    assert state.hands[0] == []
    assert len(state.pile) == 4


def test_C11_any_hand_card_may_be_laid_on_any_own_helper_pile() -> None:
    state = position(["7 J", "9"], helpers=["2", "", "9"])
    lays = {text for text in legal(state) if text.startswith("lay")}
    assert lays == {f"lay {card} {helper}" for card in ("7", "J") for helper in (0, 1, 2)}
    play(state, "lay 7 0")
    assert state.helpers[0] == [[2, 7], [], [9]]
    assert state.turn == 1


def test_C11_the_hand_is_refilled_only_at_the_next_own_turn() -> None:
    state = position(["7 8", "9 9 9 9"], pile="2 3 4 5 6 1")
    play(state, "lay 7 0")
    assert state.hands[0] == [8]
    play(state, "lay 9 0")
    assert sorted(state.hands[0]) == [2, 3, 4, 8]


def test_C12_with_cards_in_hand_nothing_must_be_built_but_a_card_must_be_laid() -> None:
    state = position(["1", "9"], stocks=["9 1"])
    assert {"lay 1 0", "stock 0", "hand 1 0"} <= legal(state)
    assert refusal(state, "end") == "You still hold cards: lay one of them to end your turn (C12)"


def test_C12_an_empty_hand_ends_only_when_neither_stock_nor_helper_card_fits() -> None:
    state = position(["", "9"], stocks=["9 1"], helpers=["5", "", ""])
    assert legal(state) == {"stock 0", "stock 1", "stock 2"}
    assert refusal(state, "end") == "Your 1 can still be played, so you can't end your turn (C12)"
    state = position(["", "9"], helpers=["5", "", "J"])
    assert legal(state) == {"help 2 0", "help 2 1", "help 2 2"}
    assert refusal(state, "end") == "Your J can still be played, so you can't end your turn (C12)"


def test_C12_robbing_stays_a_choice_beside_end() -> None:
    state = position(["", "9"], stocks=["9", "9 1"])
    assert legal(state) == {"end", "rob 1 0", "rob 1 1", "rob 1 2"}


def test_C13_the_set_aside_piles_become_the_draw_pile_when_a_card_is_needed() -> None:
    reshuffled = tuple(cards("6 5 4 3 2 1 7 8 9 10"))
    state = position(["7", "8 8"], pile="9", aside="1 2 3 4 5 6 7 8 9 10", luck=[("pile", reshuffled)])
    play(state, "lay 7 0")
    assert state.hands[1] == [8, 8, 9, 6]
    assert state.pile[::-1] == list(reshuffled[1:])
    assert state.aside == []


def test_C13_an_empty_draw_pile_is_not_shuffled_before_a_card_is_needed() -> None:
    state = position(["7", "8 8"], pile="9 9", aside="1 2 3")
    play(state, "lay 7 0")
    assert (state.pile, state.aside) == ([], [1, 2, 3])


def test_C13_drawing_stops_short_when_nothing_is_set_aside() -> None:
    state = position(["7", "8"], pile="9")
    play(state, "lay 7 0")
    assert state.hands[1] == [8, 9]


def test_C14_who_plays_the_last_stock_card_wins_at_once() -> None:
    state = position(["5 5", "9", "9"], stocks=["1", "9 9 9", "9 9"])
    play(state, "stock 2")
    assert state.turn == OVER
    assert state.legal() == []
    assert state.scores() == [0, 3, 2]
    assert state.winners() == [0]
    assert refusal(state, "lay 5 0") == "The game is over (C14)"


def test_C14_robbing_the_last_card_of_a_stock_makes_its_owner_win() -> None:
    state = position(["9", "9", "9"], stocks=["9", "9", "1"])
    play(state, "rob 2 0")
    assert state.turn == OVER
    assert state.winners() == [2]


def test_C15_as_many_ends_in_a_row_as_players_are_a_stalemate() -> None:
    state = position(["", "", ""], stocks=["9 9 9", "9 9", "9 9"])
    play(state, "end", "end")
    assert state.turn == 2
    play(state, "end")
    assert state.turn == OVER
    assert state.scores() == [3, 2, 2]
    assert state.winners() == [1, 2]
    assert refusal(state, "end") == "The game is over (C15)"


def test_C15_any_other_move_between_starts_the_count_again() -> None:
    state = position(["", "", "9"], stocks=["9", "9", "9 9 1"])
    play(state, "end", "rob 2 0", "end", "lay 9 0")
    assert state.ends == 0
    play(state, "end", "end")
    assert state.turn == 2
    play(state, "end")
    assert state.turn == OVER


def test_C15_a_draw_between_starts_the_count_again() -> None:
    state = position(["", ""], pile="3")
    play(state, "end")
    assert (state.ends, state.hands[1]) == (0, [3])
    play(state, "lay 3 0", "end", "end")
    assert state.turn == OVER


def result(scores: Sequence[int], winners: Sequence[int], start: int) -> Result:
    return Result(start, tuple(scores), tuple(winners), (0,) * len(scores))


def test_C16_the_winner_scores_the_cards_left_in_the_other_stocks_up_to_50() -> None:
    match = Match(GAME, 3)
    match.add(result([0, 12, 20], [0], start=2))
    assert (match.totals, match.next_start, match.over) == ([32, 0, 0], 0, False)
    match.add(result([7, 10, 0], [2], start=0))
    assert (match.totals, match.next_start, match.over) == ([32, 0, 17], 1, False)
    match.add(result([0, 9, 9], [0], start=1))
    assert (match.totals, match.over, match.winners) == ([50, 0, 17], True, [0])


def test_C16_a_stalemate_scores_nothing() -> None:
    match = Match(GAME, 2)
    match.add(result([4, 9], [0], start=0))
    assert match.totals == [0, 0]


REFUSALS = {
    "stock 0": "9 does not fit: that pile goes on with 3 or J (C8)",
    "stock 1": "9 does not fit: a pile starts with 1 or J (C8)",
    "hand 5 0": "5 does not fit: that pile goes on with 3 or J (C8)",
    "hand 1 1": "You hold no 1 (C7)",
    "help 0 0": "7 does not fit: that pile goes on with 3 or J (C8)",
    "help 1 0": "That helper pile is empty (C7)",
    "rob 0 0": "You can't rob your own stock: play from it instead (C7)",
    "rob 1 0": "4 does not fit: that pile goes on with 3 or J (C8)",
    "rob 2 0": "Nobody at this table has that stock (C7)",
    "lay J 0": "You hold no J (C11)",
}


@pytest.mark.parametrize("text", REFUSALS)
def test_a_refusal_says_what_is_wrong(text: str) -> None:
    state = position(["5 6", "9"], stocks=["9", "9 4"], builds=["1 2", "", ""], helpers=["3 7", "", ""])
    assert refusal(state, text) == REFUSALS[text]


def test_an_empty_hand_has_nothing_to_lay() -> None:
    state = position(["", "9"])
    assert refusal(state, "lay 7 0") == "Your hand is empty, so there is no card to lay (C12)"


def test_moves_are_written_as_in_the_rules() -> None:
    for text in ("stock 0", "hand 7 1", "hand J 2", "help 2 0", "rob 3 0", "lay 10 2", "end"):
        assert GAME.say(GAME.parse(text)) == text
    with pytest.raises(IllegalMove):
        GAME.parse("hand 11 0")


def test_C6_the_drawer_hears_the_cards_in_the_order_of_the_hand() -> None:
    draws = [
        [event.args["card"] for event in events if event.kind == "drew card"]
        for events in Replay(Setup(GAME, 5).finished(3).record())
    ]
    assert max(len(cards) for cards in draws) > 1
    assert all(cards == sorted(cards) for cards in draws)
