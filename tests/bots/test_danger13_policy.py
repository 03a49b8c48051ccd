"""Danger 13: what the policy gives to whom, what it makes of opponents, and that it peeks at nothing."""

from statistics import mean
from typing import cast

import pytest

from bots.arena import enter, run
from bots.bot import Budget, Decision
from bots.contest import Played
from bots.policies.base import Policy, Uniform
from bots.policies.danger13.mind import Danger13Mind
from bots.policies.danger13.models import AIMLESS, FULLEST, LEADER, RICHEST, Grabber, opponents, weigh
from bots.policies.danger13.rule import Weigher
from bots.policies.danger13.thinker import Thinker
from bots.race import Race
from bots.searcher import Searcher
from bots.standings import standings
from engines.chance import FastChance
from engines.danger13.game import Danger13
from engines.danger13.rules import Danger13State, deck
from engines.danger13.view import HAND, SHIELD, Danger13View, text, value
from engines.view import OVER
from tests.setups import Setup

GAME = Danger13()
CARDS = {text(card): card for card in deck()}
ME, LEFT = 0, 1
EARLY, LATE = 80, 10


def table(card: str, rows: tuple[str, str, str], won: tuple[str, str, str] = ("", "", "")) -> Danger13State:
    """Set a table of three up where seat 0 deals and has just turned up a card."""
    state = Danger13State(3, FastChance(1))
    state.deal()
    state.dealer = state.turn = ME
    state.open = CARDS[card]
    for seat in range(3):
        row = [CARDS[word] for word in rows[seat].split()]
        state.rows[seat] = row
        state.totals[seat] = sum(value(owned) for owned in row)
        state.hands[seat] = row.count(HAND)
        state.limits[seat] = 18 if SHIELD in row else 13
        state.won[seat] = [CARDS[word] for word in won[seat].split()]
    return state


def choice(state: Danger13State, policy: Policy | None = None) -> str:
    return GAME.say((policy or Thinker()).choose(state, FastChance(1)))


def race(decision: Decision, seed: int, trust: float) -> Race:
    search = Race(Danger13Mind(GAME, decision.view, decision.history), GAME.sampler(decision.view), seed)
    search.mind.trust = trust
    search.think(200, 0.0)
    return search


def test_what_the_net_expects_of_moves_counts_as_far_as_it_is_trusted() -> None:
    state = table("P3", ("A1 B2", "P4 P2", "B4 B1"))
    decision = Decision(GAME.id, GAME.view(state, ME), (), ["give 0", "give 1", "give 2"])
    liked = GAME.parse(choice(state))
    assert {race(decision, seed, 1e9).best() for seed in range(8)} == {liked}
    assert len({race(decision, seed, 0.0).best() for seed in range(8)}) > 1


@pytest.mark.parametrize("card", ["A0", "B1", "B2"])
def test_it_keeps_a_plus_card_while_it_is_far_from_the_limit(card: str) -> None:
    assert choice(table(card, ("P1", "P1", "P1"))) == "give 0"


@pytest.mark.parametrize("card", ["Q1", "Q2"])
def test_D13_it_keeps_a_prize(card: str) -> None:
    assert choice(table(card, ("B4 B4 P4", "", ""))) == "give 0"


def test_it_does_not_keep_a_plus_card_that_would_bust_its_row() -> None:
    assert choice(table("B4", ("B4 A3 B2 A2", "P1 A4 A3", "P2 P4 A3"))) != "give 0"


def test_it_busts_early_when_it_would_bust_anyway_and_nobody_else_has_a_stake() -> None:
    assert choice(table("B4", ("B4 A3 B2 A2", "P1", "P2"))) == "give 0"


def test_it_pushes_over_the_one_who_loses_most() -> None:
    assert choice(table("P3", ("A1 B2", "P4 P4 P3", "B4 B4 B3"))) == "give 2"
    assert choice(table("P3", ("A1 B2", "B4 B4 B3", "P4 P4 P3"))) == "give 1"


def test_it_ends_a_round_in_which_it_has_most_at_stake() -> None:
    assert choice(table("P2", ("B1 B2 B3 A4", "P4 P4 P3", "A1"))) == "give 1"


def test_the_last_round_is_played_by_the_score() -> None:
    """Early the greater stake is worth more; at the end only the rival who could still win matters."""
    rows = ("A1", "A4 A4 A4", "B4 B4 B4")
    assert choice(table("P3", rows)) == "give 2"
    state = table("P3", rows, ("Q2 Q2 Q2 B1 B1", "Q1 Q1 Q1 Q1 B2 B2 B2", ""))
    state.last_round = True
    assert choice(state) == "give 1"


def test_D10_an_arrow_goes_where_it_takes_signs_away_not_a_burden() -> None:
    assert choice(table("R", ("B2 A1", "A1 P4", "P4 B1"))) == "give 2"


