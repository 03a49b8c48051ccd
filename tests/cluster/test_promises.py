"""What a house of several nodes promises when things fail, each on real processes and a real cluster of three servers.

Everybody plays on through it; in the end every acknowledged move, finished game and seat is compared with the store.
The same people and the same judge find what is wrong with nodes that append without looking who wrote last.
"""

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from net.store.nats_store import NatsStore
from net.store.nats_streams import log_stream
from tests.cluster.cluster_harness import LONGEST_WAIT, SETUP, Cable, NodeProcesses, Party, Verdict, judge, watching
from tests.cluster.players import Player
from tests.net.nats_harness import NatsServers

pytestmark = pytest.mark.xdist_group("cluster")

TABLES = 3
HANG = 4.5


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServers]:
    three = NatsServers(tmp_path_factory.mktemp("servers"), size=3)
    try:
        three.start()
        asyncio.run(three.make_streams())
        yield three
    finally:
        three.stop()


@pytest.fixture(scope="module")
def nodes(servers: NatsServers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeProcesses]:
    started = NodeProcesses(lambda _number: ",".join(servers.settings.servers), tmp_path_factory.mktemp("nodes"))
    try:
        started.start()
        yield started
    finally:
        started.stop()


class Evening:
    """People at tables of a house, and whoever watches over it."""

    def __init__(self, party: Party, store: NatsStore) -> None:
        self.party = party
        self.store = store
        self.verdict = Verdict()

    async def busiest(self) -> int:
        """The node that runs most tables."""
        owners = list((await self.party.owners(self.store)).values())
        return max((number for number in owners if number >= 0), key=owners.count)

    async def has_lost_all(self, victim: int) -> None:
        """Wait until a node that hangs runs no table, by their logs."""
        async with asyncio.timeout(LONGEST_WAIT):
            while victim in (await self.party.owners(self.store)).values():
                pass


@asynccontextmanager
async def evening(servers: NatsServers, nodes: NodeProcesses, name: str) -> AsyncIterator[Evening]:
    """Let people play, and judge in the end that nothing was lost."""
    async with watching(servers) as store:
        party = Party(nodes, name)
        played = Evening(party, store)
        try:
            await party.begin(TABLES)
            yield played
            await servers.answer()
            await party.all_move()
        finally:
            await party.end()
        played.verdict = await judge(store, party)
        assert played.verdict.wrong == []
        assert (played.verdict.lost, played.verdict.doubled) == (0, 0)
        assert played.verdict.acknowledged > TABLES * 3


async def test_F79_a_node_that_dies_loses_nothing_and_others_go_on(servers: NatsServers, nodes: NodeProcesses) -> None:
    async with evening(servers, nodes, "Kill") as played:
        for _ in range(6):
            victim = await played.busiest()
            nodes.kill(victim)
            began = time.monotonic()
            await played.party.all_move(began)
            await asyncio.to_thread(nodes.start, victim)
            await played.party.all_move()


async def test_F64_a_node_that_hangs_is_fenced(servers: NatsServers, nodes: NodeProcesses) -> None:
    async with evening(servers, nodes, "Hang") as played:
        victim = await played.busiest()
        nodes.signal(victim, signal.SIGSTOP)
        try:
            await played.has_lost_all(victim)
            await played.party.all_move()
        finally:
            nodes.signal(victim, signal.SIGCONT)
        await played.party.all_move()
        assert victim not in (await played.party.owners(played.store)).values()


async def test_F65_nodes_that_drain_one_after_the_other_hand_everything_over(
    servers: NatsServers, nodes: NodeProcesses
) -> None:
    async with evening(servers, nodes, "Drain") as played:
        for number in range(len(nodes.ports)):
            nodes.signal(number, signal.SIGTERM)
            await asyncio.to_thread(nodes.wait, number)
            await played.party.all_move()
            await asyncio.to_thread(nodes.start, number)
        reasons = {reason for player in played.party.people for reason in player.goodbyes}
        assert reasons == {"closing"}
        for player in played.party.people:
            assert len(player.returns) >= len(player.goodbyes), "whoever was told is back in their seat"


