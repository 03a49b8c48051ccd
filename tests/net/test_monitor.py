"""What operators see."""

import asyncio
import io
import urllib.request

import asyncssh

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


def test_the_figures_are_offered_on_loopback() -> None:
    monitor = Monitor(io.StringIO())
    monitor.tables.set(3)
    monitor.moves.inc()
    server = monitor.listen(0)
    try:
        host, port = server.server_address[:2]
        assert host == "127.0.0.1"
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10).read().decode()
    finally:
        server.shutdown()
        server.server_close()
    assert "tablee_tables 3.0" in page
    assert "tablee_moves_total 1.0" in page
