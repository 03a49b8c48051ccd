"""A house with a past: 100,000 people on a ladder and a million games in the store; lobby, ladder and player pages.

`python -m tests.bench.company` fills a folder once (build/company) and asks as people do, 200 of whom have tables by
the day that rest in the store.
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

from net import messages as said
from net.house.company import ladder_lines, player_sheet
from net.house.house import House
from net.limits.house_limits import HouseLimits
from net.names import look_alike
from net.setup import HouseRules, Setup
from net.store.folder import DATABASE
from net.store.sqlite_store import SqliteStore
from net.store.store import FinishedGame
from tests.net.house_harness import Person, QuickThinker

FOLDER = Path("build/company")
EMPTY = FOLDER / "empty"
BY_DAY = 200
TABLE = Setup(game="danger13", seats=2, days=3)
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


def told(name: str, taken: list[float]) -> float:
    """Say how long something took, and return the median."""
    taken.sort()
    middle, late = statistics.median(taken), taken[int(len(taken) * 0.99)]
    print(f"{name:>24}  p50 {middle:6.2f} ms  p99 {late:6.2f} ms  (aim 50)")
    return middle


async def timed(name: str, ask: Callable[[int], Awaitable[object]], luck: random.Random) -> float:
    taken = []
    for _ in range(ASKED):
        person = int(PEOPLE * luck.random() ** 2)
        began = time.perf_counter()
        await ask(person)
        taken.append(1000 * (time.perf_counter() - began))
    return told(name, taken)


async def login(store: SqliteStore, person: int) -> None:
    """What the store is asked when somebody comes in."""
    identity = await store.identity_of(who(person))
    await store.name_of(identity)
    await store.settings_of(identity)
    await store.tally_of(identity)


async def begin_tables(house: House) -> None:
    """Let each of those who play by the day open a table, sit down at their neighbour's, and go."""
    for number in range(BY_DAY):
        owner, other = Person(house, who(number)), Person(house, who((number + 1) % BY_DAY))
        await owner.ask(said.Enter(), said.LobbyUpdate)
        await other.ask(said.Enter(), said.LobbyUpdate)
        code = (await owner.ask(said.Open(setup=TABLE), said.Update)).code
        await other.ask(said.Sit(code=code), said.Update)
        owner.tell(said.Start())
        while (await other.hear(said.Update)).phase != "playing":
            pass
        await owner.drop()
        await other.drop()
    while house.croupiers:  # noqa: ASYNC110 - they come to rest by themselves
        await asyncio.sleep(0.1)


async def come_in(name: str, folder: Path, *, tables: bool) -> float:
    """Let people come in one after the other and stay, and measure how soon they see the lobby."""
    store = await SqliteStore.open(folder)
    rules = HouseRules(rest=0.5, limits=HouseLimits(tables=4 * BY_DAY))
    house = House(store, QuickThinker(), rules)
    await house.open()
    for number in range(BY_DAY):
        # Who has a name already is not asked for one: that would be measured instead.
        person = Person(house, who(number))
        await person.ask(said.Enter(name=f"player{number}"), said.LobbyUpdate)
        await person.drop()
    if tables:
        await begin_tables(house)
    taken = []
    for number in range(BY_DAY):
        person = Person(house, who(number))
        began = time.perf_counter()
        lobby = await person.ask(said.Enter(name=f"player{number}"), said.LobbyUpdate)
        taken.append(1000 * (time.perf_counter() - began))
        assert len([line for line in lobby.tables if line.seat is not None]) == 2 * tables
    assert not house.croupiers
    await house.close()
    await store.close()
    return told(name, taken)


def clear_tables(database: sqlite3.Connection) -> None:
    """Forget the tables of the last run."""
    for table in ("logs", "entries", "seats"):
        database.execute(f"DELETE FROM {table}")
    database.commit()


async def main() -> None:
    """Fill the folder if it is new, and measure; the login is measured in an empty house too."""
    fresh = not (FOLDER / DATABASE).exists()
    store = await SqliteStore.open(FOLDER)
    await store.close()
    database = sqlite3.connect(FOLDER / DATABASE)
    clear_tables(database)
    if fresh:
        fill(database)
    database.close()
    luck = random.Random(2)
    store = await SqliteStore.open(FOLDER)
    await timed("ladder, first page", lambda person: ladder_lines(store, "dacapo", 0, who(person)), luck)
    await timed("ladder, any page", lambda person: ladder_lines(store, "dacapo", person, who(person)), luck)
    await timed("player", lambda person: player_sheet(store, f"player{person}", who(0)), luck)
    await timed("my games", lambda person: store.games_of(who(person)), luck)
    full = await timed("login", lambda person: login(store, person), luck)
    await store.close()
    empty = await SqliteStore.open(EMPTY)
    bare = await timed("login, empty house", lambda person: login(empty, person), luck)
    await empty.close()
    print(f"{'login':>24}  {full / bare:.2f} times that of an empty house")
    full = await come_in(f"lobby, {BY_DAY} by the day", FOLDER, tables=True)
    bare = await come_in("lobby, empty house", EMPTY, tables=False)
    print(f"{'lobby':>24}  {full / bare:.2f} times that of an empty house")


if __name__ == "__main__":
    asyncio.run(main())
