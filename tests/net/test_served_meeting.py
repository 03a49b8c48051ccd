"""Strangers meet over SSH: play now, being told, several tables and terminals, ratings, and deals that are checked."""

import asyncio
import re
from pathlib import Path

import asyncssh

from engines.record import dump
from net.messages import Fetch, Games, MyGames, Open, Play, RecordFile, Start, Update
from net.setup import Setup
from tests.net.cluster_harness import tablee
from tests.net.house_harness import PAIR, TRIO
from tests.net.laptop import Laptop, Window
from tests.net.served import Callers, Served, WirePlayer, served_house, server_process
from tests.net.ssh_windows import ENTER
from tests.net.visitors import until

LONG_ENOUGH = 180.0
TAB = "\t"
CHOOSE = "What shall the others call you?"


def laptop(folder: Path, name: str, port: int) -> Laptop:
    (folder / name).mkdir()
    return Laptop(folder / name, port)


async def comes_to_play(window: Window, name: str) -> str:
    """Choose a name, and give the code of the table where one is seated."""
    await window.shows(CHOOSE)
    await window.type(name, "Enter")
    found = re.search(r"table (\S+)", await window.shows("WAITING"))
    assert found is not None
    return found[1]


async def fetched(server_port: int, key: asyncssh.SSHKey) -> bytes:
    """The record of somebody's only finished game, over the wire."""
    callers = Callers(server_port)
    callers.know("Ada", key)
    async with callers.caller("Ada") as wire:
        (game,) = (await wire.ask(MyGames(), Games)).games
        return dump((await wire.ask(Fetch(id=game.id), RecordFile)).record)


async def test_two_strangers_with_ssh_play_now_see_their_ratings_move_and_check_the_deal(tmp_path: Path) -> None:
    async with server_process(tmp_path / "data") as server:
        hers, his = laptop(tmp_path, "Ada", server.port), laptop(tmp_path, "Bob", server.port)
        async with hers.window(*hers.ssh("now@127.0.0.1")) as ada, his.window(*his.ssh("now@127.0.0.1")) as bob:
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
            picture = await ada.shows("Check the deal")
            assert re.search(r"rating.*1500", picture)
            await ada.type("d")
            await ada.shows("promised")
            out, _, _status = await his.run(*his.ssh("-T", "play@127.0.0.1"), input=b"q\nplayer Ada\nq\n")
            assert "after 1 game" in out
            out, _, _status = await hers.run(*hers.ssh("-T", "ladder@127.0.0.1", "geschenkt"))
            assert "Geschenkt: 0 people on the ladder" in out
        file = tmp_path / "game.tablee"
        file.write_bytes(await fetched(server.port, hers.key))
        out, err, status = await tablee("verify", file)
        assert (status, err) == (0, "")
        changed = bytearray(file.read_bytes())
        changed[len(changed) // 2] ^= 1
        file.write_bytes(changed)
        assert (await tablee("verify", file))[2] != 0


async def to_turn(served: Served, bob: WirePlayer, code: str, seat: int) -> None:
    """Let Bob begin, and play until somebody else is to move."""
    update = await bob.ask(Start(), Update)
    while update.phase != "playing":
        update = await bob.hear(Update)
    live = served.table(code).live
    assert live is not None
    while live.turn != seat:
        update = update if update.legal else await bob.my_turn()
        bob.tell(Play(seq=update.seq, move=update.legal[-1]))
        update = await bob.hear(Update)


async def test_the_bell_and_the_title_come_to_another_table_and_not_where_they_are_switched_off(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada", "Bob")
        kitty = {"term_type": "xterm-kitty"}
        async with served.caller("Bob") as bob, served.window("Ada", size=(100, 30), **kitty) as ada:
            code = (await bob.ask(Open(setup=PAIR), Update)).code
            await ada.sees(code)
            await ada.press(ENTER)
            await until(lambda: served.table(code).seats[1].here)
            async with served.caller("Ada") as wire:
                own = (await wire.ask(Open(setup=TRIO), Update)).code
            await ada.sees("Tab next table")
            await ada.press(TAB)
            await ada.sees(f"table {own}")
            quiet = ada.glass.bells
            await to_turn(served, bob, code, 1)
            await ada.sees(f"It is your turn at {code} (Geschenkt)")
            await ada.sees("Your turn - Geschenkt")
            await ada.sees("Tab 1 table waits")
            assert ada.glass.bells == quiet + 1
            assert ada.glass.notices[-1] == f"777;notify;Tablée;It is your turn at {code} (Geschenkt)"
            await ada.press(TAB)
            await ada.sees(f"table {code}")
            await ada.sees("YOUR TURN")


async def test_somebody_who_switched_it_off_is_told_in_words_alone(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada", "Bob")
        off: dict[str, str | bool] = {"bell": False, "title": False, "notices": False}
        await served.house.store.keep_settings(served.identity("Ada"), off)
        async with served.caller("Bob") as bob, served.window("Ada", term_type="xterm-kitty") as ada:
            code = (await bob.ask(Open(setup=PAIR), Update)).code
            await ada.sees(code)
            await ada.press(ENTER)
            await until(lambda: served.table(code).seats[1].here)
            async with served.caller("Ada") as wire:
                await wire.ask(Open(setup=TRIO), Update)
            await ada.sees("Tab next table")
            await ada.press(TAB)
            await until(lambda: not served.table(code).seats[1].here)
            await to_turn(served, bob, code, 1)
            await ada.sees(f"It is your turn at {code} (Geschenkt)")
            assert (ada.glass.bells, ada.glass.notices, ada.glass.title) == (0, [], "Tablée")


async def test_a_second_terminal_with_the_same_key_is_at_the_same_table_or_at_another(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada")
        code = await served.open_table(Setup(game="geschenkt", seats=3, bots=("easy",)), "Ada")
        async with served.window("Ada") as desk, served.window("Ada") as sofa:
            for window in (desk, sofa):
                await window.sees(f"ssh {code}@")
            assert [seat.name for seat in served.table(code).seats].count("Ada") == 1
            await sofa.press("q")
            await sofa.sees("Your tables")
            assert served.table(code).seats[0].here
            await sofa.press("n")
            await sofa.sees("Which game?")
            await sofa.press("1")
            await sofa.sees("Open the table")
            await sofa.press(ENTER)
            await until(lambda: len(served.house.croupiers) == 2)
            assert all(croupier.table.seats[0].here for croupier in served.house.croupiers.values())
            await desk.sees("Tab next table")


async def test_in_plain_lines_one_is_told_where_to_go_and_next_goes_there(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada", "Bob")
        async with served.caller("Bob") as bob:
            code = (await bob.ask(Open(setup=PAIR), Update)).code
            async with served.script("Ada", code) as ada:
                await ada.hears("Waiting for players")
                async with served.caller("Ada") as wire:
                    await wire.ask(Open(setup=TRIO), Update)
                await until(lambda: len(served.house.croupiers) == 2)
                await asyncio.sleep(0.5)
                ada.say("next")
                await ada.hears("Waiting for players")
                await to_turn(served, bob, code, 1)
                await ada.hears(f"It is your turn at {code} (Geschenkt): type `sit {code}`\x07")
                ada.say("next")
                await ada.hears("Your turn.")
