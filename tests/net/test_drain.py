"""Orders to a house that is full of life: it drains, and answers operators while real clients play."""

import asyncio
import json
from pathlib import Path

from net.messages import Again, Open, Play, PlayOn, Refused, Sit, Start, Update
from net.setup import Setup
from tests.net.laptop import Laptop
from tests.net.served import WirePlayer, server_process
from tests.net.test_admin import command, desk
from tests.net.visitors import until

PAIR = Setup(game="geschenkt", seats=3, bots=("easy",))
ALONE = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))
NO_MORE = "no new one begins"
PLAYERS = 4


async def play_out(*people: WirePlayer) -> None:
    async def play(person: WirePlayer) -> None:
        update = person.latest if person.latest.legal else await person.my_turn()
        while update.phase != "over":
            person.tell(Play(seq=update.seq, move=update.legal[-1]))
            update = await person.my_turn()

    await asyncio.gather(*map(play, people))


async def test_F2_a_house_that_drains_ends_its_games_begins_no_other_and_closes(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator:
        served, server = operator.served, operator.served.opened.server
        async with served.caller("Ada") as ada, served.caller("Bob") as bob, served.caller("Cy") as cy:
            code = (await ada.ask(Open(setup=PAIR), Update)).code
            waiting = (await cy.ask(Open(setup=PAIR), Update)).code
            await bob.ask(Sit(code=code), Update)
            ada.tell(Start())
            while (await ada.hear(Update)).phase != "playing":
                pass  # whoever begins: luck decides that
            (row,) = await operator.rows("drain", "--in", "10m")
            assert row["playing"] == 1
            for wish in (Start(), Open(setup=ALONE), Sit(code=code), PlayOn(moves=0, seat=0, id=1)):
                assert NO_MORE in (await cy.ask(wish, Refused)).text
            async with served.caller("Dora") as dora:
                assert NO_MORE in (await dora.ask(Sit(code=waiting), Refused)).text
            bob.hang_up()
            async with served.caller("Bob") as back:
                assert (await back.come_back()).seat == 1
                assert not server._stop.is_set()
                await play_out(ada, back)
                await until(server._stop.is_set)
                assert NO_MORE in (await ada.ask(Again(), Refused)).text


async def test_draining_can_be_called_off(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator, operator.served.caller("Ada") as ada:
        await ada.ask(Open(setup=ALONE), Update)
        ada.tell(Start())
        await ada.my_turn()
        await operator.rows("drain")
        await operator.rows("close", "--cancel")
        await play_out(ada)
        await ada.ask(Again(), Update)
        assert not operator.served.opened.server._stop.is_set()


async def test_a_house_where_nobody_plays_closes_at_once_and_one_that_plays_on_at_the_latest(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator, operator.served.caller("Ada") as ada:
        stop = operator.served.opened.server._stop
        await operator.rows("drain")
        await until(stop.is_set)
        await operator.rows("close", "--in", "10m")
        stop.clear()
        await ada.ask(Open(setup=ALONE), Update)
        ada.tell(Start())
        await ada.my_turn()
        await operator.rows("drain", "--in", "1s")
        await until(stop.is_set)


async def test_operators_are_answered_while_real_clients_play_and_the_last_game_closes_the_house(
    tmp_path: Path,
) -> None:
    async with server_process(tmp_path / "data") as server:
        laptops = []
        for number in range(PLAYERS):
            home = tmp_path / f"laptop-{number}"
            home.mkdir()
            laptops.append(Laptop(home, server.port))
        typed = "P{}\n" + "new geschenkt 3 easy\n" * 2 + "1\n" + "1\n2\n" * 60
        playing = [
            asyncio.create_task(
                laptop.run(*laptop.ssh("-T", "play@127.0.0.1"), input=typed.format(number).encode() + b"q\n")
            )
            for number, laptop in enumerate(laptops)
        ]
        await until_answered(tmp_path / "data", PLAYERS)
        for words in ("who", "tables", "say hello", "bans", "ban 192.0.2.0/24", "backup", "audit", "reload", "rotate"):
            out, err, status = await command(tmp_path / "data", *words.split(), "--json")
            assert (status, json.loads(out)["ok"]) == (0, True), err
        out, err, status = await command(tmp_path / "data", "drain", "--in", "1h", "--json")
        assert (status, json.loads(out)["ok"]) == (0, True), err
        told = [out for out, _err, _status in await asyncio.gather(*playing)]
        assert await asyncio.wait_for(server.process.wait(), 60) == 0
    assert all("The game is over." in out or "The house is closing" in out for out in told)
    assert "failed" not in server.log


async def until_answered(data: Path, players: int) -> None:
    """Wait until everybody sits at a table."""
    async with asyncio.timeout(60):
        while True:
            out, _err, _status = await command(data, "tables", "--json")
            if sum(row["phase"] == "playing" for row in json.loads(out)["rows"]) == players:
                return
