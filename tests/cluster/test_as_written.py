"""A house on three NATS servers as OPERATING.md writes it: its configurations and commands are read out of the page."""

import asyncio
import json
import random
import re
import subprocess
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from net.messages import Open, Update
from tests.net.cluster_harness import tablee
from tests.net.house_harness import PAIR, open_house
from tests.net.nats_harness import PROGRAM
from tests.net.served import Callers, server_process
from tests.net.test_nats_server import certified
from tests.net.test_transfer import ADA, furnish

pytestmark = pytest.mark.xdist_group("cluster")

PAGE = (Path(__file__).parents[2] / "net" / "OPERATING.md").read_text(encoding="utf-8")
MACHINES = "abc"


def written(first: str) -> str:
    """The block of the page that begins with these words."""
    (block,) = [block for block in re.findall(r"(?:^    .*\n)+", PAGE, re.MULTILINE) if block.strip().startswith(first)]
    return textwrap.dedent(block)


class ThreeMachines:
    """Addresses of loopback that stand for the machines of the page, and a folder for theirs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        net = f"127.{random.randrange(1, 255)}.{random.randrange(255)}"
        self.addresses = {name: f"{net}.{number}" for number, name in enumerate(MACHINES, start=1)}
        ca = certified(folder, "ca")
        for name in ("server", "node"):
            certified(folder, name, ca, list(self.addresses.values()))

    def here(self, text: str, machine: str = "a") -> str:
        """A text of the page with the names, folders and the password of these machines; all else as it is."""
        for name, address in self.addresses.items():
            text = text.replace(f"nats://{name}:", f"nats://{address}:")
        for folder in ("/etc/nats", "/etc/tablee"):
            text = text.replace(folder, str(self.folder))
        text = text.replace("/var/lib/nats", str(self.folder / f"js-{machine}")).replace('"..."', '"a secret"')
        text = text.replace("server_name: a", f"server_name: {machine}")
        return re.sub(r"(0\.0\.0\.0|127\.0\.0\.1):", f"{self.addresses[machine]}:", text)

    @contextmanager
    def servers(self) -> Iterator[dict[str, "subprocess.Popen[bytes]"]]:
        """Start a nats-server on each machine."""
        running = {}
        for machine in MACHINES:
            config = self.folder / f"{machine}.conf"
            config.write_text(self.here(written("server_name: a"), machine))
            running[machine] = subprocess.Popen([PROGRAM, "-c", config, "-l", self.folder / f"{machine}.log"])
        try:
            yield running
        finally:
            for process in running.values():
                process.kill()
                process.wait()


async def test_three_servers_as_written_keep_a_house_that_goes_in_plays_and_goes_out(tmp_path: Path) -> None:
    async with open_house(tmp_path / "old") as house:
        await furnish(house)
    machines = ThreeMachines(tmp_path)
    config = tmp_path / "server.toml"
    config.write_text(machines.here(written("[cluster]")))
    (init,) = re.findall(r"`tablee (cluster init --replicas 3[^`]*)`", PAGE)
    cluster, *words = init.split()

    async def run(*words: object) -> tuple[str, int | None]:
        out, err, code = await tablee(cluster, "--config", config, *words)
        return out + err, code

    with machines.servers() as running:
        async with asyncio.timeout(60):
            while not (made := await run(*words))[0].startswith("10 streams made, 3 replicas each."):
                assert "can't be reached" in made[0], made[0]
        brought, code = await run("import", tmp_path / "old")
        assert (code, brought.startswith("Brought in, and counted again")) == (0, True), brought
        async with server_process(tmp_path / "node", "--config", str(config)) as node:
            async with Callers(node.port).caller("Bob") as bob:
                assert (await bob.ask(Open(setup=PAIR), Update)).seats[0].name == "Bob"
                async with asyncio.timeout(60):
                    # Replicas may be behind for a moment.
                    while (told := await run("status", "--json"))[1] != 0:
                        assert "streams" in told[0], told[0]
                status = json.loads(told[0])
                assert status["wrong"] == []
                assert {stream["current"] for stream in status["streams"]} == {3}
                assert {stream["leader"] for stream in status["streams"]} <= set(MACHINES)
            assert await node.end() == 0
        running["c"].kill()
        async with asyncio.timeout(60):
            while "has 2 of 3 replicas" not in (await run("status"))[0]:
                pass
        taken, code = await run("export", tmp_path / "new")
        assert (code, "2 people" in taken) == (0, True), taken
    async with open_house(tmp_path / "new") as house:
        assert await house.store.name_of(ADA) == "Ada"
