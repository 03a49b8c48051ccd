"""Bumbesi: what a seat may see and remember, and the positions it can't rule out."""

from collections import Counter
from collections.abc import Sequence
from typing import cast

import pytest

from engines.bumbesi.game import Bumbesi
from engines.bumbesi.knowledge import DREW, HELD_NO_NUMBER, LEFT_HAND, SHUFFLED_BACK, STOLE, Witness
from engines.bumbesi.rules import DECK, BumbesiState
from engines.bumbesi.view import HIGHEST, LIMIT, REVERSE, SOME_SPECIAL, STEAL, BumbesiView, surely_held
from engines.chance import FastChance, Outcome, PlaybackChance
from engines.view import OVER, heard
from tests.rules.playing import Playing

GAME = Bumbesi()
play = Playing(GAME).play
LIMITS = [68, 69]


def table(top: Sequence[int], *luck: Outcome) -> BumbesiState:
    """Deal four hands from these cards, limits last; what follows in the deck are the lowest cards left."""
    rest = DECK[:]
    for card in top:
        rest.remove(card)
    outcomes: list[Outcome] = [("start", (0,)), ("pile", (*top, *rest)), *luck]
    return cast(BumbesiState, GAME.deal(4, {}, PlaybackChance(outcomes)))


def see(state: BumbesiState, seat: int | None) -> BumbesiView:
    return cast(BumbesiView, GAME.view(state, seat))


def worlds(state: BumbesiState, seat: int | None, number: int = 60) -> list[BumbesiState]:
    """Draw positions behind a view and make sure that each looks just like it."""
    view = GAME.view(state, seat)
    sampler = GAME.sampler(view)
    luck = FastChance(number)
    drawn = [cast(BumbesiState, sampler.draw(luck)) for _ in range(number)]
    assert all(GAME.view(world, seat) == view for world in drawn)
    return drawn


def holders(drawn: list[BumbesiState], card: int) -> set[int]:
    """Name the seats that hold a card in some of these positions, and the pile as -1."""
    found = {seat for world in drawn for seat, hand in enumerate(world.hands) if card in hand}
    return found | {-1 for world in drawn if card in world.pile}


def two_thieves() -> BumbesiState:
    """Seat 0 has stolen the 11 from seat 1; seats 2 and 3 hold a steal card each."""
    hands = [STEAL, 1, 2, 3, 4, 11, 12, 13, 14, 15, STEAL, 21, 22, 23, 24, STEAL, 31, 32, 33, 34]
    state = table([*hands, *LIMITS], ("stolen", (11,)), ("stolen", (1,)), ("stolen", (11,)))
    play(state, "steal 1")
    return state


def test_B8_victim_knows_one_card_of_the_thief_until_it_is_played() -> None:
    state = two_thieves()
    assert surely_held(see(state, 1).memory, 0) == (11,)
    assert surely_held(see(state, 0).memory, 1) == ()
    assert holders(worlds(state, 1), 11) == {0}
    assert holders(worlds(state, 3, 300), 11) == {-1, 0, 1, 2}
    play(state, "play 12 0", "play 21 0", "play 31 0", "play 11 1")
    assert see(state, 1).memory.options == ((1, ((), (), (), ())),)


def test_B8_a_card_stolen_on_unseen_is_in_one_of_two_hands() -> None:
    state = two_thieves()
    play(state, "play 12 0", "steal 0")
    view = see(state, 1)
    assert view.memory.options == ((1, ((), (), (11,), ())), (4, ((11,), (), (), ())))
    assert surely_held(view.memory, 0) == surely_held(view.memory, 2) == ()
    drawn = worlds(state, 1, 300)
    places = Counter(next(seat for seat, hand in enumerate(world.hands) if 11 in hand) for world in drawn)
    assert set(places) == {0, 2}
    assert places[0] > places[2]


def test_B8_a_played_card_settles_where_it_was_and_frees_the_other_hand() -> None:
    state = two_thieves()
    play(state, "play 12 0", "steal 0", "play 31 0")
    play(state, "play 11 1")
    assert see(state, 1).memory.options == ((1, ((), (), (), ())),)


def test_B8_two_thefts_from_one_hand_move_one_card_each() -> None:
    state = two_thieves()
    play(state, "play 12 0", "steal 0", "steal 0")
    memory = see(state, 1).memory
    assert sum(weight for weight, _ in memory.options) == 25
    assert holders(worlds(state, 1, 200), 11) == {0, 2, 3}
    assert surely_held(see(state, 0).memory, 2) == (1,)
    assert surely_held(see(state, 0).memory, 3) == (11,)


def eleven_at_seat_1_or_2() -> Witness:
    """Seat 0 saw its 11 go to seat 1, and seat 2 then take one of seat 1's two cards."""
    witness = Witness(0, 4)
    witness.see((STOLE, 1, 11, 0, 5))
    witness.see((STOLE, 2, 30, 1, 2))
    assert [hands for _, hands in witness.options] == [((), (), (11,), ()), ((), (11,), (), ())]
    return witness


