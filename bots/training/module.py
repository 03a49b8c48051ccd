"""Writes what was learnt as Python modules, as many numbers to a line as it holds."""

from textwrap import wrap

from bots.policies.line import Weights

Section = Weights | list[list[float]]
"""What one name of a generated module holds."""

Modules = dict[str, dict[str, Section]]
"""All that a game's generated modules hold: by the name of the module, and by the name in it."""

WIDTH = 120
HEAD = """\"\"\"Made by `python -m bots.training {game}`: change the training, not the numbers.\"\"\"

from typing import Final

# fmt: off
"""
DIGITS = 4


def rounded(section: Section) -> Section:
    """A section as exactly as it is written down; a copy, which nobody else changes."""
    if isinstance(section, dict):
        return {name: _rounded(values) for name, values in section.items()}
    return [_rounded(values) for values in section]


def _rounded(values: list[float]) -> list[float]:
    return [round(value, DIGITS) + 0.0 for value in values]


def written(game: str, sections: dict[str, Section]) -> str:
    """The whole module."""
    return HEAD.format(game=game) + "".join(_written(name, rounded(section)) for name, section in sections.items())


def _written(name: str, section: Section) -> str:
    if isinstance(section, dict):
        rows = "".join(_row(f'    "{key}": ', values) for key, values in section.items())
        return f"\n{name}: Final[dict[str, list[float]]] = {{\n{rows}}}\n"
    rows = "".join(_row("    ", values) for values in section)
    return f"\n{name}: Final[list[list[float]]] = [\n{rows}]\n"


def _row(head: str, values: list[float]) -> str:
    row = f"{head}[{', '.join(map(repr, values))}],"
    return "\n".join(wrap(row, WIDTH, subsequent_indent="        ", break_on_hyphens=False)) + "\n"
