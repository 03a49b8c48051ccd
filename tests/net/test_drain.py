"""Orders to a house that is full of life: it drains, and answers operators while real clients play."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

from net.messages import Again, Open, Play, PlayOn, Refused, Sit, Start, Update
from net.setup import Setup
from net.store.folder import DATABASE
from tests.net.laptop import Laptop
from tests.net.served import WirePlayer, server_process
from tests.net.test_admin import command, desk
from tests.net.visitors import until

PAIR = Setup(game="geschenkt", seats=3, bots=("easy",))
ALONE = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))
NO_MORE = "no new one begins"
PLAYERS = 4
DEEDS = "kick ban unban mute unmute rename backup forget prune say ban reload rotate"


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
            said = await operator.says("drain", "--in", "10m")
            assert said.startswith("1 game goes on, and no other begins. The house closes when it is over, at 20")
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


async def test_a_house_where_nobody_plays_is_drained_at_once_and_says_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as operator, operator.served.caller("Ada") as ada:
        await ada.ask(Open(setup=ALONE), Update)
        said = await operator.says("drain", "--in", "10m")
        assert said.startswith("Nobody plays: the house closes now.\n")
        await until(operator.served.opened.server._stop.is_set)


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


async def keep_playing(laptop: Laptop, name: str, over: asyncio.Event) -> str:
    """Come with `ssh -T` and play, and again until it is told to be over; give all that was read."""
    told = ""
    lines = ["new geschenkt 3 easy", "1", *["1", "2"] * 60, "q", "q"]
    typed = [name, lines[0], *lines]
    while not over.is_set():
        told += (await laptop.run(*laptop.ssh("-T", "play@127.0.0.1"), input="\n".join([*typed, ""]).encode()))[0]
        typed = lines
    return told


async def ordered(data: Path, words: str) -> list[dict[str, Any]]:
    """Give an order with `tablee admin`, and read the rows of its answer."""
    out, err, status = await command(data, *words.split(), "--json")
    answer = json.loads(out)
    assert (status, answer["ok"]) == (0, True), (words, err)
    rows: list[dict[str, Any]] = answer["rows"]
    return rows


async def test_operators_are_answered_while_real_clients_play_and_the_last_game_closes_the_house(
    tmp_path: Path,
) -> None:
    data, kept, over = tmp_path / "data", tmp_path / "kept.tar", asyncio.Event()
    async with server_process(data) as server:
        *players, eve = (Laptop(tmp_path / f"laptop-{number}", server.port) for number in range(PLAYERS + 1))
        playing = [asyncio.create_task(keep_playing(mine, f"P{number}", over)) for number, mine in enumerate(players)]
        await until_playing(data, PLAYERS)
        for words in ("who", "tables", "bans", "reports"):
            await ordered(data, words)
        async with eve.window(*eve.ssh("play@127.0.0.1")) as window:
            await window.shows("What shall the others call you?")
            await window.type("Eve", "Enter")
            await window.shows("Lobby")
            await ordered(data, "kick Eve")
            assert "shown you out" in await window.ends()
        key = eve.key.get_fingerprint()
        (ban,) = await ordered(data, f"ban {key} --for 2h --why noise")
        assert ban["until"]
        assert (await eve.run(*eve.ssh("-T", "play@127.0.0.1")))[2] == 255
        for words in (f"unban {key}", "mute Eve --for 2h", "unmute Eve", "rename Eve Zoe", f"backup {kept}"):
            await ordered(data, words)
        for words in (f"forget {key} --yes", "prune 30", "say hello", "ban 192.0.2.0/24", "reload", "rotate"):
            await ordered(data, words)
        assert await ordered(data, "tables")
        noted = [row["command"].split()[0] for row in await ordered(data, "audit")]
        assert noted[::-1] == DEEDS.split()
        over.set()
        await ordered(data, "drain --in 1h")
        told = await asyncio.gather(*playing)
        assert await asyncio.wait_for(server.process.wait(), 60) == 0
    assert all("The game is over." in out or "The house is closing" in out for out in told)
    assert "failed" not in server.log
    await ordered(tmp_path / "elsewhere", f"restore {kept}")
    names = sqlite3.connect(tmp_path / "elsewhere" / DATABASE).execute("SELECT name FROM people").fetchall()
    assert {name for (name,) in names} == {"Zoe", *(f"P{number}" for number in range(PLAYERS))}


async def until_playing(data: Path, players: int) -> None:
    """Wait until everybody sits at a table."""
    async with asyncio.timeout(60):
        while sum(row["phase"] == "playing" for row in await ordered(data, "tables")) < players:
            pass
