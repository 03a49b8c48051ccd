"""A served house with its page open, and clients that speak to it without a browser."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from net.web.door import WebDoor
from tests.net.house_harness import PATIENCE
from tests.net.served import Served, served_house
from tests.net.ssh_windows import Glass
from tui.web.opening import open_page

# All of them come from one address.
MANY = {"arrivals_per_second_per_source": 500.0, "arrivals_burst_per_source": 500}
HANDSHAKE = (
    "GET /ws?size=80x24 HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)


class PageHouse:
    """A house and its page; `url` is the page's."""

    def __init__(self, served: Served, door: WebDoor) -> None:
        self.served = served
        self.door = door
        self.url = f"http://127.0.0.1:{door.port}"

    @property
    def cut(self) -> dict[str, float]:
        """How many connections were cut, by why."""
        return self._figures("tablee_cut_total")

    @property
    def refused(self) -> dict[str, float]:
        return self._figures("tablee_refused_total")

    def _figures(self, name: str) -> dict[str, float]:
        collected = self.served.opened.server.monitor.registry.collect()
        samples = (sample for metric in collected for sample in metric.samples if sample.name == name)
        return {sample.labels["why"]: sample.value for sample in samples}

    @asynccontextmanager
    async def page(self, path: str = "/ws", origin: str | None = None, **more: Any) -> AsyncIterator["Page"]:
        """Open a WebSocket as a page of this house does."""
        uri = f"ws://127.0.0.1:{self.door.port}{path}"
        options = {"compression": None, "ping_interval": None, "proxy": None, **more}
        async with connect(uri, origin=self.url if origin is None else origin, **options) as socket:  # type: ignore[arg-type]  # its own str
            yield Page(socket)

    async def get(self, path: str, *headers: str, method: str = "GET", host: str = "127.0.0.1") -> "Answer":
        """Fetch a file on a connection of its own."""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.door.port}",
            "Connection: close",
            *headers,
            "",
            "",
        ]
        return read_answer(await self.exchange("\r\n".join(lines).encode(), host))

    async def exchange(self, data: bytes, host: str = "127.0.0.1") -> bytes:
        """Send bytes, and read until the door closes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.door.port, local_addr=(host, 0))
        try:
            writer.write(data)
            async with asyncio.timeout(PATIENCE):
                return await reader.read()
        except ConnectionResetError:
            return b""
        finally:
            writer.close()


class Answer(msgspec.Struct):
    """What came back over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes


def read_answer(data: bytes) -> Answer:
    """Read a response as it came over the line."""
    head, _, body = data.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Answer(int(status.split()[1]), headers, body)


class Page:
    """A page without a picture: what it is told, and the cells that its bytes make."""

    def __init__(self, socket: ClientConnection, size: tuple[int, int] = (80, 24)) -> None:
        self.socket = socket
        self.glass = Glass(*size)
        self.told: list[dict[str, Any]] = []

    @property
    def cookie(self) -> str:
        assert self.socket.response is not None
        return self.socket.response.headers.get("Set-Cookie", "")

    async def hear(self) -> dict[str, Any] | bytes:
        """Wait for the next message, text or picture."""
        async with asyncio.timeout(PATIENCE):
            message = await self.socket.recv()
        if isinstance(message, bytes):
            self.glass.feed(message)
            return message
        told: dict[str, Any] = msgspec.json.decode(message)
        self.told.append(told)
        return told

    async def sees(self, words: str) -> None:
        """Wait until words stand on the screen."""
        while words not in self.glass.text:
            await self.hear()

    async def is_told(self, kind: str) -> dict[str, Any]:
        """Wait for a message of a kind."""
        while True:
            told = await self.hear()
            if isinstance(told, dict) and told["type"] == kind:
                return told

    async def press(self, key: str) -> None:
        await self.say({"type": "press", "key": key})

    async def say(self, message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def type(self, keys: str) -> None:
        await self.socket.send(keys.encode())

    async def name(self, name: str) -> None:
        """Choose a name, and wait for the lobby."""
        await self.sees("What shall the others call you?")
        await self.type(f"{name}\r")
        while "call you" in self.glass.text:
            await self.hear()


@asynccontextmanager
async def page_house(folder: Path, web: dict[str, Any] | None = None, **more: Any) -> AsyncIterator[PageHouse]:
    """Open a house on a data folder with a page on loopback."""
    settings = {"web": {"port": 0, **(web or {})}, **more.pop("settings", {})}
    async with served_house(folder, settings=settings, **more) as served:
        door = open_page(served.opened.server.entrance, served.reception.pages, "127.0.0.1")
        served.reception.page = door.origins[0]
        try:
            yield PageHouse(served, door)
        finally:
            await door.close()


def handshake(house: PageHouse, *headers: str, origin: str | None = "") -> bytes:
    """What a browser sends to begin a session, with some headers of its own."""
    given = [*headers, *([] if origin is None else [f"Origin: {origin or house.url}"])]
    more = "".join(f"{header}\r\n" for header in given)
    return HANDSHAKE.format(host=f"127.0.0.1:{house.door.port}", more=more).encode()
