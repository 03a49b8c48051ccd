"""`tablee admin`: orders for the house of a data folder, and bringing one back from a backup."""

import asyncio
import json
import sys
from pathlib import Path

import click

from net.admin.client import NoHouse, ask
from net.store.backup import restore
from net.store.store import StoreError
from tui.commands.inputs import BadInput
from tui.settings import data_folder

FOLDER = "server"
RESTORE = "restore"
HELP = "help"
JSON = "--json"
RESTORED = "The house of {file} is back in {folder}."
RESTORES = "bring a house back from a backup, while none is open"
PUT_ASIDE = " What was there before lies in {aside}."


def usages() -> str:
    """List every command, as the house would."""
    from net.admin.commands import ORDERS  # noqa: PLC0415 - giving an order must not wait for all that a house is

    listed = [*((order.usage, order.summary) for order in ORDERS.values()), (f"{RESTORE} FILE", RESTORES)]
    return "\n".join(f"{usage}\n    {summary}" for usage, summary in listed)


@click.command(
    help="Give orders to the house that is open in a data folder.",
    epilog="`tablee admin help` lists the commands; each takes --json.",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help="The house's data folder.")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="COMMAND ... [--json]")
@click.pass_context
def command(context: click.Context, data: Path | None, words: tuple[str, ...]) -> int:
    """Send an order and print the answer."""
    folder = data or data_folder() / FOLDER
    given = [word for word in words if word != JSON]
    if not given or given[0] == HELP:
        click.echo(usages() if given else context.get_help())
        return 0
    if given[0] == RESTORE:
        return bring_back(folder, given[1:], as_json=JSON in words)
    try:
        reply = asyncio.run(ask(folder, words))
    except NoHouse as error:
        raise click.ClickException(str(error)) from None
    if reply.status and JSON not in words:
        raise BadInput(reply.text.strip())
    sys.stdout.write(reply.text)
    return reply.status


def bring_back(folder: Path, files: list[str], *, as_json: bool) -> int:
    """Restore a backup into a data folder that no house is using, and answer as a house would."""
    try:
        said = restored(folder, files)
    except BadInput as error:
        if not as_json:
            raise
        click.echo(json.dumps({"ok": False, "said": error.message, "rows": []}))
        return error.exit_code
    click.echo(json.dumps({"ok": True, "said": said, "rows": []}) if as_json else said)
    return 0


def restored(folder: Path, files: list[str]) -> str:
    """Restore what lies in a file, and say so."""
    if len(files) != 1:
        raise BadInput(f"Usage: {RESTORE} FILE")
    try:
        aside = restore(Path(files[0]), folder)
    except StoreError as error:
        raise BadInput(str(error)) from None
    said = RESTORED.format(file=files[0], folder=folder)
    return said + (PUT_ASIDE.format(aside=aside) if aside else "")
