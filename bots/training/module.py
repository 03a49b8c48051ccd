"""Writes what was learnt as a Python module, laid out as the formatter would."""

from bots.training.lesson import Section

WIDTH = 120
HEAD = """\"\"\"Made by `python -m bots.training {game}`: change the training, not the numbers.\"\"\"

from typing import Final
"""
DIGITS = 4


def written(game: str, sections: dict[str, Section]) -> str:
    """The whole module."""
    return HEAD.format(game=game) + "".join(_section(name, section) for name, section in sections.items())


def _section(name: str, section: Section) -> str:
    if isinstance(section, dict):
        rows = "".join(_row(f'    "{key}": ', values) for key, values in section.items())
        return f"\n{name}: Final[dict[str, list[float]]] = {{\n{rows}}}\n"
    rows = "".join(_row("    ", values) for values in section)
    return f"\n{name}: Final[list[list[float]]] = [\n{rows}]\n"


def _row(head: str, values: list[float]) -> str:
    numbers = [repr(round(value, DIGITS) + 0.0) for value in values]
    row = f"{head}[{', '.join(numbers)}],\n"
    if len(row) <= WIDTH + 1:
        return row
    return f"{head}[\n" + "".join(f"        {number},\n" for number in numbers) + "    ],\n"
