"""`tablee review`: a finished game with a word on every decision of one seat, in sentences, as JSON or as a picture."""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from bots.bot import BadBudget, Budget
from bots.findings import Answer, Judgement, Measured, Review
from bots.kept_review import LARGEST, REVIEW_SUFFIX, dump_review, kept_for
from bots.pool import Pool
from bots.review import USUAL, Job, jobs_of, plan, run_jobs
from bots.worker import JobFailed, WorkerDied
from engines.games import find
from engines.record import BadRecord, Record, dump
from engines.timeline import Timeline
from tui.commands.inputs import BadInput, read_record

DIGITS = 4


@click.command(help="Judge every decision of one seat in the finished game of FILE.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seat", type=int, metavar="N", help="The seat, 0 for the first.  [default: yours by name, or 0]")
@click.option("--budget", metavar="B", help="Thinking for each decision, like 0.5s or 500i.  [default: 0.5s]")
@click.option("--json", "as_json", is_flag=True, help="Print one line a decision, and last luck and play.")
@click.option("--svg", type=click.Path(path_type=Path), metavar="FILE", help="Write everybody's chances as a picture.")
def command(file: Path, seat: int | None, budget: str | None, as_json: bool, svg: Path | None) -> None:
    """Review a record and print what was found."""
    record = read_record(file)
    try:
        thinking = Budget.parse(budget) if budget else USUAL
        review = _review(file, record, _seat(record, seat), thinking)
    except BadBudget as error:
        raise BadInput(str(error)) from None
    except BadRecord as error:
        raise BadInput(f"{file}: {error}") from None
    if svg is not None:
        _draw(review, record, svg)
    click.echo("\n".join(json.dumps(line) for line in as_objects(review)) if as_json else _tell(review, record))


def _seat(record: Record, wanted: int | None) -> int:
    """The seat that was asked for, or that of whoever asks, as far as a name can tell."""
    if wanted is None:
        from tui.commands.options import read_settings  # noqa: PLC0415 - only this needs them

        name = read_settings({}).name
        return record.players.index(name) if name in record.players else 0
    if not 0 <= wanted < record.seats:
        raise BadInput(f"There is no seat {wanted} in this game: its seats are 0 to {record.seats - 1}.")
    return wanted


def _review(file: Path, record: Record, seat: int, budget: Budget) -> Review:
    """The review that lies beside the record, or a new one that is kept there if anything can be."""
    data = dump(record)
    path = file.with_suffix(f".seat{seat}{REVIEW_SUFFIX}")
    kept = kept_for(_read(path), data, seat, budget)
    if kept is not None:
        return kept
    review = Review(plan(data, seat), budget)
    try:
        with _progress(review.plan.jobs) as advance:
            asyncio.run(_judge(review, data, advance))
    except (JobFailed, WorkerDied) as error:
        raise click.ClickException(f"The moves can't be judged: {error}") from None
    with suppress(OSError):
        path.write_bytes(dump_review(review, data))
    return review


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError:
        return None


async def _judge(review: Review, data: bytes, advance: Callable[[], None]) -> None:
    pool = Pool()
    pool.open()

    def take(answer: Answer) -> None:
        review.add(answer)
        advance()

    try:
        jobs = jobs_of(data, review.plan, review.budget)
        await run_jobs(jobs, lambda job: pool.run(Job.run, job), take, pool.size)
    finally:
        await pool.close()


@contextmanager
def _progress(jobs: int) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal, and nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console  # noqa: PLC0415 - a pipe does not pay for it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=jobs)
        yield lambda: bar.advance(task)


def as_objects(review: Review) -> Iterator[dict[str, Any]]:
    """The review for a program to read: its decisions, and last what they and the cards came to."""
    yield from (_decision(judgement) for judgement in review.in_order)
    yield {
        "seat": review.seat,
        **_measured("luck", review.luck),
        **_measured("play", review.play),
        **_measured("others", review.others),
        "accuracy": None if review.accuracy is None else round(review.accuracy, DIGITS),
    }


def _measured(name: str, change: Measured) -> dict[str, float]:
    return {name: round(change.share, DIGITS), f"{name}_error": round(change.error, DIGITS)}


def _decision(judgement: Judgement) -> dict[str, Any]:
    return {
        "turn": judgement.turn,
        "seat": judgement.seat,
        "move": judgement.move,
        "best": judgement.best,
        "loss": round(judgement.loss, DIGITS),
        "error": round(judgement.error, DIGITS),
        "verdict": judgement.verdict,
        "choices": [
            {"move": choice.move, "win": round(choice.win, DIGITS), "error": round(choice.error, DIGITS)}
            for choice in judgement.choices
        ],
    }


def _tell(review: Review, record: Record) -> str:
    """The review in the reader's language."""
    from tui.commands.options import read_settings  # noqa: PLC0415 - JSON needs no words
    from tui.language import Tongue, choose_language  # noqa: PLC0415
    from tui.plain.review import tell_review  # noqa: PLC0415
    from tui.words import speak  # noqa: PLC0415

    speak(Tongue(choose_language(read_settings({}).language, os.environ)))
    return "\n".join(tell_review(review, Timeline(record)))


def _draw(review: Review, record: Record, path: Path) -> None:
    from tui.draw.chart import svg_chart  # noqa: PLC0415 - only a picture needs them
    from tui.verdicts import mistakes  # noqa: PLC0415
    from tui.wording import player_names  # noqa: PLC0415

    names = player_names(record)
    picture = svg_chart(find(record.game).title, names, review.chances(), review.seat, mistakes(review))
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}.") from None
