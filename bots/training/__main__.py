"""`python -m bots.training GAME` makes the tuned numbers of a game again; other commands measure them."""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import click

from bots.bot import Budget
from bots.exercises import FILE as EXERCISES
from bots.exercises import write
from bots.levels import make_bot
from bots.policies import DESCRIPTORS
from bots.rating import STRENGTHS
from bots.shares import SHARES
from bots.training.calibration import calibrate, fit, listen, write_truth
from bots.training.course import Course, Missing, Run
from bots.training.courses import COURSES
from bots.training.disputes import Company, argue
from bots.training.exercises import DEEP, Finding
from bots.training.exploit import response, win
from bots.training.foresight import foresee
from bots.training.ladder import climb
from bots.training.measure import Compared, Measured, among, among_both
from bots.training.module import written
from bots.training.ratings import Pairs, add, pair_off, said, simulate, strengths, write_strengths
from bots.training.reading import read
from bots.training.strangers import PEOPLE
from bots.training.training import Training
from engines.games import build, find

GAMES = click.Choice(list(DESCRIPTORS))
Result = TypeVar("Result", Measured, Compared)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Train and measure bots. Ten times as quick where Tablée is installed compiled (`tablee --version` says so)."""


def train(name: str, course: Course, seed: int, share: float, folder: Path, into: Path | None) -> None:
    """Go through a course, or go on where the same command was stopped, and write all its modules."""
    try:
        course.check()
    except Missing as missing:
        click.echo(f"Error: {missing}", err=True)
        raise SystemExit(2) from None
    click.echo(f"training {name} ({build()}); stop it with Ctrl-C and go on with the same command")
    try:
        learnt = course.run(Run(seed, share, folder / f"{name}-seed-{seed}-share-{share:g}", click.echo))
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    place = into or home(course)
    place.mkdir(parents=True, exist_ok=True)
    for module, sections in learnt.items():
        path = place / f"{module}.py"
        path.write_text(written(name, sections))
        click.echo(f"wrote {path}")


def home(course: Course) -> Path:
    """The folder with the modules that a course makes."""
    return Path(*import_module(course.package).__path__)


for course_name, each in COURSES.items():
    command = click.Command(
        course_name,
        callback=partial(train, course_name, each),
        params=[
            click.Option(["--seed"], type=int, default=1, show_default=True, help="Where the luck comes from."),
            click.Option(
                ["--share"], type=float, default=1.0, show_default=True, help="Share of the usual steps and games."
            ),
            click.Option(
                ["--folder"],
                type=click.Path(path_type=Path),
                default=Path("build/training"),
                show_default=True,
                help="Where progress is kept.",
            ),
            click.Option(
                ["--into"], type=click.Path(path_type=Path), help="The folder for the modules, if not their own one."
            ),
        ],
        help=f"Make the tuned numbers of {course_name} again.",
    )
    main.add_command(command)


@main.command()
@click.argument("game", type=GAMES)
@click.option("--bot", default="expert", show_default=True, help="The bot that meets them.")
@click.option(
    "--before", default="", help="Another bot for the same deals, like that of an older version: exec:COMMAND."
)
@click.option("--seats", default=3, show_default=True)
@click.option("--deals", default=40, show_default=True, help="Deals, each played from every seat.")
@click.option("--budget", default="1000i", show_default=True, help="Most thinking for a move.")
@click.option("--only", multiple=True, help="Only this stranger.")
@click.option("--seed", default=5, show_default=True)
def among_strangers(
    game: str, bot: str, before: str, seats: int, deals: int, budget: str, only: tuple[str, ...], seed: int
) -> None:
    """Measure a bot against tables of people who were never used in training, beside another one with --before."""
    people = {name: policy for name, policy in PEOPLE[game]().items() if not only or name in only}
    thinking = Budget.parse(budget)
    if not before:
        click.echo(_over_all(_told(among(game, bot, people, seats, deals, thinking, seed))))
        return
    both = _told(among_both(game, (bot, before), people, seats, deals, thinking, seed))
    click.echo(f"   now {_over_all([each.now for each in both])}")
    click.echo(f"before {_over_all([each.before for each in both])}")


def _told(results: Iterator[Result]) -> list[Result]:
    """Tell each result as soon as it is there."""
    told = []
    for result in results:
        click.echo(str(result))
        told.append(result)
    return told


def _over_all(measured: list[Measured]) -> str:
    worst = min(measured, key=lambda each: each.share)
    mean = sum(each.share for each in measured) / len(measured)
    return f"mean {mean:.3f}, worst {worst.share:.3f} ({worst.against})"


@main.command()
@click.argument("game", type=GAMES)
@click.option("--seats", default=3, show_default=True)
@click.option("--games", default=6, show_default=True, help="Games with each stranger.")
@click.option("--seed", default=5, show_default=True)
def foresight(game: str, seats: int, games: int, seed: int) -> None:
    """Measure how well the moves of people who were never used in training are foreseen."""
    bits = []
    for foreseen in foresee(game, PEOPLE[game](), seats, games, seed):
        click.echo(str(foreseen))
        bits.append(foreseen.bits)
    click.echo(f"mean {sum(bits) / len(bits):.3f} bits a move")


@main.command()
@click.option("--bot", default="policy", show_default=True, help="The bot whose hands are read.")
@click.option("--seats", default=4, show_default=True)
@click.option("--games", default=40, show_default=True)
@click.option("--budget", default="300i", show_default=True, help="Most thinking for a move of that bot.")
@click.option("--seed", default=5, show_default=True)
def reading(bot: str, seats: int, games: int, budget: str, seed: int) -> None:
    """Measure how well hidden hands in Bumbesi are read from what everybody does."""
    player = make_bot(bot, find("bumbesi"))
    click.echo(f"{bot}: {read(player, seats, games, Budget.parse(budget), seed)}")


@main.command()
@click.argument("game", type=GAMES)
@click.option("--deals", default=200, show_default=True, help="Deals, each played from every seat.")
@click.option("--budget", default="1000i", show_default=True, help="Most thinking for a move of expert.")
@click.option("--seed", default=5, show_default=True)
def ladder(game: str, deals: int, budget: str, seed: int) -> None:
    """Measure each level against the same field, and what a newcomer wins against a table of each."""
    for step in climb(game, deals, Budget.parse(budget), seed):
        click.echo(str(step))


@main.command()
@click.argument("game", type=GAMES)
@click.option("--bot", default="expert", show_default=True, help="The bot that does not change.")
@click.option("--seats", default=3, show_default=True)
@click.option("--deals", default=60, show_default=True, help="Deals of the last measurement.")
@click.option("--budget", default="100i", show_default=True, help="Most thinking for a move of that bot.")
@click.option("--share", default=1.0, show_default=True, help="Share of the usual steps.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("build/training"), show_default=True)
def exploit(game: str, bot: str, seats: int, deals: int, budget: str, share: float, folder: Path) -> None:
    """Teach the game's rule to beat one bot, and say what it wins before and after."""
    thinking = Budget.parse(budget)
    lesson = response(game, bot, seats, thinking)
    training = Training([lesson], 1, folder / f"exploit-{game}", click.echo)
    click.echo(f"before {win(game, lesson.start, bot, seats, deals, thinking, 99)}")
    training.run(share)
    click.echo(f" after {win(game, training.learnt()[lesson.name], bot, seats, deals, thinking, 99)}")


