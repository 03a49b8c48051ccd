"""`tablee learn`: a game's lesson, on its own table or in lines of text."""

import click

from engines.game import Game
from engines.games import GAMES
from engines.lessons.read import has_lesson
from tui.commands.inputs import GAME, BadInput, has_screen
from tui.commands.options import flags, personal_options, read_settings
from tui.run_local import run_plain_lesson, run_screen


@click.command(help=f"Learn GAME by playing it, in a few minutes: {', '.join(filter(has_lesson, GAMES))}.")
@click.argument("game", type=GAME)
@personal_options
def command(
    game: Game, name: str | None, theme: str | None, plain_letters: bool, lang: str | None, plain: bool
) -> None:
    """Go straight to the lesson."""
    if not has_lesson(game.id):
        raise BadInput(f"There is no lesson for {game.title}.")
    settings = read_settings(flags(name, theme, plain_letters, lang))
    if has_screen() and not plain:
        run_screen(settings, lesson=game.id)
    else:
        run_plain_lesson(settings, game.id)
