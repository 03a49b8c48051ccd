"""Who is at a table, and what that does to it: absent people lose nothing to those who look on, hop or hijack."""

import asyncio
from pathlib import Path

from net import messages as said
from net.setup import Setup
from tests.net.house_harness import enter, open_house, opened, pair, started

QUICK = Setup(game="geschenkt", seats=3, bots=("easy", "easy"), grace=0, clock=1)


async def test_whoever_only_watches_does_not_let_time_pass(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, update = await started(house, QUICK)
        await ada.drop()
        table = house.lobby.find(update.code)
        eve = await enter(house, "Eve")
        await eve.ask(said.Watch(code=update.code), said.Update)
        await asyncio.sleep(0.05)
        assert not table.clock.running
        assert (table.seq, table.seats[0].kept) == (update.seq, False)


async def test_a_watcher_who_stays_behind_does_not_keep_the_clock_running(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, bob, code = await pair(house)
        eve = await enter(house, "Eve")
        await eve.ask(said.Watch(code=code), said.Update)
        await ada.drop()
        assert house.lobby.find(code).clock.running
        await bob.drop()
        assert not house.lobby.find(code).clock.running


async def test_a_waiting_table_stays_in_the_lobby_while_its_owner_is_there(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        ada, table = await opened(house, Setup(game="geschenkt", seats=3))
        await ada.ask(said.Leave(), said.LobbyUpdate)
        bob = await enter(house, "Bob")
        (lobby,) = [told for told in bob.heard if isinstance(told, said.LobbyUpdate)]
        assert [line.code for line in lobby.tables] == [table.code]
        await ada.drop()
        while lobby.tables:
            lobby = await bob.hear(said.LobbyUpdate)
