"""`tablee practice`: exercises from one's own mistakes and from the games' sets."""

import click

from engines.game import Game
from engines.games import GAMES
from tui.commands.inputs import GAME, has_screen
from tui.commands.options import flags, personal_options, read_settings
from tui.run_local import run_plain, run_screen


@click.command(help=f"Find the better move in positions from your own mistakes and others: {', '.join(GAMES)}.")
@click.argument("game", type=GAME, required=False)
@personal_options
def command(
    game: Game | None, name: str | None, theme: str | None, plain_letters: bool, lang: str | None, plain: bool
) -> None:
    """Go straight to the exercises."""
    settings = read_settings(flags(name, theme, plain_letters, lang))
    wanted = "" if game is None else game.id
    if has_screen() and not plain:
        run_screen(settings, practice=wanted)
    else:
        run_plain(settings, practice=wanted)
