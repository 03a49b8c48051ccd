"""Real NATS servers on loopback: one for ordinary tests, three for those of a cluster."""

import asyncio
import signal
import socket
import subprocess
import sys
from pathlib import Path

from nats.aio.client import Client

from net.store.nats_connection import ClusterSettings, connect
from net.store.nats_streams import Plan, check_streams, make_streams
from net.store.store import StoreError

PROGRAM = Path(sys.executable).with_name("nats-server")
PATIENCE = 60.0


def free_ports(number: int) -> list[int]:
    """Find ports of loopback that nobody listens on now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class NatsServers:
    """One server, or several that are one cluster; `kill` and `start` again as often as you like."""

    def __init__(self, folder: Path, size: int = 1, extra: str = "") -> None:
        self.folder = folder
        self.size = size
        self.ports = free_ports(size)
        self._routes = free_ports(size)
        self._extra = extra
        self._processes: dict[int, subprocess.Popen[bytes]] = {}

    @property
    def settings(self) -> ClusterSettings:
        """How a house reaches them."""
        return ClusterSettings(servers=tuple(f"nats://127.0.0.1:{port}" for port in self.ports))

    @property
    def plan(self) -> Plan:
        """Streams on all of them."""
        return Plan(replicas=self.size)

    def start(self, *numbers: int) -> None:
        """Start some, or all."""
        for number in numbers or range(self.size):
            config = self.folder / f"n{number}.conf"
            config.write_text(self._config(number))
            log = self.folder / f"n{number}.log"
            self._processes[number] = subprocess.Popen([PROGRAM, "-c", config, "-l", log])

    def _config(self, number: int) -> str:
        text = (
            f"server_name: n{number}\nlisten: 127.0.0.1:{self.ports[number]}\nmax_payload: 2MB\n{self._extra}\n"
            f'jetstream {{ store_dir: "{self.folder}/js{number}", sync_interval: "always", max_file: 4GB }}\n'
        )
        if self.size > 1:
            routes = ", ".join(f'"nats://127.0.0.1:{port}"' for port in self._routes)
            listen = f"127.0.0.1:{self._routes[number]}"
            text += f"cluster {{ name: c, listen: {listen}, routes: [{routes}], pool_size: 3, no_advertise: true }}\n"
        return text

    def kill(self, *numbers: int) -> None:
        """Kill some, or all, in an instant."""
        for number in numbers or range(self.size):
            self._processes[number].kill()
            self._processes[number].wait()

    def freeze(self, number: int) -> None:
        """Let one hang."""
        self._processes[number].send_signal(signal.SIGSTOP)

    def thaw(self, number: int) -> None:
        """Let it go on."""
        self._processes[number].send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """End all of them."""
        for process in self._processes.values():
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()

    async def reach(self) -> Client:
        """Connect once they answer."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    return await connect(self.settings, "test")
                except StoreError:
                    await asyncio.sleep(0.1)

    async def answer(self) -> None:
        """Wait until all streams have a leader."""
        client = await self.reach()
        try:
            await check_streams(client)
        finally:
            await client.close()

    async def make_streams(self) -> None:
        """Make the streams, once."""
        client = await self.reach()
        try:
            await make_streams(client, self.plan)
        finally:
            await client.close()

    async def empty(self) -> None:
        """Make the streams anew."""
        client = await self.reach()
        try:
            js = client.jetstream()
            for info in await js.streams_info():
                await js.delete_stream(info.config.name or "")
            await make_streams(client, self.plan)
        finally:
            await client.close()
