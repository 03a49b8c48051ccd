"""Ways to play the rule of Da Capo: who plays whatever fits, who keeps cards back, who robs."""

from bots.policies.dacapo.rule import DaCapoRule
from bots.policies.dacapo.weights import RULE
from bots.policies.line import vary


def bold() -> DaCapoRule:
    """Plays jokers and cards from the hand at once."""
    return DaCapoRule(vary(RULE, {"play joker": 1.5, "play hand": 0.5}, {"use joker": 0.3}))


def wary() -> DaCapoRule:
    """Keeps jokers, and lays cards for later."""
    return DaCapoRule(vary(RULE, {"play joker": -1.5, "play hand": -0.5}, {"use joker": 2.5}))


def teasing() -> DaCapoRule:
    """Robs where others would lay a card."""
    return DaCapoRule(vary(RULE, {"rob for nothing": 1.2, "rob one of many": -0.3}, {}))
