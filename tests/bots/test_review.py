"""Judging a finished game: with what a seat knew, no blame for noise, and luck that is nothing on average."""

from dataclasses import replace
from statistics import fmean, stdev

import msgspec
import pytest

from bots.bot import Budget
from bots.contest import Contest, play, seat_bots
from bots.findings import (
    BEST,
    BLUNDER,
    GOOD,
    INEXACT,
    MISTAKE,
    SURE,
    JudgedChoice,
    Judgement,
    Measured,
    Plan,
    Review,
    Weighed,
)
from bots.judge import judge_decision, verdict_on
from bots.moments import NotOver, follow
from bots.pool import Pool
from bots.review import Job, jobs_of, plan, review_here, run_jobs
from bots.weigh import Scales
from engines.chance import FastChance
from engines.game import Game
from engines.games import GAMES
from engines.record import Record, dump, load
from tests.bench.review import compare
from tests.setups import Setup

FEW = Budget(iterations=24)


def finished(game: str, seats: int = 3, seed: int = 1) -> Record:
    return Setup(GAMES[game], seats).finished(seed).record()


@pytest.mark.plugged_in
def test_every_decision_of_a_seat_is_judged_and_every_moment_weighed(game: Game) -> None:
    record = Setup(game, game.seats[0]).finished(1).record()
    course = follow(record)
    budget = Budget(iterations=4)
    review = Review(plan(dump(record), 0), budget)
    jobs = jobs_of(dump(record), review.plan, budget)
    for job in jobs[:12]:
        review.add(job.run())
    decisions = {moment.turn for moment in course.decisions(0)}
    assert {job.turn for job in jobs if not job.weighs} == decisions
    assert [job.turn for job in jobs if job.weighs] == list(range(len(record.moves)))
    for weighed in review.weighed.values():
        assert sum(weighed.chances) == pytest.approx(1.0, abs=0.02)
        assert sum(weighed.effect) == pytest.approx(0.0, abs=0.02)
    for judgement in review.in_order:
        assert judgement.move in [choice.move for choice in judgement.choices]
        assert judgement.best in [choice.move for choice in judgement.choices]
        assert judgement.loss >= 0


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    record = Setup(GAMES["geschenkt"], 3).unfinished(1, 10).record()
    with pytest.raises(NotOver, match="not over yet"):
        plan(dump(record), 0)


@pytest.mark.plugged_in
def test_a_decision_is_judged_with_what_its_seat_knew_and_nothing_else(game: Game) -> None:
    record = Setup(game, game.seats[0]).finished(2).record()
    course = follow(record)
    for moment in course.moments[:20]:
        decision = course.decision(moment)
        assert decision.view == moment.views[moment.seat]
        assert decision.view.seat == moment.seat
        assert len(decision.history) == moment.turn + 1
        assert not decision.view.scores


@pytest.mark.plugged_in
def test_chances_and_judgements_need_only_what_the_seat_saw(game: Game) -> None:
    course = follow(Setup(game, game.seats[0]).finished(2).record())
    eye = 0
    for moment in (course.moments[3], *course.decisions(eye)[:2]):
        # Another game that this seat can't tell from the real one: everybody else holds something else.
        other = game.sample(moment.views[eye], FastChance(5))
        views = tuple(game.view(other, seat) for seat in range(course.seats))
        assert views[eye] == moment.views[eye]
        elsewhere = replace(moment, views=views)
        here, there = Scales(course, moment, FEW, 1), Scales(course, elsewhere, FEW, 1)
        assert here.chances(eye) == there.chances(eye)
        if moment.seat == eye and len(moment.legal) > 1:
            asked, again = course.decision(moment), course.decision(elsewhere)
            first, second = (judge_decision(each, moment.move, moment.turn, FEW, 1) for each in (asked, again))
            assert first == second


