"""Ways to play the rule of Geschenkt: who waits for more chips, who takes early, who takes what others want."""

from bots.policies.geschenkt.features import NAMES
from bots.policies.geschenkt.rule import Taught
from bots.policies.geschenkt.thoughts import TODAY

LESS_EAGER = -0.25
MORE_EAGER = 0.3
WANTED = 1.0


def _varied(name: str, more: float) -> Taught:
    straight = TODAY[0][:]
    straight[NAMES.index(name)] += more
    return Taught([straight, *TODAY[1:]])


def bold() -> Taught:
    """Passes once more than the rule would."""
    return _varied("always", LESS_EAGER)


def wary() -> Taught:
    """Takes before the card gets away, or the chips are gone."""
    return _varied("always", MORE_EAGER)


def teasing() -> Taught:
    """Takes what would suit somebody else."""
    return _varied("wanted by others", WANTED)
