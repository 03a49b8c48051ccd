"""Danger 13: what is seen, told, remembered and guessed."""

import pytest

from engines.chance import FastChance, LiveChance
from engines.danger13.game import Danger13
from engines.danger13.rules import Danger13State, deck
from engines.danger13.view import (
    ARROW,
    DOUBLE,
    DRAW,
    HAND,
    PLAIN,
    PLUS,
    PRIZE,
    SHIELD,
    Danger13View,
    kind,
    text,
    value,
)
from engines.game import State
from engines.view import OVER, Event
from engines.words import Speaker
from tests.rules.playing import Playing

GAME = Danger13()
play = Playing(GAME).play
CARDS = {text(card): card for card in deck()}


def cards(words: str) -> list[int]:
    return [CARDS[word] for word in words.split()]


def table(seats: int, packet: str, pile: str, discard: str) -> Danger13State:
    """Set up a table in mid-game whose dealer, seat 0, has just turned up the first card of this packet."""
    state = Danger13State(seats, FastChance(1))
    state.packet = cards(packet)[::-1]
    state.open = state.packet.pop()
    state.pile = cards(pile)[::-1]
    state.discard = cards(discard)
    state.waiting = list(range(seats))
    return state


def lay(state: Danger13State, seat: int, row: str) -> None:
    state.rows[seat] = cards(row)
    state.totals[seat] = sum(value(card) for card in state.rows[seat])
    state.hands[seat] = state.rows[seat].count(HAND)


def look(state: State, seat: int | None) -> Danger13View:
    view = GAME.view(state, seat)
    assert isinstance(view, Danger13View)
    return view


def finish(state: State, luck: FastChance) -> None:
    """Play a game to its end through the public list of moves."""
    State.playout(state, luck)


def unseen(state: State) -> list[str]:
    """The layers of unseen cards that everybody can tell apart."""
    return [" ".join(text(card) for card in layer) for layer in look(state, None).memory.unseen]


def test_D4_the_packet_is_unseen_except_for_the_card_turned_up() -> None:
    state = table(3, "A3 B5 D2", "P1 H", "")
    for seat in (0, 1, 2, None):
        view = look(state, seat)
        assert (view.open, view.packet, view.pile) == (CARDS["A3"], 2, 2)
    assert unseen(state) == ["P1 B5 D2 H"]


def test_D8_everybody_sees_the_card_in_question() -> None:
    state = table(3, "B5 P1 P1", "P1 H", "")
    lay(state, 2, "H")
    play(state, "give 2")
    for seat in (0, 1, 2, None):
        view = look(state, seat)
        assert (view.open, view.asked, view.turn) == (CARDS["B5"], True, 2)


def test_D15_nobody_learns_what_goes_back_on_the_pile() -> None:
    state = table(3, "P1 B5 D2", "A1 H P3 P2", "")
    lay(state, 2, "P4 P4 P4")
    play(state, "give 2")
    assert look(state, 0).open == CARDS["B5"]
    assert unseen(state) == ["P2 P3 A1 D2 H"]


def test_D16_the_settlement_is_told() -> None:
    state = table(3, "P1 P1 P1", "A1 A1 A1", "")
    lay(state, 0, "A0 P2 B5 H")
    lay(state, 1, "B4 A4 P4")
    speaker = GAME.speaker(3)
    told = [(event.kind, event.seat, speaker.say(event.text, event.args)) for event in play(state, "give 1")]
    assert told[:7] == [
        ("gave", 0, "gives P1 to seat 1"),
        ("laid", 1, "lays P1: 13 of 13"),
        ("busted", 1, "busts at 13, loses 4 cards"),
        ("put back", 0, "puts 2 cards back"),
        ("kept", 0, "keeps 2 cards, 3 signs"),
        ("kept", 2, "keeps nothing"),
        ("new round", 1, "deals first in round 2"),
    ]


def test_D18_everybody_knows_which_cards_the_new_pile_is_made_of() -> None:
    state = table(3, "D1 B5 P1", "A2", "R P3 H")
    play(state, "give 1")
    assert (look(state, None).open, unseen(state)) == (CARDS["B5"], ["P1", "P3 R H"])


def test_D18_the_part_of_a_packet_from_before_the_new_pile_is_told_apart() -> None:
    state = table(4, "P1", "A1 A2 A3", "R H P3 S")
    state.waiting = [3]
    play(state, "give 3")
    assert (look(state, None).open, unseen(state)) == (CARDS["A1"], ["A2 A3", "P3 R S H"])


def test_D18_a_packet_over_two_new_piles_has_three_layers() -> None:
    state = table(5, "P1", "R D1 A1 A2", "P3 P3")
    state.waiting = [4]
    lay(state, 0, "P2")
    play(state, "give 4", "give 0", "give 1")
    assert (look(state, None).open, unseen(state)) == (CARDS["A1"], ["A2", "P3", "P2 R"])
    guess = GAME.sample(GAME.view(state, 3), FastChance(4))
    assert (GAME.view(guess, None), unseen(guess)) == (GAME.view(state, None), ["A2", "P3", "P2 R"])