@pytest.mark.parametrize(
    ("loss", "error", "verdict"),
    [(0.3, 0.01, BLUNDER), (0.07, 0.01, MISTAKE), (0.03, 0.01, INEXACT), (0.01, 0.001, GOOD), (0.3, 0.16, GOOD)],
)
def test_a_word_is_said_only_where_the_loss_is_larger_than_its_uncertainty(
    loss: float, error: float, verdict: str
) -> None:
    assert verdict_on(loss, error, is_best=False) == verdict
    assert verdict_on(loss, error, is_best=True) == BEST


def test_no_worse_word_than_good_within_the_uncertainty() -> None:
    review = review_here(dump(finished("geschenkt", seed=4)), 0, Budget(iterations=60))
    assert review.judgements
    for judgement in review.in_order:
        if judgement.verdict in (INEXACT, MISTAKE, BLUNDER):
            assert judgement.loss > SURE * judgement.error


def test_the_same_budget_of_iterations_finds_the_same() -> None:
    record = finished("geschenkt", seed=3)
    first, second = (review_here(dump(record), 1, FEW) for _ in range(2))
    assert first.in_order == second.in_order
    assert first.weighed == second.weighed


async def test_jobs_in_other_processes_find_what_they_find_here() -> None:
    data = dump(finished("geschenkt", seed=3))
    there, here = (Review(plan(data, 1), FEW) for _ in range(2))
    jobs = jobs_of(data, there.plan, FEW)[:20]
    async with Pool(2) as pool:
        await run_jobs(jobs, lambda job: pool.run(Job.run, job), there.add, 2)
    for job in jobs:
        here.add(job.run())
    assert there.weighed == here.weighed
    assert there.judgements == here.judgements


def test_luck_and_play_make_up_the_result_and_luck_is_somebody_elses_bad_luck() -> None:
    record = finished("geschenkt", seed=6)
    reviews = [_weighed(record, seat) for seat in range(3)]
    for review in reviews:
        whole = review.luck.share + review.play.share + review.others.share
        assert whole == pytest.approx(review.plan.wins[review.seat] - 1 / 3)
    assert sum(review.luck.share for review in reviews) == pytest.approx(0.0, abs=1e-9)


def test_who_plays_by_the_rule_has_neither_gained_nor_lost_by_play() -> None:
    review = _weighed(_arena(("policy", "random", "random"), 1)[0], 0)
    assert review.play == Measured(0.0, 0.0)
    assert any(review.weighed[turn].effect[0] for turn in review.weighed)


@pytest.mark.parametrize("game", GAMES)
def test_where_everybody_plays_by_the_rule_all_is_luck(game: str) -> None:
    review = _weighed(_arena(("policy",) * 3, 1, game)[0], 1, most=40)
    assert review.weighed
    assert all(set(weighed.effect) == {0.0} for weighed in review.weighed.values())
    assert review.luck == Measured(review.plan.wins[1] - 1 / 3, 0.0)


def test_what_a_move_adds_varies_by_as_much_as_its_error_says() -> None:
    course = follow(_arena(("random", "policy", "policy"), 1)[0])
    moment = next(each for each in course.decisions(0) if any(Scales(course, each, FEW, 1).effect()[0]))
    found = [Scales(course, moment, FEW, 1000 * seed).effect() for seed in range(40)]
    varied = stdev(effect[0] for effect, _errors in found)
    told = fmean(errors[0] for _effect, errors in found)
    # An error counts two games more than were seen, which makes it larger where there were few.
    assert 0.8 * told < varied < 1.4 * told


def test_the_errors_of_play_and_of_the_others_add_up_to_that_of_luck() -> None:
    review = Review(Plan(0, 3, (), (1.0, 0.0)))
    for weighed in (
        Weighed(0, 0, (0.5, 0.5), (-0.3, 0.3), (0.06, 0.06)),
        Weighed(1, 0, (0.5, 0.5), (-0.1, 0.1), (0.08, 0.08)),
        Weighed(2, 1, (0.5, 0.5), (0.2, -0.2), (0.24, 0.24)),
    ):
        review.add(weighed)
    assert review.play.error == pytest.approx(0.1)
    assert review.others == Measured(0.2, 0.24)
    assert review.luck.error == pytest.approx(0.26)
    assert (review.play.known, review.others.known, review.luck.known) == (True, False, True)


