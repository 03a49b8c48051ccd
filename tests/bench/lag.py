"""How late an event loop wakes up while two bots think in the pool beside it."""

import asyncio
from time import perf_counter

from bots.bot import Budget, Decision
from bots.pool import Pool
from engines.chance import LiveChance
from engines.games import find
from engines.record import Recording

SECONDS = 4.0
STEP = 0.005
AIM = 10.0


def decision() -> Decision:
    """The first decision of a game of Da Capo, whose search works hardest."""
    game = find("dacapo")
    recording = Recording(game, 3, {}, ["a", "b", "c"], LiveChance(1))
    state = recording.state
    legal = [game.say(move) for move in state.legal()]
    return Decision(game.id, game.view(state, state.turn), recording.history, legal)


async def measure(bots: int) -> list[float]:
    """Give, in milliseconds and ascending, how late each short sleep ended while so many bots were thinking."""
    async with Pool(2) as pool:
        busy = [asyncio.create_task(_think(pool)) for _ in range(bots)]
        lags = []
        until = perf_counter() + SECONDS
        while (before := perf_counter()) < until:
            await asyncio.sleep(STEP)
            lags.append(1000 * (perf_counter() - before - STEP))
        for task in busy:
            task.cancel()
        return sorted(lags)


async def _think(pool: Pool) -> None:
    while True:
        await pool.choose("expert", decision(), Budget(0.5), 5.0)


def main() -> None:
    """Print the lag beside nobody and beside two bots."""
    for bots in (0, 2):
        lags = asyncio.run(measure(bots))
        middle, late = lags[len(lags) // 2], lags[len(lags) * 99 // 100]
        aim = f" (aim under {AIM:.0f} ms)" if bots else ""
        print(f"loop lag beside {bots} thinking bots: p50 {middle:.1f} ms, p99 {late:.1f} ms{aim}")


if __name__ == "__main__":
    main()
