"""The flags that say how a person likes it; each goes over its setting."""

import getpass
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tui.commands.inputs import BadInput

if TYPE_CHECKING:
    from tui.settings import Settings

Command = TypeVar("Command", bound=Callable[..., Any])

OPTIONS = (
    click.option("--name", metavar="NAME", help="What you are called."),
    click.option("--theme", metavar="THEME", help="dark, light, contrast or blind."),
    click.option("--ascii", "plain_letters", is_flag=True, help="Draw without box and block characters."),
    click.option("--lang", "--language", metavar="LANGUAGE", help="en or fr."),
    click.option("--plain", is_flag=True, help="Play in lines of text, for screen readers, scripts and pipes."),
)


def personal_options(command: Command) -> Command:
    """Add these flags to a command."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def flags(
    name: str | None, theme: str | None, plain_letters: bool, lang: str | None, **more: str | None
) -> dict[str, str | bool | None]:
    """The flags by the names of their settings."""
    return {"name": name, "theme": theme, "characters": "ascii" if plain_letters else None, "language": lang, **more}


def read_settings(flags: Mapping[str, str | bool | None]) -> "Settings":
    """Put the settings together, with a name in them; raise BadInput where one of them can't be used."""
    from tui.settings import BadSettings, load_settings  # noqa: PLC0415 - only some commands need them

    try:
        settings = load_settings(flags)
    except BadSettings as error:
        raise BadInput(str(error)) from None
    return settings if settings.name else replace(settings, name=_user_name() or _somebody(settings.language))


def _user_name() -> str:
    """What the system calls its user; nothing where that is no name for a person."""
    from net.names import is_reserved  # noqa: PLC0415

    try:
        name = getpass.getuser().capitalize()
    except (OSError, KeyError):
        return ""
    return "" if is_reserved(name) or name == "Root" else name


def _somebody(language: str) -> str:
    """How somebody without a name is called in the language of a setting."""
    from tui.language import Tongue, choose_language  # noqa: PLC0415

    return Tongue(choose_language(language, os.environ)).gettext("Player")
