"""Company for the tests of tables and houses: a table without a driver, a quick thinker, and people on memory links."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

from bots.advice import Advice, only
from bots.bot import Budget, Decision
from engines.chance import LiveChance
from engines.wire import Message
from net import messages as say
from net.house.house import House
from net.house.house_time import TimeSource
from net.limits.house_limits import HouseLimits
from net.link import memory_link
from net.setup import HouseRules, Setup, check
from net.store.sqlite_store import SqliteStore
from net.tables import seating, turns
from net.tables.entries import Entry, Opened, decode, encode
from net.tables.table import Table

Wanted = TypeVar("Wanted", bound=Message)
Answer = TypeVar("Answer")
Arguments = TypeVarTuple("Arguments")

PATIENCE = 60.0

TRIO = Setup(game="geschenkt", seats=3)
ALONE = Setup(game="geschenkt", seats=3, bots=("easy", "hard"), hints=True, take_back=True)
PAIR = Setup(game="geschenkt", seats=3, bots=("easy",))


def new_table(setup: Setup, *people: str, seed: int = 1) -> Table:
    """Set a table up, with these people on its first seats and bots on the others."""
    opened = Opened(at=0.0, code="kiwi-42", setup=setup, rules=check(setup).version, owner=people[0])
    table = Table(opened, LiveChance(seed))
    for name in people:
        happen(table, seating.sit(table, name, name, None, 0.0))
    happen(table, seating.fill(table, people[0], "easy", None, 0.0))
    return table


def dealt_table(setup: Setup, *people: str, seed: int = 1) -> Table:
    """Set a table up and deal."""
    table = new_table(setup, *people, seed=seed)
    happen(table, turns.start(table, people[0], 0.0))
    return table


def happen(table: Table, entries: Sequence[Entry]) -> list[Entry]:
    """Let entries happen as they would come back from the store."""
    stored = [decode(encode(entry)) for entry in entries]
    for entry in stored:
        table.apply(entry)
    return stored


def move_of_bot(decision: Decision) -> str:
    """Choose a move that depends only on what a seat may know."""
    return decision.legal[len(decision.history) % len(decision.legal)]


class QuickThinker:
    """Decides at once, in this process; `asked` remembers who was to decide."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def choose(
        self,
        bot: str,
        decision: Decision,
        budget: Budget,
        deadline: float,
        *,
        rank: float = 0.0,
        stop: asyncio.Event | None = None,
    ) -> Advice:
        self.asked.append(bot)
        await asyncio.sleep(0)
        return only(move_of_bot(decision), list(decision.legal))

    async def run(
        self, function: "Callable[[*Arguments], Answer]", *arguments: *Arguments, rank: float = 0.0
    ) -> Answer:
        await asyncio.sleep(0)
        return function(*arguments)


def quick_rules(**rules: Any) -> HouseRules:
    """Make the rules of a house with bots that don't dawdle; limits may be named beside rules."""
    limits = {name: rules.pop(name) for name in HouseLimits.__struct_fields__ if name in rules}
    return HouseRules(**{"pace": 0.0, "news": 0.0, "retry": 0.01, **rules}, limits=HouseLimits(**limits))


class Person:
    """Somebody at the far end of a link, who remembers everything the house said, decoded and as bytes."""

    def __init__(self, house: House, identity: str | None, address: str = "") -> None:
        near, self.link = memory_link()
        self.heard: list[Message] = []
        self.served = asyncio.create_task(house.serve(near, identity, address=address))

    def tell(self, message: Message) -> None:
        self.link.send(message)

    async def hear(self, kind: type[Wanted]) -> Wanted:
        """Wait for the next message of a kind."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self.link.receive()
                self.heard.append(message)
                if isinstance(message, kind):
                    return message

    async def hears_within(self, seconds: float, kind: type[Wanted]) -> Wanted:
        """Wait for the next message of a kind, but not for long."""
        async with asyncio.timeout(seconds):
            return await self.hear(kind)

    async def ask(self, message: Message, kind: type[Wanted]) -> Wanted:
        self.tell(message)
        return await self.hear(kind)

    async def my_turn(self) -> say.Update:
        """Wait until it is this person's turn, or the game is over."""
        while True:
            update = await self.hear(say.Update)
            if update.legal or update.phase == "over":
                return update

    async def finish(self, update: say.Update) -> say.Update:
        """Play the last legal move whenever it is this person's turn, until the game is over."""
        while update.phase != "over":
            if update.legal:
                self.tell(say.Play(seq=update.seq, move=update.legal[-1]))
            update = await self.my_turn()
        return update

    async def drop(self) -> None:
        """Lose the connection."""
        self.link.close()
        await self.served


@asynccontextmanager
async def open_house(
    folder: Path, thinker: QuickThinker | None = None, source: TimeSource | None = None, **rules: float
) -> AsyncIterator[House]:
    """Open a house on a data folder, with bots that don't dawdle."""
    store = await SqliteStore.open(folder)
    house = House(store, thinker or QuickThinker(), quick_rules(**rules), source=source)
    try:
        await house.open()
        yield house
    finally:
        await house.close()
        await store.close()


async def enter(house: House, name: str, *, program: bool = False, address: str = "") -> Person:
    """Let somebody with a key come in."""
    person = Person(house, f"key:{name}", address)
    await person.ask(say.Enter(name=name, program=program), say.LobbyUpdate)
    return person


async def opened(house: House, setup: Setup = ALONE, name: str = "Ada") -> tuple[Person, say.Update]:
    """Let somebody come in and open a table."""
    person = await enter(house, name)
    return person, await person.ask(say.Open(setup=setup), say.Update)


async def started(house: House, setup: Setup = ALONE, seed: int | None = None) -> tuple[Person, say.Update]:
    """Let Ada open a table, start, and wait for her turn."""
    ada = await enter(house, "Ada")
    await ada.ask(say.Open(setup=setup, seed=seed), say.Update)
    ada.tell(say.Start())
    return ada, await ada.my_turn()


async def pair(house: House, setup: Setup = PAIR) -> tuple[Person, Person, str]:
    """Let Ada and Bob begin a game, and see the deal."""
    ada, table = await opened(house, setup)
    bob = await enter(house, "Bob")
    await bob.ask(say.Sit(code=table.code), say.Update)
    ada.tell(say.Start())
    await bob.hear(say.Update)
    return ada, bob, table.code


async def play_out(*people: Person) -> list[say.Update]:
    """Let people play the last legal move whenever they can, until the game is over."""

    async def play(person: Person) -> say.Update:
        last = person.heard[-1]
        if isinstance(last, say.Update) and last.legal:
            return await person.finish(last)
        return await person.finish(await person.my_turn())

    return list(await asyncio.gather(*(play(person) for person in people)))


async def look(person: Person, code: str) -> say.Update:
    """Sit down again where one sits, to see the table anew."""
    return await person.ask(say.Sit(code=code), say.Update)


def live_turn(table: Table) -> int:
    assert table.live is not None
    return table.live.turn


def play(table: Table, now: float = 0.0) -> list[Entry]:
    """Make the next move, whoever is to make it."""
    assert table.live is not None
    seat = table.live.turn
    move = move_of_bot(table.live.decision())
    turn = table.bot_turn(now)
    asked = turns.play(table, seat, table.seq, move, now) if turn is None else turns.play_bot(table, turn, move, now)
    return happen(table, asked)


def finish(table: Table) -> None:
    while table.phase == "playing":
        play(table)


def moves_of(table: Table) -> list[str]:
    assert table.live is not None
    return list(table.live.recording.moves)
