"""A table whose log is damaged is set aside alone: the house opens, and everybody else plays on."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from net import messages as said
from net.house.table_log import TableLog
from net.store.folder import DATABASE
from net.store.sqlite_store import LOBBY
from net.store.store import LogEnd, Store
from net.tables.entries import BadLog, Entry, Moved, Opened, Sat, TookBack, encode
from tests.net.house_harness import ALONE, Person, enter, look, open_house, opened, started

Damage = Callable[[bytes], bytes]

DAMAGES: dict[str, Damage] = {
    "IndexError": lambda _: encode(Sat(at=1.0, seat=99, identity="key:Eve", name="Eve")),
    "KeyError": lambda _: encode(Opened(at=1.0, code="kiwi-42", setup=ALONE, rules=1, owner="key:Ada")),
    "rules": lambda _: encode(Moved(at=1.0, seat=0, move="fly", luck=())),
    "moves": lambda _: encode(TookBack(at=1.0, seat=0, moves=10**6)),
    "no entry": lambda _: b"\xc1",
    "no text": lambda entry: entry.replace(b"entry", b"\xff\xfe\xfd\xfc\xfb"),
}


def damage(folder: Path, table: str, number: int, change: Damage) -> None:
    """Change an entry in a database that nobody has open; number -1 is the last one."""
    database = sqlite3.connect(folder / DATABASE)
    where = "FROM entries WHERE log = ? ORDER BY number"
    rows = database.execute(f"SELECT number, entry {where}", (table,)).fetchall()
    place, entry = rows[number]
    database.execute("UPDATE entries SET entry = ? WHERE log = ? AND number = ?", (change(entry), table, place))
    database.commit()
    database.close()


async def two_tables(folder: Path) -> tuple[str, str]:
    """Leave a table of Ada's and one of Bob's behind, both in the middle of a game, and give their codes."""
    async with open_house(folder) as house:
        _ada, hers = await started(house)
        bob, his = await opened(house, name="Bob")
        bob.tell(said.Start())
        await bob.my_turn()
    return hers.code, his.code


@pytest.mark.parametrize("kind", DAMAGES)
async def test_F43_a_damaged_log_is_set_aside_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    hers, his = await two_tables(tmp_path)
    damage(tmp_path, hers, -1, DAMAGES[kind])
    async with open_house(tmp_path) as house:
        bob = await enter(house, "Bob")
        update = await look(bob, his)
        await bob.finish(update)
        ada = await enter(house, "Ada")
        assert "can't be brought back" in (await ada.ask(said.Sit(code=hers), said.Refused)).text
        assert (await ada.ask(said.Open(setup=ALONE), said.Update)).code not in (hers, his)
    (line,) = [record for record in caplog.records if record.message == "table can't be brought back"]
    assert line.__dict__["table"] == hers


async def test_F43_no_flipped_byte_of_a_log_keeps_the_house_from_opening(tmp_path: Path) -> None:
    hers, his = await two_tables(tmp_path)
    luck = random.Random(7)
    whole = (tmp_path / DATABASE).read_bytes()

    def flip(entry: bytes) -> bytes:
        spoilt = bytearray(entry)
        spoilt[luck.randrange(len(spoilt))] ^= 1 << luck.randrange(8)
        return bytes(spoilt)

    for _ in range(60):
        damage(tmp_path, hers, luck.choice((0, 1, 4, -2, -1)), flip)
        async with open_house(tmp_path) as house:
            assert [await house.usher.wake(code) is not None for code in (hers, his)] == [False, True]
        (tmp_path / DATABASE).write_bytes(whole)


def bits(data: bytes) -> Iterator[bytes]:
    """Flip each bit once."""
    for place in range(len(data)):
        for bit in range(8):
            yield data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]


class Shelf:
    """The one log of a store, as a list."""

    def __init__(self, entries: list[bytes]) -> None:
        self.entries = entries

    async def acquire(self, table: str, at: int | None = None) -> int:
        return 1

    async def read(self, table: str, since: int = 0) -> list[bytes]:
        return self.entries[since:]

    async def append(self, table: str, epoch: int, version: int, entries: list[bytes], *, last: bool = False) -> int:
        self.entries += entries
        return len(self.entries)


def log_on(entries: list[bytes]) -> TableLog:
    return TableLog(cast(Store, Shelf(entries)), "kiwi-42")


async def read(entries: list[bytes], end: int | None = None) -> list[Entry]:
    """Read a log that should have so many entries."""
    version = len(entries) if end is None else end
    return await log_on(entries).peek(LogEnd(version, version, "", False))


SOME = [Moved(at=float(number), seat=number % 3, move="take", luck=()) for number in range(5)]


async def test_F43_no_flipped_bit_goes_unnoticed() -> None:
    whole: list[bytes] = []
    await log_on(whole).append(SOME)
    assert await read(whole) == SOME
    for number, entry in enumerate(whole):
        for spoilt in bits(entry):
            with pytest.raises(BadLog):
                await read([*whole[:number], spoilt, *whole[number + 1 :]])


async def test_F43_entries_that_are_missing_or_have_changed_places_are_noticed() -> None:
    whole: list[bytes] = []
    await log_on(whole).append(SOME)
    for spoilt in (whole[1:], [*whole[:2], *whole[3:]], [whole[1], whole[0], *whole[2:]], [*whole, whole[-1]]):
        with pytest.raises(BadLog):
            await read(spoilt, 5)


async def test_F43_F45_a_log_of_before_goes_on_with_seals() -> None:
    entries = [encode(entry) for entry in SOME]
    log = log_on(entries)
    assert await log.peek(LogEnd(5, 5, "", False)) == SOME
    await log.append(SOME)
    assert await read(entries) == SOME * 2
    for number in range(5):
        with pytest.raises(BadLog):
            await read([*entries[:number], encode(SOME[number - 1]), *entries[number + 1 :]])
    with pytest.raises(BadLog):
        await read([*entries, encode(SOME[0])])


async def test_F43_a_damaged_row_of_settings_or_games_keeps_nobody_out(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house)
        ada.tell(said.KeepSettings(settings={"theme": "dark"}))
        await ada.finish(update)
    database = sqlite3.connect(tmp_path / DATABASE)
    database.execute("UPDATE likings SET settings = x'c1'")
    database.execute("UPDATE games SET game = x'c1'")
    database.commit()
    database.close()
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        assert (await ada.ask(said.MyGames(), said.Games)).games == ()


async def test_F43_a_damaged_line_of_talk_costs_that_line(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada = await enter(house, "Ada")
        for words in ("one", "two", "three"):
            ada.tell(said.Say(text=words))
        while len((await ada.hear(said.LobbyUpdate)).talk) < 3:
            pass
    damage(tmp_path, LOBBY, 1, lambda _: b"\xc1")
    async with open_house(tmp_path) as house:
        ada = Person(house, "key:Ada")
        lobby = await ada.ask(said.Enter(), said.LobbyUpdate)
        assert [line.text for line in lobby.talk] == ["one", "three"]
        ada.tell(said.Say(text="four"))
        while (await ada.hear(said.LobbyUpdate)).talk[-1].text != "four":
            pass
