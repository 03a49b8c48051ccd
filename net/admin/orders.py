"""The list of commands: how each is written, what it does, and whether it is noted in the audit log.

The socket, ssh and the help all read this one list.
"""

import argparse
import re
import shlex
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import NoReturn, TypeAlias

Cell: TypeAlias = str | int | float | bool | None
Row: TypeAlias = dict[str, Cell]

SPAN = re.compile(r"(\d+)([smhdw])")
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


class BadOrder(Exception):
    """A command that can't be carried out, with a sentence that says why; nothing was done."""


@dataclass(frozen=True, slots=True)
class Operator:
    """Who gives an order, as the audit log names them.

    Files that they name lie in `folder`; from afar, `inside` the data folder and nowhere else.
    """

    name: str
    folder: Path
    inside: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command has to say: a sentence, rows for people and programs, or both."""

    said: str = ""
    rows: Sequence[Row] | None = None
    status: int = 0

    @property
    def text(self) -> str:
        """The answer as people read it, with a line end."""
        parts = [*([self.said] if self.said else []), *(_columns(self.rows) if self.rows else [])]
        return "".join(f"{line}\n" for line in parts)


class Parser(argparse.ArgumentParser):
    """Reads the words of one command; what does not fit is a BadOrder."""

    def __init__(self, name: str) -> None:
        super().__init__(prog=name, add_help=False, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise BadOrder(f"{message[:1].upper()}{message[1:]}. U{self.format_usage().strip()[1:]}")


class Reach(Enum):
    """Where an order is carried out, in a house of several nodes."""

    HERE = "here"
    ANYWHERE = "here, or else wherever it can be"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class Order:
    """One command with everything that is known about it; `tells` puts the rows of all nodes into one sentence."""

    name: str
    summary: str
    act: Callable[..., Awaitable[Answer]]
    noted: bool = True
    words: Callable[[Parser], object] = field(default=lambda _parser: None)
    reach: Reach = Reach.HERE
    tells: Callable[[Sequence[Row]], str] | None = None

    @property
    def parser(self) -> Parser:
        """What reads its words."""
        parser = Parser(self.name)
        self.words(parser)
        return parser

    @property
    def usage(self) -> str:
        """How it is written."""
        return " ".join(self.parser.format_usage().removeprefix("usage: ").split())


def split(line: str) -> list[str]:
    """Split a line into words as a shell does."""
    try:
        return shlex.split(line)
    except ValueError as error:
        raise BadOrder(f"That can't be read: {str(error).lower()}.") from None


def span(words: str) -> float:
    """Read how long something lasts: 90s, 10m, 2h, 3d or 1w."""
    found = SPAN.fullmatch(words)
    if found is None:
        raise argparse.ArgumentTypeError(f"{words} is no time like 90s, 10m, 2h, 3d or 1w")
    return float(int(found[1]) * SECONDS[found[2]])


def count(words: str) -> int:
    """Read a number from 1 up."""
    if not words.isdecimal() or not 0 < int(words) < 10**6:
        raise argparse.ArgumentTypeError(f"{words} is no number from 1 up")
    return int(words)


def counted(number: int, one: str, more: str) -> str:
    """Write a number with what it counts: one of them, or more."""
    return f"{number} {one if number == 1 else more}"


def _columns(rows: Sequence[Row]) -> list[str]:
    names = list(rows[0])
    lines = [names, *([_shown(row[name]) for name in names] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(names))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]


def _shown(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return "-" if cell is None or cell == "" else str(cell)
