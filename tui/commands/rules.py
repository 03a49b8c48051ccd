"""`tablee rules`: the rules of a game, in our own words."""

import os

import click

from engines.game import Game
from tui.commands.inputs import BadInput, game_named
from tui.language import choose_language
from tui.rulebook import languages, rules_text
from tui.settings import AUTO


@click.command(help="Print the rules of GAME.")
@click.argument("game", type=game_named)
@click.option("--lang", metavar="LANGUAGE", help="Language of the text, like fr; your locale's if not given.")
def command(game: Game, lang: str | None) -> None:
    """Print the rules as they are shipped."""
    language = lang or choose_language(AUTO, os.environ)
    known = languages(game.id)
    if language not in known:
        raise BadInput(f"The rules of {game.title} are not written in {language!r}; there are {', '.join(known)}.")
    click.echo(rules_text(game.id, language).rstrip())
