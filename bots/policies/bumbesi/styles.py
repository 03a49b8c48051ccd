"""Ways to play the rule of Bumbesi: who plays specials at once, who keeps them, who shuts the next player out."""

from bots.policies.bumbesi.rule import BumbesiRule
from bots.policies.bumbesi.weights import RULE
from bots.policies.line import vary

SPECIALS = ("use reverse", "use steal", "use limit")
SOONER = 2.5
LATER = -2.5


def bold() -> BumbesiRule:
    """Plays a special rather than collect."""
    return BumbesiRule(vary(RULE, dict.fromkeys(SPECIALS, SOONER), {"held early": 0.3}))


def wary() -> BumbesiRule:
    """Collects a few cards rather than give a special away."""
    return BumbesiRule(vary(RULE, dict.fromkeys(SPECIALS, LATER), {"held early": 1.5}))


def teasing() -> BumbesiRule:
    """Leaves the next player a full pile and little room."""
    return BumbesiRule(vary(RULE, {"threat": 0.6}, {"threat": 1.6, "threat to leader": 1.6}))
