"""`tablee daily`: the deal of the day, alone."""

import click

from net.messages.daily import PlayDaily
from tui.commands.inputs import has_screen
from tui.commands.options import flags, personal_options, read_settings
from tui.run_local import run_plain, run_screen


@click.command(help="Play the deal of the day, or see how it went. The date is its seed; in a house it has another.")
@personal_options
def command(name: str | None, theme: str | None, plain_letters: bool, lang: str | None, plain: bool) -> None:
    """Sit down at today's table, or show the page of the day."""
    settings = read_settings(flags(name, theme, plain_letters, lang))
    if has_screen() and not plain:
        run_screen(settings, ask=PlayDaily())
    else:
        run_plain(settings, PlayDaily())
