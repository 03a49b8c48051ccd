"""Pages at several workers: they share the page's port, and people who came in at different ones sit at one table."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from net.supervisor.nats_server import free_port
from tests.net.cluster_harness import settings_file
from tests.net.served import server_process
from tests.net.test_workers import rows, started
from tests.net.visitors import PATIENT, until
from tests.web.web_harness import Page

TRIES = 12


@asynccontextmanager
async def page(port: int, asked: str = "", cookie: str = "") -> AsyncIterator[Page]:
    """Open a WebSocket as a page does that was opened at an address, in a browser that may have been here before."""
    uri, origin = f"ws://127.0.0.1:{port}/ws?size=80x24&asked={asked}", f"http://127.0.0.1:{port}"
    headers = {"Cookie": cookie} if cookie else {}
    options: dict[str, Any] = {"origin": origin, "additional_headers": headers, "compression": None, "proxy": None}
    async with connect(uri, **options) as socket:
        yield Page(socket)


async def nodes_of(folder: Path, name: str) -> set[object]:
    """The workers at which somebody is in."""
    return {row["node"] for row in await rows(folder, "who") if row["name"] == name}


async def test_two_people_with_pages_at_two_workers_sit_at_one_table(tmp_path: Path) -> None:
    folder, port = tmp_path / "data", free_port()
    words = ("--workers", "2", "--web", str(port), "--config", str(settings_file(tmp_path, "wide")))
    async with server_process(folder, *words) as server, AsyncExitStack() as opened:
        await until(lambda: started(server) == 2)
        ada = await opened.enter_async_context(page(port))
        await ada.name("Ada")
        await ada.press("n")
        await ada.sees("Geschenkt")
        await ada.press("1")
        await ada.sees("Enter")
        await ada.press("enter")
        await ada.sees("WAITING")
        (table,) = [row for row in await rows(folder, "tables") if row["here"]]
        hers, cookie = await nodes_of(folder, "Ada"), ""
        for _ in range(TRIES):
            # Whichever worker is quicker takes a connection.
            async with AsyncExitStack() as visit:
                bob = await visit.enter_async_context(page(port, str(table["code"]), cookie))
                if not cookie:
                    await bob.name("Bob")
                    cookie = bob.cookie.partition(";")[0]
                await bob.sees("Ada")
                if await nodes_of(folder, "Bob") - hers:
                    opened.push_async_exit(visit.pop_all())
                    break
        else:
            raise AssertionError("one worker took everybody")
        await ada.sees("Bob")
        seated = {"Ada": f"{table['code']} seat 1", "Bob": f"{table['code']} seat 2"}
        async with asyncio.timeout(PATIENT):
            # Who has which seat at another worker's table is news of a moment ago.
            while {row["name"]: row["where"] for row in await rows(folder, "who")} != seated:
                pass
        (now,) = [row for row in await rows(folder, "tables") if row["code"] == table["code"]]
        assert {now["node"]} == hers, "one table, at one of them"
        assert "Traceback" not in server.log
