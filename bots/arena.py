"""Bots against bots: the same deals for everybody, every bot on every seat, on as many processes as one likes."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from bots.bot import Budget
from bots.contest import Contest, Played, play_stretch, seat_bots
from bots.levels import make_bot
from bots.worker import JobFailed, Worker, WorkerDied
from engines.game import BadSetup, Game

MOST_DEATHS = 3
HANDFUL = 100

Done = Callable[[Played], None]


class ArenaFailed(Exception):
    """The contest can't go on."""


def line_up(game: Game, bots: Sequence[str], seats: int | None) -> tuple[str, ...]:
    """Fill the seats: the first bot sits once, and where seats are left the others come again in turn."""
    if not bots:
        raise BadSetup("Name at least one bot, like --bot random.")
    count = seats if seats is not None else max(len(bots), game.seats[0])
    game.check(count, {})
    if len(bots) > count:
        raise BadSetup(f"{len(bots)} bots can't sit on {count} seats.")
    others = list(bots[1:]) or list(bots)
    return (bots[0], *(others[place % len(others)] for place in range(count - 1)))


def enter(game: Game, bots: Sequence[str], seats: int | None, variant: str, budget: Budget, seed: int) -> Contest:
    """Set a contest up; raises BadSetup or BadBot for one that can't be played."""
    contest = Contest(game.id, line_up(game, bots, seats), variant, budget, seed)
    game.check(len(contest.bots), contest.options)
    for name in bots:
        make_bot(name, game)
    return contest


def run(contest: Contest, games: int, jobs: int, done: Done) -> None:
    """Play so many games; what they come to doesn't depend on the number of jobs, only their order does."""
    if jobs == 1:
        _play_here(contest, games, done)
    else:
        asyncio.run(_play_on_workers(contest, games, jobs, done))


def _play_here(contest: Contest, games: int, done: Done) -> None:
    bots = seat_bots(contest)
    played = 0
    try:
        while played < games:
            for game in play_stretch(contest, range(played, games)):
                done(game)
                played += 1
    finally:
        for bot in bots:
            bot.close()
        seat_bots.cache_clear()


async def _play_on_workers(contest: Contest, games: int, jobs: int, done: Done) -> None:
    waiting = deque(range(games))
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(jobs, games)):
                group.create_task(_serve(contest, waiting, done))
    except* ArenaFailed as failures:
        raise failures.exceptions[0] from None


async def _serve(contest: Contest, waiting: deque[int], done: Done) -> None:
    """Keep one worker busy as long as there are games to play."""
    worker = await _hire()
    deaths = 0
    handful = 1
    try:
        while waiting:
            numbers = [waiting.popleft() for _ in range(min(handful, len(waiting)))]
            try:
                played = await worker.run(play_stretch, contest, numbers)
            except JobFailed as error:
                raise ArenaFailed(f"A bot failed: {error}.") from None
            except WorkerDied:
                deaths += 1
                if deaths == MOST_DEATHS:
                    raise ArenaFailed("The processes that play the games are killed again and again.") from None
                await worker.close()
                worker = await _hire()
                played = []
            for game in played:
                done(game)
            waiting.extendleft(reversed(numbers[len(played) :]))
            # Quick games go out by the hundred, slow ones singly, so that the last ones don't pile up on one worker.
            handful = min(2 * handful, HANDFUL) if len(played) == len(numbers) else 1
    finally:
        await worker.close()


async def _hire() -> Worker:
    try:
        return await Worker.start()
    except WorkerDied:
        raise ArenaFailed("A process to play the games in can't be started.") from None