def asked(card: str, rows: tuple[str, str, str]) -> Danger13State:
    """Let seat 1 decide about a card that seat 0 gave it."""
    state = table(card, rows)
    state.play(LEFT)
    assert state.asked
    return state


def test_D8_it_spends_a_hand_rather_than_bust() -> None:
    assert choice(asked("P4", ("A1 P4 P4", "H B4 B4 A3", "P3 P4 P3"))) == "refuse"


def test_D8_it_keeps_its_hand_for_later_when_the_card_does_good() -> None:
    assert choice(asked("Q2", ("A1 P2", "H B4 B4", "P3"))) == "accept"
    assert choice(asked("B1", ("A1 P2", "H B2", "P3"))) == "accept"


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_choice_is_the_same_for_every_state_behind_the_same_view(seats: int) -> None:
    for recording in Setup(GAME, seats).walk(seats):
        state = recording.state
        if state.turn == OVER:
            break
        view = GAME.view(state, state.turn)
        for policy in [Thinker(), *(model for place, model in enumerate(opponents()) if place != AIMLESS)]:
            told = {policy.choose(GAME.sample(view, FastChance(seed)), FastChance(1)) for seed in range(3)}
            assert told == {policy.choose(state, FastChance(1))}


def test_the_models_never_make_an_illegal_move() -> None:
    for seats in GAME.seats:
        for model in opponents():
            state = GAME.deal(seats, {}, FastChance(seats))
            while state.turn != OVER:
                move = model.choose(state, FastChance(1))
                assert move in state.legal()
                state.play(move)


@pytest.mark.parametrize(("victim", "move"), [(FULLEST, "give 1"), (RICHEST, "give 2"), (LEADER, "give 3")])
def test_a_grabber_has_one_kind_of_victim(victim: int, move: str) -> None:
    state = Danger13State(4, FastChance(1))
    state.deal()
    state.dealer = state.turn = ME
    state.open = CARDS["P4"]
    state.rows = [[], [CARDS["P4"], CARDS["P4"]], [CARDS["B1"]], []]
    state.totals = [0, 8, 1, 0]
    state.won[3] = [CARDS["Q2"], CARDS["Q2"]]
    assert choice(state, Grabber(victim, 1)) == move


def shown_by(seed: int) -> list[list[float]]:
    """What a game until its last round shows the first seat of a grabber, another kind of grabber, and a fool."""
    players: list[Policy] = [Weigher(), Grabber(FULLEST, 4), Grabber(LEADER, 1), Uniform()]
    recording = Setup(GAME, 4).start(seed)
    luck = FastChance(seed)
    while not cast(Danger13State, recording.state).last_round:
        state = recording.state
        recording.play(GAME.say(players[state.turn].choose(state, luck)))
    view = GAME.view(recording.state, 0)
    assert isinstance(view, Danger13View)
    return weigh(opponents(), view, recording.history)


def test_opponents_are_known_by_their_moves() -> None:
    games = [shown_by(seed) for seed in range(8)]
    for weights in games:
        assert weights[0] == pytest.approx([1 / len(weights[0])] * len(weights[0]))
    assert mean(sum(weights[1][2:4]) for weights in games) > 0.95
    assert mean(sum(weights[2][6:8]) for weights in games) > 0.95
    assert mean(weights[3][AIMLESS] for weights in games) > 0.85


def test_an_iteration_ends_with_the_round_and_the_lead_counts_more_the_fewer_cards_are_left() -> None:
    state = table("P1", ("", "", ""), ("Q2 Q2", "Q1", ""))
    mind = Danger13Mind(GAME, GAME.view(state, ME), ())
    assert not mind.enough(state, 99)
    state.round += 1
    assert mind.enough(state, 0)
    state.pile = state.pile[:EARLY]
    early = mind.estimate(state)
    state.pile = state.pile[:LATE]
    late = mind.estimate(state)
    for evaluation in (early, late):
        assert [points - evaluation.points[2] for points in evaluation.points] == pytest.approx([4.0, 1.0, 0.0])
    assert early.points[ME] > late.points[ME] > 4.0
    assert sum(early.wins) == pytest.approx(1.0)
    assert 1 / 3 < early.wins[ME] < late.wins[ME]


def test_D8_the_net_has_learnt_from_searches_to_spend_a_hand_where_the_plain_rule_gives_a_row_up() -> None:
    state = asked("P4", ("A1 P2", "H B4 B4 A3", "P3"))
    decision = Decision(GAME.id, GAME.view(state, LEFT), (), ["accept", "refuse"])
    assert choice(state, Weigher()) == "accept"
    assert choice(state) == "refuse"
    assert Searcher().choose(decision, Budget(iterations=600), 1).move == "refuse"


@pytest.mark.parametrize("seats", [3, 4])
def test_the_policy_beats_random(seats: int) -> None:
    contest = enter(GAME, ["policy", "random"], seats, "", Budget(), 1)
    games: list[Played] = []
    run(contest, 20 * seats, 1, games.append)
    assert standings(contest, games)[0].win_share * seats > 1.6