def test_B8_a_hand_without_room_for_the_card_no_longer_holds_it() -> None:
    witness = eleven_at_seat_1_or_2()
    witness.see((LEFT_HAND, 1, 40, 0, 1))
    assert witness.options == [(1, ((), (), (11,), ()))]


def test_B8_a_hand_without_numbers_does_not_hold_it() -> None:
    witness = eleven_at_seat_1_or_2()
    witness.see((HELD_NO_NUMBER, 1, 0, 0, 1))
    assert witness.options == [(1, ((), (SOME_SPECIAL,), (11,), ()))]


def test_B8_the_last_card_of_a_hand_is_followed_for_certain() -> None:
    witness = Witness(0, 4)
    witness.see((STOLE, 1, 11, 0, 5))
    witness.see((STOLE, 2, 11, 1, 1))
    assert witness.options == [(1, ((), (), (11,), ()))]


def test_B8_a_special_whose_every_copy_is_seen_can_not_have_been_stolen_on() -> None:
    hands = [LIMIT, LIMIT, LIMIT, LIMIT, 1, STEAL, 2, 3, 4, 70, STEAL, 21, 22, 23, 24, *range(31, 36)]
    state = table([*hands, *LIMITS], ("stolen", (LIMIT,)), ("stolen", (2,)))
    play(state, "play 1 0", "steal 0", "steal 1", "play 31 0", "play 5 1", "limit 70 0")
    assert len(see(state, 0).memory.options) == 2
    assert holders(worlds(state, 0), LIMIT) == {0}


def test_B8_spectators_learn_nothing_from_a_theft() -> None:
    state = two_thieves()
    assert see(state, None).hands == (None,) * 4
    assert see(state, None).memory.options == ((1, ((), (), (), ())),)
    assert holders(worlds(state, None, 200), 11) == {-1, 0, 1, 2, 3}


def test_B8_seats_that_did_not_see_the_stolen_card_can_not_tell_which_it_was() -> None:
    views, sounds = [], []
    for stolen in (11, 12):
        hands = [STEAL, 1, 2, 3, 4, 11, 12, 13, 14, 15, *range(21, 26), *range(31, 36)]
        state = table([*hands, *LIMITS], ("stolen", (stolen,)))
        events = play(state, "steal 1")
        views.append([GAME.view(state, seat) for seat in (0, 1, 2, 3, None)])
        sounds.append([heard(events, seat) for seat in (0, 1, 2, 3, None)])
    assert views[0][2:] == views[1][2:]
    assert sounds[0][2:] == sounds[1][2:]
    assert views[0][0] != views[1][0]
    assert sounds[0][1] != sounds[1][1]


def only_specials() -> BumbesiState:
    """Seat 0 holds five specials, collects and turns up the 35; seat 2 holds a steal card."""
    hands = [REVERSE, REVERSE, STEAL, LIMIT, LIMIT, 1, 2, 3, 4, 5, 6, 7, 8, 9, STEAL, 11, 12, 13, 14, 15]
    state = table([*hands, *LIMITS, 35], ("stolen", (LIMIT,)))
    play(state, "collect")
    return state


def test_B11_a_collection_without_a_card_shows_that_the_hand_is_specials() -> None:
    state = only_specials()
    assert surely_held(see(state, None).memory, 0) == (SOME_SPECIAL,) * 5
    for seat in (1, 3, None):
        drawn = worlds(state, seat)
        assert all(card > HIGHEST for world in drawn for card in world.hands[0])
        assert len({tuple(world.hands[0]) for world in drawn}) > 5


def test_B11_each_special_played_leaves_one_fewer_that_is_certain() -> None:
    state = only_specials()
    play(state, "play 1 1", "play 6 1", "play 11 1", "reverse")
    assert surely_held(see(state, 1).memory, 0) == (SOME_SPECIAL,) * 4
    assert all(sum(card > HIGHEST for card in world.hands[0]) >= 4 for world in worlds(state, 1))


def test_B11_a_special_stolen_from_a_hand_of_specials_is_one_for_everybody() -> None:
    state = only_specials()
    play(state, "play 1 1", "steal 0")
    assert surely_held(see(state, None).memory, 2) == (SOME_SPECIAL,)
    assert surely_held(see(state, 0).memory, 2) == (LIMIT,)
    assert surely_held(see(state, 2).memory, 0) == (SOME_SPECIAL,) * 4


def limit_shuffled_back(*pile_top: int) -> BumbesiState:
    """Seat 0 is dealt three limit cards and sees the fourth turned up and shuffled back."""
    hands = [1, 70, LIMIT, LIMIT, LIMIT, REVERSE, *range(2, 16)]
    pile = DECK[:]
    for card in [*hands, *pile_top]:
        pile.remove(card)
    return table([*hands, LIMIT], ("pile", (*pile_top, *pile)))


