"""What operators see."""

import asyncio
import io
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.error import HTTPError

import asyncssh
import pytest

from net.door.exposition import FiguresServer
from net.door.monitor import LAG_EVERY, Monitor
from tests.net.visitors import open_house, until


def figure(monitor: Monitor, name: str, **labels: str) -> float | None:
    return monitor.registry.get_sample_value(name, labels)


def test_a_log_line_is_one_line_of_names_and_values() -> None:
    stream = io.StringIO()
    Monitor(stream).log.warning("turned away", source="192.0.2.1", why="full", count=3)
    line = stream.getvalue()
    assert line.startswith("timestamp=")
    assert line.endswith('level=warning event="turned away" source=192.0.2.1 why=full count=3\n')


def test_a_log_line_obeys_nobody() -> None:
    stream = io.StringIO()
    Monitor(stream).log.info("session began", who="a\x1b[31m\nlevel=error\u202e\x9b31m", odd=["\x1b"], nothing=None)
    assert stream.getvalue().count("\n") == 1
    assert stream.getvalue().rstrip("\n").isprintable()


def test_the_log_stays_where_it_was_when_stderr_is_replaced() -> None:
    first, second = io.StringIO(), io.StringIO()
    monitor = Monitor(first)
    Monitor(second).log.info("other")
    monitor.log.info("mine")
    assert "mine" in first.getvalue()
    assert "mine" not in second.getvalue()


async def test_sessions_logins_frames_and_refusals_are_counted() -> None:
    async with open_house(limits={"connections_per_source": 1}) as opened:
        monitor = opened.server.monitor
        async with opened.visit() as connection:
            screen = await opened.screen(connection)
            assert figure(monitor, "tablee_sessions", kind="terminal") == 1
            assert figure(monitor, "tablee_connections") == 1
            assert figure(monitor, "tablee_logins_total", kind="guest") == 1
            await screen.type("a")
            await screen.shows(b"keys: a")
            assert figure(monitor, "tablee_frame_seconds_count") == 1
            try:
                async with opened.visit():
                    pass
            except asyncssh.DisconnectError:
                assert figure(monitor, "tablee_refused_total", why="source") == 1
        await until(lambda: figure(monitor, "tablee_sessions", kind="terminal") == 0)
        await until(lambda: figure(monitor, "tablee_connections") == 0)


async def test_the_loops_lag_is_measured() -> None:
    async with open_house() as opened:
        await asyncio.sleep(2 * LAG_EVERY)
        count = figure(opened.server.monitor, "tablee_loop_lag_seconds_count")
        assert count is not None
        assert count >= 1


async def read(server: FiguresServer, path: str) -> str:
    host, port = server.server_address[:2]
    assert host == "127.0.0.1"
    answer = await asyncio.to_thread(urllib.request.urlopen, f"http://127.0.0.1:{port}{path}", None, 10)
    return str(answer.read().decode())


@contextmanager
def offered(monitor: Monitor) -> Iterator[FiguresServer]:
    server = monitor.listen(0)
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


async def test_the_figures_are_offered_on_loopback() -> None:
    monitor = Monitor(io.StringIO())
    monitor.tables.set(3)
    monitor.moves.inc()
    with offered(monitor) as server:
        page = await read(server, "/metrics")
        assert "tablee_tables 3.0" in page
        assert "tablee_moves_total 1.0" in page
        with pytest.raises(HTTPError, match="404"):
            await read(server, "/elsewhere")


async def test_one_page_gathers_the_figures_of_all_nodes() -> None:
    log = io.StringIO()
    here, there = Monitor(log, node="one"), Monitor(io.StringIO(), node="two")
    here.tables.set(3)
    there.tables.set(4)
    there.refused.labels("full").inc(2)
    there.lag.observe(0.02)

    async def ask_the_other() -> list[bytes]:
        return [there.page()]

    here.gather = ask_the_other
    here.log.info("open")
    assert "node=one" in log.getvalue()
    with offered(here) as server:
        page = await read(server, "/cluster")
        assert 'tablee_tables{node="one"} 3.0' in page
        assert 'tablee_tables{node="two"} 4.0' in page
        assert 'tablee_refused_total{node="two",why="full"} 2.0' in page
        assert 'tablee_loop_lag_seconds_bucket{le="0.025",node="two"} 1.0' in page
        assert page.count("# TYPE tablee_tables gauge") == 1
        assert "two" not in await read(server, "/metrics")
