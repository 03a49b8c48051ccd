"""Opponents that were never used in training, a page a game: what a bot is worth among people it has not met."""

from collections.abc import Callable

from bots.policies.base import Policy
from bots.training.strangers import bumbesi, dacapo, danger13, geschenkt

PEOPLE: dict[str, Callable[[], dict[str, Policy]]] = {
    "geschenkt": geschenkt.strangers,
    "danger13": danger13.strangers,
    "bumbesi": bumbesi.strangers,
    "dacapo": dacapo.strangers,
}
"""Who they are, by game and name."""
