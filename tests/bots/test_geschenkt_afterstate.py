"""Geschenkt: what a place between two cards looks like, what a net makes of it, and how a card goes round by that."""

import math

import pytest

from bots.bot import Decision
from bots.policies.geschenkt.afterstate import NAMES, Afterstate, Judge
from bots.policies.geschenkt.auction import Auction
from bots.policies.geschenkt.judging import CARDS, JudgingMind
from bots.searcher import begin, prepare
from bots.training.afterstates import BATCH, SCHOOLING
from bots.training.self_play import Place, watch
from bots.training.thoughts.pupil import Pupil
from engines.chance import FastChance, LiveChance
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import NOBODY, PASS, TAKE, GeschenktState
from engines.record import Recording
from engines.view import OVER

GAME = Geschenkt()
NOTHING = [[0.0] * len(NAMES)]


def table(rows: tuple[tuple[int, ...], ...], chips: tuple[int, ...], left: int = 3, turn: int = 0) -> GeschenktState:
    """Set up a place where `turn` has just taken a card and turns up the next one."""
    state = GeschenktState(len(chips), "", FastChance(1))
    state.deal()
    state.owner = [NOBODY] * len(state.owner)
    for seat, row in enumerate(rows):
        for card in row:
            state.owner[card] = seat
    unseen = [card for card in range(3, 36) if state.owner[card] == NOBODY]
    state.open, state.pile, state.left_out = unseen[0], unseen[1:left], unseen[left:]
    state.chips, state.turn, state.pot = list(chips), turn, 0
    state.count()
    return state


def seen(state: GeschenktState, seat: int) -> dict[str, float]:
    """What a seat sees, by name."""
    values = [value for eight in Afterstate(state).looks(seat) for value in eight.line()]
    assert len(values) == len(NAMES)
    return dict(zip(NAMES, values, strict=True))


def shuffled(state: GeschenktState, seed: int) -> GeschenktState:
    """The same place with other cards to come, the next one among them."""
    twin = state.copy(FastChance(seed))
    cards = [twin.open, *twin.pile, *twin.left_out]
    FastChance(seed).shuffle(cards)
    left = len(twin.pile)
    twin.open, twin.pile, twin.left_out = cards[0], cards[1 : left + 1], cards[left + 1 :]
    return twin


def places(games: int, net: list[list[float]], first: int = 0) -> list[Place]:
    """All places of a few games of self-play."""
    judge = Judge(net, NOTHING)
    return [place for game in range(first, first + games) for place in watch(judge, 3, game)]


def test_G10_a_card_beside_an_own_one_is_free_and_may_save_points() -> None:
    state = table(((10, 20), (12,), ()), (9, 9, 9), left=10)
    chance = 10 / 30
    mine, theirs = seen(state, 0), seen(state, 1)
    # Free for seat 0 are 9, 11, 19 and 21; 9 and 19 save a point each, and 11 is free for seat 1 too, as 13 is.
    assert mine["free to come"] == pytest.approx(4 * chance / 2)
    assert mine["saved by them"] == pytest.approx(2 * chance / 20)
    assert (mine["free for nobody else"], mine["free for others too"]) == pytest.approx((3 * chance, chance))
    assert mine["free for others alone"] == pytest.approx(1 * chance / 3)
    assert theirs["saved by them"] == pytest.approx(chance / 20)
    assert seen(state, 2)["free to come"] == 0.0


def test_G10_points_are_rows_less_chips_and_the_lead_is_over_the_best_opponent() -> None:
    state = table(((20, 21), (5,), (30,)), (3, 4, 30), left=5)
    # 17, 1 and 0 points.
    assert [seen(state, seat)["lead"] for seat in range(3)] == pytest.approx([-17 / 20, -1 / 20, 1 / 20])
    assert seen(state, 0)["lead over the second"] == pytest.approx(-16 / 20)
    assert seen(state, 1)["chips of the next"] == pytest.approx(30 / 11)
    assert seen(state, 1)["chips of the one before"] == pytest.approx(3 / 11)
    everybody = [seen(state, seat) for seat in range(3)]
    assert [each["lead over the next"] for each in everybody] == pytest.approx([-16 / 20, -1 / 20, 17 / 20])
    assert [each["lead over the one before"] for each in everybody] == pytest.approx([-17 / 20, 16 / 20, 1 / 20])