def test_what_a_house_of_before_tells_without_errors_is_not_known() -> None:
    review = Review(Plan(0, 1, (), (1.0, 0.0)))
    review.add(Weighed(0, 0, (0.5, 0.5), (-0.3, 0.3)))
    assert not review.play.known
    assert not review.luck.known
    assert review.others == Measured(0.0, 0.0)


def test_luck_is_nothing_on_average_though_one_plays_far_better() -> None:
    records = _arena(("policy", "random", "random"), 12)
    reviews = [_weighed(record, number % 3) for number, record in enumerate(records)]
    results = [review.plan.wins[review.seat] - 1 / 3 for review in reviews]
    luck = [review.luck.share for review in reviews]
    error = stdev(luck) / len(luck) ** 0.5
    # Seat number % 3 is the good player's: the result is far above an even share, and none of that is luck.
    assert fmean(results) > 0.4
    assert abs(fmean(luck)) < 3 * error
    assert fmean(luck) < fmean(results) / 2


def _arena(bots: tuple[str, ...], games: int, game: str = "geschenkt") -> list[Record]:
    contest = Contest(game, bots, seed=5, keep_records=True)
    return [load(play(contest, number, seat_bots(contest)).record) for number in range(games)]


def _weighed(record: Record, seat: int, most: int = 1000) -> Review:
    data = dump(record)
    review = Review(plan(data, seat), FEW)
    for turn in range(min(len(record.moves), most)):
        review.add(Job(data, turn, seat, FEW, weighs=True).run())
    return review


def test_the_judgements_are_right_where_the_truth_is_known() -> None:
    count = compare(40, 7, Budget(iterations=2000))
    assert count.share_within >= 0.9
    assert count.best > 10
    assert count.blamed == 0
    assert count.found >= 0.7 * count.real > 0


def test_what_can_be_worked_out_is_judged_without_an_error() -> None:
    count = compare(40, 7, Budget(iterations=40_000), judge_decision)
    assert count.within == count.decisions
    assert count.found == count.real > 0
    assert count.blamed == 0


def test_who_takes_every_card_reads_of_it() -> None:
    (record,) = _arena(("threshold:99", "policy", "policy"), 1)
    data, budget = dump(record), Budget(iterations=6000)
    review = Review(plan(data, 0), budget)
    for turn in review.plan.decisions[:3]:
        review.add(Job(data, turn, 0, budget, weighs=False).run())
    words = [judgement.verdict for judgement in review.in_order]
    assert len([word for word in words if word in (MISTAKE, BLUNDER)]) >= 1
    assert review.accuracy is not None
    assert review.accuracy < 0.5


def test_accuracy_counts_only_what_mattered() -> None:
    review = Review(plan(dump(finished("geschenkt")), 0))
    lost = (JudgedChoice("take", 0.004, 0.002), JudgedChoice("pass", 0.001, 0.002))
    open_game = (JudgedChoice("pass", 0.4, 0.01), JudgedChoice("take", 0.2, 0.01))
    review.add(Judgement(1, 0, "take", "take", 0.0, 0.003, BEST, lost))
    assert review.accuracy is None
    review.add(Judgement(4, 0, "take", "pass", 0.2, 0.015, BLUNDER, open_game))
    assert review.accuracy == 0.0
    review.add(Judgement(7, 0, "pass", "pass", 0.0, 0.015, BEST, open_game))
    assert review.accuracy == 0.5


def test_a_record_that_does_not_fit_is_refused() -> None:
    record = finished("geschenkt")
    with pytest.raises(ValueError, match="does not fit the rules"):
        plan(dump(msgspec.structs.replace(record, moves=("take", *record.moves))), 0)
