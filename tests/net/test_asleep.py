"""Tables where nobody is: they are put away, are known to whoever has a seat there, and come back on demand."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from net import messages as said
from net.house.house import House
from net.house.people import guest_identity
from net.setup import Setup
from net.store.folder import DATABASE
from net.values import Phase
from tests.net.house_harness import ALONE, TRIO, Person, enter, look, open_house, opened, pair, started
from tests.net.visitors import until


async def asleep(house: House, code: str) -> None:
    """Wait until a table is put away."""
    await until(lambda: code not in house.croupiers)


async def test_a_table_where_nobody_is_is_put_away_and_comes_back_as_it_was(tmp_path: Path) -> None:
    async with open_house(tmp_path, rest=0.05) as house:
        ada, update = await started(house)
        await ada.drop()
        await asleep(house, update.code)
        assert house.lobby.tables == {}
        ada = Person(house, "key:Ada")
        assert (await ada.ask(said.Enter(), said.Welcome)).table == update.code
        (line,) = (await ada.hear(said.LobbyUpdate)).tables
        assert (line.code, line.phase, line.seat, line.your_turn) == (update.code, Phase.PLAYING, 0, True)
        again = await look(ada, update.code)
        assert (again.seq, again.view, again.legal) == (update.seq, update.view, update.legal)
        await ada.finish(again)


async def test_a_table_stays_while_somebody_who_sits_there_is_in_the_house(tmp_path: Path) -> None:
    async with open_house(tmp_path, rest=0.01) as house:
        ada, update = await opened(house, TRIO)
        await ada.ask(said.Leave(), said.LobbyUpdate)
        await asyncio.sleep(0.2)
        assert update.code in house.croupiers
        await ada.drop()
        await asleep(house, update.code)


async def test_whoever_left_on_purpose_is_not_led_back(tmp_path: Path) -> None:
    async with open_house(tmp_path, rest=0.05) as house:
        ada, update = await started(house)
        await ada.ask(said.Leave(), said.LobbyUpdate)
        await ada.drop()
        await asleep(house, update.code)
        ada = Person(house, "key:Ada")
        assert (await ada.ask(said.Enter(), said.Welcome)).table == ""
        assert [line.code for line in (await ada.hear(said.LobbyUpdate)).tables] == [update.code]


async def test_a_table_that_waits_for_players_opens_when_its_owner_comes_in(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        _ada, update = await opened(house, TRIO)
    async with open_house(tmp_path) as house:
        assert house.lobby.tables == {}
        await enter(house, "Ada")
        bob = await enter(house, "Bob")
        await until(lambda: update.code in house.lobby.tables)
        assert (await bob.ask(said.Sit(code=update.code), said.Update)).seat == 1


async def test_a_house_that_was_killed_knows_all_seats_again(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house)
        await bob.drop()
        while (update := await look(ada, code)).legal:
            await ada.ask(said.Play(seq=update.seq, move=update.legal[0]), said.Accepted)
    with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as database:
        # What a kill leaves, and a house of before notes were taken: logs that have grown since.
        database.execute("DELETE FROM seats")
        database.execute("UPDATE logs SET noted = 1")
    async with open_house(tmp_path) as house:
        assert await house.store.unnoted() == []
        bob = Person(house, "key:Bob")
        assert (await bob.ask(said.Enter(), said.Welcome)).table == code
        (line,) = (await bob.hear(said.LobbyUpdate)).tables
        assert line.your_turn == (not update.legal and (await look(bob, code)).legal != ())


async def test_seats_at_tables_asleep_count_for_what_somebody_may_have(tmp_path: Path) -> None:
    async with open_house(tmp_path, tables_each=2, seats_each=2) as house:
        codes = []
        for _ in range(2):
            ada, update = await started(house)
            codes.append(update.code)
            await ada.drop()
    async with open_house(tmp_path, tables_each=2, seats_each=2) as house:
        ada = await enter(house, "Ada")
        assert "2" in str((await ada.ask(said.Open(setup=ALONE), said.Refused)).values)
        _bob, table = await opened(house, TRIO, "Bob")
        assert "many seats" in (await ada.ask(said.Sit(code=table.code), said.Refused)).text
        await look(ada, codes[0])
        await ada.ask(said.Leave(give_up=True), said.LobbyUpdate)
        assert (await ada.ask(said.Sit(code=table.code), said.Update)).seat == 1


async def test_the_oldest_table_that_somebody_has_done_with_makes_room_also_when_asleep(tmp_path: Path) -> None:
    async with open_house(tmp_path, tables_each=1) as house:
        _ada, update = await opened(house, msgspec.structs.replace(ALONE, public=False))
    async with open_house(tmp_path, tables_each=1) as house:
        ada = await enter(house, "Ada")
        assert (await ada.ask(said.Open(setup=ALONE), said.Update)).code != update.code
        end = await house.store.last(update.code)
        assert end is not None
        assert end.closed


async def test_a_guest_with_a_seat_at_a_table_asleep_keeps_the_name(tmp_path: Path) -> None:
    async with open_house(tmp_path, rest=0.05) as house:
        zoe = Person(house, None)
        code = (await zoe.ask(said.Enter(name="Zoe"), said.Welcome)).resume
        zoe.tell(said.Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy"))))
        table = await zoe.hear(said.Update)
        await zoe.drop()
        await asleep(house, table.code)
        assert await house.store.name_of(guest_identity(code)) == "Zoe"
    async with open_house(tmp_path) as house:
        assert await house.store.name_of(guest_identity(code)) == "Zoe"
