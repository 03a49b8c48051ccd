"""`tablee export`: a recorded game as something to share, a film for a terminal, a picture or plain text."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from engines.record import BadRecord
from engines.timeline import OPEN, Timeline, Viewpoint
from tui.commands.inputs import BadInput, read_record
from tui.commands.options import read_settings
from tui.language import Tongue, choose_language
from tui.look import Look, choose_look
from tui.settings import Settings
from tui.words import speak

LEAST, MOST = (40, 20), (300, 100)
KINDS = ("cast", "svg", "text")
PACES = click.FloatRange(0.05, 60)


@click.command(help="Write the game recorded in FILE on standard output, as something to share.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--cast", "kind", flag_value="cast", help="A film of the table: asciicast v2, which asciinema plays.")
@click.option("--svg", "kind", flag_value="svg", help="A picture of the table.")
@click.option("--text", "kind", flag_value="text", help="The game in sentences.")
@click.option(
    "--at",
    type=int,
    metavar="N",
    help="Where N moves have been made.  [default: a film begins at 0, a picture shows the end]",
)
@click.option(
    "--seat", type=int, metavar="N", help="As this seat saw it, 0 for the first.  [default: with everything open]"
)
@click.option("--size", default="80x24", metavar="WxH", show_default=True, help="Columns and rows of the table.")
@click.option(
    "--pace",
    type=click.FloatRange(0.05, 60),
    default=1.0,
    metavar="S",
    show_default=True,
    help="Seconds for a move of the film.",
)
def command(file: Path, kind: str | None, at: int | None, seat: int | None, size: str, pace: float) -> None:
    """Write a record in the form that was asked for."""
    if kind is None:
        raise BadInput(f"Say what it shall become: {', '.join(f'--{name}' for name in KINDS)}.")
    settings = read_settings({})
    speak(Tongue(choose_language(settings.language, os.environ)))
    try:
        timeline = Timeline(read_record(file))
        timeline.go(_place(timeline, at, kind))
        lines = list(_lines(timeline, kind, _viewpoint(timeline, seat), _size(size), _look(settings), pace))
    except BadRecord as error:
        raise BadInput(f"{file}: {error}") from None
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _lines(
    timeline: Timeline, kind: str, viewpoint: Viewpoint, size: tuple[int, int], look: Look, pace: float
) -> Iterator[str]:
    if kind == "text":
        from tui.plain.retelling import retell  # noqa: PLC0415 - only sentences need it

        yield from retell(timeline.record, timeline.at)
        return
    from tui.film import cast, picture  # noqa: PLC0415 - only pictures need them

    if kind == "svg":
        yield picture(timeline, viewpoint, size, look)
    else:
        yield from cast(timeline, viewpoint, size, look, pace)


def _look(settings: Settings) -> Look:
    """In full colour, whatever terminal this is, unless the settings say otherwise."""
    return choose_look(settings, Look())


def _place(timeline: Timeline, at: int | None, kind: str) -> int:
    if at is None:
        return timeline.length if kind == "svg" else 0
    if not 0 <= at <= timeline.length:
        raise BadInput(f"There is no move {at} in this game: it has {timeline.length}.")
    return at


def _viewpoint(timeline: Timeline, seat: int | None) -> Viewpoint:
    """From where it is looked at; of a game that goes on there is only what everybody could see."""
    if seat is None:
        return OPEN if timeline.over else None
    if not 0 <= seat < timeline.record.seats:
        raise BadInput(f"There is no seat {seat} in this game: its seats are 0 to {timeline.record.seats - 1}.")
    if not timeline.over:
        raise BadInput("The game is not over yet: only what everybody could see can be shown, without --seat.")
    return seat


def _size(text: str) -> tuple[int, int]:
    width, _x, height = text.partition("x")
    if width.isdecimal() and height.isdecimal() and len(text) < 9:
        size = int(width), int(height)
        if all(low <= cells <= high for low, cells, high in zip(LEAST, size, MOST, strict=True)):
            return size
    raise BadInput(f"{text!r} is no size from {LEAST[0]}x{LEAST[1]} to {MOST[0]}x{MOST[1]}.")
