"""Da Capo: what is seen, told, remembered and guessed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

import pytest

from engines.chance import FastChance, LiveChance
from engines.dacapo.game import DaCapo
from engines.dacapo.knowledge import Ages, count
from engines.dacapo.rules import DaCapoState, deck
from engines.dacapo.view import PLAYED, RESHUFFLED, TRAFFIC, DaCapoView, wanted
from engines.game import State
from engines.view import OVER, heard
from tests.rules.playing import Playing

GAME = DaCapo()
play = Playing(GAME).play
JOKER = 11
WORLDS = 40


def cards(words: str) -> list[int]:
    return [JOKER if word == "J" else int(word) for word in words.split()]


def position(
    hands: Sequence[str], stocks: Sequence[str], builds: Sequence[str] = ("", "", ""), pile: str = "", aside: str = ""
) -> DaCapoState:
    """Set up a position with seat 0 to act, where all other cards of the deck lie on a helper pile of the last seat."""
    state = DaCapoState(len(hands), LiveChance(7))
    state.hands = [cards(hand) for hand in hands]
    state.stocks = [cards(stock) for stock in stocks]
    state.builds = [cards(build) for build in builds]
    state.pile = cards(pile)[::-1]
    state.aside = cards(aside)
    rest = Counter(deck())
    rest.subtract(chain(state.pile, state.aside, *state.hands, *state.stocks, *state.builds))
    assert min(rest.values()) >= 0
    state.helpers = [[[], [], []] for _ in hands]
    state.helpers[-1][0] = list(rest.elements())
    state.look_over()
    return state


def look(state: State, seat: int | None) -> DaCapoView:
    view = GAME.view(state, seat)
    assert isinstance(view, DaCapoView)
    return view


def worlds(state: State, seat: int | None) -> Iterator[DaCapoState]:
    """Draw positions that the seat can't rule out, each checked to look like the real one to it."""
    view = look(state, seat)
    sampler = GAME.sampler(view)
    luck = FastChance(3)
    for _ in range(WORLDS):
        world = sampler.draw(luck)
        assert isinstance(world, DaCapoState)
        assert look(world, seat) == view
        yield world


def face_down(state: DaCapoState) -> set[int]:
    """The values that the stocks hide."""
    return {card for stock in state.stocks for card in stock[:-1]}


def test_a_hand_is_seen_by_its_owner_only_and_face_down_cards_by_nobody() -> None:
    state = position(["7 3 J", "2 2"], ["4 5 6", "8 9"], builds=["1 J 3", "", ""], pile="10 10", aside="1 1 2")
    state.helpers[0][1] = state.helpers[1][0][:2]
    del state.helpers[1][0][:2]
    state.look_over()
    view = look(state, 0)
    assert view.hand == (3, 7, JOKER)
    assert view.hands == (3, 2)
    assert view.tops == (6, 9)
    assert view.stocks == (3, 2)
    assert view.builds == ((1, JOKER, 3), (), ())
    assert view.helpers[0] == ((), tuple(state.helpers[0][1]), ())
    assert (view.left, view.aside) == (2, 3)
    assert look(state, 1).hand == (2, 2)
    assert look(state, None).hand == ()


def test_C8_a_build_pile_wants_the_value_above_its_top() -> None:
    assert [wanted(build) for build in ((), (1, JOKER), (1, 2, 3, 4, 5, 6, 7, 8, 9))] == [1, 3, 10]


def test_C9_the_set_aside_cards_lay_open_and_are_remembered() -> None:
    state = position(["10 5", "2"], ["9", "9"], builds=["1 2 J 4 5 6 7 8 9", "", ""], pile="3 3 3")
    play(state, "hand 10 0")
    aside = look(state, None).memory.aside
    assert [aside[card] for card in range(1, JOKER + 1)] == [1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1]


def test_the_drawer_alone_hears_which_cards_are_drawn() -> None:
    state = position(["7 7", "2 3"], ["9", "9"], pile="5 6 8")
    events = play(state, "lay 7 0")
    speaker = GAME.speaker(2)
    told = [[speaker.say(event.text, event.args) for event in heard(events, seat)] for seat in (0, 1, None)]
    assert told[0] == told[2] == ["lays 7 on 0", "draws 2 cards"]
    assert told[1] == [*told[0], "draws 5", "draws 6"]


