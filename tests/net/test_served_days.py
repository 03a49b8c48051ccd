"""A real server and the real OpenSSH client: a table by the day over restarts, and the daily with two keys."""

import re
from pathlib import Path

from tests.net.laptop import Laptop
from tests.net.served import Callers, ServerProcess, served_house, server_process

MOVES = 4
# So many at each visit: what is left over is said to a finished game, where others than moves are rationed.
AT_ONCE = 25


class Player:
    """Somebody with a laptop, a name and nothing but ssh."""

    def __init__(self, folder: Path, name: str) -> None:
        home = folder / name
        home.mkdir()
        self.name = name
        self._laptop = Laptop(home, 0)

    async def types(self, server: ServerProcess | Callers, user: str, *lines: str, command: str = "") -> str:
        """Come with ssh, type lines, hang up, and give all that was read."""
        self._laptop.port = server.port
        words = self._laptop.ssh("-T", f"{user}@127.0.0.1", *([command] if command else []))
        out, err, _status = await self._laptop.run(*words, input="".join(f"{line}\n" for line in lines).encode())
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


async def play_daily(player: Player, server: Callers) -> str:
    """Come back and make first choices until the daily is played; return all that was read."""
    told = await player.types(server, "daily", player.name, *(["1"] * AT_ONCE))
    while "You are number" not in await player.types(server, "daily", command="page"):
        told += await player.types(server, "daily", *(["1"] * AT_ONCE))
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
