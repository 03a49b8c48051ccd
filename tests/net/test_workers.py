"""`tablee serve --workers N`: several processes on one machine that are one house, kept running by a supervisor."""

import asyncio
import json
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from net.messages import Goodbye, Open, Start, Update
from net.setup import Setup
from net.supervisor.nats_server import free_port
from tests.net.cluster_harness import settings_file, tablee
from tests.net.house_harness import open_house
from tests.net.served import Callers, ServerProcess, server_process
from tests.net.test_nats_server import is_running
from tests.net.test_served_process import read
from tests.net.test_transfer import furnish
from tests.net.visitors import PATIENT, until


def children(server: ServerProcess, words: str) -> list[int]:
    """The processes that the supervisor has started whose command has these words."""
    return children_of(server.process.pid, words)


def children_of(pid: int, words: str) -> list[int]:
    """The processes that one has started whose command has these words."""
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in found if words in Path(f"/proc/{child}/cmdline").read_text()]


def workers(server: ServerProcess) -> list[int]:
    return children(server, "--worker")


def started(server: ServerProcess) -> int:
    return server.log.count('event="worker started"')


async def rows(folder: Path, *words: str) -> list[dict[str, object]]:
    """What operators are told."""
    out, err, code = await tablee("admin", "--data", folder, *words, "--json")
    assert code == 0, err
    answer = json.loads(out)
    assert isinstance(answer["rows"], list)
    return answer["rows"]


async def test_two_workers_are_one_house_for_operators_and_close_together(tmp_path: Path) -> None:
    folder, figures = tmp_path / "data", free_port()
    config = settings_file(tmp_path, "wide")
    async with server_process(folder, "--workers", "2", "--config", str(config), "--metrics", str(figures)) as server:
        await until(lambda: started(server) == 2)
        people = Callers(server.port)
        async with people.caller("Ada") as ada, people.caller("Bob"), people.caller("Cleo"), people.caller("Dan"):
            assert {row["name"] for row in await rows(folder, "who")} == {"Ada", "Bob", "Cleo", "Dan"}
            await rows(folder, "kick", "Ada")
            assert "shown you out" in (await ada.hear(Goodbye)).text
            page = await asyncio.to_thread(read, f"http://127.0.0.1:{figures}/cluster")
            assert f'node="{socket.gethostname()}-1"' in page
            assert f'node="{socket.gethostname()}-2"' in page
        assert len(workers(server)) == 2
        running = [*workers(server), *children(server, "nats-server")]
        assert await server.end() == 0
        assert not any(map(is_running, running))
        assert server.log.count("event=closed") == 2
        assert "Traceback" not in server.log


async def test_F71_a_worker_that_is_killed_is_started_again_and_its_people_come_back(tmp_path: Path) -> None:
    config = settings_file(tmp_path, "wide")
    async with server_process(tmp_path / "data", "--workers", "2", "--config", str(config)) as server:
        await until(lambda: started(server) == 2)
        people = Callers(server.port)
        os.kill(workers(server)[0], signal.SIGKILL)
        async with people.caller("Ada") as ada:
            assert ada.welcome.name == "Ada"
        await until(lambda: started(server) == 3)
        assert len(workers(server)) == 2
        assert await server.end() == 0


async def test_F71_no_worker_and_no_nats_server_outlives_a_killed_supervisor(tmp_path: Path) -> None:
    async with (
        server_process(tmp_path / "data", "--workers", "1") as server,
        Callers(server.port).caller("Ada") as ada,
    ):
        await ada.ask(Open(setup=Setup(game="geschenkt", seats=3, bots=("easy", "easy"))), Update)
        ada.tell(Start())
        await ada.my_turn()
        running = [*workers(server), *children(server, "nats-server")]
        assert len(running) == 2
        thinking = children_of(workers(server)[0], "bots.worker_main")
        assert thinking
        await server.end(signal.SIGKILL)
        await until(lambda: not any(map(is_running, [*running, *thinking])))
    async with server_process(tmp_path / "data", "--workers", "1") as server:
        assert await server.end() == 0


@pytest.mark.parametrize(
    ("term", "ended"),
    [("lambda *_: sys.exit(7)", 7), ("signal.SIG_IGN", -signal.SIGKILL)],
    ids=["in order", "by force"],
)
async def test_F71_a_process_ends_when_the_other_end_of_its_pipe_is_closed(term: str, ended: int) -> None:
    words = (
        "import signal, sys, time\n"
        "from net.supervisor.child import end_with_parent\n"
        f"signal.signal(signal.SIGTERM, {term})\n"
        "end_with_parent(0, 0.1)\n"
        "print('waits', flush=True)\n"
        "time.sleep(600)\n"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", words, stdin=PIPE, stdout=PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    assert await process.stdout.readline() == b"waits\n"
    assert process.returncode is None
    process.stdin.close()
    assert await asyncio.wait_for(process.wait(), PATIENT) == ended


async def test_a_worker_that_nobody_tells_what_to_do_says_so() -> None:
    out, err, code = await tablee("serve", "--worker")
    assert (out, err, code) == (
        "",
        "tablee: --worker is for `tablee serve --workers`, which tells its workers what to do.\n",
        2,
    )


async def test_a_hang_up_reaches_every_worker(tmp_path: Path) -> None:
    async with server_process(tmp_path / "data", "--workers", "2") as server:
        await until(lambda: started(server) == 2)
        server.process.send_signal(signal.SIGHUP)
        await until(lambda: server.log.count('event="settings read anew"') >= 2)


async def test_closing_by_order_closes_all_workers(tmp_path: Path) -> None:
    async with server_process(tmp_path / "data", "--workers", "2") as server:
        await until(lambda: started(server) == 2)
        await rows(tmp_path / "data", "close", "--in", "1s")
        assert await asyncio.wait_for(server.process.wait(), 30) == 0


async def test_the_house_of_one_process_is_brought_in_and_no_longer_served_by_one(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    async with open_house(folder) as house:
        await furnish(house)
        await house.store.set_name("key:Bea", "Bea", "bea")
    async with server_process(folder, "--workers", "1") as server:
        (line,) = [line for line in server.log.splitlines() if 'event="house brought in"' in line]
        assert "2 people" in line
        assert list(folder.glob("tablee.db.imported-*"))
        out, _, code = await tablee("cluster", "--data", folder, "export", tmp_path / "out")
        assert (code, "2 people" in out) == (0, True)
        assert await server.end() == 0
    out, err, code = await tablee("serve", "--host", "127.0.0.1", "--port", "0", "--data", folder)
    assert (out, code) == ("", 1)
    assert "are kept by nats-server: serve with --workers" in err


async def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        out, err, code = await tablee(
            "serve", "--host", "127.0.0.1", "--port", port, "--data", tmp_path / "data", "--workers", "2"
        )
    assert (out, err, code) == ("", f"tablee: Port {port} of 127.0.0.1 can't be used: Address already in use.\n", 1)


async def test_what_a_worker_can_not_do_is_said_once(tmp_path: Path) -> None:
    config = settings_file(tmp_path, "bad")
    config.write_text('metrics_port = 1\n[cluster]\nservers = ["nats://127.0.0.1:1"]\n')
    words = ("--host", "127.0.0.1", "--port", "0", "--data", tmp_path / "data", "--workers", "3", "--config", config)
    out, err, code = await tablee("serve", *words)
    assert (out, code) == ("", 2)
    assert [line for line in err.splitlines() if not line.startswith("timestamp=")] == [
        "tablee: The cluster at nats://127.0.0.1:1 can't be reached: Connection refused."
    ]