def test_events_tell_a_turn_in_order() -> None:
    state = position(["J", "2"], ["4 4", "5 2"], builds=["1", "1 2 3 4 5 6 7 8 9", ""], pile="3 3")
    events = play(state, "rob 1 0", "hand J 1", "hand 3 0", "stock 0", "lay 3 2")
    said = [GAME.speaker(2).say(event.text, event.args) for event in heard(events, None)]
    assert said == [
        "robs seat 1 of 2, on 0",
        "turns up 5",
        "plays J as 10 on 1",
        "completes a pile",
        "10 cards reshuffled",
        "draws 4 cards",
        "plays 3 on 0",
        "plays 4 from stock on 0",
        "turns up 4",
        "lays 3 on 2",
        "draws 3 cards",
    ]


def test_C14_the_owner_of_the_empty_stock_is_told_to_have_won() -> None:
    state = position(["5", "5"], ["9 9", "1"], pile="3 3")
    events = play(state, "rob 1 2")
    assert [(event.kind, event.seat) for event in events] == [("robbed", 0), ("won", 1)]
    view = look(state, 0)
    assert (view.turn, view.scores, view.winners, view.tops) == (OVER, (2, 0), (1,), (9, 0))


def test_before_a_reshuffle_an_unseen_card_can_be_anywhere() -> None:
    state = position(["7", "2 2"], ["4 4 9", "5 9"], pile="6 6 6")
    hands, stocks, piles = set(), set(), set()
    for world in worlds(state, 0):
        hands |= set(world.hands[1])
        stocks |= face_down(world)
        piles |= set(world.pile)
    assert hands == stocks == piles == {2, 4, 5, 6}


def test_C13_after_a_reshuffle_stocks_hide_old_cards_and_the_draw_pile_has_new_ones() -> None:
    state = position(["7 7", "2 2 2 3"], ["4 4 9", "5 5 9"], aside="1 8 8 8 10 10")
    play(state, "lay 7 0", "lay 3 0")
    drawn = state.hands[0]
    for world in worlds(state, 0):
        assert face_down(world) <= {2, 4, 5}
        assert set(world.hands[1]) <= {2, 4, 5}
        assert Counter(world.pile) + Counter(drawn) == Counter([1, 7, 8, 8, 8, 10, 10])


def test_C13_a_hand_that_was_emptied_since_the_reshuffle_has_new_cards_only() -> None:
    state = position(["10", "4 5"], ["4 9", "6 9"], builds=["1 2 3 4 5 6 7 8 9", "", ""], pile="")
    play(state, "hand 10 0")
    for seat in (1, None):
        for world in worlds(state, seat):
            assert Counter([*world.hands[0], *world.pile]) == Counter(range(1, 11))
            assert face_down(world) <= {4, 5, 6}


def test_C13_a_mixed_hand_has_old_and_new_cards_as_it_kept_and_drew_them() -> None:
    state = position(["7 7", "2 3"], ["4 9", "4 9"], aside="8 8 8 8 8 8 10 10 10")
    play(state, "lay 7 0")
    for seat in (0, None):
        for world in worlds(state, seat):
            assert sum(card in (8, 10) for card in world.hands[1]) == 2
            assert set(world.pile) <= {8, 10}


def test_C13_a_played_card_that_can_only_be_new_leaves_the_old_ones_in_the_hand() -> None:
    state = position(["7 7", "2 3"], ["4 9", "4 9"], aside="8 8 8 8 8 8")
    play(state, "lay 7 0", "lay 8 1")
    for world in worlds(state, 0):
        assert sum(card == 8 for card in world.hands[1]) == 1
        assert set(world.hands[1]) - {8} <= {2, 3, 4}


def test_C13_the_own_hand_at_a_reshuffle_is_not_in_the_stocks() -> None:
    state = position(["7 7 6", "2 3"], ["4 9", "4 9"], aside="8 8 8 8 8 8 6")
    play(state, "lay 7 0")
    assert all(6 not in face_down(world) for world in worlds(state, 0))
    assert any(6 in face_down(world) for world in worlds(state, None))


def test_C13_a_stock_hides_nothing_that_was_open_before_an_earlier_reshuffle() -> None:
    """The 8s were set aside before the first reshuffle; after the second they still can't be in a stock."""
    state = position(["7 7", "10 3 3"], ["4 4 9", "4 4 9"], builds=["1 2 3 4 5 6 7 8 9", "", ""], aside="8 8")
    play(state, "lay 7 0", "hand 10 0", "lay 3 0")
    assert len(state.reshuffles) == 2
    assert 8 in state.hands[0]
    assert 8 in state.hands[1]
    for seat in (0, 1, None):
        assert all(8 not in face_down(world) for world in worlds(state, seat))


