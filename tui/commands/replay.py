"""`tablee replay`: a recorded game on its table, told in sentences, or as its transcript."""

import json
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import click

from engines.record import BadRecord, Record, Replay, transcript
from engines.view import Event, cards_shown, heard
from engines.wire import printable
from engines.words import Speaker, seat_names
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
        lines = [json.dumps(line) for line in transcript(record)] if as_json else list(tell(record))
    except BadRecord as error:
        raise BadInput(f"{file}: {error}") from None
    click.echo("\n".join(lines))


def _show(record: Record) -> None:
    """Step through the game on its table."""
    from tui.screens.reel import Reel  # noqa: PLC0415 - only this needs a screen
    from tui.start import read_settings, run_screen  # noqa: PLC0415

    Reel(record)
    run_screen(read_settings({}), record=record)


def tell(record: Record) -> Iterator[str]:
    """Tell a game line by line; of one that is not over, only what everybody could see."""
    names = _names(record)
    whole = _is_over(record)
    replay = Replay(record)
    speaker = Speaker(names, replay.game.card)
    yield f"{replay.game.title}: {', '.join(names)}."
    shown = ", ".join(replay.game.card(card) for card in cards_shown(replay.state.shown))
    yield f"{names[replay.state.start]} starts." + (f" The deal turns up {shown}." if shown else "")
    width = max(len(name) for name in names)
    mover = replay.state.turn
    for number, events in enumerate(replay, 1):
        told = events if whole else heard(events, None)
        sentences = [_sentence(event, speaker, width) for event in told]
        for line, sentence in enumerate(sentences or [f"{names[mover]:{width}}  {record.moves[number - 1]}"]):
            yield f"{number if line == 0 else '':>5}  {sentence}"
        mover = replay.state.turn
    yield _ending(replay, names)


def _names(record: Record) -> list[str]:
    """Give every seat a name of its own, whatever the record calls its players."""
    seats = seat_names(record.seats)
    given = [printable(name) for name in record.players[: record.seats]]
    names = [name or seat for name, seat in zip_longest(given, seats, fillvalue="")]
    return [f"{name} ({seat})" if names.count(name) > 1 else name for name, seat in zip(names, seats, strict=True)]


def _is_over(record: Record) -> bool:
    replay = Replay(record)
    for _ in replay:
        pass
    return replay.recording.over


def _sentence(event: Event, speaker: Speaker, width: int) -> str:
    name = "" if event.seat is None else speaker.names[event.seat]
    return f"{name:{width}}  {speaker.say(event.text, event.args)}"


def _ending(replay: Replay, names: list[str]) -> str:
    if not replay.recording.over:
        return f"The game is not over yet: {names[replay.state.turn]} is to move."
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, replay.state.scores(), strict=True))
    winners = [names[seat] for seat in replay.state.winners()]
    return f"{scores}. {' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."
