"""Tables that everybody has done with: they leave the lists of those who sat there, and no others do."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from net import messages as said
from net.house.house import House
from tests.net.house_harness import ALONE, PAIR, TRIO, Person, enter, look, open_house, opened, pair, play_out
from tests.net.visitors import until


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path) as house:
        yield house


def tables_of(house: House, name: str) -> set[str]:
    """The tables where somebody has a seat, as the lobby would list them."""
    member = house.members.of(f"key:{name}")[0]
    return {line.code for line in house.shown_to(member) if line.seat is not None}


async def go_on(person: Person) -> str:
    """Go to a table of one's own from wherever one is, as Tab does."""
    update = await person.ask(said.Open(setup=TRIO), said.Update)
    while update.number or update.phase != "waiting":
        update = await person.hear(said.Update)
    return update.code


async def test_who_goes_on_from_a_game_that_is_over_is_done_with_it(house: House) -> None:
    ada, table = await opened(house, ALONE)
    ada.tell(said.Start())
    await play_out(ada)
    other = await go_on(ada)
    await until(lambda: tables_of(house, "Ada") == {other})
    assert "no table" in (await ada.ask(said.Sit(code=table.code), said.Refused)).text


async def test_a_game_that_goes_on_stays(house: House) -> None:
    ada, table = await opened(house, ALONE)
    await ada.ask(said.Start(), said.Update)
    other = await go_on(ada)
    await asyncio.sleep(0.1)
    assert tables_of(house, "Ada") == {table.code, other}


async def test_the_table_stays_while_somebody_is_there_who_may_want_another_game(house: House) -> None:
    ada, bob, code = await pair(house)
    await play_out(ada, bob)
    other = await go_on(ada)
    await bob.ask(said.Again(), said.Update)
    assert tables_of(house, "Ada") == {code, other}
    await look(ada, code)
    await ada.ask(said.Again(), said.Update)
    await until(lambda: house.lobby.tables[code].number == 2)


async def test_it_goes_when_the_last_one_leaves(house: House) -> None:
    ada, bob, code = await pair(house)
    await play_out(ada, bob)
    other = await go_on(ada)
    await bob.ask(said.Leave(), said.LobbyUpdate)
    await until(lambda: tables_of(house, "Ada") == {other})
    assert code not in house.lobby.tables


async def test_who_was_cut_off_finds_the_score_again(house: House) -> None:
    ada, bob, code = await pair(house)
    await play_out(ada, bob)
    await bob.drop()
    await go_on(ada)
    bob = Person(house, "key:Bob")
    assert (await bob.ask(said.Enter(), said.Welcome)).table == code
    assert (await look(bob, code)).phase == "over"


async def test_a_wish_for_another_game_is_waited_for(house: House) -> None:
    ada, bob, code = await pair(house)
    await play_out(ada, bob)
    await bob.ask(said.Again(), said.Update)
    await go_on(bob)
    other = await go_on(ada)
    await asyncio.sleep(0.1)
    assert tables_of(house, "Ada") == {code, other}


async def test_between_the_games_of_a_match_nobody_is_done(house: House) -> None:
    ada, bob, code = await pair(house, msgspec.structs.replace(PAIR, match=3))
    await play_out(ada, bob)
    await go_on(bob)
    other = await go_on(ada)
    await asyncio.sleep(0.1)
    assert tables_of(house, "Ada") == {code, other}


async def test_by_the_day_everybody_sees_the_end_before_the_table_goes(tmp_path: Path) -> None:
    async with open_house(tmp_path, rest=60.0) as house:
        ada, table = await opened(house, msgspec.structs.replace(PAIR, days=1))
        bob = await enter(house, "Bob")
        await bob.ask(said.Sit(code=table.code), said.Update)
        ada.tell(said.Start())
        await play_out(ada, bob)
        await bob.drop()
        other = await go_on(ada)
        await asyncio.sleep(0.1)
        assert tables_of(house, "Ada") == {table.code, other}
        bob = await enter(house, "Bob")
        await look(bob, table.code)
        hers = await go_on(bob)
        await until(lambda: tables_of(house, "Ada") == {other} and tables_of(house, "Bob") == {hers})


async def test_who_leaves_a_finished_table_does_not_look_on_first(house: House) -> None:
    ada, bob, code = await pair(house)
    await play_out(ada, bob)
    heard = len(ada.heard)
    await ada.ask(said.Leave(), said.LobbyUpdate)
    assert not any(isinstance(message, said.Update) and message.seat is None for message in ada.heard[heard:])
    events = [event.kind for event in (await look(bob, code)).events]
    assert "left" in events
    assert "watches" not in events