def test_B3_a_special_shuffled_back_is_in_no_hand_that_was_dealt_before() -> None:
    state = limit_shuffled_back(68, 69)
    assert see(state, 0).memory.barred == ((), (), (1, 2, 3))
    assert see(state, None).memory.barred == ((), (), (0, 1, 2, 3))
    assert all(LIMIT in world.pile for world in worlds(state, 0))


def test_B3_a_hand_that_has_drawn_since_may_hold_it() -> None:
    state = limit_shuffled_back(68, 69)
    play(state, "play 1 0", "play 2 0")
    assert see(state, 0).memory.barred == ((), (), (2, 3))
    drawn = worlds(state, 0, 400)
    assert all(LIMIT not in world.hands[2] + world.hands[3] for world in drawn)
    assert 0 < sum(LIMIT in world.hands[1] for world in drawn) < len(drawn) // 4


def test_B3_who_draws_it_knows_that_it_is_no_longer_elsewhere() -> None:
    state = limit_shuffled_back(68, 69, LIMIT)
    play(state, "play 1 0")
    assert see(state, 0).memory.barred == ((), (), ())
    assert see(state, 1).memory.barred == ((), (), (2, 3))
    assert all(LIMIT in world.pile + world.hands[0] for world in worlds(state, 1))


def test_B3_one_played_from_a_hand_dealt_before_was_another() -> None:
    state = limit_shuffled_back(68, 69)
    play(state, "limit 70 0")
    assert see(state, 1).memory.barred == ((), (), (2, 3))


def test_B3_one_played_from_a_hand_that_has_drawn_since_may_have_been_it() -> None:
    state = limit_shuffled_back(68, 69)
    play(state, "play 1 0", "reverse", "limit 70 0")
    assert see(state, 1).memory.barred == ((), (), ())


def test_B3_a_thief_may_have_got_it_from_a_hand_that_has_drawn_since() -> None:
    witness = Witness(0, 4)
    witness.see((SHUFFLED_BACK, 0, LIMIT, 0, 0))
    witness.see((DREW, 1, LIMIT, 0, 0))
    witness.see((STOLE, 3, 40, 2, 5))
    assert witness.barred == [(), (), (2, 3)]
    witness.see((STOLE, 3, LIMIT, 1, 5))
    assert witness.barred == [(), (), (2,)]


def test_B3_a_hand_of_specials_that_has_drawn_since_may_hold_it_among_them() -> None:
    witness = Witness(0, 4)
    witness.see((SHUFFLED_BACK, 0, LIMIT, 0, 0))
    witness.see((HELD_NO_NUMBER, 2, 0, 0, 5))
    assert witness.barred == [(), (), (1, 2, 3)]
    witness.see((DREW, 1, LIMIT, 0, 0))
    witness.see((HELD_NO_NUMBER, 1, 0, 0, 5))
    assert witness.barred == [(), (), ()]


def test_B3_two_kinds_shuffled_back_find_room_together() -> None:
    hands = [*range(1, 6), REVERSE, *range(6, 20)]
    state = table([*hands, *LIMITS])
    state.pile.remove(LIMIT)
    state.bins[0], state.pile = state.pile, [LIMIT]
    state.story = [(SHUFFLED_BACK, 0, REVERSE, 0, 0), (DREW, 1, REVERSE, 0, 0), (SHUFFLED_BACK, 0, LIMIT, 0, 0)]
    assert see(state, 0).memory.barred == ((2, 3), (), (1, 2, 3))
    assert all(world.pile == [LIMIT] and REVERSE in world.hands[1] for world in worlds(state, 0))


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_seat_finds_its_own_view_behind_every_sample(seats: int) -> None:
    luck = FastChance(seats)
    state = cast(BumbesiState, GAME.deal(seats, {}, luck))
    while True:
        for seat in (*range(seats), None):
            view = GAME.view(state, seat)
            world = GAME.sample(view, luck)
            assert GAME.view(world, seat) == view
            assert seat != state.turn or world.legal() == state.legal()
        if state.turn == OVER:
            break
        moves = state.legal()
        state.play(moves[luck.below(len(moves))])


def test_a_finished_game_is_open() -> None:
    luck = FastChance(5)
    state = cast(BumbesiState, GAME.deal(5, {}, luck))
    state.playout(luck)
    view = see(state, None)
    assert view.hands == tuple(tuple(hand) for hand in state.hands)
    assert view.memory.bins == tuple(tuple(sorted(cards)) for cards in state.bins)
    assert view.memory.options == ((1, ((),) * 5),)
    assert worlds(state, 3, 1)[0].scores() == list(view.scores)


def test_looking_late_gives_the_same_memory_as_looking_all_the_time() -> None:
    watched, unwatched = two_thieves(), two_thieves()
    for move in ("play 12 0", "steal 0", "steal 0", "play 2 1"):
        play(watched, move)
        play(unwatched, move)
        see(watched, 1)
    assert see(unwatched.copy(FastChance(0)), 1) == see(watched, 1)
    assert see(unwatched, 1) == see(watched, 1)
