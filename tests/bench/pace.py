"""How long one waits between own turns: Da Capo at six seats against five experts, with Space and without.

`python -m tests.bench.pace`; a person at the table plays what comes first, a few turns each way.
"""

import asyncio
import tempfile
import time
from pathlib import Path

from bots.pool import Pool
from net.house.house import House
from net.messages import Hurry, Open, Play, Start, Update
from net.setup import HouseRules, Setup, own_setup
from net.store.sqlite_store import SqliteStore
from tests.net.house_harness import Person, enter
from tui.settings import PACES

SEATS = 6
TURNS = 5
PATIENT, HASTY = "without Space", "with Space"
MOST = {PATIENT: 15.0, HASTY: 3.0}


def main() -> None:
    """Print the waits of both kinds of people, and whether any was too long."""
    print("Between two own turns, Da Capo, six seats, five experts, usual pace")
    for manner, most in MOST.items():
        waits = asyncio.run(_play(manner))
        told = ", ".join(f"{wait:.1f}" for wait in waits)
        verdict = "" if max(waits) <= most else "   TOO LONG"
        print(f"  {manner:14} longest {max(waits):4.1f} s, at most {most:.0f}   ({told}){verdict}", flush=True)


async def _play(manner: str) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder))
        async with Pool() as pool:
            house = House(store, pool, HouseRules(own=True, pace=PACES["normal"]))
            await house.open()
            try:
                return await _waits(await enter(house, "Ada"), hasty=manner == HASTY)
            finally:
                await house.close()
                await store.close()


async def _waits(ada: Person, *, hasty: bool) -> list[float]:
    setup = own_setup(Setup(game="dacapo", seats=SEATS, bots=("expert",) * (SEATS - 1)))
    await ada.ask(Open(setup=setup, seed=1), Update)
    ada.tell(Start())
    update = await _own_turn(ada, await ada.hear(Update), hasty=hasty)
    waits: list[float] = []
    while len(waits) < TURNS and update.phase == "playing":
        while update.legal:
            ada.tell(Play(seq=update.seq, move=update.legal[0]))
            update = await _next(ada, update.seq)
        begun = time.monotonic()
        update = await _own_turn(ada, update, hasty=hasty)
        waits.append(time.monotonic() - begun)
    return waits


async def _next(ada: Person, seq: int) -> Update:
    while (update := await ada.hear(Update)).seq == seq:
        pass
    return update


async def _own_turn(ada: Person, update: Update, *, hasty: bool) -> Update:
    """Wait until it is one's own turn; who is hasty presses Space at once."""
    if hasty and not update.legal:
        ada.tell(Hurry())
    while not update.legal and update.phase != "over":
        update = await ada.hear(Update)
    return update


if __name__ == "__main__":
    main()
