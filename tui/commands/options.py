"""The flags that say how a person likes it; each goes over its setting."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

OPTIONS = (
    click.option("--name", metavar="NAME", help="What you are called."),
    click.option("--theme", metavar="THEME", help="dark, light, contrast or blind."),
    click.option("--ascii", "plain_letters", is_flag=True, help="Draw without box and block characters."),
    click.option("--lang", metavar="LANGUAGE", help="en or fr."),
    click.option("--plain", is_flag=True, help="Play in lines of text, for screen readers, scripts and pipes."),
)


def personal_options(command: Command) -> Command:
    """Give a command these flags."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def flags(
    name: str | None, theme: str | None, plain_letters: bool, lang: str | None, **more: str | None
) -> dict[str, str | bool | None]:
    """Give the flags by the names of their settings."""
    return {"name": name, "theme": theme, "characters": "ascii" if plain_letters else None, "language": lang, **more}
