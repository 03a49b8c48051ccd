"""A house of several real processes on real NATS servers, people who play there, and what is true in the end."""

import asyncio
import secrets
import signal
import subprocess
import sys
import time
from bisect import bisect_right
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from net import messages as said
from net.house.table_log import TableLog
from net.setup import Setup
from net.store.nats_store import NatsStore
from net.store.store import StoreError
from net.tables import entries as log
from net.tables.entries import BadLog, Entry
from net.tables.table import Table
from net.values import MovedBy
from tests.cluster.players import Player
from tests.net.nats_harness import NatsServers, free_ports

Answer = TypeVar("Answer")

ROOT = Path(__file__).parents[2]
LONGEST_WAIT = 60.0
SETUP = Setup(game="geschenkt", seats=3, grace=None)


class NodeProcesses:
    """The nodes of a house by their numbers; each start is a new one in an old place."""

    def __init__(self, urls: Callable[[int], str], folder: Path, size: int = 3, *, kind: str = "") -> None:
        self.ports = free_ports(size)
        self.names = [""] * size
        self._urls = urls
        self._log = folder / "nodes.log"
        self._kind = kind
        self._processes: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, *numbers: int) -> None:
        """Start some, or all, and wait until they are open."""
        chosen = numbers or tuple(range(len(self.ports)))
        for number in chosen:
            self.names[number] = f"{'abcdefgh'[number]}-{secrets.token_hex(3)}"
            given = [self.names[number], str(self.ports[number]), self._urls(number), self._kind]
            with self._log.open("ab") as file:
                self._processes[number] = subprocess.Popen(
                    [sys.executable, "-m", "tests.cluster.node_process", *given],
                    stdout=subprocess.PIPE,
                    stderr=file,
                    cwd=ROOT,
                )
        for number in chosen:
            out = self._processes[number].stdout
            assert out is not None
            assert out.readline() == b"open\n", self._log.read_text()[-2000:]

    def signal(self, number: int, what: signal.Signals) -> None:
        """Let one hang, go on or drain."""
        self._processes[number].send_signal(what)

    def kill(self, number: int) -> None:
        """Kill one in an instant."""
        self._processes[number].kill()
        self.wait(number)

    def wait(self, number: int) -> None:
        """Wait until one has ended."""
        process = self._processes[number]
        process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def stop(self) -> None:
        """End all of them."""
        for number, process in self._processes.items():
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                self.kill(number)


class Cable:
    """The way of a node to one NATS server, which can go silent for a while, as a network does."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self._target = target
        self._through = asyncio.Event()
        self._through.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to carry."""
        self._server = await asyncio.start_server(self._came, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Carry nothing, and tell nobody."""
        self._through.clear()

    def mend(self) -> None:
        """Carry on with all that has waited."""
        self._through.set()

    async def close(self) -> None:
        """Carry no more."""
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._through.wait()
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, far_writer}
        for source, target in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._copy(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _copy(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self._through.wait()
                target.write(data)
        except OSError:
            pass
        finally:
            target.close()


@dataclass
class Verdict:
    """What is true in the end; `wrong` says it in words."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    games: int = 0
    wrong: list[str] = field(default_factory=list)


class Party:
    """Tables, each with people from different nodes who play on and on."""

    def __init__(self, nodes: NodeProcesses, prefix: str, setup: Setup = SETUP) -> None:
        self.people: list[Player] = []
        self.tables: dict[str, list[Player]] = {}
        self._setup = setup
        self._nodes = nodes
        self._prefix = prefix
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self, tables: int) -> None:
        """Sit down and play."""
        for table in range(tables):
            size = len(self._nodes.ports)
            players = [
                Player(f"{self._prefix}{table}{'xyz'[seat]}", self._nodes.ports, (table + seat) % size)
                for seat in range(SETUP.seats)
            ]
            self.people += players
            for player in players:
                await player.come_in()
            code = (await players[0].ask(said.Open(setup=self._setup))).code
            for player in players[1:]:
                await player.ask(said.Sit(code=code))
            self.tables[code] = players
            players[0].tell(said.Start())
        self._tasks = [asyncio.create_task(player.play()) for player in self.people]
        await self.all_move()

    def moved_since(self, code: str, since: float) -> float | None:
        """When the first move at a table was acknowledged after a time; None for not yet."""
        later = [player.progress[bisect_right(player.progress, since) :][:1] for player in self.tables[code]]
        return min((time for times in later for time in times), default=None)

    async def all_move(self, since: float | None = None, patience: float = LONGEST_WAIT) -> list[float]:
        """Wait until a move was acknowledged at every table; return how long that took for each."""
        began = time.monotonic() if since is None else since
        async with asyncio.timeout(patience):
            while any(self.moved_since(code, began) is None for code in self.tables):  # noqa: ASYNC110
                await asyncio.sleep(0.02)  # what is waited for knows no event
        return [(self.moved_since(code, began) or began) - began for code in self.tables]

    async def owners(self, store: NatsStore) -> dict[str, int]:
        """Which node runs each table, by its log; -1 for one that is no more."""
        found = {}
        for code in self.tables:
            end = await patient(partial(store.last, code))
            found[code] = self._nodes.names.index(end.node) if end and end.node in self._nodes.names else -1
        return found

    async def end(self) -> None:
        """Let what is under way be answered, and go home."""
        for player in self.people:
            player.rest = True
        await asyncio.sleep(1.0)
        for player in self.people:
            player.hang_up()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def patient(question: Callable[[], Awaitable[Answer]]) -> Answer:
    """Ask the store until it answers: servers may be choosing a leader."""
    give_up = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            return await question()
        except StoreError:
            if time.monotonic() > give_up:
                raise
            await asyncio.sleep(0.2)


