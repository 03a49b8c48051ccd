"""What the commands' arguments have in common: games, and input that is refused in one line."""

import difflib
import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from engines.game import BadSetup, Game
from engines.games import GAMES, find
from engines.record import LARGEST, BadRecord, Record, load


class BadInput(click.ClickException):
    """Something that was asked for can't be had; the sentence is all that the user sees."""

    exit_code = 2


DUMB = "This terminal can't show a full screen: `tablee --plain` plays in lines of text."


def nearest(word: str, known: Iterable[str]) -> str:
    """A question that names what somebody may have meant, with a space before it; nothing where nothing is near."""
    found = difflib.get_close_matches(word.lower(), list(known), n=1)
    return f" Did you mean {found[0]}?" if found else ""


def is_dumb() -> bool:
    """Whether somebody sits at a terminal that says of itself that it can't be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") == "dumb"


def has_screen() -> bool:
    """Whether somebody sits at a terminal that can be drawn on, rather than a pipe or a file."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


class GameName(click.ParamType[Game]):
    """A game by its name; where there is none of that name, or none was given, the sentence names all there are."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        """Find the game."""
        try:
            return find(value)
        except BadSetup as error:
            raise BadInput(f"{error}{nearest(value, GAMES)}") from None

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """Name the games."""
        return f"There are {', '.join(GAMES)}."


GAME = GameName()


def read_record(path: Path) -> Record:
    """Read the record in a file; raise BadInput where that can't be done."""
    try:
        with path.open("rb") as file:
            return load(file.read(LARGEST + 1))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}.") from None
    except BadRecord as error:
        raise BadInput(f"{path}: {error}") from None
