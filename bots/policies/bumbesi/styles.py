"""Ways to play the rule of Bumbesi: who plays specials at once, who keeps them, who shuts the next player out."""

from bots.policies.bumbesi.rule import BumbesiRule
from bots.policies.bumbesi.taste import straight
from bots.policies.line import vary

SPECIALS = ("use reverse", "use steal", "use limit")
# A win counts ten.
SOONER = 0.4
LATER = -0.4
CLOSER = -1.5


def bold() -> BumbesiRule:
    """Plays a special rather than collect."""
    return BumbesiRule(vary(straight(), dict.fromkeys(SPECIALS, SOONER), {}))


def wary() -> BumbesiRule:
    """Collects a few cards rather than give a special away."""
    return BumbesiRule(vary(straight(), dict.fromkeys(SPECIALS, LATER), {}))


def teasing() -> BumbesiRule:
    """Leaves the next player little room."""
    return BumbesiRule(vary(straight(), {"room": CLOSER}, {}))
