"""How each game is played well: a folder a game, and the list that finds it. Add a game here with one line."""

from bots.policies import bumbesi, dacapo, danger13, geschenkt
from bots.policies.descriptor import Descriptor

DESCRIPTORS: dict[str, Descriptor] = {
    "geschenkt": geschenkt.DESCRIPTOR,
    "danger13": danger13.DESCRIPTOR,
    "bumbesi": bumbesi.DESCRIPTOR,
    "dacapo": dacapo.DESCRIPTOR,
}


def descriptor_of(game: str) -> Descriptor:
    """The descriptor of the game with this id; a game that has none is played by luck and plain search."""
    return DESCRIPTORS.get(game, Descriptor())
