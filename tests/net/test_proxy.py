"""Connections that come through a proxy: only trusted ones tell whose they are, and they must."""

import asyncio
import contextlib
import ipaddress
import shutil
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.door import proxy
from net.door.proxy import SIGNATURE, BadHeader, address_in
from net.door.settings import BadServerSettings, settings_from
from net.store.ledger import Ban
from tests.net.laptop import Laptop
from tests.net.visitors import PATIENT, OpenHouse, Visitor, open_house, until

ADA, BOB, CLEO = "203.0.113.7", "203.0.113.8", "2001:db8::9"
PROXY = "127.0.0.1"
HAPROXY = """
global
    maxconn 100
defaults
    mode tcp
    timeout connect 5s
    timeout client 1h
    timeout server 1h
frontend ssh
    bind 127.0.0.1:{front}
    default_backend houses
backend houses
    server one 127.0.0.1:{house} send-proxy-v2
"""


def header(address: str, kind: int = 0x21, more: bytes = b"") -> bytes:
    """What a proxy says of a client at an address."""
    four = ":" not in address
    packed = socket.inet_pton(socket.AF_INET if four else socket.AF_INET6, address)
    rest = packed * 2 + struct.pack(">HH", 5555, 22) + more
    return SIGNATURE + bytes([kind, 0x11 if four else 0x21]) + struct.pack(">H", len(rest)) + rest


async def knock(opened: OpenHouse, words: bytes, source: str = PROXY) -> socket.socket:
    loop = asyncio.get_running_loop()
    client = socket.socket()
    client.setblocking(False)
    client.bind((source, 0))
    await loop.sock_connect(client, ("127.0.0.1", opened.server.port))
    if words:
        await loop.sock_sendall(client, words)
    return client