def ages(old: str, new: str, *traffic: str) -> Ages:
    """Read the traffic of two hands: the letter is the hand, alone for a card drawn; each hand began with two cards."""
    entries = ["a", "a", "b", "b", "reshuffled", *traffic]
    hands = {"a": 0, "b": TRAFFIC}
    codes = [
        RESHUFFLED if entry == "reshuffled" else hands[entry[0]] + (PLAYED + int(entry[1:]) if entry[1:] else 0)
        for entry in entries
    ]
    return Ages(2, count(cards(old)), count(cards(new)), codes)


def test_C13_a_hand_that_drew_nothing_since_is_old() -> None:
    told = ages("1 2 3 4 5", "1 2 3 4 5", "b", "b", "a3")
    assert (told.fewest, told.most) == ([1, 2], [1, 2])
    assert told.old == count([1, 2, 4, 5])


def test_C13_a_hand_that_played_a_card_of_either_age_can_have_kept_either() -> None:
    told = ages("1 2 3 4 5", "1 2 3 4 5", "a", "a3")
    assert (told.fewest, told.most) == ([1, 2], [2, 2])
    assert told.old == told.new == count([1, 2, 3, 4, 5])


def test_C13_a_card_of_one_age_only_tells_what_the_hand_has_kept() -> None:
    told = ages("1 2 3 4 5", "6 7", "a", "b", "a6", "b2")
    assert (told.fewest, told.most) == ([2, 1], [2, 1])
    assert (told.old, told.new) == (count([1, 3, 4, 5]), count([7]))


def test_C13_an_emptied_hand_has_new_cards_only() -> None:
    told = ages("1 2 3 4 5", "1 2 3 4 5", "a1", "a2", "a", "a", "a3")
    assert (told.fewest, told.most) == ([0, 2], [0, 2])
    assert (told.old, told.new) == (count([3, 4, 5]), count([1, 2, 4, 5]))


def test_C13_what_one_hand_played_can_tell_the_age_of_what_another_played() -> None:
    """Hand a's 3 could be of either age until hand b, which drew nothing, plays the only old one."""
    told = ages("1 2 3 4 5", "3 6", "a", "a3", "b3")
    assert (told.fewest, told.most) == ([2, 1], [2, 1])
    assert (told.old, told.new) == (count([1, 2, 4, 5]), count([6]))


def test_C13_a_card_held_at_an_earlier_reshuffle_was_not_in_the_stocks() -> None:
    """Seat 0 held the only hidden 6 at the first reshuffle and knows at the second what a spectator can't know."""
    state = position(["7 7 6", "10 3 3"], ["4 4 9", "4 4 9"], builds=["1 2 3 4 5 6 7 8 9", "", ""], aside="6 6")
    play(state, "lay 7 0", "hand 10 0", "lay 3 0")
    assert len(state.reshuffles) == 2
    assert all(6 not in face_down(world) for world in worlds(state, 0))
    assert any(6 in face_down(world) for world in worlds(state, None))


@pytest.mark.parametrize("seats", GAME.seats)
def test_C13_stocks_hide_only_what_the_memory_allows_in_truth_and_in_every_sampled_world(seats: int) -> None:
    luck = FastChance(seats)
    state = GAME.deal(seats, {}, luck)
    assert isinstance(state, DaCapoState)
    while state.turn != OVER:
        moves = state.legal()
        state.play(moves[luck.below(len(moves))])
        if not state.reshuffles or len(state.pile) % 5:
            continue
        for seat in (*range(seats), None):
            view = look(state, seat)
            world = GAME.sample(view, luck)
            assert isinstance(world, DaCapoState)
            for whole in (state, world):
                hidden = Counter(card for stock in whole.stocks for card in stock[:-1])
                assert all(number <= view.memory.dormant[card] for card, number in hidden.items())
                assert all(number <= view.memory.sources[1][card] for card, number in Counter(whole.pile).items())
    assert state.reshuffles


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_sampled_world_can_be_played_on_and_sampled_again(seats: int) -> None:
    luck = FastChance(seats)
    world = GAME.deal(seats, {}, luck)
    moves = 0
    while world.turn != OVER:
        legal = world.legal()
        world.play(legal[luck.below(len(legal))])
        moves += 1
        if moves % 20 == 0:
            seat = luck.below(seats)
            view = look(world, seat)
            world = GAME.sample(view, luck)
            assert look(world, seat) == view
    assert moves > 20
