"""PROXY protocol, version 2: a trusted proxy tells whose connection it hands on, before any other byte."""

import asyncio
import ipaddress
import socket
import struct
from collections.abc import Sequence
from functools import lru_cache

SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
HEAD = struct.Struct(">12sBBH")
VERSION, LOCAL, PROXIED = 2, 0, 1
# What a proxy may add to the addresses; those that we know of add a few dozen bytes.
LONGEST = 536
PATIENCE = 2.0
# By family and transport: how many bytes an address has, and how many both ends take with their ports.
STREAMS = {0x11: (socket.AF_INET, 4, 12), 0x21: (socket.AF_INET6, 16, 36)}


class BadHeader(ValueError):
    """A trusted proxy sent something else than a header of version 2."""


def is_trusted(address: str, proxies: Sequence[str]) -> bool:
    """Whether an address is one of a house's own proxies."""
    return any(ipaddress.ip_address(address) in network(proxy) for proxy in proxies)


@lru_cache
def network(words: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Read an address or a network; raise ValueError for anything else."""
    return ipaddress.ip_network(words, strict=False)


async def read_address(client: socket.socket) -> str | None:
    """Read the header and return the client's address; None is the proxy itself, seeing whether we are there.

    Not one byte more is read: what follows belongs to whoever speaks on the connection. Raises BadHeader, OSError, or
    TimeoutError where it does not come in time.
    """
    async with asyncio.timeout(PATIENCE):
        signature, kind, stream, size = HEAD.unpack(await _exactly(client, HEAD.size))
        if signature != SIGNATURE or kind >> 4 != VERSION or size > LONGEST:
            raise BadHeader("This is no PROXY header of version 2.")
        return address_in(kind & 15, stream, await _exactly(client, size))


def address_in(command: int, stream: int, rest: bytes) -> str | None:
    """Take the client's address from what follows the head of a header."""
    if command == LOCAL:
        return None
    if command != PROXIED or stream not in STREAMS:
        raise BadHeader("This header is of no TCP connection.")
    family, size, least = STREAMS[stream]
    if len(rest) < least:
        raise BadHeader("This header is too short for its addresses.")
    return socket.inet_ntop(family, rest[:size])


async def _exactly(client: socket.socket, size: int) -> bytes:
    loop = asyncio.get_running_loop()
    data = b""
    while len(data) < size:
        more = await loop.sock_recv(client, size - len(data))
        if not more:
            raise BadHeader("The header ends too early.")
        data += more
    return data
