"""Operators' orders in a house of two real nodes: given at one of them, they hold at both."""

import asyncio
import json
import tarfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from net.messages import Again, Goodbye, Open, Play, Refused, Say, Sit, Start, Update, Watch, Welcome
from net.setup import Setup
from net.store.backup import restore
from tests.net.cluster_harness import node_process, ready_server, settings_file, tablee
from tests.net.house_harness import open_house
from tests.net.served import Callers, ServerProcess, WirePlayer
from tests.net.test_admin import operators_laptop
from tests.net.visitors import PATIENT

PAIR = Setup(game="geschenkt", seats=3, bots=("easy",))
ALONE = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))


@dataclass(frozen=True, slots=True)
class TwoNodes:
    """A house of two nodes, and the folder of the one where orders are given."""

    folder: Path
    one: ServerProcess
    two: ServerProcess

    async def order(self, *words: str, status: int = 0) -> str:
        out, err, code = await tablee("admin", "--data", self.folder, *words)
        assert code == status, out + err
        return out + err

    async def rows(self, *words: str) -> list[dict[str, object]]:
        answer = json.loads(await self.order(*words, "--json"))
        assert isinstance(answer["rows"], list)
        return answer["rows"]

    async def knows_where(self, **places: str) -> None:
        """Wait until operators are told so: who has which seat at another node's table is news of a moment ago."""
        async with asyncio.timeout(PATIENT):
            while {row["name"]: row["where"] for row in await self.rows("who")} != places:
                pass


@asynccontextmanager
async def two_nodes(folder: Path) -> AsyncIterator[TwoNodes]:
    async with ready_server(folder) as server:
        config = settings_file(folder, "operator", server.settings)
        await tablee("cluster", "--config", config, "init", "--replicas", "1")
        async with node_process(folder, server, "one") as one, node_process(folder, server, "two") as two:
            yield TwoNodes(folder / "one", one, two)


async def test_orders_about_people_reach_whoever_is_in_at_the_other_node(tmp_path: Path) -> None:
    async with two_nodes(tmp_path) as house:
        near, far = Callers(house.one.port), Callers(house.two.port)
        async with near.caller("Ada") as ada, far.caller("Bob") as bob:
            code = (await ada.ask(Open(setup=PAIR), Update)).code
            await bob.ask(Sit(code=code), Update)
            await house.knows_where(Ada=f"{code} seat 1", Bob=f"{code} seat 2")
            assert "Said to 2" in await house.order("say", "good evening")
            while not any(line.text == "good evening" for line in (await bob.hear(Update)).talk):
                pass
            await house.order("mute", "Bob")
            assert "silent" in (await bob.ask(Say(text="why?"), Refused)).text
            await house.order("unmute", "Bob")
            await house.order("rename", "Bob", "Bruno")
            assert (await bob.hear(Welcome)).name == "Bruno"
            while ada.latest.seats[1].name != "Bruno":
                await ada.hear(Update)
            await house.order("ban", "Bruno", "--for", "1h")
            assert "closed to you" in (await bob.hear(Goodbye)).text


async def test_whoever_is_forgotten_at_one_node_is_shown_out_of_the_other(tmp_path: Path) -> None:
    async with two_nodes(tmp_path) as house:
        near, far = Callers(house.one.port), Callers(house.two.port)
        async with near.caller("Eve") as eve, far.caller("Bob") as bob:
            code = (await bob.ask(Open(setup=PAIR), Update)).code
            await eve.ask(Watch(code=code), Update)
            await house.order("forget", "Bob", "--yes")
            assert "forgotten" in (await bob.hear(Goodbye)).text


async def test_both_nodes_announce_a_new_host_key_and_then_show_it(tmp_path: Path) -> None:
    async with two_nodes(tmp_path) as house:
        laptop = operators_laptop(tmp_path / "laptop", house.two)
        visit = laptop.ssh("-T", "-o", "UpdateHostKeys=yes", "play@127.0.0.1")
        known = laptop.home / "known_hosts"
        await laptop.run(*visit, input=b"Ada\nq\n")
        (first,) = known.read_text().splitlines()
        assert "no new key yet" in await house.order("rotate", "--finish", status=2)
        await house.order("rotate")
        assert "announced already" in await house.order("rotate", status=2)
        await laptop.run(*visit, input=b"q\n")
        assert len(known.read_text().splitlines()) == 2
        await house.order("rotate", "--finish")
        _, err, status = await laptop.run(*visit, input=b"q\n")
        assert (status, err) == (0, "")
        assert first not in known.read_text().splitlines()


async def play_on(person: WirePlayer) -> None:
    """Play one game after the other."""
    while True:
        told = await person.my_turn()
        person.tell(Again() if told.phase == "over" else Play(seq=told.seq, move=told.legal[-1]))


async def test_F95_a_house_is_backed_up_while_people_play_and_one_process_opens_it(tmp_path: Path) -> None:
    file = tmp_path / "kept.tar"
    async with two_nodes(tmp_path) as house:
        async with Callers(house.two.port).caller("Ada") as ada:
            code = (await ada.ask(Open(setup=ALONE), Update)).code
            ada.tell(Start())
            playing = asyncio.create_task(play_on(ada))
            (row,) = await house.rows("backup", str(file))
            assert not playing.done()
            playing.cancel()
            assert row["file"] == str(file)
        assert "there already" in await house.order("backup", str(file), status=2)
        assert "Let go of 0 games" in await house.order("prune", "30")
    with tarfile.open(file) as archive:
        assert archive.getnames() == ["tablee.db", "ssh_host_ed25519_key"]
    (tmp_path / "alone").mkdir(mode=0o700)
    restore(file, tmp_path / "alone")
    async with open_house(tmp_path / "alone") as alone:
        end = await alone.store.last(code)
        assert end is not None
        assert (await alone.floor.wake(code, end)).table.seats[0].name == "Ada"
