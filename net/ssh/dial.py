"""The way in for `tablee join`: a Link over SSH, with the user's own keys, agent, settings and known hosts."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

import asyncssh

from net.link import Link
from net.names import clean_talk
from net.ssh.wire_link import SUBSYSTEM, WireLink, client_side

SSH_PORT = 22
CONNECT_SECONDS = 10
LOGIN_SECONDS = 20
KEEPALIVE_SECONDS = 15
KEEPALIVES_MISSED = 3
LONGEST_FAREWELL = 2.0

KNOWN_HOSTS = "~/.ssh/known_hosts"

KnownHosts = list[str] | bytes
Ask = Callable[[str, str], Awaitable[bool]]
"""Shows a host and the fingerprint of its key, and finds out whether the user trusts it."""


class NoEntry(ConnectionError):
    """There is no way in, with a sentence that says why."""


async def trust_nobody(_host: str, _fingerprint: str) -> bool:
    """Refuse every key that is not known yet."""
    return False


class Visitor(asyncssh.SSHClient):
    """Remembers a host key that nobody vouches for, and answers no questions: a guest has nothing to prove."""

    def __init__(self, known_hosts: KnownHosts) -> None:
        self._known_hosts = known_hosts
        self.host = ""
        self.key: asyncssh.SSHKey | None = None
        self.is_changed = False

    def validate_host_public_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        # With the port in the name: another server on the same machine has another key, and says nothing about this.
        self.host = host if port == SSH_PORT else f"[{host}]:{port}"
        self.key = key
        self.is_changed = bool(asyncssh.match_known_hosts(self._known_hosts, self.host, "", None)[0])
        return False

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
        return []


class WireSession(asyncssh.SSHClientSession[bytes]):
    """Carries bytes between a channel and its link."""

    link: WireLink

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self.link = client_side(chan)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if datatype is None:
            self.link.feed(data)

    def eof_received(self) -> bool:
        self.link.end_input()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        self.link.hang_up()


@asynccontextmanager
async def join(host: str, port: int, user: str = "play", ask: Ask = trust_nobody, **more: Any) -> AsyncIterator[Link]:
    """Connect to a house and speak its wire; `more` are options of asyncssh, for those whose ssh lives elsewhere."""
    async with await _connect(host, port, user, ask, more) as connection:
        session = WireSession()
        try:
            await connection.create_session(lambda: session, subsystem=SUBSYSTEM, encoding=None)
        except asyncssh.ChannelOpenError as error:
            raise NoEntry(f"{host} does not speak Tablée: {clean_talk(error.reason)}.") from None
        try:
            yield session.link
        finally:
            session.link.close()


class Line:
    """A line to a house: one connection at a time, and a new one when it was cut."""

    def __init__(self, host: str, port: int, user: str, ask: Ask) -> None:
        self._host = host
        self._port = port
        self._user = user
        self._ask = ask
        self._open = AsyncExitStack()

    async def dial(self) -> Link:
        """Connect, or connect anew; raise NoEntry where that can't be done."""
        await self.hang_up()
        try:
            link = await self._open.enter_async_context(join(self._host, self._port, self._user, self._ask))
        except asyncssh.Error as error:
            raise NoEntry(f"{self._host} ended the connection: {error.reason}") from None
        # Later nobody can be asked: a screen stands where the question would.
        self._ask = trust_nobody
        return link

    async def hang_up(self) -> None:
        """End the connection; one that does not answer is not waited for."""
        try:
            async with asyncio.timeout(LONGEST_FAREWELL):
                await self._open.aclose()
        except (TimeoutError, OSError, asyncssh.Error):
            self._open = AsyncExitStack()


async def _connect(host: str, port: int, user: str, ask: Ask, more: dict[str, Any]) -> asyncssh.SSHClientConnection:
    files = _known_hosts_files(_options(host, port, user, more))
    visitor = await _try_to_connect(host, port, user, files, more)
    if isinstance(visitor, asyncssh.SSHClientConnection):
        return visitor
    if visitor.key is None:
        raise NoEntry(f"{host} has no key that can be checked.")
    if visitor.is_changed:
        raise NoEntry(
            f"The key of {visitor.host} has changed, so somebody may be listening. If it was replaced on purpose, "
            f'remove the old one with: ssh-keygen -R "{visitor.host}"'
        )
    if not await ask(visitor.host, visitor.key.get_fingerprint()):
        raise NoEntry(f"The key of {visitor.host} is not known here yet, and was not accepted.")
    remember(files[0], visitor.host, visitor.key)
    connection = await _try_to_connect(host, port, user, files, more)
    if isinstance(connection, Visitor):
        raise NoEntry(f"{host} has shown two different keys.")
    return connection


def _options(host: str, port: int, user: str, more: dict[str, Any]) -> asyncssh.SSHClientConnectionOptions:
    try:
        return asyncssh.SSHClientConnectionOptions(
            **{
                "config": (),
                "host": host,
                "port": port,
                "username": user,
                "server_host_key_algs": "default",
                "connect_timeout": CONNECT_SECONDS,
                "login_timeout": LOGIN_SECONDS,
                "keepalive_interval": KEEPALIVE_SECONDS,
                "keepalive_count_max": KEEPALIVES_MISSED,
                "password_auth": False,
                "compression_algs": ["none"],
                **more,
            }
        )
    except (ValueError, OSError, asyncssh.ConfigParseError) as error:
        raise NoEntry(f"The ssh settings can't be used: {clean_talk(str(error))}.") from None


async def _try_to_connect(
    host: str, port: int, user: str, files: list[Path], more: dict[str, Any]
) -> asyncssh.SSHClientConnection | Visitor:
    """Connect, or return the visitor who was shown a key that nobody vouches for."""
    known_hosts: KnownHosts = [str(file) for file in files if file.is_file()] or b""
    options = _options(host, port, user, {**more, "known_hosts": known_hosts})
    visitor = Visitor(known_hosts)
    try:
        return await asyncssh.connect(host, port, options=options, client_factory=lambda: visitor)
    except asyncssh.HostKeyNotVerifiable:
        return visitor
    except asyncssh.PermissionDenied:
        raise NoEntry(f"{host} did not let {user} in.") from None
    except asyncssh.DisconnectError as error:
        raise NoEntry(f"{host} ended the connection: {clean_talk(error.reason)}") from None
    except TimeoutError:
        raise NoEntry(f"{host} does not answer on port {port}.") from None
    except OSError as error:
        raise NoEntry(f"{host} can't be reached on port {port}: {clean_talk(_why(error))}.") from None


def _why(error: OSError) -> str:
    """The system's own words for a connection that failed; asyncio's name the address in code."""
    if error.errno is None:
        return "none of its addresses answers"
    return os.strerror(error.errno) if error.errno > 0 else str(error.strerror)


def _known_hosts_files(options: asyncssh.SSHClientConnectionOptions) -> list[Path]:
    # What ssh's settings name: a list of files, or nothing where they don't say.
    named = cast(list[str], options.known_hosts) or [KNOWN_HOSTS]
    return [Path(name).expanduser() for name in named]


def remember(path: Path, host: str, key: asyncssh.SSHKey) -> None:
    """Add a host's key to a known_hosts file, as ssh does."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "ab+") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - 1))
        starts_new = file.read(1) in (b"", b"\n")
        line = f"{host} {key.export_public_key().decode().strip()}\n"
        file.write(line.encode() if starts_new else b"\n" + line.encode())
