"""`tablee cluster`: the NATS servers that keep one house for many machines."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec
from nats.aio.client import Client

from net.admin.cluster_status import NodeState, Status, StreamState, status_of
from net.door.settings import BadServerSettings
from net.house.restoring import note_asleep
from net.nodes.questions import NatsQuestions
from net.ssh.host_key import NoHostKey, new_key, read_key
from net.ssh.kept_host_key import keep_host_key
from net.store.nats_connection import ClusterSettings, NoCluster, connect, hang_up
from net.store.nats_data import NatsData
from net.store.nats_store import NatsStore
from net.store.nats_streams import Plan, check_streams, make_streams
from net.store.sqlite_contents import contents_of as sqlite_contents
from net.store.sqlite_store import SqliteStore
from net.store.store import StoreError
from net.store.taking_out import take_out
from net.store.transfer import Transfer
from net.supervisor.nats_server import own_settings
from tui.commands.admin import FOLDER
from tui.commands.inputs import BadInput
from tui.commands.serve import PATH, read_over, servers_in
from tui.settings import data_folder

OPERATOR = "operator"
SIZE = re.compile(r"(\d+)(KB|MB|GB|TB)")
UNITS = {"KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
NO_SERVERS = (
    "No NATS servers are named: give --cluster nats://HOST:4222, or `servers` under [cluster] in the settings file, or "
    "--data with the folder of a house that runs with --workers."
)


def size(_context: click.Context, _option: click.Parameter, words: str | None) -> int:
    """Read a size as 500MB or 20GB; without one there is no limit."""
    if words is None:
        return -1
    found = SIZE.fullmatch(words)
    if found is None:
        raise BadInput(f"{words!r} is no size like 500MB or 20GB.")
    return int(found[1]) * UNITS[found[2]]


@click.group(
    help="Set up and look after the NATS servers that keep one house for many machines.", invoke_without_command=True
)
@click.option("--cluster", "urls", metavar="URLS", help="The servers, as nats://a:4222,nats://b:4222.")
@click.option("--config", type=PATH, metavar="FILE", help="Read [cluster] from this settings file.")
@click.option("--data", type=PATH, metavar="DIR", help="The data folder of a house that runs with --workers.")
@click.pass_context
def command(context: click.Context, urls: str | None, config: Path | None, data: Path | None) -> None:
    """Find out which cluster is meant."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
        return
    try:
        settings = read_over(config, {"cluster.servers": servers_in(urls)}).cluster
    except BadServerSettings as error:
        raise BadInput(str(error)) from None
    if not settings.servers:
        settings = own_settings(data or data_folder() / FOLDER) or settings
    if not settings.servers:
        raise BadInput(NO_SERVERS)
    context.obj = settings


@asynccontextmanager
async def connected(settings: ClusterSettings) -> AsyncIterator[Client]:
    """Reach the cluster for one command."""
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of each connection with TLS that ends
    client = await connect(settings, OPERATOR)
    try:
        yield client
    finally:
        await hang_up(client)


def run(work: Callable[[], Awaitable[str]]) -> None:
    """Do some work and print what it says; what can't be done is one sentence."""

    async def working() -> str:
        return await work()

    try:
        click.echo(asyncio.run(working()))
    except (NoCluster, NoHostKey) as error:
        raise BadInput(str(error)) from None
    except StoreError as error:
        raise click.ClickException(str(error)) from None


@command.command(help="Make the streams, once, and keep a host key for all nodes.")
@click.option("--replicas", type=click.IntRange(1, 5), default=3, help="Servers that keep each stream.  [default: 3]")
@click.option("--max-bytes", callback=size, metavar="SIZE", help="The most that a stream may hold.  [default: any]")
@click.option("--host-key", type=PATH, metavar="FILE", help="Keep this host key rather than a new one.")
@click.pass_obj
def init(settings: ClusterSettings, replicas: int, max_bytes: int, host_key: Path | None) -> None:
    """Make a cluster ready for a house; what is there already stays as it is."""

    async def work() -> str:
        key = read_key(host_key) if host_key else new_key()
        async with connected(settings) as client:
            made = await make_streams(client, Plan(replicas=replicas, max_bytes=max_bytes))
            await check_streams(client)
            kept = await keep_host_key(client, key)
        streams = f"{made} streams made, {replicas} replicas each." if made else "The streams were there already."
        return f"{streams} The house's host key is {kept.get_fingerprint()}."

    run(work)


@command.command(help="Show nodes, tables, people, stream leaders, lag, and what is wrong.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_obj
def status(settings: ClusterSettings, as_json: bool) -> int:
    """Ask everybody how they are; the exit code is 1 where something is wrong."""
    found: list[Status] = []

    async def work() -> str:
        async with connected(settings) as client:
            questions = NatsQuestions(client, OPERATOR)
            found.append(await status_of(client, questions))
        return msgspec.json.encode(found[0]).decode() if as_json else told(found[0])

    run(work)
    return 1 if found[0].wrong else 0


def told(status: Status) -> str:
    """The state of a cluster as people read it."""
    people, tables = sum(node.people for node in status.nodes), sum(node.tables for node in status.nodes)
    return "\n".join(
        [
            f"{len(status.nodes)} nodes, {people} people, {tables} tables in memory.",
            *columns(("node", "people", "tables", "paused", "version", "pid", "since"), map(node_row, status.nodes)),
            "",
            *columns(("stream", "leader", "replicas", "lag", "messages", "bytes"), map(stream_row, status.streams)),
            "",
            *(status.wrong or ["Nothing is wrong."]),
        ]
    )


def node_row(node: NodeState) -> tuple[str, ...]:
    """A node in a table."""
    since = datetime.fromtimestamp(node.since, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return (node.node, str(node.people), str(node.tables), str(node.paused), node.version, str(node.pid), since)


def stream_row(stream: StreamState) -> tuple[str, ...]:
    """A stream in a table."""
    size = f"{stream.bytes} of {stream.largest}" if stream.largest else str(stream.bytes)
    replicas = f"{stream.current} of {stream.replicas}"
    return (stream.stream, stream.leader or "none", replicas, str(stream.lag), str(stream.messages), size)


def columns(heads: Sequence[str], rows: "map[tuple[str, ...]]") -> list[str]:
    """Put rows below their heads."""
    lines = [tuple(heads), *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]


@command.command("import", help="Bring the house of a data folder into the cluster; it must be closed.")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False), metavar="DIR")
@click.pass_obj
def bring_in(settings: ClusterSettings, folder: Path) -> None:
    """Take a house from SQLite into the cluster."""

    async def work() -> str:
        async with connected(settings) as client:
            await check_streams(client)
            target, source = NatsStore(NatsData(client), OPERATOR), await SqliteStore.open(folder)
            try:
                await note_asleep(source)
                counts = await Transfer(source, await sqlite_contents(source), target).run()
            finally:
                await source.close()
        return f"Brought in, and counted again in the cluster: {counts}."

    run(work)


@command.command("export", help="Take the house out of the cluster into a new data folder.")
@click.argument("folder", type=PATH, metavar="DIR")
@click.pass_obj
def export(settings: ClusterSettings, folder: Path) -> None:
    """Take a house from the cluster into SQLite."""
    if folder.exists() and any(folder.iterdir()):
        raise BadInput(f"{folder} is not empty: a house goes into a new folder.")

    async def work() -> str:
        async with connected(settings) as client:
            await check_streams(client)
            data = NatsData(client)
            counts = await take_out(data, NatsStore(data, OPERATOR), folder)
        return f"Taken out, and counted again in {folder}: {counts}."

    run(work)