@main.command()
@click.argument("game", type=GAMES)
@click.option("--bot", default="expert", show_default=True, help="The bot that may be right.")
@click.option("--other", required=True, help="The bot that may be right instead, like another version: exec:COMMAND.")
@click.option("--company", default="expert", show_default=True, help="Who plays the games and goes on after each move.")
@click.option("--seats", default=3, show_default=True)
@click.option("--games", default=20, show_default=True, help="Games of the company to watch.")
@click.option("--tries", default=40, show_default=True, help="How often both moves of a dispute are played.")
@click.option("--budget", default="1000i", show_default=True, help="Thinking for a move of the two bots.")
@click.option("--quick", default="100i", show_default=True, help="Thinking for a move of the company.")
@click.option("--seed", default=1, show_default=True, help="Where the luck comes from.")
def disputes(
    game: str,
    bot: str,
    other: str,
    company: str,
    seats: int,
    games: int,
    tries: int,
    budget: str,
    quick: str,
    seed: int,
) -> None:
    """See which of two bots is right where they choose differently, both moves tried on the same luck."""
    rules = find(game)
    table = Company(make_bot(company, rules), Budget.parse(quick), seats)
    bots = make_bot(bot, rules), make_bot(other, rules)
    for verdict in argue(rules, bots, Budget.parse(budget), table, games, tries, seed):
        click.echo(str(verdict))
    for each in (*bots, table.bot):
        each.close()


