"""One process that serves a house: its store, bots, tables and door, and what its operators see."""

import asyncio
import logging
import os
import socket
import sys
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from bots.pool import Pool
from bots.worker import cores
from net.admin.commands import ORDERS
from net.admin.desk import serve_operator
from net.admin.figures import Figures
from net.admin.office import Office
from net.admin.offices import NobodyElse
from net.admin.orders import Operator
from net.admin.socket import AdminSocket, open_listener
from net.door.bans import Bans
from net.door.monitor import Monitor
from net.door.settings import ServerSettings
from net.house.house import House
from net.limits.allowances import CountedAllowances
from net.setup import HouseRules
from net.ssh.dial import SSH_PORT
from net.ssh.host_key import host_key
from net.ssh.server import NoFigures, Server
from net.store.sqlite_store import SqliteStore
from net.supervisor.post import Post, Ready
from tui.rooms import Reception, Relay
from tui.run_local import settle_memory
from tui.web.opening import NoPage, open_page

ANYWHERE = ("", "0.0.0.0", "::")


@dataclass(frozen=True, slots=True, kw_only=True)
class Premises:
    """What was settled about a house before it opens; a `post` has whoever is one of several workers."""

    settings: ServerSettings
    folder: Path
    machine: str
    reread: Callable[[], ServerSettings]
    post: Post | None = None


async def serve(premises: Premises) -> None:
    """Open the store, the bots, the house and the door; at the end close them the other way round."""
    settings, folder, post = premises.settings, premises.folder, premises.post
    monitor = Monitor()
    async with AsyncExitStack() as opened:
        relay_logs(monitor, opened)
        store = await SqliteStore.open(folder)
        opened.push_async_callback(store.close)
        key = host_key(folder)
        pool = Pool(max(1, cores() // post.share) if post else 0, quick=1)
        opened.push_async_callback(pool.close)
        pool.open()
        allowances = CountedAllowances(settings.limits)
        house = House(store, pool, HouseRules(limits=settings.limits), allowances)
        await house.open()
        reception = Reception(house)
        keep_running(reception.keep_count(monitor, pool.troubles), opened)
        bans = Bans(await store.ledger.bans())
        sockets = [socket.socket(fileno=number) for number in post.sockets] if post else ()
        server = Server(settings, reception.rooms, key, monitor, house.close, allowances, bans, sockets)
        server.take_keys(folder)
        office = Office(house, server, store, folder, premises.reread, ORDERS, NobodyElse())
        server.entrance.rooms = replace(server.entrance.rooms, office=partial(serve_operator, office))
        server.on_hang_up = partial(office.hang_up, Operator("SIGHUP", folder))
        keep_running(Figures(monitor, house, store, bans).keep(), opened)
        await take_orders(office, opened, monitor, post)

        def announce(_server: Server) -> None:
            reception.address = typed(premises.machine, server.port)
            reception.page = welcome_browsers(server, reception, premises, opened)
            settle_memory()
            ready = Ready(port=server.port, fingerprint=server.fingerprint, page=reception.page)
            if post is None:
                click.echo(opening_words(ready, reception.address, folder, store.set_aside))
            else:
                tell_supervisor(ready, server.stop)

        try:
            await server.run(announce)
            await reception.see_off()
        except OSError as error:
            await house.close()
            raise click.ClickException(port_trouble(settings, error)) from None


def welcome_browsers(server: Server, reception: Reception, premises: Premises, opened: AsyncExitStack) -> str:
    """Open the page for browsers where there shall be one; return what stands before its path."""
    if premises.settings.web.port is None:
        return ""
    sockets = [socket.socket(fileno=number) for number in premises.post.pages] if premises.post else ()
    page = open_page(server.entrance, reception.pages, premises.machine, sockets)
    opened.push_async_callback(page.close)
    return page.origins[0]


def relay_logs(monitor: Monitor, opened: AsyncExitStack) -> None:
    """Let what the house, its bots and the event loop have to say stand in the server's log."""
    relay = Relay(monitor)
    asyncio.get_running_loop().set_exception_handler(relay.note)
    # Whoever hangs up while something is sent to them is worth no line of asyncio's.
    for name, level in (("net", logging.INFO), ("bots", logging.INFO), ("asyncio", logging.ERROR)):
        log = logging.getLogger(name)
        log.setLevel(level)
        log.addHandler(relay)
        opened.callback(log.removeHandler, relay)


def keep_running(work: Coroutine[Any, Any, None], opened: AsyncExitStack) -> None:
    """Do something on the side, until all is closed."""
    opened.callback(asyncio.create_task(work).cancel)


def tell_supervisor(ready: Ready, stop: Callable[[], None]) -> None:
    """Say that people can come in; and stop when the supervisor is gone, which holds the other end of our input."""
    click.echo(msgspec.json.encode(ready))
    loop = asyncio.get_running_loop()

    def gone() -> None:
        loop.remove_reader(sys.stdin)
        stop()

    loop.add_reader(sys.stdin, gone)


async def take_orders(office: Office, opened: AsyncExitStack, monitor: Monitor, post: Post | None) -> None:
    """Take orders from this machine, over the socket that all workers share or one of our own."""
    if post is None:
        listener = listen_for_orders(office.folder, opened, monitor)
    else:
        listener = socket.socket(fileno=post.orders) if post.orders is not None else None
    if listener is not None:
        orders = AdminSocket(office, listener)
        await orders.open()
        opened.push_async_callback(orders.close)


def listen_for_orders(folder: Path, opened: AsyncExitStack, monitor: Monitor) -> socket.socket | None:
    """Make the socket for orders; a house whose folder can hold none is open without."""
    try:
        return opened.enter_context(open_listener(folder))
    except OSError as error:
        monitor.log.warning("no socket for orders", why=error.strerror or str(error))
        return None


def typed(machine: str, port: int) -> str:
    """What is typed after the @ to reach a port of a machine."""
    return machine if port == SSH_PORT else f"{machine} -p {port}"


def opening_words(ready: Ready, address: str, folder: Path, set_aside: Path | None = None) -> str:
    """How friends come in, how they know the house, and where the games are."""
    lines = [
        "Tablée is open. Your friends type:",
        "",
        f"    ssh play@{address}",
        "",
        *(["or open in a browser:", "", f"    {ready.page}/", ""] if ready.page else []),
        "and see this key's fingerprint at their first visit:",
        "",
        f"    {ready.fingerprint}",
        "",
        *([f"The database of before was damaged. It was set aside as {set_aside}."] if set_aside else []),
        f"Games are kept in {folder}. Ctrl-C closes the house, and everybody's seat is kept.",
    ]
    return "\n".join(lines)


def port_trouble(settings: ServerSettings, error: OSError) -> str:
    """Why nobody could come in."""
    why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
    if isinstance(error, NoPage):
        return f"Port {settings.web.port} for browsers can't be used: {why}."
    if isinstance(error, NoFigures):
        return f"Port {settings.metrics_port} for the metrics can't be used: {why}."
    ports = f"Port {settings.port}" if settings.host in ANYWHERE else f"Port {settings.port} of {settings.host}"
    return f"{ports} can't be used: {why}."
