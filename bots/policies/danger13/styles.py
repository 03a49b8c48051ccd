"""Ways to play the rule of Danger 13: who fears no limit, who fears it much, who goes for the leader."""

from bots.policies.danger13.rule import Weigher
from bots.policies.danger13.weights import RULE
from bots.policies.line import vary

FEARLESS = 0.5
FEARFUL = 1.6
# The less the players are thought to drift apart, the more a lead counts, and so whoever has it.
LITTLE_DRIFT = 0.1


def bold() -> Weigher:
    """Accepts cards near the limit."""
    return Weigher(vary(RULE, {}, {"steepness": FEARLESS}))


def wary() -> Weigher:
    """Refuses cards long before the limit."""
    return Weigher(vary(RULE, {}, {"steepness": FEARFUL}))


def teasing() -> Weigher:
    """Gives to whoever leads."""
    drifts = ("drift a card", "drift this round", "least drift")
    return Weigher(vary(RULE, {}, dict.fromkeys(drifts, LITTLE_DRIFT)))
