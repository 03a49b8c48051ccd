"""A plain bot for Geschenkt, to measure the others against."""

from bots.advice import Advice, only
from bots.bot import Bot, Budget, Decision
from bots.policies.descriptor import BadArgument
from engines.geschenkt.view import GeschenktView, cost


class ThresholdBot(Bot):
    """Takes a card when what it costs, less the chips on it, is at most a limit."""

    def __init__(self, limit: int) -> None:
        self.name = f"threshold:{limit}"
        self.limit = limit

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        view = decision.view
        if not isinstance(view, GeschenktView):
            raise TypeError("threshold plays Geschenkt only")
        row = view.rows[view.turn]
        price = cost((*row, view.open)) - cost(row) - view.pot
        wanted = price <= self.limit or "pass" not in decision.legal
        return only("take" if wanted else "pass", list(decision.legal))


def threshold(limit: str) -> ThresholdBot:
    """Make the bot that `threshold:LIMIT` names."""
    try:
        return ThresholdBot(int(limit))
    except ValueError:
        raise BadArgument("threshold needs a whole number, like threshold:10.") from None
