"""The pool: bots think in other processes, and there is a move before the deadline whatever happens to those."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bots.advice import Advice, JudgedMove
from bots.bot import Budget
from bots.levels import stand_in
from bots.pool import Pool, merge, think_quickly
from bots.worker import JobFailed, Worker, WorkerDied
from engines.games import GAMES
from tests.bots.decisions import GESCHENKT, LONG, decide
from tests.setups import Setup


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    async with Pool(2) as pool:
        yield pool


def alive(pids: list[int]) -> list[int]:
    return [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def replaced(pool: Pool, old: list[int]) -> bool:
    return len(pool.pids) == pool.size and not set(old) & set(pool.pids)


async def all_new(pool: Pool, old: list[int]) -> None:
    """Wait until every worker has been replaced."""
    for _ in range(1000):
        if replaced(pool, old):
            break
        await asyncio.sleep(0.02)
    assert replaced(pool, old), "no new workers came"


@pytest.mark.plugged_in
async def test_a_bot_decides_in_another_process_as_it_would_here(pool: Pool, setup: Setup) -> None:
    decision = decide(setup)
    advice = await pool.choose(stand_in(setup.game).name, decision, Budget(), LONG, seed=3)
    assert advice.move == think_quickly(decision, 3).move
    assert len(pool.pids) == 2
    assert os.getpid() not in pool.pids
    assert pool.troubles.stood_in == 0


async def test_workers_are_nice_and_leave_with_the_pool() -> None:
    async with Pool(2) as pool:
        pids = pool.pids
        nicer = min(os.getpriority(os.PRIO_PROCESS, 0) + 10, 19)
        assert [os.getpriority(os.PRIO_PROCESS, pid) for pid in pids] == [nicer, nicer]
    assert alive(pids) == []


async def test_a_pool_can_be_closed_while_its_bots_think(pool: Pool) -> None:
    decision = decide(GESCHENKT)
    asking = asyncio.create_task(pool.choose("expert", decision, Budget(LONG), LONG))
    await asyncio.sleep(0.1)
    pids = pool.pids
    await pool.close()
    assert alive(pids) == []
    assert (await asking).move in decision.legal


async def test_a_decision_that_comes_early_waits_for_the_first_worker() -> None:
    pool = Pool(1)
    pool.open()
    try:
        await pool.choose("random", decide(GESCHENKT), Budget(), LONG)
        assert pool.troubles.stood_in == 0
    finally:
        await pool.close()


async def test_F38_a_killed_worker_is_replaced_and_the_policy_moves(pool: Pool) -> None:
    decision = decide(GESCHENKT)
    asking = asyncio.create_task(pool.choose("expert", decision, Budget(LONG), LONG, seed=5))
    await asyncio.sleep(0.2)
    killed = pool.pids
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    advice = await asking
    assert advice.move == think_quickly(decision, 5).move
    assert pool.troubles.stood_in == 1
    await all_new(pool, killed)
    assert alive(killed) == []
    await pool.choose("random", decision, Budget(), LONG)
    assert pool.troubles.stood_in == 1


async def test_F38_a_hung_worker_is_replaced_and_the_policy_moves_before_the_deadline(pool: Pool) -> None:
    decision = decide(GESCHENKT)
    hung = pool.pids
    for pid in hung:
        os.kill(pid, signal.SIGSTOP)
    async with asyncio.timeout(LONG):
        advice = await pool.choose("random", decision, Budget(), 0.5, seed=5)
    assert advice.move in decision.legal
    assert pool.troubles.stood_in == 1
    await all_new(pool, hung)
    assert alive(hung) == []


async def test_F38_when_every_worker_is_busy_the_policy_moves_here(pool: Pool) -> None:
    busy = asyncio.create_task(pool.choose("expert", decide(GESCHENKT), Budget(5.0), LONG))
    await asyncio.sleep(0.1)
    decision = decide(GESCHENKT, seed=2)
    advice = await pool.choose("random", decision, Budget(), 0.2, seed=7)
    assert advice.move == think_quickly(decision, 7).move
    assert pool.troubles.replaced == 0
    busy.cancel()


async def test_a_bot_that_fails_leaves_its_worker_ready(pool: Pool) -> None:
    decision = decide(GESCHENKT)
    for _ in range(3):
        advice = await pool.choose("no such bot", decision, Budget(), LONG, seed=1)
        assert advice.move in decision.legal
    assert pool.troubles.failed == pool.troubles.stood_in == 3
    assert pool.troubles.replaced == 0


async def test_whoever_stops_waiting_does_not_lose_the_worker(pool: Pool) -> None:
    asking = asyncio.create_task(pool.choose("expert", decide(GESCHENKT), Budget(0.3), LONG))
    await asyncio.sleep(0.05)
    asking.cancel()
    pids = pool.pids
    await pool.choose("random", decide(GESCHENKT), Budget(), LONG)
    assert pool.pids == pids
    assert pool.troubles.replaced == 0


async def test_experts_search_on_every_free_worker(pool: Pool) -> None:
    decision = decide(GESCHENKT)
    thinking = asyncio.create_task(pool.choose("expert", decision, Budget(1.0), LONG))
    await asyncio.sleep(0.1)
    await pool.choose("random", decision, Budget(), 0.2)
    assert pool.troubles.stood_in == 1
    advice = await thinking
    assert {choice.move for choice in advice.choices} == set(decision.legal)
    assert sum(choice.visits for choice in advice.choices) == advice.iterations > 0


@pytest.mark.parametrize("game", GAMES)
async def test_a_search_that_is_stopped_answers_with_what_it_has(pool: Pool, game: str) -> None:
    stop = asyncio.Event()
    thinking = asyncio.create_task(
        pool.choose("expert", decide(Setup(GAMES[game], 4)), Budget(seconds=LONG), 2 * LONG, stop=stop)
    )
    await asyncio.sleep(0.5)
    stop.set()
    advice = await thinking
    assert advice.seconds < LONG / 2
    assert pool.troubles.stood_in == pool.troubles.replaced == 0
    assert advice.move in {judged.move for judged in advice.choices}


async def test_a_stop_is_for_one_decision_and_the_next_one_is_thought_over(pool: Pool) -> None:
    stop = asyncio.Event()
    stop.set()
    first = await pool.choose("expert", decide(GESCHENKT), Budget(seconds=LONG), 2 * LONG, stop=stop)
    second = await pool.choose("expert", decide(GESCHENKT), Budget(seconds=0.5), LONG)
    assert first.seconds < LONG / 2
    assert second.seconds >= 0.4


async def test_iterations_and_a_seed_are_repeatable_however_many_workers(pool: Pool) -> None:
    decision = decide(GESCHENKT)
    first = await pool.choose("expert", decision, Budget(iterations=200), LONG, seed=9)
    async with Pool(1) as single:
        second = await single.choose("expert", decision, Budget(iterations=200), LONG, seed=9)
    assert (first.move, first.choices) == (second.move, second.choices)


def test_merging_adds_visits_and_averages_by_them() -> None:
    first = Advice("take", (JudgedMove("take", 30, 0.6, 0.1, 10.0), JudgedMove("pass", 10, 0.4, 0.2, 20.0)), 40, 1.0)
    second = Advice("pass", (JudgedMove("pass", 60, 0.5, 0.1, 12.0), JudgedMove("take", 20, 0.3, 0.1, 30.0)), 80, 1.1)
    merged = merge([first, second])
    assert merged.move == "pass"
    assert merged.iterations == 120
    assert merged.seconds == 1.1
    best, other = merged.choices
    assert (best.move, best.visits, other.move, other.visits) == ("pass", 70, "take", 50)
    assert best.win == pytest.approx((10 * 0.4 + 60 * 0.5) / 70)
    assert best.score == pytest.approx((10 * 20 + 60 * 12) / 70)
    assert best.error == pytest.approx(((10 * 0.2) ** 2 + (60 * 0.1) ** 2) ** 0.5 / 70)


def test_of_moves_tried_about_as_often_the_one_counts_that_wins_more() -> None:
    """A search may try both moves alike, and then visits tell nothing."""
    first = Advice("take", (JudgedMove("take", 51, 0.5), JudgedMove("pass", 50, 0.4)), 101, 1.0)
    second = Advice("pass", (JudgedMove("pass", 50, 0.7), JudgedMove("take", 51, 0.5)), 101, 1.0)
    assert merge([first, second]).move == merge([second, first]).move == "pass"


def test_merging_keeps_to_a_move_that_a_search_advised() -> None:
    """A search may prefer the policy's move to the most visited one."""
    first = Advice("rule", (JudgedMove("rule", 10, 0.5), JudgedMove("other", 90, 0.5)), 100, 1.0)
    assert merge([first, first]).move == "rule"


