"""One process that serves a house: its store, bots, tables and door, and what its operators see."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from bots.pool import Pool
from bots.worker import cores
from net.admin.cluster_status import STATE, OwnState
from net.admin.commands import ORDERS
from net.admin.desk import serve_operator
from net.admin.figures import Figures
from net.admin.office import Office
from net.admin.offices import FIGURES
from net.admin.orders import Operator
from net.admin.socket import AdminSocket, open_listener
from net.door.bans import Bans
from net.door.gate import open_sockets
from net.door.monitor import Monitor
from net.door.settings import ServerSettings
from net.house.house import House
from net.limits.allowances import CountedAllowances
from net.setup import HouseRules
from net.ssh.dial import SSH_PORT
from net.ssh.server import NoFigures, Server
from net.store.folder import Folder
from net.supervisor.post import Post, Ready
from net.supervisor.supervisor import CLOSED_BY_ORDER
from tui.foundation import Foundation, join, node_name, stand_alone
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


async def serve(premises: Premises) -> int:
    """Open the store, the bots, the house and the door, and at the end close them the other way round.

    Return the exit code, by which a supervisor knows that the house was closed by order.
    """
    settings, post = own_settings(premises), premises.post
    async with AsyncExitStack() as opened:
        monitor = Monitor(node=node_name(settings.cluster) if settings.cluster.servers else "")
        relay_logs(monitor, opened)
        base = await lay_foundation(premises, settings, opened)
        pool = Pool(max(1, cores() // post.share) if post else 0, quick=1)
        opened.push_async_callback(pool.close)
        pool.open()
        allowances = CountedAllowances(settings.limits)
        house = House(base.store, pool, HouseRules(limits=settings.limits), allowances, base.nodes)
        await house.open()
        reception = Reception(house)
        keep_running(reception.keep_count(monitor, pool.troubles), opened)
        bans = Bans(await base.store.ledger.bans())
        try:
            sockets = sockets_of(premises, settings)
            server = Server(
                settings, reception.rooms, base.shown.current, monitor, house.close, allowances, bans, sockets
            )
            office = open_office(premises, base, house, server)
            keep_running(Figures(monitor, house, bans, premises.folder).keep(), opened)
            await take_orders(office, opened, monitor, post)
            await server.run(lambda _server: announce(premises, base, reception, server, opened))
            await reception.see_off()
        except OSError as error:
            await house.close()
            raise click.ClickException(port_trouble(settings, error)) from None
        return CLOSED_BY_ORDER if post and office.countdown.is_over else 0


def own_settings(premises: Premises) -> ServerSettings:
    """The settings of this process: of several workers each has a name and a port for its figures."""
    settings, post = premises.settings, premises.post
    if post is None:
        return settings
    cluster = msgspec.structs.replace(post.cluster, node=post.name)
    figures = settings.metrics_port + post.number if settings.metrics_port else settings.metrics_port
    return msgspec.structs.replace(settings, cluster=cluster, metrics_port=figures)


async def lay_foundation(premises: Premises, settings: ServerSettings, opened: AsyncExitStack) -> Foundation:
    """Open what the house stands on; a data folder belongs to one process, or to the supervisor of several."""
    if not settings.cluster.servers:
        return await stand_alone(premises.folder, opened)
    if premises.post is None:
        opened.callback(Folder(premises.folder).release)
    return await join(settings.cluster, node_name(settings.cluster), premises.folder, opened)


def sockets_of(premises: Premises, settings: ServerSettings) -> Sequence[socket.socket]:
    """The sockets that others share, or that are closed at once when others can serve whoever comes."""
    if premises.post is not None:
        return [socket.socket(fileno=number) for number in premises.post.sockets]
    return open_sockets(settings.host, settings.port) if settings.cluster.servers else ()


def open_office(premises: Premises, base: Foundation, house: House, server: Server) -> Office:
    """Let operators give orders, and other nodes ask how this one is."""
    folder, monitor = premises.folder, server.monitor
    office = Office(house, server, base.store, folder, premises.reread, ORDERS, base.questions, base.keys)
    server.entrance.rooms = replace(server.entrance.rooms, office=partial(serve_operator, office))
    server.on_hang_up = partial(office.hang_up, Operator("SIGHUP", folder))
    server.show_keys(base.shown)

    async def figures(_data: bytes) -> bytes:
        return monitor.page()

    async def gather() -> list[bytes]:
        return list((await base.questions.ask_all(FIGURES)).values())

    base.questions.answer(FIGURES, figures)
    base.questions.answer(STATE, OwnState(house, base.questions.name).tell)
    monitor.gather = gather
    return office


def announce(
    premises: Premises, base: Foundation, reception: Reception, server: Server, opened: AsyncExitStack
) -> None:
    """Say that people can come in: to whoever started this, or to the supervisor."""
    reception.address = typed(premises.machine, server.port)
    reception.page = welcome_browsers(server, reception, premises, opened)
    settle_memory()
    ready = Ready(port=server.port, fingerprint=server.fingerprint, page=reception.page)
    if premises.post is None:
        click.echo(opening_words(ready, reception.address, premises, base.set_aside))
    else:
        click.echo(msgspec.json.encode(ready))


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


def opening_words(ready: Ready, address: str, premises: Premises, set_aside: Path | None = None) -> str:
    """How friends come in, how they know the house, and where the games are."""
    servers = premises.settings.cluster.servers
    where = f"in {premises.folder}" if not servers else f"by {', '.join(servers)}"
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
        f"Games are kept {where}. Ctrl-C closes the house, and everybody's seat is kept.",
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
