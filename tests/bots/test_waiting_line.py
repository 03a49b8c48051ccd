"""Who gets the next worker: cheap decisions first, then whoever has used least, then whoever came first."""

import asyncio
from typing import cast

from bots.bot import Budget
from bots.pool import Pool
from bots.waiting_line import WaitingLine
from bots.worker import Worker
from tests.bots.decisions import GESCHENKT, LONG, decide


def worker() -> Worker:
    return cast(Worker, object())


async def in_order(line: WaitingLine, *places: tuple[str, float, bool]) -> list[str]:
    """Let decisions wait, then let one worker come back again and again; return who had it."""
    served: list[str] = []

    async def wait(name: str, rank: float, dear: bool) -> None:
        one = await line.wait(rank, dear=dear)
        served.append(name)
        line.put(one)

    tasks = [asyncio.create_task(wait(*place)) for place in places]
    await asyncio.sleep(0)
    line.put(worker())
    await asyncio.gather(*tasks)
    return served


async def test_F52_whoever_has_used_least_is_next() -> None:
    places = (("crowd", 9.0, True), ("crowd again", 9.0, True), ("guest", 0.5, True), ("new", 0.0, True))
    assert await in_order(WaitingLine(), *places) == ["new", "guest", "crowd", "crowd again"]


async def test_F52_a_cheap_decision_is_never_behind_a_dear_one() -> None:
    places = (("dear", 0.0, True), ("cheap", 9.0, False))
    assert await in_order(WaitingLine(), *places) == ["cheap", "dear"]


async def test_a_worker_for_somebody_who_waits_no_more_goes_to_the_next() -> None:
    line = WaitingLine()
    gone = asyncio.create_task(line.wait(0.0, dear=True))
    late = asyncio.create_task(line.wait(1.0, dear=True))
    await asyncio.sleep(0)
    one = worker()
    line.put(one)
    gone.cancel()
    assert await late is one
    line.put(one)
    assert line.take() is one
    assert line.take() is None


async def test_F52_a_crowd_of_experts_keeps_nobody_else_waiting_and_a_hint_is_thought_about() -> None:
    decision = decide(GESCHENKT)
    ended: list[str] = []

    async def ask(name: str, bot: str, rank: float) -> int:
        advice = await pool.choose(bot, decision, Budget(0.2) if bot == "expert" else Budget(), LONG, rank=rank)
        ended.append(name)
        return advice.iterations

    async with Pool(1, quick=1) as pool:
        crowd = [asyncio.create_task(ask("crowd", "expert", 50.0)) for _ in range(8)]
        await asyncio.sleep(0.05)
        _cheap, iterations = await asyncio.gather(ask("easy", "easy", 1.0), ask("hint", "expert", 1.0))
        assert ended == ["easy", "crowd", "hint"]
        assert iterations > 0
        await asyncio.gather(*crowd)
    assert pool.troubles.stood_in == 0