def test_D18_the_next_packet_comes_from_the_new_pile_alone() -> None:
    state = table(2, "D1 P1", "A2", "R P3 H S")
    play(state, "give 1", "give 0")
    assert [len(layer) for layer in look(state, None).memory.unseen] == [3]


def test_D18_the_layers_stay_known_when_the_last_packet_goes_back() -> None:
    state = table(4, "D1 P4 B5 P1", "A2", "R P3 H")
    lay(state, 2, "P4 P4 P4")
    play(state, "give 1", "give 2")
    assert (state.turn, unseen(state)) == (OVER, ["P1 B5", "P3 R H"])
    guess = GAME.sample(GAME.view(state, None), FastChance(4))
    assert GAME.view(guess, None) == GAME.view(state, None)


def test_D20_scores_and_winners_are_shown_when_the_game_is_over() -> None:
    state = GAME.deal(4, {}, LiveChance(3))
    assert (look(state, 0).scores, look(state, 0).winners) == ((), ())
    finish(state, FastChance(3))
    view = look(state, None)
    assert (view.scores, view.winners) == (tuple(state.scores()), tuple(state.winners()))
    assert view.won == view.memory.won


def test_D21_a_player_sees_their_own_won_pile_and_counts_the_others() -> None:
    state = table(3, "P1 P1 P1", "A1 A1 A1", "")
    state.won = [cards("A0 B5"), [], cards("Q1")]
    assert look(state, 0).won == (tuple(cards("A0 B5")), None, None)
    assert look(state, 2).won == (None, None, tuple(cards("Q1")))
    assert look(state, None).won == (None, None, None)
    assert look(state, None).won_counts == (2, 0, 1)


def test_D21_who_remembers_knows_every_won_and_discarded_card() -> None:
    state = table(3, "P1 P1 P1", "A1 A1 A1", "S P2")
    state.won = [cards("A0 B5"), [], cards("Q1")]
    memory = look(state, 1).memory
    assert memory.won == (tuple(cards("A0 B5")), (), tuple(cards("Q1")))
    assert memory.discard == tuple(cards("P2 S"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_guessed_positions_look_the_same_to_everybody(seats: int) -> None:
    luck = FastChance(seats)
    state = GAME.deal(seats, {}, LiveChance(seats))
    while state.turn != OVER:
        state.play(luck.pick("move", state.legal()))
        for seat in (*range(seats), None):
            guess = GAME.sample(GAME.view(state, seat), luck)
            assert guess.legal() == state.legal()
            assert all(GAME.view(guess, other) == GAME.view(state, other) for other in (*range(seats), None))


def test_guesses_vary_and_stay_within_their_layers() -> None:
    state = table(5, "P1", "R D1 A1 A2", "P2 P3 P4 H S")
    state.waiting = [4]
    play(state, "give 4")
    sampler = GAME.sampler(GAME.view(state, 2))
    luck = FastChance(5)
    guesses = [sampler.draw(luck) for _ in range(200)]
    packets = {tuple(guess.packet) for guess in guesses if isinstance(guess, Danger13State)}
    assert {packet[1:] for packet in packets} == {
        tuple(cards(order)) for order in ("A2 A1 D1", "A1 A2 D1", "A2 D1 A1", "D1 A2 A1", "A1 D1 A2", "D1 A1 A2")
    }
    assert {packet[0] for packet in packets} == set(cards("P2 P3 P4 H S"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_quick_playout_plays_the_same_game_as_the_list_of_moves(seats: int) -> None:
    slow = GAME.deal(seats, {}, FastChance(seats))
    quick = slow.copy(FastChance(7))
    slow = slow.copy(FastChance(7))
    count = quick.playout(FastChance(8))
    assert State.playout(slow, FastChance(8)) == count
    assert GAME.view(quick, None) == GAME.view(slow, None)


def test_events_fit_the_log_and_hide_nothing_from_anybody() -> None:
    speaker = Speaker(["Maximilienne"] * 5, GAME.card)
    luck = FastChance(2)
    state = GAME.deal(5, {}, LiveChance(2))
    events: list[Event] = []
    state.log = events
    while state.turn != OVER:
        state.play(luck.pick("move", state.legal()))
    assert {event.kind for event in events} == {
        *("took packet", "turned up", "gave", "accepted", "refused", "laid", "drew", "lost", "missed", "won prize"),
        *("busted", "put back", "kept", "new round", "renewed pile", "last round"),
    }
    assert [event for event in events if event.audience is not None] == []
    assert [event for event in events if len(speaker.say(event.text, event.args)) > 28] == []


def test_a_card_is_its_kind_plus_its_number() -> None:
    some = [PLAIN + 3, PLUS, DOUBLE + 5, DRAW + 4, ARROW, SHIELD, HAND, PRIZE + 2]
    assert [GAME.card(card) for card in some] == ["P3", "A0", "B5", "D4", "R", "S", "H", "Q2"]
    assert sorted(CARDS.values()) == sorted(set(deck()))
    assert {kind(card) for card in deck()} == {PLAIN, PLUS, DOUBLE, DRAW, ARROW, SHIELD, HAND, PRIZE}