async def test_F80_a_leader_that_dies_only_holds_play_up(servers: NatsServers, nodes: NodeProcesses) -> None:
    async with evening(servers, nodes, "Lead") as played:
        info = await played.store._data.client.jetstream().stream_info(log_stream(0))
        assert info.cluster is not None
        leader = int((info.cluster.leader or "n0").removeprefix("n"))
        servers.kill(leader)
        try:
            await asyncio.wait_for(come_in(nodes), 20)
            await played.party.all_move(time.monotonic() + 0.1)
        finally:
            servers.start(leader)
        await played.party.all_move()


async def come_in(nodes: NodeProcesses) -> None:
    """Let somebody come in who was never here."""
    player = Player("Newcomer", nodes.ports, 0)
    await player.come_in()
    player.hang_up()


async def test_F81_without_most_servers_play_stands_still_says_so_and_goes_on(
    servers: NatsServers, nodes: NodeProcesses
) -> None:
    async with evening(servers, nodes, "Most") as played:
        servers.kill(0, 1)
        await asyncio.sleep(5.0)
        quiet_since = time.monotonic()
        await asyncio.sleep(1.0)
        assert all(played.party.moved_since(code, quiet_since) is None for code in played.party.tables)
        servers.start(0, 1)
        await played.party.all_move()
        assert any(player.paused for player in played.party.people)


async def test_F83_after_everything_was_killed_all_that_was_acknowledged_is_there(
    servers: NatsServers, nodes: NodeProcesses
) -> None:
    async with evening(servers, nodes, "All") as played:
        for number in range(len(nodes.ports)):
            nodes.kill(number)
        servers.kill()
        servers.start()
        await servers.answer()
        await asyncio.to_thread(nodes.start)
        await played.party.all_move()


async def test_F82_a_node_that_is_cut_off_is_fenced(servers: NatsServers, tmp_path: Path) -> None:
    cables = [Cable(port) for port in servers.ports]
    for cable in cables:
        await cable.open()
    behind = ",".join(f"nats://127.0.0.1:{cable.port}" for cable in cables)
    direct = ",".join(servers.settings.servers)
    nodes = NodeProcesses(lambda number: behind if number == 0 else direct, tmp_path)
    try:
        await asyncio.to_thread(nodes.start)
        async with evening(servers, nodes, "Cut") as played:
            for cable in cables:
                cable.cut()
            await asyncio.sleep(6.0)
            for cable in cables:
                cable.mend()
            await played.party.all_move()
    finally:
        nodes.stop()
        for cable in cables:
            await cable.close()


async def hang_now_and_then(servers: NatsServers, folder: Path, kind: str) -> Verdict:
    """Let nodes that believe nobody hang for longer than others wait for them, and shorter than their people do."""
    nodes = NodeProcesses(lambda _number: ",".join(servers.settings.servers), folder, kind=kind)
    try:
        await asyncio.to_thread(nodes.start)
        async with watching(servers) as store:
            # The clock moves for whoever is late, so a node that hung has something to write as soon as it wakes up.
            party = Party(nodes, kind, msgspec.structs.replace(SETUP, clock=1))
            await party.begin(TABLES)
            for _ in range(2):
                owners = list((await party.owners(store)).values())
                victim = max((number for number in owners if number >= 0), key=owners.count)
                nodes.signal(victim, signal.SIGSTOP)
                await asyncio.sleep(HANG)
                nodes.signal(victim, signal.SIGCONT)
                await asyncio.sleep(HANG)
            await party.end()
            return await judge(store, party)
    finally:
        nodes.stop()


async def test_F62_the_log_alone_fences_nodes_that_believe_nobody(servers: NatsServers, tmp_path: Path) -> None:
    verdict = await hang_now_and_then(servers, tmp_path, "stubborn")
    assert verdict.wrong == []
    assert verdict.acknowledged > 0


async def test_F62_the_judge_sees_what_nodes_without_fencing_break(servers: NatsServers, tmp_path: Path) -> None:
    verdict = await hang_now_and_then(servers, tmp_path, "unfenced")
    assert verdict.lost + verdict.doubled > 0
    assert verdict.wrong
