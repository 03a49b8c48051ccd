"""Strangers meet with real OpenSSH clients: play now, several tables and terminals, and deals that are checked."""

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

import asyncssh
import pytest

from engines.record import dump
from net.house import meeting
from net.messages import Fetch, Games, MyGames, RecordFile
from net.setup import Setup
from net.values import Phase
from tests.net.cluster_harness import tablee
from tests.net.first_visits import CHOOSE
from tests.net.laptop import Laptop, Window
from tests.net.served import Callers, served_house, server_process
from tests.net.ssh_company import company
from tests.net.visitors import until

LONG_ENOUGH = 180.0
TRIO = Setup(game="geschenkt", seats=3)
AGAINST_BOTS = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))
NO_KEY = ("-o", "IdentityFile=none", "-o", "PubkeyAuthentication=no")


async def comes_to_play(window: Window, name: str) -> str:
    """Choose a name, and give the code of the table where one is seated."""
    await window.shows(CHOOSE)
    await window.type(name, "Enter")
    return code_in(await window.shows("WAITING"))


def code_in(picture: str) -> str:
    found = re.search(r"table (\S+)", picture)
    assert found is not None, picture
    return found[1]


async def fetched(port: int, keys: Sequence[asyncssh.SSHKey]) -> list[bytes]:
    """The record of the only finished game of each of several people, over the wire."""
    records = []
    for key in keys:
        callers = Callers(port)
        callers.know("Ada", key)
        async with callers.caller("Ada") as wire:
            (game,) = (await wire.ask(MyGames(), Games)).games
            records.append(dump((await wire.ask(Fetch(id=game.id), RecordFile)).record))
    return records


async def test_two_strangers_with_ssh_play_now_see_their_ratings_move_and_check_the_deal(tmp_path: Path) -> None:
    async with server_process(tmp_path / "data") as server:
        hers, his = Laptop(tmp_path / "Ada", server.port), Laptop(tmp_path / "Bob", server.port)
        async with hers.window(*hers.ssh("now@127.0.0.1")) as ada, his.window(*his.ssh("now@127.0.0.1")) as bob:
            # Both choose a name before either is seated: what is left of the wait is theirs.
            await bob.shows(CHOOSE)
            code = await comes_to_play(ada, "Ada")
            assert await comes_to_play(bob, "Bob") == code
            await ada.shows("bots take the free seats in")
            await ada.type("b")
            await ada.shows("Which bots?")
            await ada.type("2")
            await ada.shows("Enter  Deal")
            await ada.type("Enter")
            async with asyncio.timeout(LONG_ENOUGH):
                await asyncio.gather(ada.take_cards(), bob.take_cards())
            await ada.type("Enter")
            await ada.shows("Check the deal")
            assert re.search(r"rating 1500 to \d+\?", await ada.shows("rating"))
            await ada.type("d")
            await ada.shows("promised")
            out, _, _status = await his.run(*his.ssh("-T", "play@127.0.0.1"), input=b"q\nplayer Ada\nq\n")
            assert "after 1 game" in out
            out, _, _status = await hers.run(*hers.ssh("-T", "ladder@127.0.0.1", "geschenkt"))
            assert "Geschenkt: 0 people on the ladder" in out
        (record,) = await fetched(server.port, [hers.key])
        file = tmp_path / "game.tablee"
        file.write_bytes(record)
        _out, err, status = await tablee("verify", file)
        assert (status, err) == (0, "")
        changed = bytearray(record)
        changed[len(changed) // 2] ^= 1
        file.write_bytes(changed)
        assert (await tablee("verify", file))[2] != 0


async def test_whoever_plays_now_alone_sees_the_seconds_go_by_and_plays_with_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meeting, "WAIT", 8)
    async with served_house(tmp_path / "house") as served:
        mine = Laptop(tmp_path / "Ada", served.port)
        async with mine.window(*mine.ssh("now@127.0.0.1")) as ada:
            code = await comes_to_play(ada, "Ada")
            counted: set[str] = set()
            while served.table(code).phase is Phase.WAITING:
                counted.update(re.findall(r"bots take the free seats in (\d+) s", await ada.picture()))
            assert len(counted) > 1
            await ada.shows("of 24")
            assert [bool(seat.level) for seat in served.table(code).seats] == [False, True, True, True]


async def test_a_waiting_table_stays_listed_while_its_owner_is_in_the_lobby_and_leads_strangers_there(
    tmp_path: Path,
) -> None:
    async with company(tmp_path, "Ada", "Bob") as people:
        ada = await people.come("Ada", "now")
        code = code_in(await ada.shows("WAITING"))
        await ada.type("q")
        await ada.shows("waits for 3 more")
        bob = await people.come("Bob", "play")
        row = next(row for row in (await bob.shows(code)).splitlines() if code in row)
        assert "waiting for 3" in row
        await bob.type("Space")
        assert code_in(await bob.shows("WAITING")) == code
        await ada.shows("waits for 2 more")
        await ada.hang_up()
        await until(lambda: len(people.served.house.members) == 1)
        await bob.type("q")
        await bob.shows("Your tables")


