"""Weighted sums: what was learnt, by name, and the line of weights that a linear rule is.

Sums run in a fixed order, so a line gives the same number to the last bit plain and compiled.
"""

from typing import Final

Weights = dict[str, list[float]]
"""What was learnt, by name, as a game's generated `weights.py` holds it."""

STRAIGHT: Final = "straight"


def weigh(weights: list[float], looks: list[float]) -> float:
    """What a line of weights makes of as many things looked at; one of them should always be 1."""
    total = 0.0
    for place in range(len(looks)):
        total += weights[place] * looks[place]
    return total


def vary(weights: Weights, more: dict[str, float], times: dict[str, float]) -> Weights:
    """The same weights with some of them multiplied (`times`) and then raised (`more`), by name."""
    varied: Weights = {}
    for name, line in weights.items():
        factor = times.get(name, 1.0)
        step = more.get(name, 0.0)
        varied[name] = [weight * factor + step for weight in line]
    return varied


def changed(weights: Weights, changes: dict[str, float]) -> Weights:
    """The same weights with others in the place of some of them, by name."""
    return vary(weights, changes, dict.fromkeys(changes, 0.0))
