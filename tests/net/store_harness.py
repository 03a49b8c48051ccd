"""For the tests of stores: a finished game, and a writer to kill, another process that writes without end."""

import os
import subprocess
import sys
from pathlib import Path

from net.store.store import FinishedGame

GAME = FinishedGame(
    table="kiwi-42",
    number=1,
    game="geschenkt",
    finished=1.0,
    identities=("key:Ada", "", "key:Bob"),
    names=("Ada", "hard-1", "Bob"),
    scores=(3, 1, 2),
    winners=(1,),
    stand_ins=(2,),
    hints=0,
    taken_back=0,
)

WRITE_FOR_EVER = """
import asyncio, sys
from pathlib import Path
from net.store.sqlite_store import SqliteStore

async def main():
    store = await SqliteStore.open(Path(sys.argv[1]))
    async def write(table):
        epoch = await store.acquire(table)
        version = len(await store.read(table))
        while True:
            version = await store.append(table, epoch, version, [f"{table} {version}".encode()])
            print(table, version, flush=True)
    await asyncio.gather(*(write(f"fig-{number}") for number in range(4)))

asyncio.run(main())
"""


def write_until_killed(folder: Path, lines: int) -> dict[str, int]:
    """Let another process write, kill it after so many acknowledgements, and give the last version of each log."""
    command = [sys.executable, "-c", WRITE_FOR_EVER, str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline().split() for _ in range(lines)]
        writer.kill()
    return {table: int(version) for table, version in told}
