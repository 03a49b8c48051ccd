"""`tablee rules`: the rules of a game, in our own words."""

import os
import shutil
import sys

import click

from engines.game import Game
from tui.commands.inputs import GAME, BadInput
from tui.language import choose_language
from tui.rulebook import languages, rules_rows, title_of_rules
from tui.settings import AUTO

WIDEST = 80
NARROWEST = 40


@click.command(help="Print the rules of GAME.")
@click.argument("game", type=GAME)
@click.option(
    "--lang", "--language", metavar="LANGUAGE", help="Language of the text, like fr; your locale's if not given."
)
@click.option("--clauses", is_flag=True, help="Name the clause behind each sentence, like G5.")
def command(game: Game, lang: str | None, clauses: bool) -> None:
    """Print the rules as wide as they are read well, with headings that can be seen."""
    language = lang or choose_language(AUTO, os.environ)
    known = languages(game.id)
    if language not in known:
        raise BadInput(f"The rules of {game.title} are not written in {language!r}; there are {', '.join(known)}.")
    click.echo(_heading(title_of_rules(game.id, language), "="))
    for row in rules_rows(game.id, language, _width(), clauses=clauses):
        click.echo(_heading(row.words, "-") if row.heading else row.words)


def _width() -> int:
    """The columns of the terminal, as far as lines of that length are read well."""
    columns = shutil.get_terminal_size((WIDEST, 24)).columns
    return max(NARROWEST, min(columns, WIDEST))


def _heading(words: str, underline: str) -> str:
    """Set a heading in bold on a terminal, and underlined where nothing else shows it."""
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        return click.style(words, bold=True)
    return f"{words}\n{underline * len(words)}"
