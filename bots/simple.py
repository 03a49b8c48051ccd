"""Bots that don't search and that every game has: luck, and the game's own policy."""

from bots.advice import Advice, only
from bots.bot import Bot, Budget, Decision
from bots.policies import descriptor_of
from bots.policies.base import Policy
from engines.chance import FastChance
from engines.game import Game


class RandomBot(Bot):
    """Plays any legal move."""

    name = "random"

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        legal = list(decision.legal)
        return only(legal[FastChance(seed).below(len(legal))], legal)


class PolicyBot(Bot):
    """Plays the move that a rule would make, the game's own if none is given, without a look ahead."""

    name = "policy"

    def __init__(self, game: Game, policy: Policy | None = None, name: str = name) -> None:
        self.name = name
        self._game = game
        self._policy = policy or descriptor_of(game.id).policy()

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        luck = FastChance(seed)
        # A rule needs no history: a position drawn from the View tells it all that its seat knows.
        state = self._game.sample(decision.view, luck)
        return only(self._game.say(self._policy.choose(state, luck)), list(decision.legal))