def test_neighbours_are_seen_one_by_one_and_those_beyond_them_only_together() -> None:
    rows, chips = ((10, 20), (12,), (), (30,)), (9, 4, 0, 14)
    state = table(rows, chips, left=10)
    mine, following, across, before = (seen(state, seat) for seat in range(4))
    assert (mine["poverty of the next"], mine["poverty of the one before"]) == (following["poverty"], before["poverty"])
    assert mine["value of the next"] == following["value of the free"] > 0.0
    assert mine["value of the one before"] == before["value of the free"] > 0.0
    assert (mine["saved by the next"], mine["saved by the one before"]) == (
        following["saved by them"],
        before["saved by them"],
    )
    assert following["value of the next"] == across["value of the free"] == 0.0


def test_whoever_took_the_last_card_is_on_turn() -> None:
    state = table(((20,), (5,), (30,)), (3, 4, 30), turn=1)
    turns = [(each["on turn"], each["next"], each["last"]) for each in (seen(state, seat) for seat in range(3))]
    assert turns == [(0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]


@pytest.mark.parametrize("seed", range(5))
def test_G3_what_is_still_hidden_changes_nothing(seed: int) -> None:
    state = table(((10, 20), (12,), ()), (9, 4, 14), left=10)
    assert Judge().judge(shuffled(state, seed)).wins == pytest.approx(Judge().judge(state).wins, abs=1e-12)


@pytest.mark.parametrize("turned", [1, 2])
def test_names_and_seats_do_not_count(turned: int) -> None:
    rows, chips = ((10, 20), (12,), (3, 35)), (9, 4, 14)
    here = Judge().judge(table(rows, chips, left=10))
    there = Judge().judge(table(rows[-turned:] + rows[:-turned], chips[-turned:] + chips[:-turned], 10, turned))
    assert there.wins[turned:] + there.wins[:turned] == pytest.approx(here.wins)
    assert sum(here.wins) == pytest.approx(1.0)


def test_somebody_far_ahead_near_the_end_is_held_to_win() -> None:
    wins = Judge().judge(table(((30,), (33, 35), (27,)), (20, 1, 2), left=2)).wins
    assert wins[0] > 0.9


def test_points_to_come_are_about_what_games_come_to() -> None:
    judge = Judge()
    gaps = []
    for game in range(12):
        state = GAME.deal(3, {}, FastChance(game))
        assert isinstance(state, GeschenktState)
        state.play(TAKE)
        expected = judge.judge(state).points
        while state.turn != OVER:
            state.play(PASS if Auction(state, judge, 0.0).takings[0].chance < 1.0 else TAKE)
        gaps += [last - said for last, said in zip(state.scores(), expected, strict=True)]
    assert abs(sum(gaps) / len(gaps)) < 12.0


def test_G6_an_auction_ends_where_somebody_has_no_chip() -> None:
    state = table(((), (), ()), (2, 1, 5), left=10)
    auction = Auction(state, Judge(), 0.0)
    assert [taking.seat for taking in auction.takings] == [0, 1, 2, 0, 1]
    assert auction.takings[-1].chance == 1.0
    assert sum(auction.worth) == pytest.approx(1.0)


def test_G10_the_last_card_goes_to_whom_it_costs_the_win_the_least() -> None:
    state = table(((20,), (5,), (30,)), (3, 3, 3), left=1)
    state.left_out = [card for card in (state.left_out + state.pile) if card != 6] + [state.open]
    state.open, state.pile = 6, []
    # Seat 1 leads with 2 points and gets the 6 for nothing; nobody else can win any more.
    auction = Auction(state, Judge(), 0.0)
    assert auction.worth == [0.0, 1.0, 0.0]


def test_an_auction_leaves_the_table_as_it_was() -> None:
    state = table(((10, 20), (12,), ()), (9, 4, 14), left=10)
    before = (state.owner[:], state.chips[:], state.costs[:], state.pot, state.turn, state.open)
    Auction(state, Judge(), 0.01)
    assert (state.owner, state.chips, state.costs, state.pot, state.turn, state.open) == before


def test_who_might_have_taken_the_card_before_has_nothing_of_it_later() -> None:
    state = table(((10, 20), (12,), ()), (9, 4, 14), left=10)
    later = Auction(state, Judge(), 0.0).takings[1:]
    state.play(PASS)
    assert [taking.wins for taking in later] == [taking.wins for taking in Auction(state, Judge(), 0.0).takings]


def test_with_heat_the_better_choice_is_the_likelier_one() -> None:
    state = table(((10, 20), (12,), ()), (9, 4, 14), left=10)
    sure, unsure = Auction(state, Judge(), 0.0), Auction(state, Judge(), 0.05)
    assert all(taking.chance in (0.0, 1.0) for taking in sure.takings)
    assert all(0.0 < taking.chance < 1.0 for taking in unsure.takings[:-1])


def judging(recording: Recording) -> JudgingMind:
    """What judges places in a decision."""
    decision = Decision.of(recording)
    return JudgingMind(GAME, decision.view, decision.history)


def test_a_teacher_judges_the_place_after_two_cards() -> None:
    recording = Recording(GAME, 3, {}, ["a", "b", "c"], LiveChance(5))
    mind = judging(recording)
    state = recording.state.copy(FastChance(1))
    assert isinstance(state, GeschenktState)
    for _ in range(CARDS):
        assert not mind.enough(state, 0)
        state.play(TAKE)
    assert mind.enough(state, 0)
    assert mind.evaluate(state).wins == Judge().judge(state).wins
    assert mind.evaluate(state) is mind.evaluate(shuffled(state, 3))


def test_a_search_at_a_table_plays_on_to_the_end() -> None:
    recording = Recording(GAME, 3, {}, ["a", "b", "c"], LiveChance(5))
    mind = prepare(Decision.of(recording), 1).mind
    state = recording.state.copy(FastChance(1))
    mind.roll_out(state, [mind.rule] * 3, 0, FastChance(1))
    assert state.turn == OVER


def test_a_teacher_takes_a_card_that_is_paid_for_and_passes_a_dear_one() -> None:
    for card, pot, best in ((4, 12, TAKE), (34, 0, PASS)):
        recording = Recording(GAME, 3, {}, ["a", "b", "c"], LiveChance(5))
        state = recording.state
        assert isinstance(state, GeschenktState)
        state.pile = [state.open if other == card else other for other in state.pile]
        state.left_out = [state.open if other == card else other for other in state.left_out]
        state.open, state.pot = card, pot
        search = begin(judging(recording), GAME.sampler(Decision.of(recording).view), 1)
        search.think(200, 0.0)
        assert search.best() == best


def test_every_place_of_a_game_is_worth_one_win_and_its_points_come_true() -> None:
    found = places(2, NOTHING)
    assert len(found) == 2 * 23
    for place in found:
        assert sum(place.worth) == pytest.approx(1.0)
        assert len(place.looks) == len(place.points) == 3


def test_the_same_seed_plays_the_same_games() -> None:
    assert places(1, NOTHING) == places(1, NOTHING)
    assert places(1, NOTHING) != places(1, NOTHING, first=1)


def test_a_net_learns_from_its_own_games_who_wins() -> None:
    pupil = Pupil(len(NAMES), SCHOOLING, 1)
    for step in range(10):
        pupil.learn(places(3, pupil.wins(), 3 * step), 10 * SCHOOLING.rate)
    later = places(8, pupil.wins(), BATCH * 1000)
    assert _surprise(pupil.wins(), later) < _surprise(NOTHING, later) - 0.02


def _surprise(net: list[list[float]], found: list[Place]) -> float:
    """How unlikely a net holds what places were worth, in nats."""
    total = 0.0
    for place in found:
        scores = [sum(row * value for row, value in zip(net[0], look, strict=True)) for look in place.looks]
        for unit in net[1:]:
            for seat, look in enumerate(place.looks):
                scores[seat] += unit[-1] * max(0.0, sum(w * v for w, v in zip(unit, look, strict=False)))
        most = max(scores)
        whole = math.log(sum(math.exp(score - most) for score in scores)) + most
        total += sum(worth * (whole - score) for worth, score in zip(place.worth, scores, strict=True))
    return total / len(found)
