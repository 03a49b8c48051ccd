"""Faults at the door: floods, forgeries and requests for what is not there (rows of the fault table)."""

import asyncio
import contextlib
import os
import signal
import socket
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.net.visitors import PATIENT, OpenHouse, PublicHalf, Visitor, new_key, open_house, until

VERSION = b"SSH-2.0-Visitor\r\n"


async def knock(opened: OpenHouse, source: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", opened.server.port, local_addr=(source, 0))


async def is_closed(reader: asyncio.StreamReader) -> bool:
    """Read until the server has closed."""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(PATIENT):
            while await reader.read(65536):
                pass
    return True


@asynccontextmanager
async def little_memory() -> AsyncIterator[None]:
    """See that what goes on inside takes little memory, the client's part included."""
    tracemalloc.start()
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4 << 20


async def leave(*writers: asyncio.StreamWriter) -> None:
    for writer in writers:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def unencrypted(payload: bytes) -> bytes:
    padding = 4 + -(5 + len(payload) + 4) % 8
    return (1 + len(payload) + padding).to_bytes(4) + bytes([padding]) + payload + bytes(padding)


async def test_F11_a_frozen_client_is_dropped(tmp_path: Path) -> None:
    async with open_house(patience={"keepalive": 0.2, "keepalives_missed": 2}) as opened:
        client = await asyncio.create_subprocess_exec(
            *("ssh", "-T", "-F", "none", "-p", str(opened.server.port), "-o", "StrictHostKeyChecking=accept-new"),
            *("-o", f"UserKnownHostsFile={tmp_path / 'known_hosts'}", "guest@127.0.0.1"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            assert client.stdout is not None
            assert await asyncio.wait_for(client.stdout.readline(), PATIENT) == b"hello guest\n"
            os.kill(client.pid, signal.SIGSTOP)
            await until(lambda: not opened.server.doormen)
        finally:
            client.kill()
            await client.communicate()


async def silent_client(opened: OpenHouse, source: str) -> socket.socket:
    client = socket.socket()
    client.setblocking(False)
    client.bind((source, 0))
    await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", opened.server.port))
    return client


async def wait_until_closed(opened: OpenHouse, client: socket.socket) -> None:
    with client, contextlib.suppress(ConnectionError):
        while await asyncio.get_running_loop().sock_recv(client, 1000):
            assert len(opened.server.doormen) <= 20


async def test_F12_a_thousand_silent_connections_are_closed_by_the_login_timeout_and_cost_no_memory() -> None:
    limits = {"strangers": 20, "strangers_per_source": 8, "arrivals_burst": 1000}
    async with open_house(limits=limits, patience={"login": 1.0}) as opened:
        for _ in range(2):
            async with asyncio.timeout(3 * PATIENT), little_memory():
                silent = [await silent_client(opened, f"127.0.0.{1 + number % 10}") for number in range(500)]
                await asyncio.gather(*(wait_until_closed(opened, client) for client in silent))
            await until(lambda: not opened.server.doormen)
            assert opened.server.admission.connections == 0
        assert turned_away(opened, "strangers")


async def stay_silent(opened: OpenHouse, source: str) -> None:
    """Hold a place at the door without logging in, and come again as soon as that ends."""
    while True:
        client = await silent_client(opened, source)
        with client, contextlib.suppress(ConnectionError):
            while await asyncio.get_running_loop().sock_recv(client, 1000):
                pass
        await asyncio.sleep(0.05)


async def log_in_somehow(opened: OpenHouse, source: str) -> None:
    """Log in, and try again where one is dropped, as people do."""
    while True:
        with contextlib.suppress(asyncssh.Error, OSError):
            async with asyncio.timeout(2.0), opened.visit(user="guest", source=source):
                return
        await asyncio.sleep(0.1)


async def test_F53_honest_people_log_in_while_64_silent_connections_hold_the_door() -> None:
    async with open_house(patience={"login": 600.0}) as opened:
        silent = [
            asyncio.create_task(stay_silent(opened, f"127.{network}.0.1")) for network in range(1, 9) for _ in range(8)
        ]
        await until(lambda: opened.server.admission.strangers > 60)
        async with asyncio.timeout(2 * PATIENT):
            await asyncio.gather(*(log_in_somehow(opened, f"127.100.{number}.1") for number in range(20)))
        assert turned_away(opened, "strangers")
        for task in silent:
            task.cancel()
        await asyncio.gather(*silent, return_exceptions=True)


async def test_F13_a_flood_of_connections_leaves_a_live_session_alone() -> None:
    limits = {"arrivals_per_second_per_source": 0.001, "arrivals_burst_per_source": 12}
    async with open_house(limits=limits) as opened, opened.visit() as connection:
        screen = await opened.screen(connection)
        flood = asyncio.create_task(connect_and_close(opened, 300))
        for letter in "bcdef":
            await screen.type(letter)
            await screen.shows(letter.encode())
        await flood
        await until(lambda: turned_away(opened, "rate") == 300 - 11)
        await until(lambda: len(opened.server.doormen) == 1)


def turned_away(opened: OpenHouse, why: str) -> float | None:
    return opened.server.monitor.registry.get_sample_value("tablee_refused_total", {"why": why})


async def connect_and_close(opened: OpenHouse, times: int) -> None:
    for _ in range(times):
        _, writer = await knock(opened)
        await leave(writer)


async def test_F14_a_flood_of_key_exchanges_is_mostly_turned_away() -> None:
    limits = {"arrivals_per_second_per_source": 0.001, "arrivals_burst_per_source": 6}
    async with open_house(limits=limits) as opened, opened.visit() as connection:
        screen = await opened.screen(connection)
        exchanged = await asyncio.gather(*(exchange_keys(opened) for _ in range(40)))
        assert exchanged.count(True) <= 5
        await screen.type("b")
        await screen.shows(b"keys: b")


async def exchange_keys(opened: OpenHouse) -> bool:
    with contextlib.suppress(asyncssh.Error, ConnectionError):
        return await asyncssh.get_server_host_key("127.0.0.1", opened.server.port, config=None) is not None
    return False


async def test_F14_one_connection_cant_exchange_keys_for_ever() -> None:
    async with open_house(limits={"bytes_per_second": 1e9}) as opened, opened.visit(rekey_bytes=1000) as connection:
        with contextlib.suppress(asyncssh.Error):
            for _ in range(20):
                await connection.run(None, input="x" * 2000)
        await asyncio.wait_for(connection.wait_closed(), PATIENT)


async def test_F15_a_login_flood_from_one_address_is_limited_and_others_log_in() -> None:
    limits = {"arrivals_per_second_per_source": 0.001, "arrivals_burst_per_source": 5}
    async with open_house(limits=limits) as opened:
        logins = await asyncio.gather(*(log_in(opened, "127.0.0.1") for _ in range(20)))
        assert logins.count(True) == 5
        assert await log_in(opened, "127.0.0.2")


async def log_in(opened: OpenHouse, source: str) -> bool:
    with contextlib.suppress(asyncssh.Error, ConnectionError):
        async with opened.visit(source=source):
            return True
    return False


class NeverGivesUp(Visitor):
    """Offers one key after the other and can sign with none."""

    def __init__(self) -> None:
        self.tries = 0

    def public_key_auth_requested(self) -> Any:
        self.tries += 1
        return PublicHalf(new_key()) if self.tries < 50 else None


async def test_F16_endless_login_tries_are_cut_after_six() -> None:
    visitor = NeverGivesUp()
    async with open_house() as opened:
        with pytest.raises(asyncssh.DisconnectError, match="Too many login tries"):
            async with opened.visit(client=lambda: visitor):
                pass
    assert visitor.tries <= 6


async def test_F17_a_connection_has_a_handful_of_channels() -> None:
    async with open_house(limits={"packets_per_second": 1e6}) as opened, opened.visit() as connection:
        tries = [connection.create_process(stdin=asyncssh.PIPE) for _ in range(1000)]
        channels = await asyncio.gather(*tries, return_exceptions=True)
        refused = [each for each in channels if isinstance(each, asyncssh.ChannelOpenError)]
        assert len(refused) == 1000 - opened.server.settings.limits.channels
        assert len(opened.house.guests) == opened.server.settings.limits.channels


async def test_F17_all_connections_together_have_so_many_channels_and_a_full_house_says_so() -> None:
    async with open_house(limits={"sessions": 3}) as opened, opened.visit() as first, opened.visit() as second:
        stay = [await connection.create_process(stdin=asyncssh.PIPE) for connection in (first, first, second)]
        with pytest.raises(asyncssh.ChannelOpenError, match="The house is full"):
            await second.create_process(stdin=asyncssh.PIPE)
        stay[0].close()
        await until(lambda: sum(len(doorman.sessions) for doorman in opened.server.doormen) == 2)
        assert (await second.run(None, stdin=asyncssh.DEVNULL)).exit_status == 0


async def test_F17_channels_that_end_make_room() -> None:
    async with open_house() as opened, opened.visit() as connection:
        for _ in range(20):
            assert (await connection.run(None, stdin=asyncssh.DEVNULL)).exit_status == 0


async def test_F18_data_before_the_login_is_bounded() -> None:
    ignored = unencrypted(b"\x02" + (8000).to_bytes(4) + bytes(8000))
    async with open_house(limits={"bytes_per_second": 100_000.0}, patience={"login": 1.0}) as opened:
        reader, writer = await knock(opened)
        writer.write(VERSION)
        sent = 0
        with contextlib.suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(PATIENT):
                while sent < 64 << 20:
                    writer.write(ignored)
                    sent += len(ignored)
                    await writer.drain()
        assert await is_closed(reader)
        assert sent < 32 << 20
        await until(lambda: not opened.server.doormen)
        await leave(writer)


async def test_F20_compression_is_not_offered() -> None:
    async with open_house() as opened:
        with pytest.raises(asyncssh.KeyExchangeFailed, match="compression"):
            async with opened.visit(compression_algs=["zlib", "zlib@openssh.com"]):
                pass


@pytest.mark.parametrize(
    "garbage",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01" * 100_000,
        b"SSH-1.5-old\r\n",
        b"SSH-2.0-\xff\xfe\r\n",
        VERSION + os.urandom(100_000),
        VERSION + b"\xff" * 100_000,
        VERSION + unencrypted(b"\x14"),
        VERSION + unencrypted(b"\x32" + bytes(20)),
    ],
    ids=["http", "tls", "ssh1", "not-ascii", "noise", "huge-packet", "empty-kexinit", "login-before-keys"],
)
async def test_F21_garbage_is_closed(garbage: bytes) -> None:
    async with open_house() as opened:
        reader, writer = await knock(opened)
        async with little_memory():
            writer.write(garbage)
            assert await is_closed(reader)
            await until(lambda: not opened.server.doormen)
        await leave(writer)
        assert await log_in(opened, "127.0.0.1")


async def refused(attempt: Any) -> bool:
    try:
        await attempt
    except (asyncssh.Error, asyncssh.ChannelListenError):
        return True
    return False


async def test_F24_there_is_nothing_but_the_rooms(tmp_path: Path) -> None:
    async with open_house(limits={"channels": 40}) as opened, opened.visit() as connection:
        assert await refused(connection.run("ls"))
        assert await refused(connection.run("ls", term_type="xterm"))
        assert await refused(connection.start_sftp_client())
        assert await refused(asyncssh.scp((connection, "/etc/passwd"), tmp_path))
        assert await refused(connection.create_process(subsystem="netconf"))
        assert await refused(connection.open_connection("127.0.0.1", opened.server.port))
        assert await refused(connection.open_unix_connection("/run/x"))
        assert await refused(connection.create_server(lambda *_: None, "127.0.0.1", 0))
        assert await refused(connection.create_unix_server(lambda *_: None, str(tmp_path / "x")))
        assert await refused(connection.create_tun(lambda *_: None))  # type: ignore[arg-type]
        assert await refused(connection.create_process(x11_forwarding=True, x11_display=":0"))
        assert opened.house.guests == []
        answer = await connection.run(None, stdin=asyncssh.DEVNULL, env={"LD_PRELOAD": "x"})
        assert answer.exit_status == 0


async def test_F24_an_agent_is_not_forwarded(tmp_path: Path) -> None:
    agent = socket.socket(socket.AF_UNIX)
    agent.bind(str(tmp_path / "agent"))
    agent.listen()
    agent.setblocking(False)
    with agent:
        async with open_house() as opened, opened.visit(agent_forwarding=str(tmp_path / "agent")) as connection:
            assert (await connection.run(None, stdin=asyncssh.DEVNULL)).exit_status == 0
            doorman = next(iter(opened.server.doormen))
            assert doorman.connection.get_agent_path() is None


ESCAPES = "\x1b]0;evil\x07\x1b[31m"


async def test_F25_escape_codes_in_what_a_client_says_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_house() as opened:
        monkeypatch.setattr("asyncssh.connection._validate_version", lambda _: f"Visitor{ESCAPES}".encode())
        async with opened.visit("kiwi-42") as connection:
            screen = await opened.screen(connection, term_type=f"xterm{ESCAPES}", env={"LANG": ESCAPES})
            await screen.type("q")
            await screen.ends()
        assert b"evil" not in screen.seen.replace(b"]0;evil[31m", b"")
        assert b"\x1b]0;" not in screen.seen
    guest = opened.house.guests[0]
    assert (guest.term, guest.client) == ("xterm]0;evil[31m", "SSH-2.0-Visitor]0;evil[31m")
    assert opened.log.replace("\n", "").isprintable()


@pytest.mark.parametrize("name", ["\x1b[31mevil", "evil\u202e", "evil\x9b31m", "e\u0301" * 40, "<b>[red]play[/]</b>"])
async def test_F25_escape_codes_in_the_user_name(name: str) -> None:
    async with open_house() as opened:
        with contextlib.suppress(asyncssh.Error, ValueError):
            async with opened.visit(name) as connection:
                await connection.run(None, stdin=asyncssh.DEVNULL)
        for guest in opened.house.guests:
            assert guest.asked.isprintable()
            assert len(guest.asked) <= 64
    assert opened.log.replace("\n", "").isprintable()
