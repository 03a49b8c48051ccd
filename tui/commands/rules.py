"""`tablee rules`: the rules of a game, in our own words."""

from importlib import resources

import click

from engines.game import Game
from tui.commands.inputs import BadInput, game_named


@click.command(help="Print the rules of GAME.")
@click.argument("game", type=game_named)
@click.option("--lang", default="en", show_default=True, metavar="LANGUAGE", help="Language of the text, like fr.")
def command(game: Game, lang: str) -> None:
    """Print the rules as they are shipped."""
    texts = _texts(game)
    if lang not in texts:
        raise BadInput(f"The rules of {game.title} are not written in {lang!r}; there are {', '.join(sorted(texts))}.")
    click.echo(texts[lang].rstrip())


def _texts(game: Game) -> dict[str, str]:
    """Read every language's text of a game's rules."""
    folder = resources.files(f"engines.{game.id}")
    texts = {}
    for file in folder.iterdir():
        first, _, rest = file.name.partition(".")
        if first == "rules" and rest.endswith(".md"):
            texts[rest.removesuffix(".md")] = file.read_text(encoding="utf-8")
    return texts
