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
@click.option("--at", type=int, metavar="N", help="Begin where N moves have been made.")
def command(file: Path, as_json: bool, plain: bool, at: int | None) -> None:
    """Print a record in one form or the other, or nothing where it does not fit the rules; show it on a screen."""
    record = read_record(file)
    if at is not None:
        _check_place(record, at, as_json)
    try:
        if has_screen() and not as_json and not plain:
            _show(record, at or 0)
            return
        lines = [json.dumps(line) for line in transcript(record)] if as_json else list(_tell(record, at or 0))
    except BadRecord as error:
        raise BadInput(f"{file}: {error}") from None
    click.echo("\n".join(lines))


def _check_place(record: Record, at: int, as_json: bool) -> None:
    if as_json:
        raise BadInput("A transcript is always whole: --at goes without --json.")
    if not 0 <= at <= len(record.moves):
        raise BadInput(f"There is no move {at} in this game: it has {len(record.moves)}.")


def _show(record: Record, at: int) -> None:
    """Step through the game on its table."""
    from tui.commands.options import read_settings  # noqa: PLC0415
    from tui.run_local import run_screen  # noqa: PLC0415 - only this needs a screen

    Timeline(record)
    run_screen(read_settings({}), record=record, at=at)


def _tell(record: Record, at: int) -> Iterator[str]:
    """Tell the game in the reader's language, from a move on."""
    from tui.commands.options import read_settings  # noqa: PLC0415 - a transcript needs no words
    from tui.language import Tongue, choose_language  # noqa: PLC0415
    from tui.plain.retelling import retell  # noqa: PLC0415
    from tui.words import speak  # noqa: PLC0415

    speak(Tongue(choose_language(read_settings({}).language, os.environ)))
    return retell(record, at)