async def test_when_its_owner_leaves_the_house_a_waiting_table_is_listed_no_more(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Bob") as people:
        code = await people.served.open_table(TRIO, "Ada")
        ada, bob = await people.come("Ada", code), await people.come("Bob", "play")
        await bob.shows(code)
        await ada.shows("WAITING")
        await ada.type("q")
        await ada.shows("Your tables")
        await bob.shows(code)
        await ada.type("q")
        await ada.ends()
        await bob.shows("There is no table yet")


async def test_tab_goes_round_ones_tables_and_a_finished_one_is_left_behind(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada") as people:
        served = people.served
        first, second = [await served.open_table(setup, "Ada") for setup in (AGAINST_BOTS, TRIO)]
        ada = await people.come("Ada", first)
        await ada.shows(f"table {first}")
        await ada.shows("next table")
        for code in (second, first):
            await ada.type("Tab")
            await ada.shows(f"table {code}")
        await ada.type("Enter")
        async with asyncio.timeout(LONG_ENOUGH):
            await ada.take_cards()
        await ada.type("Enter")
        await ada.shows("Play again")
        await ada.type("Tab")
        await ada.shows(f"table {second}")
        await until(lambda: list(served.house.croupiers) == [second])
        await ada.hides("next table")


async def test_a_second_terminal_with_the_same_key_is_at_the_same_table_or_at_another(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada") as people:
        served = people.served
        code = await served.open_table(AGAINST_BOTS, "Ada")
        desk, sofa = await people.come("Ada", "play"), await people.come("Ada", "play")
        for window in (desk, sofa):
            await window.shows(f"ssh {code}@")
        await desk.type("Enter")
        for window in (desk, sofa):
            await window.shows("of 24")
        assert [seat.name for seat in served.table(code).seats].count("Ada") == 1
        await sofa.type("q")
        await sofa.shows("Your tables")
        assert served.table(code).seats[0].here
        await sofa.type("n")
        await sofa.shows("Which game?")
        await sofa.type("1")
        await sofa.shows("Open the table")
        await sofa.type("Enter")
        await until(lambda: len(served.house.croupiers) == 2)
        await sofa.shows("WAITING")
        assert all(croupier.table.seats[0].here for croupier in served.house.croupiers.values())
        await desk.shows("next table")
        # What is played at one of them is seen at the other.
        table = served.table(code)
        await until(lambda: table.live is not None and table.live.turn == 0)
        seq = table.seq
        await desk.shows("YOUR TURN")
        await desk.type("1")
        await until(lambda: table.seq > seq)


async def test_an_ssh_guest_adds_a_word_and_everybody_finds_it_in_the_record(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Bob") as people:
        served = people.served
        code = await served.open_table(Setup(game="geschenkt", seats=3, bots=("easy",)), "Ada")
        ada, bob = await people.come("Ada", code), await people.come("Bob", code)
        await ada.shows("Bob")
        await bob.shows("Ada")
        await ada.type("Escape")
        await ada.shows("the deal")
        await ada.type("d")
        asked = await ada.shows("Type a word")
        promised = re.search(r"promised as ((?:[0-9a-f]{4}\s+){3}[0-9a-f]{4})", " ".join(asked.split()))
        await ada.type("plum")
        await ada.shows("plum")
        await ada.type("Enter")
        table = served.table(code)
        await until(lambda: table.deals.next is not None and table.deals.next.line().added == (0,))
        await bob.type("Escape")
        await bob.shows("the deal")
        await bob.type("d")
        await bob.shows("Luck from: Ada")
        await bob.type("Escape")
        await ada.shows("Deal")
        await ada.type("Enter")
        async with asyncio.timeout(LONG_ENOUGH):
            await asyncio.gather(ada.take_cards(), bob.take_cards())
        await bob.type("Enter")
        await bob.shows("Check the deal")
        await bob.type("d")
        await bob.shows("Checked: every card of deal 1")
        hers, his = await fetched(served.port, [served.key("Ada"), served.key("Bob")])
        assert hers == his
        file = tmp_path / "game.tablee"
        file.write_bytes(hers)
        out, _err, status = await tablee("verify", file)
        assert status == 0
        assert "Luck was added by Ada: the house could not know it when it promised." in out
        assert promised is None or promised[1].replace(" ", "") in out
