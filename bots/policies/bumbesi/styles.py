"""Ways to play the rule of Bumbesi: who plays specials at once, who keeps them, who shuts the next player out."""

from bots.policies.bumbesi.rule import BumbesiRule
from bots.policies.bumbesi.taste import RULE
from bots.policies.line import vary

SPECIALS = ("use reverse", "use steal", "use limit")
# A win counts ten.
SOONER = 0.4
LATER = -0.4
CLOSER = -1.5


def bold() -> BumbesiRule:
    """Plays a special rather than collect."""
    return BumbesiRule(vary(RULE, dict.fromkeys(SPECIALS, SOONER), {}))


def wary() -> BumbesiRule:
    """Collects a few cards rather than give a special away."""
    return BumbesiRule(vary(RULE, dict.fromkeys(SPECIALS, LATER), {}))


def teasing() -> BumbesiRule:
    """Leaves the next player little room."""
    return BumbesiRule(vary(RULE, {"room": CLOSER}, {}))
