"""The rules of the games as texts to read: found by language, and laid out in rows."""

import re
from importlib import resources
from typing import NamedTuple

from engines.games import GAMES
from tui.draw.glyphs import wrap

GAP = 2
NARROWEST = 16
"""A table whose last column would get fewer cells than this becomes a list."""

CLAUSES = re.compile(r"\s*\([A-Z]\d+(?:, [A-Z]\d+)*\)$", re.MULTILINE)
DRAWING = "```"


class Row(NamedTuple):
    """One row of a text."""

    words: str
    heading: bool = False


def languages(game: str) -> list[str]:
    """List the languages that a game's rules are written in."""
    names = [file.name for file in resources.files(GAMES[game].package).iterdir()]
    return sorted(name.split(".")[1] for name in names if name.startswith("rules.") and name.endswith(".md"))


def rules_text(game: str, language: str) -> str:
    """Read a game's rules in a language, or in English where it has none."""
    known = language if language in languages(game) else "en"
    return resources.files(GAMES[game].package).joinpath(f"rules.{known}.md").read_text(encoding="utf-8")


def title_of_rules(game: str, language: str) -> str:
    """The heading above a game's rules."""
    return rules_text(game, language).partition("\n")[0].lstrip("# ")


def rules_rows(game: str, language: str, width: int, *, clauses: bool = False) -> list[Row]:
    """Lay a game's rules out in rows of this width; their title is left to the page.

    The numbers of the clauses are for those who ask for them.
    """
    text = rules_text(game, language)
    rows: list[Row] = []
    for block in (text if clauses else CLAUSES.sub("", text)).split("\n\n")[1:]:
        found = _lay_out(block.strip(), width)
        rows.extend([*found, Row("")] if found else [])
    return rows[:-1]


def _lay_out(block: str, width: int) -> list[Row]:
    if block.startswith(DRAWING):
        return _drawing(block, width)
    block = block.replace("**", "").replace("`", "")
    if block.startswith("|"):
        return _table(block, width)
    rows = []
    for paragraph in _paragraphs(block):
        if paragraph.startswith("#"):
            rows.append(Row(paragraph.lstrip("# "), heading=True))
        else:
            rows.extend(_wrap(paragraph, width, indent="  " if paragraph.startswith("- ") else ""))
    return rows


def _drawing(block: str, width: int) -> list[Row]:
    """Keep a drawing as it is, or leave it out where it does not fit."""
    lines = block.split("\n")[1:-1]
    return [Row(line) for line in lines] if max(map(len, lines)) <= width else []


def _paragraphs(block: str) -> list[str]:
    """Part a block at its bullets and join broken lines."""
    parts: list[str] = []
    for line in block.split("\n"):
        if parts and not line.startswith(("- ", "#")):
            parts[-1] = f"{parts[-1]} {line.strip()}"
        else:
            parts.append(line)
    return parts


def _wrap(words: str, width: int, indent: str) -> list[Row]:
    return [Row(line) for line in wrap(words, width, rest=indent)]


def _table(block: str, width: int) -> list[Row]:
    """Set a table in columns, the last one broken where it must be, or as a list where there is no room."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in block.split("\n")]
    head, body = lines[0], lines[2:]
    widths = [max(len(line[column]) for line in [head, *body]) + GAP for column in range(len(head) - 1)]
    if width - sum(widths) < NARROWEST:
        return [row for line in body for row in _wrap(f"- {', '.join(line)}", width, indent="  ")]
    rows = [Row(words.words, heading=True) for words in _columns(head, widths, width)]
    return rows + [row for line in body for row in _columns(line, widths, width)]


def _columns(cells: list[str], widths: list[int], width: int) -> list[Row]:
    left = "".join(cell.ljust(room) for cell, room in zip(cells, widths, strict=False))
    return [Row(line) for line in wrap(cells[-1], width, left, " " * len(left))]
