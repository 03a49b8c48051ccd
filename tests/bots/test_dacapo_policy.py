"""How the bots play Da Capo: the ideas of the rule on positions set up by hand, and what a search makes of it."""

from collections.abc import Sequence

import pytest

from bots.bot import Budget, Decision
from bots.policies.base import Policy
from bots.policies.dacapo.bots import NaiveBot
from bots.policies.dacapo.evaluation import Evaluator
from bots.policies.dacapo.mind import DaCapoMind
from bots.policies.dacapo.models import FIRST, Simple, weigh
from bots.policies.dacapo.plans import Chain, Somewhere
from bots.policies.dacapo.rule import DaCapoRule
from engines.chance import FastChance
from engines.dacapo.game import DaCapo
from engines.dacapo.rules import DaCapoState
from engines.view import OVER
from tests.setups import Setup

GAME = DaCapo()
JOKER = 11


def cards(words: str) -> list[int]:
    return [JOKER if word == "J" else int(word) for word in words.split()]


def position(
    hand: str,
    stock: str,
    builds: Sequence[str] = ("", "", ""),
    helpers: Sequence[str] = ("", "", ""),
    others: Sequence[str] = ("9 9",),
) -> DaCapoState:
    """Set up a position with seat 0 to act; `others` are the stocks of the other seats, all piles bottom first."""
    state = DaCapoState(1 + len(others), FastChance(1))
    state.hands = [cards(hand)] + [cards("8 8 8 8") for _ in others]
    state.stocks = [cards(stock), *(cards(other) for other in others)]
    state.builds = [cards(build) for build in builds]
    state.helpers = [[[], [], []] for _ in range(state.seats)]
    state.helpers[0] = [cards(helper) for helper in helpers]
    state.pile = cards("6 7 8 9 10 6 7 8 9 10")
    state.look_over()
    return state


def chosen(state: DaCapoState) -> str:
    return GAME.say(DaCapoRule().choose(state, FastChance(1)))


def test_a_stock_card_that_fits_is_played_at_once() -> None:
    assert chosen(position("1 3 4 5", "9 2", ["1", "", ""])) == "stock 0"


def test_the_shortest_chain_frees_the_stock_card() -> None:
    state = position("2 3 4 9", "9 5", ["1", "1 2 3", ""])
    assert chosen(state) == "hand 4 1"
    state.play(GAME.parse("hand 4 1"))
    assert chosen(state) == "stock 1"


def test_a_chain_may_complete_a_pile_and_start_it_anew() -> None:
    state = position("9 10 1 8", "9 2", ["1 2 3 4 5 6 7 8", "1 2", "1 2 3"])
    played: list[str] = []
    while not played or played[-1] != "stock 0":
        played.append(chosen(state))
        state.play(GAME.parse(played[-1]))
    assert played == ["hand 9 0", "hand 10 0", "hand 1 0", "stock 0"]


def test_a_chain_takes_helper_cards_before_hand_cards() -> None:
    assert chosen(position("4 9 9 8", "9 5", ["1 2 3", "", ""], ["10 4", "8", "8"])) == "help 0 0"


def test_a_chain_digs_for_a_card_below_another() -> None:
    assert chosen(position("9 9 8 8", "9 5", ["1 2 3", "1", ""], ["4 2", "10", "10"])) == "help 0 1"


def test_a_joker_fills_a_gap_that_frees_the_stock_card() -> None:
    assert chosen(position("J 9 9 8", "9 5", ["1 2 3", "", ""])) == "hand J 0"


def test_a_joker_is_not_spent_for_nothing() -> None:
    state = position("J 9 10 10", "3 8", ["1", "", ""])
    assert "J" not in chosen(state)


def test_the_hand_is_emptied_to_draw_four_more() -> None:
    state = position("1 2 3", "9 9", others=["9 8"])
    for expected in ("hand 1 0", "hand 2 0", "hand 3 0"):
        assert chosen(state) == expected
        state.play(GAME.parse(expected))
    assert len(state.hands[0]) == 4


