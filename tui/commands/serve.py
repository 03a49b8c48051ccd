"""`tablee serve`: a house that friends reach with nothing but ssh."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
import msgspec

from bots.pool import Pool
from net.admin.commands import ORDERS
from net.admin.desk import serve_operator
from net.admin.figures import Figures
from net.admin.office import Office
from net.admin.orders import Operator
from net.admin.socket import AdminSocket
from net.door.bans import Bans
from net.door.monitor import Monitor
from net.door.settings import BadServerSettings, ServerSettings, read_settings, sample
from net.house.house import House
from net.limits.allowances import CountedAllowances
from net.setup import HouseRules
from net.ssh.dial import SSH_PORT
from net.ssh.host_key import NoHostKey, host_key
from net.ssh.server import NoFigures, Server
from net.store.sqlite_store import SqliteStore
from net.store.store import StoreError
from tui.commands.admin import FOLDER
from tui.commands.inputs import BadInput
from tui.rooms import Reception, Relay
from tui.run_local import settle_memory
from tui.settings import data_folder, settings_file

CONFIG = "server.toml"
ANYWHERE = ("", "0.0.0.0", "::")
# An address that belongs to nobody: asking for the way there sends nothing.
ELSEWHERE = ("192.0.2.1", 9)

Flags = Mapping[str, str | int | None]

PORT = click.IntRange(0, 65535)
PATH = click.Path(path_type=Path)


def print_sample(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Print the sample of a settings file and end, if that is asked for."""
    if wanted:
        click.echo(sample(), nl=False)
        context.exit()


@click.command(help="Open a house for friends, who come with nothing but ssh.")
@click.option("--host", envvar="TABLEE_HOST", metavar="H", help="Listen on this address alone.  [default: on all]")
@click.option("--port", envvar="TABLEE_PORT", type=PORT, metavar="P", help="Listen on this port.  [default: 2222]")
@click.option("--data", type=PATH, metavar="DIR", help="Keep the games and the host key in this folder.")
@click.option("--address", envvar="TABLEE_ADDRESS", metavar="NAME", help="What friends call this machine.")
@click.option("--metrics", envvar="TABLEE_METRICS", type=PORT, metavar="PORT", help="Give Prometheus figures there.")
@click.option("--config", type=PATH, metavar="FILE", help="Read limits and waiting times from a TOML file.")
@click.option(
    "--print-config",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_sample,
    help="Print a settings file with all defaults, and end.",
)
def command(
    host: str | None, port: int | None, data: Path | None, address: str | None, metrics: int | None, config: Path | None
) -> None:
    """Serve until SIGTERM."""
    flags = {"host": host, "port": port, "metrics_port": metrics}
    settings = gather_settings(config, flags)
    name = address or machine_name(settings.host)
    try:
        asyncio.run(serve(settings, data or data_folder() / FOLDER, name, lambda: read_over(config, flags)))
    except (StoreError, NoHostKey) as error:
        raise click.ClickException(str(error)) from None


def gather_settings(config: Path | None, flags: Flags) -> ServerSettings:
    """Read the settings at the start; what can't be used is bad input."""
    try:
        return read_over(config, flags)
    except BadServerSettings as error:
        raise BadInput(str(error)) from None


def read_over(config: Path | None, flags: Flags) -> ServerSettings:
    """Read the settings file, and put the flags that were given over it."""
    path = config or settings_file().with_name(CONFIG)
    try:
        settings = read_settings(path) if config or path.exists() else ServerSettings()
    except BadServerSettings as error:
        raise BadServerSettings(str(error) if path.name in str(error) else f"{path.name}: {error}") from None
    return msgspec.structs.replace(settings, **{name: flag for name, flag in flags.items() if flag is not None})


def machine_name(host: str) -> str:
    """What friends can call this machine: its address on the way to others, or else its own name."""
    if host not in ANYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(ELSEWHERE)
            return str(way.getsockname()[0])
        except OSError:
            return socket.gethostname()


async def serve(settings: ServerSettings, folder: Path, machine: str, reread: Callable[[], ServerSettings]) -> None:
    """Open the store, the bots, the house and the door; at the end close them the other way round."""
    monitor = Monitor()
    relay = Relay(monitor)
    asyncio.get_running_loop().set_exception_handler(relay.note)
    async with AsyncExitStack() as opened:
        # Whoever hangs up while something is sent to them is worth no line of asyncio's.
        for name, level in (("net", logging.INFO), ("bots", logging.INFO), ("asyncio", logging.ERROR)):
            log = logging.getLogger(name)
            log.setLevel(level)
            log.addHandler(relay)
            opened.callback(log.removeHandler, relay)
        store = await SqliteStore.open(folder)
        opened.push_async_callback(store.close)
        key = host_key(folder)
        pool = Pool(quick=1)
        opened.push_async_callback(pool.close)
        pool.open()
        allowances = CountedAllowances(settings.limits)
        house = House(store, pool, HouseRules(limits=settings.limits), allowances)
        await house.open()
        reception = Reception(house)
        counting = asyncio.create_task(reception.keep_count(monitor, pool.troubles))
        opened.callback(counting.cancel)
        bans = Bans(await store.ledger.bans())
        server = Server(settings, reception.rooms, key, monitor, house.close, allowances, bans)
        server.take_keys(folder)
        office = Office(house, server, store, folder, reread, ORDERS)
        server.entrance.rooms = replace(server.entrance.rooms, office=partial(serve_operator, office))
        server.on_hang_up = partial(office.hang_up, Operator("SIGHUP", folder))
        figures = asyncio.create_task(Figures(monitor, house, store, bans).keep())
        opened.callback(figures.cancel)
        await open_socket(AdminSocket(office), opened, monitor)

        def announce(_server: Server) -> None:
            reception.address = typed(machine, server.port)
            settle_memory()
            click.echo(opening_words(server, reception.address, folder, store.set_aside))

        try:
            await server.run(announce)
            await reception.see_off()
        except OSError as error:
            await house.close()
            raise click.ClickException(port_trouble(settings, error)) from None


async def open_socket(socket: AdminSocket, opened: AsyncExitStack, monitor: Monitor) -> None:
    """Take orders from this machine; a house whose folder can hold no socket is open without."""
    try:
        await socket.open()
    except OSError as error:
        monitor.log.warning("no socket for orders", why=error.strerror or str(error))
        return
    opened.push_async_callback(socket.close)


def typed(machine: str, port: int) -> str:
    """What is typed after the @ to reach a port of a machine."""
    return machine if port == SSH_PORT else f"{machine} -p {port}"


def opening_words(server: Server, address: str, folder: Path, set_aside: Path | None) -> str:
    """How friends come in, how they know the house, and where the games are."""
    lines = [
        "Tablée is open. Your friends type:",
        "",
        f"    ssh play@{address}",
        "",
        "and see this key's fingerprint at their first visit:",
        "",
        f"    {server.fingerprint}",
        "",
        *([f"The database of before was damaged. It was set aside as {set_aside}."] if set_aside else []),
        f"Games are kept in {folder}. Ctrl-C closes the house, and everybody's seat is kept.",
    ]
    return "\n".join(lines)


def port_trouble(settings: ServerSettings, error: OSError) -> str:
    """Why nobody could come in."""
    why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
    if isinstance(error, NoFigures):
        return f"Port {settings.metrics_port} for the metrics can't be used: {why}."
    ports = f"Port {settings.port}" if settings.host in ANYWHERE else f"Port {settings.port} of {settings.host}"
    return f"{ports} can't be used: {why}."
