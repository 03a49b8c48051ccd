"""`tablee serve --workers N`: the sockets, the nats-server and the workers of one machine."""

import asyncio
import socket
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import click

from net.door.gate import open_sockets
from net.door.monitor import Monitor
from net.door.settings import ServerSettings
from net.house.restoring import note_asleep
from net.ssh.host_key import host_key
from net.ssh.kept_host_key import keep_host_key
from net.store.folder import Folder
from net.store.nats_connection import ClusterSettings, connect, hang_up
from net.store.nats_data import NatsData
from net.store.nats_store import NatsStore
from net.store.nats_streams import Plan, make_streams
from net.store.sqlite_contents import contents_of
from net.store.sqlite_store import SqliteStore
from net.store.transfer import Transfer
from net.supervisor.nats_server import NatsServer
from net.supervisor.post import Post, Ready
from net.supervisor.supervisor import Supervisor
from tui.foundation import node_name
from tui.service import Premises, listen_for_orders, opening_words, port_trouble, typed
from tui.web.opening import NoPage


async def supervise(premises: Premises, workers: int, config: Path | None) -> int:
    """Open the sockets, start a nats-server where the house names none, and keep the workers running."""
    settings = premises.settings
    monitor = Monitor()
    async with AsyncExitStack() as opened:
        folder = Folder(premises.folder)
        opened.callback(folder.release)
        sockets = open_doors(settings, opened)
        pages = open_pages(settings, opened)
        orders = listen_for_orders(premises.folder, opened, monitor)
        cluster = settings.cluster if settings.cluster.servers else await own_cluster(folder, opened, monitor)
        posts = [
            Post(
                name=f"{node_name(settings.cluster)}-{number + 1}",
                number=number,
                share=workers,
                sockets=[each.fileno() for each in sockets],
                pages=[each.fileno() for each in pages],
                orders=orders.fileno() if orders else None,
                cluster=cluster,
            )
            for number in range(workers)
        ]
        supervisor = Supervisor(worker_command(premises, config), posts, monitor)

        def announce(ready: Ready) -> None:
            click.echo(opening_words(ready, typed(premises.machine, ready.port), premises))

        await supervisor.run(announce)
    return 0


def open_doors(settings: ServerSettings, opened: AsyncExitStack) -> list[socket.socket]:
    """Open the sockets that all workers share."""
    try:
        sockets = open_sockets(settings.host, settings.port)
    except OSError as error:
        raise click.ClickException(port_trouble(settings, error)) from None
    for each in sockets:
        opened.callback(each.close)
    return sockets


def open_pages(settings: ServerSettings, opened: AsyncExitStack) -> list[socket.socket]:
    """Open the sockets for browsers, where there shall be a page."""
    if settings.web.port is None:
        return []
    try:
        sockets = open_sockets(settings.host, settings.web.port)
    except OSError as error:
        raise click.ClickException(port_trouble(settings, NoPage(error.errno, error.strerror))) from None
    for each in sockets:
        opened.callback(each.close)
    return sockets


async def own_cluster(folder: Folder, opened: AsyncExitStack, monitor: Monitor) -> ClusterSettings:
    """Start a nats-server of the house's own, and make it ready: with the house that one process kept here before."""
    nats = NatsServer(folder.path)
    await nats.start()
    opened.push_async_callback(nats.stop)
    client = await connect(nats.settings, "supervisor")
    try:
        await make_streams(client, Plan(replicas=1))
        await keep_host_key(client, host_key(folder.path))
        if folder.database.exists():
            await bring_in(NatsData(client), folder, monitor)
    finally:
        await hang_up(client)
    opened.callback(asyncio.create_task(nats.keep(monitor.log)).cancel)
    return nats.settings


async def bring_in(data: NatsData, folder: Folder, monitor: Monitor) -> None:
    """Take the house over that one process kept in this folder, and put its database aside."""
    source = await SqliteStore.open_in(folder)
    try:
        await note_asleep(source)
        counts = await Transfer(source, await contents_of(source), NatsStore(data, "supervisor")).run()
    finally:
        await source.finish()
    aside = folder.set_aside("imported")
    monitor.log.info("house brought in", counts=str(counts), aside=aside.name)


def worker_command(premises: Premises, config: Path | None) -> list[str]:
    """The command of a worker: the same house with the same settings file, and what stands over it."""
    settings = premises.settings
    # -P keeps a folder called tui, wherever the operator stands, from being imported instead.
    words = [sys.executable, "-P", "-m", "tui.cli", "serve", "--worker", "--data", str(premises.folder)]
    words += ["--host", settings.host, "--port", str(settings.port), "--address", premises.machine]
    web = settings.web
    over = {"--metrics": settings.metrics_port, "--web": web.port, "--web-cert": web.certificate, "--web-key": web.key}
    words += [word for flag, value in over.items() if value not in (None, "") for word in (flag, str(value))]
    return [*words, *(["--config", str(config)] if config else [])]
