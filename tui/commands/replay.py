"""`tablee replay`: a recorded game on its table, told in sentences, or as its transcript."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import click

from engines.record import BadRecord, Record, transcript
from engines.timeline import Timeline
from tui.commands.inputs import BadInput, has_screen, read_record


@click.command(help="Tell the game recorded in FILE, move by move.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the transcript of a finished game as JSON lines.")
@click.option("--plain", is_flag=True, help="Tell it in lines of text, also in a terminal.")
def command(file: Path, as_json: bool, plain: bool) -> None:
    """Print a record in one form or the other, or nothing where it does not fit the rules; show it on a screen."""
    record = read_record(file)
    try:
        if has_screen() and not as_json and not plain:
            _show(record)
            return
        lines = [json.dumps(line) for line in transcript(record)] if as_json else list(_tell(record))
    except BadRecord as error:
        raise BadInput(f"{file}: {error}") from None
    click.echo("\n".join(lines))


def _show(record: Record) -> None:
    """Step through the game on its table."""
    from tui.commands.options import read_settings  # noqa: PLC0415
    from tui.run_local import run_screen  # noqa: PLC0415 - only this needs a screen

    Timeline(record)
    run_screen(read_settings({}), record=record)


def _tell(record: Record) -> Iterator[str]:
    """Tell the game in the reader's language."""
    from tui.commands.options import read_settings  # noqa: PLC0415 - a transcript needs no words
    from tui.language import Tongue, choose_language  # noqa: PLC0415
    from tui.plain.retelling import retell  # noqa: PLC0415
    from tui.words import speak  # noqa: PLC0415

    speak(Tongue(choose_language(read_settings({}).language, os.environ)))
    return retell(record)