def test_a_card_that_opens_the_way_for_the_next_player_is_kept() -> None:
    builds = ["1 2 3 4", "1 2 3 4 5 6 7", "1 2 3 4 5 6 7"]
    assert chosen(position("5 10 10 10", "9 2", builds, others=["9 9 7"])).startswith("lay 10")
    assert chosen(position("5 10 10 10", "9 2", builds, others=["9 9 4"])) == "hand 5 0"


def test_helper_piles_go_down_or_keep_to_one_value() -> None:
    assert chosen(position("6 10", "9 2", ["1 2", "1 2", "1 2"], ["6", "3", "2"])) == "lay 6 0"
    assert chosen(position("6", "9 4", ["1 2", "1 2", "1 2"], ["10", "7", "9"])) == "lay 6 1"


def test_a_card_that_the_stock_card_waits_for_is_not_buried() -> None:
    state = position("9", "9 6", ["1 2 3", "1 2 3", "1 2 3"], ["5", "10 8", "10 10 8"])
    assert chosen(state) in ("lay 9 1", "lay 9 2")


def test_jokers_are_neither_laid_nor_covered() -> None:
    assert chosen(position("J 8", "9 2", ["1 2", "1 2", "1 2"], ["J", "3", "4"])) in ("lay 8 1", "lay 8 2")


def test_robbing_for_the_own_stock_card_pays_with_four_players_and_not_with_a_single_rival() -> None:
    builds = ["1 2 3", "1 2", "1 2"]
    behind = "9 9 9 9 9 9 4"
    assert chosen(position("10 9 9 8", "9 9 5", builds, others=["9 9 9", behind, "9 9 9"])) == "rob 2 0"
    assert "rob" not in chosen(position("10 9 J 8", "9 9 9 9 5", builds, others=["9 4"]))


def test_C14_nobody_is_robbed_of_a_last_card() -> None:
    assert "rob" not in chosen(position("10 9 9 8", "9 9 5", ["1 2 3", "", ""], others=["4", "9 9", "9 9"]))


def test_C12_without_a_hand_what_fits_is_played_before_the_end() -> None:
    assert chosen(position("", "9 9", ["", "", ""], ["1", "", ""], others=["9 2"])) == "help 0 0"
    assert chosen(position("", "9 9")) == "end"


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_the_rule_knows_no_more_than_the_view(seats: int) -> None:
    """It chooses the same in every position that its seat can't tell from the true one."""
    rule = DaCapoRule()
    luck = FastChance(5)
    state = GAME.deal(seats, {}, FastChance(seats))
    for _ in range(120):
        move = rule.choose(state, luck)
        assert move in state.legal()
        sampler = GAME.sampler(GAME.view(state, state.turn))
        assert {rule.choose(sampler.draw(luck), luck) for _ in range(4)} == {move}
        state.play(move)
        if state.turn == OVER:
            break


def test_no_chain_is_passed_over_that_would_free_the_stock_card() -> None:
    """A chain is looked for only where all its cards are somewhere; everywhere else there is none to be found."""
    rule = DaCapoRule()
    luck = FastChance(2)
    passed_over = 0
    for seed in range(12):
        state = GAME.deal(2 + seed % 3, {}, FastChance(seed))
        assert isinstance(state, DaCapoState)
        while state.turn != OVER:
            look = Evaluator(state, rule.taste)
            somewhere = Somewhere(look)
            for place in (place for place in range(3) if look.top != JOKER and not somewhere.may_free(place)):
                assert not Chain(look, place).frees()
                passed_over += 1
            state.play(rule.choose(state, luck))
    assert passed_over > 1000


def mind_of(state: DaCapoState) -> DaCapoMind:
    return DaCapoMind(GAME, GAME.view(state, state.turn), ())


def options(state: DaCapoState) -> list[str]:
    return [GAME.say(move) for move in mind_of(state).options(state)]


