"""`tablee verify`: the luck of a recorded game recomputed, and what that proves in plain words."""

import json
import os
from pathlib import Path
from typing import Any

import click

from engines.record import BadRecord
from engines.verify import NotAsPromised, Verified, verify
from tui.commands.inputs import BadInput, read_record


class Altered(click.ClickException):
    """A record whose luck is not what was promised."""

    exit_code = 1


@click.command(help="Recompute every card of the game recorded in FILE from what its house promised before the deal.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print what was found as one JSON object.")
def command(file: Path, as_json: bool) -> None:
    """Print what was proved and what can't be, or leave with 1 and the first thing that differs."""
    record = read_record(file)
    _speak()
    try:
        verified = verify(record)
    except BadRecord as error:
        raise BadInput(f"{file}: {error}") from None
    except NotAsPromised as error:
        raise _altered(file, error, as_json) from None
    if as_json:
        click.echo(json.dumps(_as_object(verified)))
        return
    from tui.fairness import proof_lines  # noqa: PLC0415 - JSON needs no words

    click.echo("\n".join(proof_lines(record, verified)))


def _speak() -> None:
    from tui.commands.options import read_settings  # noqa: PLC0415
    from tui.language import Tongue, choose_language  # noqa: PLC0415
    from tui.words import speak  # noqa: PLC0415 - all three only for words

    speak(Tongue(choose_language(read_settings({}).language, os.environ)))


def _altered(file: Path, error: NotAsPromised, as_json: bool) -> Altered:
    from tui.words import _  # noqa: PLC0415 - after the language is known

    why = _(error.text).format(**error.values)
    if as_json:
        click.echo(json.dumps({"verdict": "altered", "why": why}))
    return Altered(_("{file} is not as promised: {why}.").format(file=file, why=why))


def _as_object(verified: Verified | None) -> dict[str, Any]:
    if verified is None:
        return {"verdict": "not committed"}
    proof = verified.proof
    return {
        "verdict": "proved",
        "table": proof.table,
        "deal": proof.number,
        "commitment": proof.promise.hex(),
        "outcomes": verified.proved,
        "added": verified.adding,
        "withheld": list(proof.withheld),
        "dropped": [dropped.number for dropped in proof.dropped],
    }
