"""How each game is played well: one module a game, and the table that finds it."""

from collections.abc import Callable, Sequence

from bots.policies.bumbesi import BumbesiMind
from bots.policies.dacapo_mind import DaCapoMind
from bots.policies.danger13_mind import Danger13Mind
from bots.policies.geschenkt import GeschenktMind
from bots.policies.policy import Mind
from engines.game import Game
from engines.view import Turn, View

MINDS: dict[str, Callable[[Game, View, Sequence[Turn]], Mind]] = {
    "geschenkt": GeschenktMind,
    "danger13": Danger13Mind,
    "bumbesi": BumbesiMind,
    "dacapo": DaCapoMind,
}
