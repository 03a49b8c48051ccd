"""At a table with real OpenSSH clients in terminal windows: who is there, who goes, and what the owner may do."""

import asyncio
import re
from pathlib import Path

import pytest

from net.messages import Sit, Update
from net.setup import Setup
from net.tables import orders
from net.tables.table import Table
from net.values import Phase, SeatKind
from tests.net.laptop import Laptop
from tests.net.served import server_process
from tests.net.ssh_company import choose, company, read_log, talk
from tests.net.visitors import until

TRIO = Setup(game="geschenkt", seats=3, bots=("easy",))
# Which of the cards lies open depends on who begins, and how quick the bots are.
DEALT = "of 24"


def turn(table: Table) -> int | None:
    return None if table.live is None else table.live.turn


async def test_whoever_watches_is_named_and_a_seat_given_up_is_a_bots_and_closed_to_its_holder(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Bob", "Eve") as people:
        served = people.served
        code = await served.open_table(Setup(game="geschenkt", seats=4, bots=("easy",)), "Ada")
        ada, bob = await people.come("Ada", code), await people.come("Bob", code)
        await ada.shows("Bob")
        async with served.caller("Robo", program=True) as robo:
            await robo.ask(Sit(code=code), Update)
            await ada.shows("*Robo")
            assert [seat.kind for seat in served.table(code).seats].count(SeatKind.PROGRAM) == 1
            await ada.type("Enter")
            await ada.shows(DEALT)
            await people.come("Eve", f"watch-{code}")
            await read_log(ada, "Eve watches")
            await ada.type("w")
            await ada.shows("Eve  watches")
            await ada.type("Escape")
            await choose(bob, "give up the seat", "g", ("Give up for good?", "2"))
            await bob.shows("Lobby")
            await read_log(ada, "Bob gives up the seat")
            seat = served.table(code).seats[1]
            assert (seat.kind, bool(seat.name), seat.name != "Bob") == (SeatKind.BOT, True, True)
            assert "You have had a seat in this game" in await people.say("Bob", code, "q", "q")


async def test_F55_whoever_watches_with_ssh_lets_no_time_pass(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Eve") as people:
        served = people.served
        setup = Setup(game="geschenkt", seats=3, bots=("easy", "easy"), grace=1)
        code = await served.open_table(setup, "Ada")
        ada = await people.come("Ada", code)
        await ada.shows("Deal")
        await ada.type("Enter")
        await ada.shows("YOUR TURN")
        await ada.hang_up()
        table = served.table(code)
        await until(lambda: not table.clock.running)
        eve = await people.come("Eve", f"watch-{code}")
        await eve.shows("you watch")
        seq = table.seq
        await asyncio.sleep(1.5)
        assert (table.clock.running, table.seq) == (False, seq)
        assert table.seats[0].name == "Ada"


async def test_the_owner_sets_the_clock_pauses_and_hands_over_and_who_is_late_is_voted_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "LONG_WAIT", 0.0)
    async with company(tmp_path, "Ada", "Bob") as people:
        code = await people.served.open_table(TRIO, "Ada")
        table = people.served.table(code)
        ada, bob = await people.come("Ada", code), await people.come("Bob", code)
        await bob.shows("Prudence")
        for number, seconds in ((3, 60), (1, None)):
            await choose(ada, "change the clock", "c", ("How long may a turn take?", str(number)))
            await until(lambda seconds=seconds: table.setup.clock == seconds)  # type: ignore[misc]
        await ada.type("Enter")
        await ada.shows(DEALT)
        await choose(ada, "pause the game", "p")
        await bob.shows("The table's owner has paused the game")
        await choose(ada, "go on with the game", "p")
        await until(lambda: not table.held)
        await choose(ada, "hand the table over", "o", ("To whom?", "2"))
        await read_log(bob, "Bob is the table's owner now")
        await until(lambda: turn(table) in (0, 1))
        late, waiting, name = ((ada, bob, "Ada"), (bob, ada, "Bob"))[turn(table) or 0]
        await choose(waiting, f"let a bot play for {name}", "r")
        await read_log(waiting, f"{name} loses the seat")
        await late.shows("you watch")
        assert sum(seat.kind is SeatKind.BOT for seat in table.seats) == 2


async def test_F60_another_game_says_for_whom_it_waits_and_goes_on_without_who_hangs_up(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Bob") as people:
        code = await people.served.open_table(TRIO, "Ada")
        table = people.served.table(code)
        ada, bob = await people.come("Ada", code), await people.come("Bob", code)
        await bob.shows("Prudence")
        await ada.type("Enter")
        async with asyncio.timeout(120):
            while table.phase is not Phase.OVER:
                if (seat := turn(table)) in (0, 1):
                    await (ada, bob)[seat or 0].type("1")
                await asyncio.sleep(0.05)
        await ada.shows("GAME OVER")
        await ada.type("Enter")
        await ada.shows("Play again")
        await ada.type("Enter")
        await ada.shows("another game waits for Bob")
        await bob.hang_up()
        await until(lambda: table.number == 2)
        await ada.shows(DEALT)


async def test_F39_F47_F48_a_new_connection_of_the_real_client_is_no_new_purse(tmp_path: Path) -> None:
    poor = {"talk_burst": 3, "talk_per_minute": 0.1, "guesses_burst": 2, "guesses_per_minute": 0.1}
    async with company(tmp_path, "Ada", **poor, crowd=1) as people:
        ada = await people.come("Ada", "play")
        await ada.shows("There is no table yet")
        await talk(ada, "one", "two", "three")
        await ada.shows("three")
        await ada.hang_up()
        await until(lambda: not len(people.served.house.members))
        await people.come_again(ada, "Ada", "play")
        await ada.shows("There is no table yet")
        await talk(ada, "four")
        await ada.shows("You say much at once")
        for _ in range(2):
            assert "There is no table of that code" in await people.say("Ada", "kiwi-99", "q")
        assert "Too many wrong codes" in await people.say("Ada", "kiwi-98", "q")


async def test_F46_a_new_connection_of_the_real_client_is_room_for_no_more_tables_and_seats(tmp_path: Path) -> None:
    config = tmp_path / "server.toml"
    config.write_text("[limits]\ntables_each = 2\nseats_each = 3\n")
    async with server_process(tmp_path / "data", "--config", str(config)) as server:
        ada, bob = Laptop(tmp_path / "Ada", server.port), Laptop(tmp_path / "Bob", server.port)
        begin = "new geschenkt 3 easy", "1", "q", "q"
        assert "to play now" in await typed(ada, "Ada", begin[0], "q")
        for _ in range(2):
            assert "Your tables" in await typed(ada, *begin)
        assert "You have 2 tables open: leave one first" in await typed(ada, *begin)
        await typed(bob, "Bob", begin[0], "q")
        opened = [await typed(bob, "new geschenkt 3 easy", "q", "q") for _ in range(2)]
        first, second = (re.findall(r"table (\S+): Bob", told)[0] for told in opened)
        assert f"table {first}: Bob, Ada" in await typed(ada, f"sit {first}", "q", "q")
        assert "hold many seats already" in await typed(ada, f"sit {second}", "q", "q")


async def typed(mine: Laptop, *lines: str) -> str:
    """Come with `ssh -T` in a connection of its own, type lines and go; give all that was read."""
    told, _, _ = await mine.run(
        *mine.ssh("-T", "play@127.0.0.1"), input="".join(f"{line}\n" for line in lines).encode()
    )
    return told


async def test_people_mute_report_block_and_rename_with_the_real_client(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Bob", "Eve") as people:
        served, store = people.served, people.served.house.store
        assert "You don't hear them any more" in await people.say("Ada", "play", "mute Bob", "q")
        ada, eve = await people.come("Ada", "play"), await people.come("Eve", "play")
        bob = await people.come("Bob", "play")
        for window in (ada, bob, eve):
            await window.shows("There is no table yet")
        await talk(bob, "rubbish")
        await eve.shows("rubbish")
        assert "rubbish" not in await ada.picture()
        assert "will read it" in await people.say("Eve", "play", "report Bob: rubbish", "q")
        assert [report.why for report in await store.reports()] == ["rubbish"]
        await people.say("Ada", "play", "block Bob", "q")
        code = await served.open_table(TRIO, "Ada")
        assert "does not want to play with you" in await people.say("Bob", code, "q", "q")
        await people.say("Eve", "play", "rename Evelyn", "q")
        assert await store.name_of(served.identity("Eve")) == "Evelyn"


async def test_those_who_watch_are_silenced_with_the_real_client(tmp_path: Path) -> None:
    async with company(tmp_path, "Ada", "Eve") as people:
        code = await people.served.open_table(TRIO, "Ada")
        ada, eve = await people.come("Ada", code), await people.come("Eve", f"watch-{code}")
        await eve.shows("you watch")
        await ada.shows("Deal")
        await ada.type("w")
        await ada.shows("silence those who watch")
        await ada.type("w")
        await until(lambda: people.served.table(code).silent)
        await talk(eve, "hello")
        await eve.shows("asks those who watch to be silent")
        assert people.served.table(code).talk.end == 0
