"""A real server and the real OpenSSH client: a table by the day over restarts, and the daily with two keys."""

import re
import sys
from pathlib import Path
from typing import Any

from net.values import MovedBy
from tests.net.calendar_harness import HOUR, Calendar, movers
from tests.net.laptop import Laptop
from tests.net.served import Callers, Served, ServerProcess, served_house, server_process
from tests.net.visitors import until

MOVES = 4
# So many at each visit: what is left over is said to a finished game, where others than moves are rationed.
AT_ONCE = 25


class Player:
    """Somebody with a laptop, a name and nothing but ssh."""

    def __init__(self, folder: Path, name: str) -> None:
        home = folder / name
        home.mkdir()
        self.name = name
        self.laptop = Laptop(home, 0)

    async def types(self, server: ServerProcess | Callers, user: str, *lines: str, command: str = "") -> str:
        """Come with ssh, type lines, hang up, and give all that was read."""
        self.laptop.port = server.port
        words = self.laptop.ssh("-T", f"{user}@127.0.0.1", *([command] if command else []))
        out, err, _status = await self.laptop.run(*words, input="".join(f"{line}\n" for line in lines).encode())
        assert "Traceback" not in out + err
        return out

    async def line_of(self, server: ServerProcess | Callers, code: str) -> str:
        """What the lobby says of a table."""
        lobby = await self.types(server, "play")
        return next(line for line in lobby.splitlines() if line.startswith(f"{code}:"))


async def test_two_who_are_never_in_together_play_by_the_day_over_a_restart(tmp_path: Path) -> None:
    ada, bob = Player(tmp_path, "Ada"), Player(tmp_path, "Bob")
    opening = "new danger13 2 3d"
    async with server_process(tmp_path / "data") as server:
        # Said twice: whoever has never played a game is offered its lesson first.
        told = await ada.types(server, "play", "Ada", opening, opening)
        found = re.search(r"table ([a-z]+-\d+): Ada, a free seat", told)
        assert found is not None, told
        code = found[1]
        waiting = await bob.types(server, "play", "Bob")
        assert f"{code}: Danger 13, Ada, 3 days, waiting" in waiting
        assert "Danger 13" in await bob.types(server, code, "1")
    for _ in range(MOVES):
        async with server_process(tmp_path / "data") as server:
            lines = {player: await player.line_of(server, code) for player in (ada, bob)}
            (turn,) = [player for player, line in lines.items() if "your turn" in line]
            assert "your turn, 2 days, 23 h" in lines[turn]
            assert all("away" not in line for line in lines.values())
            told = await turn.types(server, "play", f"sit {code}", "1")
            assert "Your turn." in told
            assert "is away" not in told
            assert await server.end() == 0


async def late_movers(served: Served, code: str, calendar: Calendar) -> list[MovedBy]:
    """By whom each move was made, once the clock has made one."""
    while MovedBy.CLOCK not in (by := await movers(served.house, code)):
        await calendar.live(60.0, served.house)
    return by


async def test_no_turn_of_days_ends_before_its_clock_nor_in_somebodys_sleep(tmp_path: Path, calendar: Calendar) -> None:
    ada, bob = Player(tmp_path, "Ada"), Player(tmp_path, "Bob")
    opening, night = "new danger13 2 1d", "sleep 11:00-13:00 UTC"
    days: dict[str, Any] = {"source": calendar.source, "rest": 0.05, "look": 0.05}
    async with served_house(tmp_path / "house", **days) as served:
        told = await ada.types(served, "play", "Ada", night, opening, opening)
        found = re.search(r"table ([a-z]+-\d+): Ada, a free seat", told)
        assert found is not None, told
        code = found[1]
        assert "Where a table lets sleep count" in await bob.types(served, "play", "Bob", night)
        await bob.types(served, code, "1")
        await until(lambda: code not in served.house.croupiers)
        before = await movers(served.house, code)
    calendar.skip(20 * HOUR)
    async with served_house(tmp_path / "house", **days) as served:
        (turn,) = [player for player in (ada, bob) if "your turn" in await player.line_of(served, code)]
        # A day after noon is in their sleep, so it ends at one o'clock.
        await calendar.live(4.5 * HOUR, served.house)
        assert await movers(served.house, code) == before
        await calendar.live(0.6 * HOUR, served.house)
        assert (await late_movers(served, code, calendar)).count(MovedBy.CLOCK) == 1
        await until(lambda: code not in served.house.croupiers)
        told = await turn.types(served, code, "l", "q", "q")
        assert f"{turn.name} is out of time, a bot moves" in told
        assert "is away" not in told