async def judge(store: NatsStore, party: Party) -> Verdict:
    """Compare all that was acknowledged with the logs, the finished games and the seats."""
    verdict = Verdict()
    for code, players in party.tables.items():
        verdict.acknowledged += sum(len(player.accepted) for player in players)
        try:
            entries = await TableLog(store, code).catch_up()
            table = Table.restore(entries)
        except (BadLog, StoreError) as error:
            verdict.lost += sum(len(player.accepted) for player in players)
            verdict.wrong.append(f"{code}: {error}")
            continue
        _judge_moves(code, entries, players, verdict)
        await _judge_games(store, code, entries, players, verdict)
        for player in players:
            seats = [note.table for note in await store.seats_of(player.identity)]
            if table.seats.of(player.identity) != player.seat or seats != [code]:
                verdict.lost += 1
                verdict.wrong.append(f"{code}: the seat of {player.name} is lost")
    return verdict


def _judge_moves(code: str, entries: list[Entry], players: list[Player], verdict: Verdict) -> None:
    told = moves_in(entries)
    by_seat = {player.seat: player for player in players}
    for player in players:
        for seq, move in player.accepted.items():
            found = told.get(seq)
            if found is None or (found.seat, found.move) != (player.seat, move):
                verdict.lost += 1
                verdict.wrong.append(f"{code}: {player.name}'s {move} in answer to {seq} is lost")
    for seq, moved in told.items():
        if moved.by is MovedBy.SEAT and (seq, moved.move) not in by_seat[moved.seat].sent:
            verdict.doubled += 1
            verdict.wrong.append(f"{code}: nobody sent {moved.move} in answer to {seq}")


def moves_in(entries: list[Entry]) -> dict[int, log.Moved]:
    """The moves of a log by the numbers of the states that they answer."""
    told: dict[int, log.Moved] = {}
    table: Table | None = None
    for entry in entries:
        if table is None:
            assert isinstance(entry, log.Opened)
            table = Table(entry)
            continue
        if isinstance(entry, log.Moved):
            told[table.seq] = entry
        table.apply(entry)
    return told


async def _judge_games(
    store: NatsStore, code: str, entries: list[Entry], players: list[Player], verdict: Verdict
) -> None:
    finished = finished_in(entries)
    verdict.games += len(finished)
    for player in players:
        listed = [game.number for game in await store.games_of(player.identity) if game.table == code]
        missing = set(sorted(finished)[-len(listed) or None :]) - set(listed)
        tally = (await store.tally_of(player.identity)).played
        if missing or tally < len(finished):
            verdict.lost += 1
            verdict.wrong.append(f"{code}: of {len(finished)} games {player.name} has {tally}")
        if len(listed) != len(set(listed)) or tally > len(finished):
            verdict.doubled += 1
            verdict.wrong.append(f"{code}: {player.name} has {tally} games of {len(finished)}")


def finished_in(entries: list[Entry]) -> set[int]:
    """The numbers of the games that a log brings to their end."""
    table = Table.restore(entries[:1])
    finished = set()
    for entry in entries[1:]:
        table.apply(entry)
        if table.phase == "over":
            finished.add(table.number)
    return finished


@asynccontextmanager
async def watching(servers: NatsServers) -> AsyncIterator[NatsStore]:
    """A store that only looks."""
    store = await NatsStore.open(servers.settings, "judge")
    try:
        yield store
    finally:
        await store.close()
