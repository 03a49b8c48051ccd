"""`tablee serve`: a house that friends reach with nothing but ssh."""

import asyncio
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from net.door.settings import BadServerSettings, ServerSettings, read_settings, sample
from net.limits.fair_loop import FairLoop
from net.ssh.host_key import NoHostKey
from net.store.nats_connection import NoCluster, Url
from net.store.store import StoreError
from net.supervisor import child
from net.supervisor.nats_server import NoNatsServer
from net.supervisor.post import CLOSING, Post
from net.supervisor.supervisor import WorkerFailed
from tui.commands.admin import FOLDER
from tui.commands.inputs import BadInput
from tui.service import ANYWHERE, Premises, serve
from tui.settings import data_folder, settings_file
from tui.supervision import supervise
from tui.web.opening import tls_of

CONFIG = "server.toml"
# An address that belongs to nobody: asking for the way there sends nothing.
ELSEWHERE = ("192.0.2.1", 9)

Flags = Mapping[str, str | int | tuple[str, ...] | None]

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
@click.option("--web", envvar="TABLEE_WEB", type=PORT, metavar="PORT", help="Open a page for browsers there.")
@click.option("--web-cert", metavar="FILE", help="Its certificate; without one it speaks plain HTTP.")
@click.option("--web-key", metavar="FILE", help="The certificate's key.")
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Share the work between N processes.")
@click.option(
    "--cluster", metavar="URLS", help="Join the house that NATS servers keep, as nats://a:4222,nats://b:4222."
)
@click.option("--config", type=PATH, metavar="FILE", help="Read limits and waiting times from a TOML file.")
@click.option("--worker", is_flag=True, hidden=True, help="Be one of these processes.")
@click.option(
    "--print-config",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_sample,
    help="Print a settings file with all defaults, and end.",
)
def command(
    host: str | None,
    port: int | None,
    data: Path | None,
    address: str | None,
    metrics: int | None,
    web: int | None,
    web_cert: str | None,
    web_key: str | None,
    workers: int | None,
    cluster: str | None,
    config: Path | None,
    worker: bool,
) -> int:
    """Serve until SIGTERM."""
    page = {"web.port": web, "web.certificate": web_cert, "web.key": web_key}
    flags: Flags = {"host": host, "port": port, "metrics_port": metrics, **page, "cluster.servers": servers_in(cluster)}
    settings = gather_settings(config, flags)
    premises = Premises(
        settings=settings,
        folder=data or data_folder() / FOLDER,
        machine=address or machine_name(settings.host),
        reread=lambda: read_over(config, flags),
        post=take_post() if worker else None,
    )
    try:
        with asyncio.Runner(loop_factory=FairLoop) as runner:
            return runner.run(serve(premises) if workers is None else supervise(premises, workers, config))
    except (NoCluster, NoNatsServer, NoHostKey) as error:
        raise BadInput(str(error)) from None
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    except WorkerFailed as failed:
        return failed.status


def take_post() -> Post:
    """Read what the supervisor has for this worker, which ends when the supervisor is gone."""
    try:
        post = msgspec.json.decode(sys.stdin.buffer.readline(), type=Post)
    except msgspec.DecodeError:
        raise BadInput("--worker is for `tablee serve --workers`, which tells its workers what to do.") from None
    child.end_with_parent(sys.stdin.fileno(), CLOSING)
    return post


def gather_settings(config: Path | None, flags: Flags) -> ServerSettings:
    """Read the settings at the start; what can't be used is bad input."""
    try:
        settings = read_over(config, flags)
        tls_of(settings.web)
    except BadServerSettings as error:
        raise BadInput(str(error)) from None
    return settings


def read_over(config: Path | None, flags: Flags) -> ServerSettings:
    """Read the settings file, and put the flags that were given over it."""
    path = config or settings_file().with_name(CONFIG)
    try:
        settings = read_settings(path) if config or path.exists() else ServerSettings()
    except BadServerSettings as error:
        raise BadServerSettings(str(error) if path.name in str(error) else f"{path.name}: {error}") from None
    return put_over(settings, {name: flag for name, flag in flags.items() if flag is not None})


def put_over(settings: ServerSettings, given: Mapping[str, Any]) -> ServerSettings:
    """Put flags over settings; a name with a dot is of that table of the file."""
    for name, flag in given.items():
        table, _, key = name.rpartition(".")
        value = msgspec.structs.replace(getattr(settings, table), **{key: flag}) if table else flag
        settings = msgspec.structs.replace(settings, **{table or key: value})
    return settings


def servers_in(urls: str | None) -> tuple[str, ...] | None:
    """Read the addresses of NATS servers."""
    if urls is None:
        return None
    try:
        return msgspec.convert(urls.split(","), tuple[Url, ...])
    except msgspec.ValidationError:
        raise BadInput(f"--cluster: {urls!r} is no list of servers like nats://a:4222,nats://b:4222.") from None


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
