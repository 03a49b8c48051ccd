"""`tablee arena`: bots against bots, with what that says about their strength."""

import json
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from bots.arena import ArenaFailed, enter, run
from bots.bot import LEVELS, BadBudget, Budget
from bots.contest import Contest, Played
from bots.levels import BadBot
from bots.policies import DESCRIPTORS
from bots.standings import Interval, Standing, standings
from bots.worker import cores
from engines.game import BadSetup, Game
from engines.games import GAMES
from engines.record import SUFFIX
from tui.commands.inputs import GAME, BadInput

EXTRA = [f"{bot.example} ({GAMES[game].title})" for game, plays in DESCRIPTORS.items() for bot in plays.bots]
LONGEST_NAME = 12
"""A command that plays has a long name; the table still fits 80 columns."""

BOTS = ", ".join(["random", "policy", *LEVELS, *EXTRA, "exec:COMMAND"])


@click.command(help=f"Let bots play GAME against each other. Bots: {BOTS}.")
@click.argument("game", type=GAME)
@click.option("--bot", "bots", multiple=True, required=True, metavar="NAME", help="A bot; give one for each seat.")
@click.option("--seats", type=int, help="Number of seats; the first bot sits once, the others come again in turn.")
@click.option("--games", type=click.IntRange(min=1), default=120, show_default=True, help="Number of games.")
@click.option("--budget", metavar="B", help="Most thinking for a move, like 0.2s or 500i (search iterations).")
@click.option("--seed", type=int, help="Makes the deals, and bots that count iterations, repeatable.")
@click.option("--variant", metavar="NAME", help="Variant of the game.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes.  [default: one for each core]")
@click.option("--records", type=click.Path(path_type=Path), metavar="DIR", help="Write every game into this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object.")
def command(
    game: Game,
    bots: tuple[str, ...],
    seats: int | None,
    games: int,
    budget: str | None,
    seed: int | None,
    variant: str | None,
    jobs: int | None,
    records: Path | None,
    as_json: bool,
) -> None:
    """Play a contest and print what it came to."""
    try:
        thinking = Budget.parse(budget) if budget else Budget()
        luck = secrets.randbits(32) if seed is None else seed
        contest = enter(game, bots, seats, variant or "", thinking, luck)
    except (BadSetup, BadBudget, BadBot) as error:
        raise BadInput(str(error)) from None
    played = _play(contest, games, jobs or cores(), records)
    result = standings(contest, played)
    click.echo(json.dumps(as_object(contest, games, result)) if as_json else as_text(contest, games, result))


def _play(contest: Contest, games: int, jobs: int, records: Path | None) -> list[Played]:
    """Play, show the progress and keep the records."""
    played: list[Played] = []
    if records is not None:
        contest = replace(contest, keep_records=True)
        _make_folder(records)
    with _progress(games) as advance:

        def done(game: Played) -> None:
            if records is not None:
                _keep(records, contest, game, len(str(games)))
            played.append(replace(game, record=b""))
            advance()

        try:
            run(contest, games, jobs, done)
        except ArenaFailed as error:
            raise click.ClickException(str(error)) from None
    return played


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror}.") from None


def _keep(folder: Path, contest: Contest, game: Played, width: int) -> None:
    path = folder / f"{contest.game}-{contest.seed}-{game.number + 1:0{width}}{SUFFIX}"
    try:
        path.write_bytes(game.record)
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}.") from None


@contextmanager
def _progress(games: int) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal, and nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console  # noqa: PLC0415 - a pipe does not pay for it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(), MofNCompleteColumn(), "games", TimeRemainingColumn(compact=True))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda: bar.advance(task)


def as_object(contest: Contest, games: int, result: list[Standing]) -> dict[str, Any]:
    """The result for a program to read."""
    return {
        "game": contest.game,
        "options": contest.options,
        "seats": len(contest.bots),
        "games": games,
        "deals": contest.deal(games - 1) + 1,
        "seed": contest.seed,
        "lineup": list(contest.bots),
        "bots": [
            {
                "bot": standing.bot,
                "seats": standing.seats,
                "win_share": standing.win_share,
                "win_share_95": standing.win_interval,
                "parity": standing.win_share * len(contest.bots),
                "mean_score": standing.score,
                "mean_score_95": standing.score_interval,
                "moves": standing.moves,
                "misses": standing.misses,
                "last_words": standing.last_words,
                "ms_per_move": 1000 * standing.seconds_per_move,
            }
            for standing in result
        ],
    }


def as_text(contest: Contest, games: int, result: list[Standing]) -> str:
    """The result for a person to read: one line a bot, and a line for each program that lost moves."""
    played = f"{_counted(games, 'game')} on {_counted(contest.deal(games - 1) + 1, 'deal')}"
    width = min(LONGEST_NAME, max(len("bot"), *(len(standing.bot) for standing in result)))
    variant = f" ({contest.variant})" if contest.variant else ""
    alone = f", {_cut(contest.bots[0], width)} against itself" if len(set(contest.bots)) == 1 else ""
    lines = [
        f"{contest.game}{variant}, {len(contest.bots)} seats, {played}, seed {contest.seed}{alone}",
        f"{'bot':{width}}  seats   wins      95 %      parity   score       95 %           ms",
    ]
    for standing in result:
        lines.append(
            f"{_cut(standing.bot, width):{width}}  {standing.seats:5}  {standing.win_share:5.3f}"
            f"  {_span(standing.win_interval, 2):>12}  {standing.win_share * len(contest.bots):6.2f}"
            f"  {standing.score:6.2f}  {_span(standing.score_interval, 1):>14}  {1000 * standing.seconds_per_move:6.1f}"
        )
    return "\n".join([*lines, *(_complaint(standing) for standing in result if standing.misses)])


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _span(interval: Interval | None, digits: int) -> str:
    return "-" if interval is None else f"{interval[0]:.{digits}f} to {interval[1]:.{digits}f}"


def _cut(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 3]}..."


def _complaint(standing: Standing) -> str:
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(standing.misses.items()))
    words = f'; its last words: "{standing.last_words}"' if standing.last_words else ""
    return (
        f"{standing.bot} lost {sum(standing.misses.values())} of {standing.moves} moves to its stand-in: {kinds}{words}"
    )
