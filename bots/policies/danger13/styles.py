"""Ways to play the rule of Danger 13: who fears no limit, who fears it much, who goes for the leader."""

from bots.policies.danger13.looks import NAMES
from bots.policies.danger13.thinker import Thinker
from bots.policies.danger13.thoughts import TODAY

# What somebody likes or dislikes counts as much as so many hundredths of a win.
LIKED = 2.0


def bold() -> Thinker:
    """Accepts cards near the limit."""
    return leaning("refused", -LIKED)


def wary() -> Thinker:
    """Refuses cards long before the limit."""
    return leaning("refused", LIKED)


def teasing() -> Thinker:
    """Gives to whoever leads."""
    return leaning("given to best", LIKED)


def leaning(name: str, liking: float) -> Thinker:
    """The rule of somebody who likes one thing in an option more or less than its worth."""
    straight = TODAY[0][:]
    straight[NAMES.index(name)] += liking
    return Thinker([straight, *TODAY[1:]])
