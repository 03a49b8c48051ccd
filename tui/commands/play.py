"""`tablee play`: straight to a table against bots."""

import click

from engines.game import BadSetup, Game
from engines.games import GAMES
from engines.info import MatchPlan
from net.messages import Open
from net.setup import MOST_GAMES, Setup, check, own_setup
from tui.commands.inputs import GAME, BadInput, has_screen
from tui.commands.options import flags, personal_options, read_settings
from tui.run_local import run_plain, run_screen
from tui.settings import LEARNERS
from tui.words import NUMBERS

VARIANTS = ", ".join(f"{variant} ({game.title})" for game in GAMES.values() for variant in game.variants)


def own_length(plan: MatchPlan) -> str:
    """What the command line calls a match whose length is not the players' choice, like three-rounds or to-50."""
    if plan.goal is not None:
        return f"to-{plan.goal}"
    return f"{NUMBERS.get(plan.games or 0, plan.games)}-rounds"


OWN_LENGTHS = " or ".join(own_length(game.match) for game in GAMES.values() if not game.match.players_choose)


@click.command(help=f"Play GAME against bots: {', '.join(GAMES)}.")
@click.argument("game", type=GAME)
@click.option("--seats", type=int, metavar="N", help="How many play, you included.")
@click.option("--level", metavar="LEVEL", help="How good the bots are: beginner, easy, medium, hard or expert.")
@click.option("--variant", default="", metavar="NAME", help=f"Which variant of the rules: {VARIANTS}.")
@click.option("--match", "length", metavar="N", help=f"A match: a number of games, {OWN_LENGTHS}.")
@click.option("--seed", type=int, metavar="S", help="Shuffle the same way each time.")
@personal_options
def command(
    game: Game,
    seats: int | None,
    level: str | None,
    variant: str,
    length: str | None,
    seed: int | None,
    name: str | None,
    theme: str | None,
    plain_letters: bool,
    lang: str | None,
    plain: bool,
) -> None:
    """Open a table of one's own and sit down there."""
    settings = read_settings(flags(name, theme, plain_letters, lang, level=level))
    seats = (4 if 4 in game.seats else game.seats[-1]) if seats is None else seats
    setup = own_setup(
        Setup(
            game=game.id,
            seats=max(seats, 0),
            variant=variant,
            match=match_length(game, length),
            bots=(settings.level,) * max(seats - 1, 0),
            memory_aid=settings.memory_aid or settings.level in LEARNERS,
        )
    )
    try:
        check(setup)
    except BadSetup as error:
        raise BadInput(str(error)) from None
    opened = Open(setup=setup, seed=seed)
    if has_screen() and not plain:
        run_screen(settings, ask=opened)
    else:
        run_plain(settings, opened)


def match_length(game: Game, length: str | None) -> int:
    """Read how long a match is to be; 0 is a single game."""
    if length is None:
        return 0
    if not game.match.players_choose:
        own = own_length(game.match)
        if length != own:
            raise BadInput(f"A match of {game.title} is {own}, not {length!r}.")
        return 1
    if not length.isdecimal() or not 1 <= int(length) <= MOST_GAMES:
        raise BadInput(f"A match of {game.title} is a number of games from 1 to {MOST_GAMES}, not {length!r}.")
    return int(length)