async def play_daily(player: Player, server: Callers, *choices: str) -> str:
    """Come back and make choices in turn until the daily is played; return all that was read."""
    answers = [*(choices or ("1",))] * AT_ONCE
    told = await player.types(server, "daily", player.name, *answers[:AT_ONCE])
    while "You are number" not in await player.types(server, "daily", command="page"):
        told += await player.types(server, "daily", *answers[:AT_ONCE])
    return told


def first_turn(told: str) -> list[str]:
    """What somebody read when it was their turn for the first time, whoever they were."""
    lines = told.splitlines()
    begins = lines.index("Your turn.")
    return lines[begins : next(at for at in range(begins, len(lines)) if lines[at].startswith("A number"))]


async def test_two_keys_play_the_same_daily_once_each_and_see_each_other_then(tmp_path: Path) -> None:
    ada, bob = Player(tmp_path, "Ada"), Player(tmp_path, "Bob")
    # Served from here, because real bots dawdle.
    async with served_house(tmp_path / "data") as server:
        first = await play_daily(ada, server)
        before = await bob.types(server, "daily", command="page")
        assert "1 person finished it. How they did is shown once you have." in before
        assert "Ada" not in before
        second = await play_daily(bob, server)
        assert first_turn(first) == first_turn(second)
        page = await bob.types(server, "daily", command="page")
        assert "You are number 1 of 2" in page
        assert re.search(r"1 +Ada", page)
        assert re.search(r"1 +Bob .*\*", page)
        again = await ada.types(server, "daily")
        assert "Your turn." not in again
        assert "1 day in a row, 1 at best" in again
        assert '"people": 2' in await ada.types(server, "daily", command="page --json")


async def test_who_has_played_the_daily_sees_their_share_their_days_and_how_others_played_it(tmp_path: Path) -> None:
    ada, bob = Player(tmp_path, "Ada"), Player(tmp_path, "Bob")
    async with served_house(tmp_path / "data") as server:
        await play_daily(ada, server)
        hers = ada.laptop
        async with hers.window(*hers.ssh("daily@127.0.0.1"), size=(100, 30)) as window:
            await window.shows("You are number 1 of 1")
            await window.shows("1 day in a row")
        await play_daily(bob, server, "2", "1")
        async with hers.window(*hers.ssh("daily@127.0.0.1"), size=(100, 30)) as window:
            page = await window.shows("of the others")
            assert re.search(r"ahead of (0|100) % of the others", page)
            rows = [name for row in page.splitlines() for name in ("Ada", "Bob") if f" {name} " in row]
            assert sorted(rows) == ["Ada", "Bob"]
            await window.type(*["Down"] * rows.index("Bob"))
            await window.type("Enter")
            assert "Bob" in await window.shows("move 0 of")


async def test_ones_own_house_keeps_todays_daily_over_a_restart(tmp_path: Path) -> None:
    mine = Laptop(tmp_path, 0)
    folders = ("TABLEE_PACE=quick", f"TABLEE_DATA={tmp_path / 'data'}", f"TABLEE_CONFIG={tmp_path / 'config'}")
    home = ("env", *folders, sys.executable, "-m", "tui.cli", "daily", "--plain")
    first, _, _status = await mine.run(*home, input=b"1\n")
    again, _, _status = await mine.run(*home, input=b"1\n")
    assert "Your turn." in again
    assert first_turn(first) != first_turn(again), "the first choice was made and stays so"
    for _ in range(20):
        told, _, _status = await mine.run(*home, input=b"1\n" * AT_ONCE)
        if "in a row" in told and "Your turn." not in told:
            break
    assert "1 day in a row, 1 at best" in told
    assert "You are number 1 of 1" in told
