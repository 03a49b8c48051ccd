"""How long a bot takes to move: as long for one move as for any other, so that the time says nothing of its hand."""

from collections import deque

from bots.bot import Budget

# What an expert took on average when it moved as soon as it was sure; levels that count iterations go by those.
BUDGET = Budget(seconds=0.65)
AT_FIRST = {"expert": BUDGET.seconds}
REMEMBERED = 64


class ThinkTime:
    """The thinking time of each level at one table.

    A bot that is sure at once, or has no choice, waits for as long as its level has lately needed at most: nobody can
    tell an easy decision from a hard one. That is settled before the decision is known.
    """

    def __init__(self) -> None:
        self._taken: dict[str, deque[float]] = {}

    def span(self, level: str) -> float:
        """The seconds that every move of this level takes now."""
        return max(self._taken.get(level, ()), default=AT_FIRST.get(level, 0.0))

    def note(self, level: str, seconds: float) -> None:
        """Remember how long a free decision has taken."""
        self._taken.setdefault(level, deque(maxlen=REMEMBERED)).append(seconds)