@main.command()
@click.argument("game", type=GAMES)
@click.option("--seats", default=3, show_default=True)
@click.option("--decisions", default=8000, show_default=True)
@click.option("--budget", default="300i", show_default=True, help="Thinking for a move.")
@click.option("--seed", default=1, show_default=True)
def calibration(game: str, seats: int, decisions: int, budget: str, seed: int) -> None:
    """See whether the win shares that a bot says come true."""
    click.echo(str(calibrate(game, seats, decisions, Budget.parse(budget), seed)))


@main.command()
@click.argument("game", type=GAMES)
@click.option("--seats", default=3, show_default=True)
@click.option("--decisions", default=8000, show_default=True)
@click.option("--budget", default="300i", show_default=True, help="Thinking for a move.")
@click.option("--seed", default=50_000, show_default=True, help="Far from the games that `calibration` looks at.")
@click.option("--into", type=click.Path(path_type=Path), default=SHARES, show_default="the bots' own")
def shares(game: str, seats: int, decisions: int, budget: str, seed: int, into: Path) -> None:
    """Find out how often the win shares that a search finds come true, and write it down for all that is said."""
    found = fit(listen(game, seats, decisions, Budget.parse(budget), seed, hopeful=True), seats)
    how = f"--seats {seats} --decisions {decisions} --budget {budget} --seed {seed}"
    write_truth(into, game, found, f"python -m bots.training shares {game} {how}")
    click.echo(f"slope {found.slope:.3f}, shift {found.shift:.3f}; wrote {into}")


@main.command()
@click.argument("game", type=GAMES)
@click.option("--count", default=48, show_default=True, help="How many to find.")
@click.option("--quick", default="400i", show_default=True, help="Thinking for a decision at first.")
@click.option("--deep", default=DEEP, show_default=True, help="Games in which each move of a likely one is tried.")
@click.option("--seed", default=1, show_default=True, help="Where the luck comes from.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("build/training"), show_default=True)
@click.option("--into", type=click.Path(path_type=Path), help="The file to write, if not the game's own one.")
def exercises(game: str, count: int, quick: str, deep: int, seed: int, folder: Path, into: Path | None) -> None:
    """Find positions in which one move is clearly the best, in games between strangers, the clearest first."""
    click.echo(f"looking for exercises ({build()}); stop it with Ctrl-C and go on with the same command")
    finding = Finding(game, seed, folder, click.echo)
    try:
        finding.run(count, Budget.parse(quick), deep)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    path = into or home(COURSES[game]) / EXERCISES
    path.write_text(write(sorted(finding.found, key=lambda each: -each.lead)), encoding="utf-8")
    click.echo(f"wrote {path}")


@main.command()
@click.argument("game", type=GAMES)
@click.option("--seats", default=4, show_default=True)
@click.option("--deals", default=100, show_default=True, help="Deals, each played from every seat.")
@click.option("--budget", default="1000i", show_default=True, help="Most thinking for a move of expert.")
@click.option("--seed", default=7, show_default=True)
@click.option("--into", type=click.Path(path_type=Path), default=STRENGTHS, show_default="the bots' own")
def ratings(game: str, seats: int, deals: int, budget: str, seed: int, into: Path) -> None:
    """Find out how strong each level is, and write it down for the ladder."""
    wins: Pairs = {}
    games = pair_off(game, seats, deals, Budget.parse(budget), seed)
    for number, pairs in enumerate(games, start=1):
        add(wins, pairs)
        if number % (10 * seats) == 0:
            click.echo(f"{number} games: {said(strengths(wins))}")
    found = strengths(wins)
    command = f"python -m bots.training ratings {game} --seats {seats} --deals {deals} --budget {budget} --seed {seed}"
    write_strengths(into, game, found, command)
    click.echo(f"{said(found)}; wrote {into}")


@main.command()
@click.option("--people", default=200, show_default=True)
@click.option("--games", default=80, show_default=True, help="Games of everybody, at least.")
@click.option("--spread", default=3.0, show_default=True, help="How much people's strengths differ.")
@click.option("--seed", default=1, show_default=True)
def rating_trial(people: int, games: int, spread: float, seed: int) -> None:
    """See what ratings are worth as their sigma falls, for people whose strengths are known."""
    for trust in simulate(people, games, (3, 4, 5), spread, seed, (6.0, 5.0, 4.5, 4.0, 3.5, 3.0, 2.5, 2.0)):
        click.echo(str(trust))


if __name__ == "__main__":
    main()