def test_the_search_never_leaves_a_stock_card_that_fits() -> None:
    assert options(position("1 2 3 J", "9 2", ["1", "1", "1 2"])) == ["stock 0"]
    assert options(position("1 2 3 J", "9 J", ["1", "1", "1 2"])) == ["stock 0", "stock 2"]


def test_the_search_looks_at_one_of_two_moves_that_come_to_the_same() -> None:
    state = position("3 J", "9 9", ["1 2", "1 2", ""], ["5", "", ""], others=["3"])
    assert options(state) == ["lay 3 0", "lay 3 1", "hand 3 0", "hand J 0", "hand J 2"]


def test_the_rule_chooses_among_the_options_of_the_search() -> None:
    rule = DaCapoRule()
    luck = FastChance(3)
    for seed in range(4):
        state = GAME.deal(3, {}, FastChance(seed))
        while state.turn != OVER:
            move = rule.choose(state, luck)
            assert isinstance(state, DaCapoState)
            assert move in mind_of(state).options(state)
            state.play(move)


def test_a_search_stops_one_round_after_the_turn_and_counts_on_the_shorter_stock() -> None:
    state = position("10 9 9 8", "9 9 9", others=["9 9 9 9 9 9", "9 9 9 9"])
    mind = mind_of(state)
    assert not mind.enough(state, 3)
    assert mind.enough(state, 4)
    evaluation = mind.estimate(state)
    assert sum(evaluation.wins) == pytest.approx(1.0)
    assert evaluation.wins[0] > evaluation.wins[2] > evaluation.wins[1]
    assert evaluation.points == [0.0, 3.0, 1.0]


def naive(legal: list[str], seed: int = 0) -> str:
    view = GAME.view(position("1 2 3 4", "9 9"), 0)
    return NaiveBot().choose(Decision("dacapo", view, (), legal), Budget(), seed).move


def test_naive_plays_the_first_card_that_fits_and_never_robs() -> None:
    assert naive(["lay 1 0", "rob 1 0", "help 0 0", "hand 1 0", "stock 2"]) == "stock 2"
    assert naive(["lay 1 0", "rob 1 0", "help 0 0", "hand 1 2", "hand 2 0"]) == "hand 1 2"
    assert naive(["lay 1 0", "rob 1 0", "help 2 0"]) == "help 2 0"
    assert naive(["rob 1 0", "end"]) == "end"


def test_naive_lays_any_card_anywhere() -> None:
    lays = ["lay 1 0", "lay 1 1", "lay 4 2"]
    assert {naive([*lays, "rob 1 0"], seed) for seed in range(30)} == set(lays)


def test_the_rule_beats_naive() -> None:
    setup = Setup(GAME, 2)
    rule = DaCapoRule()
    bot = NaiveBot()
    won = 0
    for number in range(20):
        recording = setup.start(number // 2)
        state = recording.state
        luck = FastChance(number)
        while not recording.over:
            if state.turn == number % 2:
                move = GAME.say(rule.choose(state, luck))
            else:
                legal = [GAME.say(move) for move in state.legal()]
                decision = Decision("dacapo", GAME.view(state, state.turn), (), legal)
                move = bot.choose(decision, Budget(), luck.below(65536)).move
            recording.play(move)
        won += state.winners() == [number % 2]
    assert won >= 15


@pytest.mark.parametrize(
    ("player", "likely"), [(DaCapoRule(), (0, 1)), (Simple(orderly=True), (0, 1)), (Simple(), (2,))]
)
def test_an_opponent_is_known_by_where_they_lay_their_cards(player: Policy, likely: tuple[int, ...]) -> None:
    recording = Setup(GAME, 2).start(5)
    luck = FastChance(5)
    while not recording.over and len(recording.moves) < 300:
        state = recording.state
        recording.play(GAME.say(player.choose(state, luck)))
    weights = weigh(2, 0, recording.history)
    assert weights[0] == pytest.approx(FIRST)
    assert sum(weights[1][place] for place in likely) > 0.9
