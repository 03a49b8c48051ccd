"""A house with a past: 100,000 people on a ladder and a million games in the store; lobby, ladder and player pages.

`python -m tests.bench.company` fills a folder once (build/company) and asks as people do.
"""

import asyncio
import random
import sqlite3
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec

from net.house.company import ladder_lines, player_sheet
from net.names import look_alike
from net.store.folder import DATABASE
from net.store.sqlite_store import SqliteStore
from net.store.store import FinishedGame

FOLDER = Path("build/company")
PEOPLE, GAMES, ASKED = 100_000, 1_000_000, 300
KINDS = ("geschenkt", "danger13", "bumbesi", "dacapo")
PART = 20_000


def who(number: int) -> str:
    return f"key:SHA256:{number:043}"


def _game(number: int, luck: random.Random) -> FinishedGame:
    people: list[int] = []
    while len(people) < 4:
        person = int(PEOPLE * luck.random() ** 2)
        if person not in people:
            people.append(person)
    return FinishedGame(
        table=f"kiwi-{number}",
        number=1,
        game=KINDS[number % 4],
        finished=1.7e9 + 60 * number,
        identities=tuple(map(who, people)),
        names=tuple(f"player{person}" for person in people),
        scores=(10, 20, 30, 40),
        winners=(0,),
        stand_ins=(),
        hints=0,
        taken_back=0,
    )


def fill(database: sqlite3.Connection) -> None:
    """Write people, ratings and games straight into the tables: a house would take hours."""
    luck = random.Random(1)
    names = ((who(number), f"player{number}", look_alike(f"player{number}")) for number in range(PEOPLE))
    database.executemany("INSERT INTO people VALUES (?, ?, ?)", names)
    for kind in KINDS:
        rated = ((who(number), kind, luck.gauss(25, 4), 2.0, 30, 1) for number in range(PEOPLE))
        database.executemany("INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?)", rated)
    for first in range(1, GAMES + 1, PART):
        games = [(number, _game(number, luck)) for number in range(first, first + PART)]
        packed = ((number, game.table, 1, msgspec.msgpack.encode(game)) for number, game in games)
        database.executemany("INSERT INTO games VALUES (?, ?, ?, ?)", packed)
        players = [(each, number, each == game.identities[0]) for number, game in games for each in game.identities]
        database.executemany("INSERT INTO players VALUES (?, ?, ?)", players)
        steps = ((each, KINDS[number % 4], number, 1.7e9, 25.0, 2.0) for each, number, _won in players)
        database.executemany("INSERT INTO rating_steps VALUES (?, ?, ?, ?, ?, ?)", steps)
        sys.stderr.write(f"\r{first + PART - 1:,} games")
    database.commit()
    sys.stderr.write("\n")


async def timed(name: str, ask: Callable[[int], Awaitable[object]], luck: random.Random) -> None:
    taken = []
    for _ in range(ASKED):
        person = int(PEOPLE * luck.random() ** 2)
        began = time.perf_counter()
        await ask(person)
        taken.append(1000 * (time.perf_counter() - began))
    taken.sort()
    print(f"{name:>18}  p50 {statistics.median(taken):6.2f} ms  p99 {taken[int(ASKED * 0.99)]:6.2f} ms  (aim 50)")


async def login(store: SqliteStore, person: int) -> None:
    """What the store is asked when somebody comes in."""
    identity = await store.identity_of(who(person))
    await store.name_of(identity)
    await store.settings_of(identity)
    await store.tally_of(identity)


async def main() -> None:
    """Fill the folder if it is new, and measure; the login is measured in an empty house too."""
    fresh = not (FOLDER / DATABASE).exists()
    store = await SqliteStore.open(FOLDER)
    await store.close()
    if fresh:
        database = sqlite3.connect(FOLDER / DATABASE)
        fill(database)
        database.close()
    luck = random.Random(2)
    store = await SqliteStore.open(FOLDER)
    await timed("ladder, first page", lambda person: ladder_lines(store, "dacapo", 0, who(person)), luck)
    await timed("ladder, any page", lambda person: ladder_lines(store, "dacapo", person, who(person)), luck)
    await timed("player", lambda person: player_sheet(store, f"player{person}", who(0)), luck)
    await timed("my games", lambda person: store.games_of(who(person)), luck)
    await timed("login", lambda person: login(store, person), luck)
    await store.close()
    empty = await SqliteStore.open(FOLDER / "empty")
    await timed("login, empty house", lambda person: login(empty, person), luck)
    await empty.close()


if __name__ == "__main__":
    asyncio.run(main())
