"""A game of each kind with the real ssh in tmux at two nodes of one house, while the table's owner is killed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

from net.messages import Accepted, Fetch, Games, MyGames, Open, Play, RecordFile, Sit, Start, Update
from net.setup import Setup
from net.supervisor.nats_server import NatsServer
from tests.net.cluster_harness import node_process, ready_server, settings_file, tablee
from tests.net.laptop import Laptop, Window
from tests.net.served import Callers, ServerProcess, WirePlayer
from tests.net.ssh_windows import YOUR_TURN
from tests.net.visitors import new_key

LONG_ENOUGH = 100.0
PRESSES = 3
SIZE = (100, 30)
# Two thirds of what a game takes where everybody makes their last legal move: so much is played on the wire.
LATE = {"geschenkt": 170, "danger13": 70, "bumbesi": 48, "dacapo": 90}
SEATS = {"geschenkt": 3, "danger13": 2, "bumbesi": 3, "dacapo": 2}


class Player:
    """Somebody with a laptop of their own, who comes to the doors of a house with ssh, or on the wire to be quick."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self.presses = 0
        self._folder = folder
        self._key = new_key()
        self._windows = 0

    def wire(self, port: int) -> AbstractAsyncContextManager[WirePlayer]:
        people = Callers(port)
        people.know(self.name, self._key)
        return people.caller(self.name)

    @asynccontextmanager
    async def window(self, port: int, code: str) -> AsyncIterator[Window]:
        """Go to a table with ssh, in a window of its own."""
        self._windows += 1
        home = self._folder / f"{self.name}{self._windows}"
        home.mkdir()
        laptop = Laptop(home, port)
        self._key.write_private_key(home / "key")
        async with laptop.window(*laptop.ssh(f"{code}@127.0.0.1"), size=SIZE) as window:
            yield window

    async def play(self, window: Window, most: int = 10_000) -> None:
        """Do what the focus stands on whenever it is one's turn, until the game is over or one has done so much."""
        done = 0
        while done < most:
            if YOUR_TURN in await window.tmux("display-message", "-p", "#{pane_title}"):
                done += 1
                self.presses += 1
                await window.type("Right" if self.presses % 5 == 0 else "Enter")
            elif "GAME OVER" in await window.tmux("capture-pane", "-p"):
                return


async def play_quickly(caller: WirePlayer, until: int) -> None:
    """Make the last legal move whenever it is one's turn, until the game has so many moves or is over."""
    while (told := caller.latest).phase != "over" and told.seq < until:
        if told.legal:
            await caller.ask(Play(seq=told.seq, move=told.legal[-1]), Accepted)
        if caller.latest is told:
            await caller.hear(Update)


async def late_game(players: list[Player], doors: list[int], game: str) -> str:
    """Let people sit down, each at a door of their own, and play most of a game on the wire; return the code."""
    async with AsyncExitStack() as lines:
        doors_of = zip(players, doors, strict=True)
        callers = [await lines.enter_async_context(player.wire(door)) for player, door in doors_of]
        setup = Setup(game=game, seats=len(players), grace=None)
        code = (await callers[0].ask(Open(setup=setup), Update)).code
        for caller in callers[1:]:
            await caller.ask(Sit(code=code), Update)
        callers[0].tell(Start())
        for caller in callers:
            while caller.latest.phase != "playing":
                await caller.hear(Update)
        await asyncio.gather(*(play_quickly(caller, LATE[game]) for caller in callers))
        assert callers[0].latest.phase == "playing"
    return code


async def play_third(player: Player, port: int, code: str) -> None:
    """Play a third seat on the wire to the end of the game."""
    async with player.wire(port) as caller:
        await caller.ask(Sit(code=code), Update)
        await play_quickly(caller, 10_000)


async def finish_with_ssh(players: list[Player], owner: ServerProcess, other: ServerProcess, code: str) -> None:
    """Let Ada come to the table's owner and Bob to another node, kill the owner, and let them play to the end."""
    ada, bob, *third = players
    async with AsyncExitStack() as windows, asyncio.TaskGroup() as games:
        his = await windows.enter_async_context(bob.window(other.port, code))
        for player in third:
            games.create_task(play_third(player, other.port, code))
        async with ada.window(owner.port, code) as hers:
            games.create_task(bob.play(his))
            await ada.play(hers, PRESSES)
            owner.process.kill()
            await hers.ends()
        hers = await windows.enter_async_context(ada.window(other.port, code))
        await ada.play(hers)
        await his.shows("GAME OVER")


async def check_kept(players: list[Player], port: int, game: str, code: str) -> None:
    """See that the game is kept once, whole, and that no bot has played for anybody."""
    for player in players:
        async with player.wire(port) as caller:
            (line,) = [line for line in (await caller.ask(MyGames(), Games)).games if line.table == code]
            assert (line.game, line.number, line.stand_ins) == (game, 1, ())
            assert len((await caller.ask(Fetch(id=line.id), RecordFile)).record.moves) >= LATE[game]


async def open_node(folder: Path, server: NatsServer, name: str, opened: AsyncExitStack) -> ServerProcess:
    return await opened.enter_async_context(node_process(folder, server, name))


async def test_people_with_ssh_finish_a_game_of_each_kind_although_the_tables_owner_is_killed(
    tmp_path: Path,
) -> None:
    async with ready_server(tmp_path) as server, AsyncExitStack() as opened:
        config = settings_file(tmp_path, "operator", server.settings)
        await tablee("cluster", "--config", config, "init", "--replicas", "1")
        players = [Player(tmp_path, name) for name in ("Ada", "Bob", "Cleo")]
        owner = await open_node(tmp_path, server, "first", opened)
        for number, (game, seats) in enumerate(SEATS.items()):
            other = await open_node(tmp_path, server, f"node{number}", opened)
            theirs = players[:seats]
            code = await late_game(theirs, [owner.port, *[other.port] * (seats - 1)], game)
            async with asyncio.timeout(LONG_ENOUGH):
                await finish_with_ssh(theirs, owner, other, code)
            await check_kept(theirs, other.port, game, code)
            assert "Traceback" not in other.log
            owner = other