async def test_a_job_is_done_in_another_process_and_again_where_its_worker_is_killed(pool: Pool) -> None:
    assert await pool.run(pow, 2, 10) == 1024
    asking = asyncio.create_task(pool.run(time.sleep, 1.0))
    await asyncio.sleep(0.3)
    killed = pool.pids
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    await asking
    assert pool.troubles.replaced >= 1
    assert not set(killed) & set(pool.pids)


async def test_a_job_that_fails_says_so_and_one_that_kills_is_given_up(pool: Pool) -> None:
    with pytest.raises(JobFailed, match="ZeroDivisionError"):
        await pool.run(divmod, 1, 0)
    with pytest.raises(WorkerDied):
        await pool.run(os._exit, 1)
    assert await pool.run(pow, 2, 2) == 4


async def test_a_worker_whose_job_nobody_waits_for_does_the_next_one() -> None:
    async with Pool(1) as pool:
        pids = pool.pids
        asking = asyncio.create_task(pool.run(time.sleep, 0.3))
        await asyncio.sleep(0.1)
        asking.cancel()
        assert await pool.run(pow, 2, 2) == 4
        assert pool.pids == pids


async def test_F78_workers_that_cant_start_are_told_of_and_the_policy_moves_meanwhile(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def die(_nice: int = 0) -> Worker:
        raise WorkerDied("The worker process has ended.")

    monkeypatch.setattr(Worker, "start", die)
    async with asyncio.timeout(60):
        pool = Pool(1)
        pool.open()
        try:
            decision = decide(GESCHENKT)
            advice = await pool.choose("expert", decision, Budget(), 0.2)
        finally:
            await pool.close()
    assert advice.move in decision.legal
    assert [record.__dict__["why"] for record in caplog.records if record.message == "worker can't start"]