@asynccontextmanager
async def visit(opened: OpenHouse, words: bytes, source: str = PROXY) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Log in through a proxy that says these words first."""
    client = await knock(opened, words, source)
    try:
        async with asyncssh.connect(
            sock=client, username="play", known_hosts=None, client_keys=None, client_factory=Visitor, config=None
        ) as connection:
            yield connection
    finally:
        client.close()


async def is_cut(client: socket.socket) -> bool:
    """Whether the house closes the connection without a word."""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(PATIENT):
            return await asyncio.get_running_loop().sock_recv(client, 100) == b""
    return True


@pytest.mark.parametrize(
    ("words", "address"),
    [
        (header(ADA), ADA),
        (header(CLEO), CLEO),
        (header(CLEO, more=b"\x04\x00\x04abcd"), CLEO),
        (header("::ffff:203.0.113.7"), ADA),
    ],
)
async def test_the_house_sees_the_clients_address(words: bytes, address: str) -> None:
    async with open_house(proxies=(PROXY,)) as opened, visit(opened, words) as connection:
        await opened.screen(connection)
        assert opened.house.guests[-1].address == address
        assert f"source={address}" in opened.log


async def test_a_header_may_come_in_pieces_and_no_byte_after_it_is_lost() -> None:
    async with open_house(proxies=("127.0.0.0/8",)) as opened:
        client = await knock(opened, b"")
        loop = asyncio.get_running_loop()
        for byte in header(ADA):
            await loop.sock_sendall(client, bytes([byte]))
            await asyncio.sleep(0)
        async with asyncssh.connect(
            sock=client, username="play", known_hosts=None, client_keys=None, client_factory=Visitor, config=None
        ) as connection:
            await opened.screen(connection)
        assert opened.house.guests[-1].address == ADA


async def test_limits_and_bans_are_those_of_the_client_not_of_the_proxy() -> None:
    async with open_house(proxies=(PROXY,), limits={"connections_per_source": 1}) as opened:
        async with visit(opened, header(ADA)), visit(opened, header(BOB)):
            with pytest.raises(asyncssh.DisconnectError, match="many connections from your address"):
                async with visit(opened, header(ADA)):
                    pass
        opened.server.bans.add(Ban(subject=CLEO))
        with pytest.raises(asyncssh.DisconnectError, match="closed to you"):
            async with visit(opened, header(CLEO)):
                pass


async def test_a_socket_for_both_kinds_of_address_knows_its_proxies_too() -> None:
    async with open_house(host="", proxies=(PROXY,)) as opened, visit(opened, header(ADA)) as connection:
        await opened.screen(connection)
        assert opened.house.guests[-1].address == ADA


async def test_F61_whoever_is_no_trusted_proxy_is_not_believed() -> None:
    async with open_house(proxies=("127.0.0.9",)) as opened:
        with pytest.raises((asyncssh.Error, OSError)):
            async with visit(opened, header(ADA)):
                pass
        async with visit(opened, b"") as connection:
            await opened.screen(connection)
        assert opened.house.guests[-1].address == PROXY
        assert ADA not in opened.log


HOSTILE = {
    "ssh itself": b"SSH-2.0-OpenSSH_9.2\r\n" * 20,
    "version 1": b"PROXY TCP4 203.0.113.7 127.0.0.1 5555 22\r\n",
    "rubbish": bytes(range(256)),
    "another version": header(ADA, kind=0x11),
    "an unknown command": header(ADA, kind=0x22),
    "datagrams": header(ADA).replace(b"\x21\x11", b"\x21\x12"),
    "a unix socket": SIGNATURE + b"\x21\x31" + struct.pack(">H", 216) + bytes(216),
    "no addresses": SIGNATURE + b"\x21\x11\x00\x00",
    "short addresses": SIGNATURE + b"\x21\x21\x00\x0c" + bytes(12),
    "endless": SIGNATURE + b"\x21\x11\xff\xff" + bytes(70_000),
    "a health check": SIGNATURE + b"\x20\x00\x00\x00",
}


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
async def test_F61_a_proxy_that_says_anything_else_is_cut(words: bytes) -> None:
    async with open_house(proxies=(PROXY,)) as opened:
        client = await knock(opened, b"")
        with contextlib.suppress(ConnectionError):
            await asyncio.get_running_loop().sock_sendall(client, words)
        assert await is_cut(client)
        client.close()
        assert not opened.server.doormen
        assert "Traceback" not in opened.log


async def test_F61_a_proxy_that_says_nothing_is_cut_in_time_and_others_come_in_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proxy, "PATIENCE", 0.3)
    async with open_house(proxies=(PROXY,)) as opened:
        silent = [await knock(opened, words) for words in (b"", header(ADA)[:20])]
        async with visit(opened, header(BOB)) as connection:
            await opened.screen(connection)
        for client in silent:
            assert await is_cut(client)
            client.close()
        assert opened.server.monitor.registry.get_sample_value("tablee_refused_total", {"why": "proxy"}) == 2


@given(command=st.integers(0, 15), stream=st.integers(0, 255), rest=st.binary(max_size=64))
def test_a_header_gives_an_address_or_is_refused(command: int, stream: int, rest: bytes) -> None:
    try:
        address = address_in(command, stream, rest)
    except BadHeader:
        return
    assert address is None or str(ipaddress.ip_address(address)) == address


def test_a_proxy_that_is_no_address_is_one_sentence() -> None:
    with pytest.raises(BadServerSettings, match=r"^proxies: '10.0.0.300' is no address or network\.$"):
        settings_from({"proxies": ["10.0.0.0/8", "10.0.0.300"]})


@pytest.mark.skipif(shutil.which("haproxy") is None, reason="haproxy is not installed")
async def test_ssh_through_a_real_haproxy_comes_from_the_clients_address(tmp_path: Path) -> None:
    async with open_house(proxies=(PROXY,)) as opened:
        with socket.create_server((PROXY, 0)) as spare:
            front = spare.getsockname()[1]
        config = tmp_path / "haproxy.cfg"
        config.write_text(HAPROXY.format(front=front, house=opened.server.port))
        haproxy = await asyncio.create_subprocess_exec("haproxy", "-q", "-db", "-f", str(config))
        try:
            await until(lambda: can_connect(front))
            laptop = Laptop(tmp_path, front)
            out, _, status = await laptop.run(*laptop.ssh("-T", "-b", "127.0.0.77", "play@127.0.0.1"), input=b"hello\n")
            assert (status, "you said hello" in out) == (0, True)
            assert opened.house.guests[-1].address == "127.0.0.77"
        finally:
            haproxy.terminate()
            await haproxy.wait()


def can_connect(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex((PROXY, port)) == 0
