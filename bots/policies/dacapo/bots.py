"""A plain bot for Da Capo, to measure the others against."""

from bots.advice import Advice, only
from bots.bot import Bot, Budget, Decision
from engines.chance import FastChance


class NaiveBot(Bot):
    """Plays the first card that fits, from stock, hand or helper piles, and lays any card anywhere."""

    name = "naive"

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        legal = list(decision.legal)
        for source in ("stock", "hand", "help"):
            for move in legal:
                if move.startswith(source):
                    return only(move, legal)
        lays = [move for move in legal if move.startswith("lay")] or ["end"]
        return only(lays[FastChance(seed).below(len(lays))], legal)
