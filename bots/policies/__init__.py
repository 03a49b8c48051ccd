"""How each game is played well: one module a game, and the table that finds it."""

from collections.abc import Callable, Sequence

from bots.policies.geschenkt import GeschenktMind
from bots.policies.policy import Mind
from engines.game import Game
from engines.view import Turn, View

MINDS: dict[str, Callable[[Game, View, Sequence[Turn]], Mind]] = {
    "geschenkt": GeschenktMind,
}
