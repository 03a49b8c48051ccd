"""Bots that don't search: luck, the game's own policy, and plain rules to measure against."""

from bots.advice import Advice, only
from bots.bot import Bot, Budget, Decision
from bots.policies import MINDS
from engines.chance import FastChance
from engines.games import find
from engines.geschenkt.view import GeschenktView, cost


class RandomBot(Bot):
    """Plays any legal move."""

    name = "random"

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        legal = list(decision.legal)
        return only(legal[FastChance(seed).below(len(legal))], legal)


class PolicyBot(Bot):
    """Plays the move that the game's own rule would make, without a look ahead."""

    name = "policy"

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        game = find(decision.game)
        luck = FastChance(seed)
        # A rule needs no history: a position drawn from the View tells it all that its seat knows.
        rule = MINDS[game.id](game, decision.view, ()).rule
        move = rule.choose(game.sample(decision.view, luck), luck)
        return only(game.say(move), list(decision.legal))


class NaiveBot(Bot):
    """Plays the first card of Da Capo that fits, from stock, hand or helper piles, and lays any card anywhere."""

    name = "naive"

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        legal = list(decision.legal)
        for source in ("stock", "hand", "help"):
            for move in legal:
                if move.startswith(source):
                    return only(move, legal)
        lays = [move for move in legal if move.startswith("lay")] or ["end"]
        return only(lays[FastChance(seed).below(len(lays))], legal)


class ThresholdBot(Bot):
    """Takes a card of Geschenkt when what it costs, less the chips on it, is at most a limit."""

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
