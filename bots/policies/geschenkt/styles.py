"""Ways to play the rule of Geschenkt: who waits for more chips, who takes early, who takes what others want."""

from bots.policies.geschenkt.features import NAMES
from bots.policies.geschenkt.rule import Trained
from bots.policies.geschenkt.weights import RULE
from bots.policies.line import STRAIGHT

LESS_EAGER = -0.25
MORE_EAGER = 0.3
WANTED = 2.0


def _varied(name: str, more: float) -> Trained:
    line = RULE[STRAIGHT][:]
    line[NAMES.index(name)] += more
    return Trained({STRAIGHT: line})


def bold() -> Trained:
    """Passes once more than the rule would."""
    return _varied("always", LESS_EAGER)


def wary() -> Trained:
    """Takes before the card gets away, or the chips are gone."""
    return _varied("always", MORE_EAGER)


def teasing() -> Trained:
    """Takes what would suit somebody else."""
    return _varied("wanted by others", WANTED)
