"""Strangers who are like somebody else but for one thing."""

from bots.policies.base import Policy
from bots.policies.line import Weights
from engines.chance import FastChance
from engines.game import Move, State


class Blind(Policy):
    """Another policy that plays every few moves without looking."""

    def __init__(self, policy: Policy, every: int) -> None:
        self._policy = policy
        self._every = every

    def choose(self, state: State, luck: FastChance) -> Move:
        if luck.below(self._every) == 0:
            moves = state.legal()
            return moves[luck.below(len(moves))]
        return self._policy.choose(state, luck)


def changed(rule: Weights, changes: dict[str, float]) -> Weights:
    """A rule with another opinion about a few things."""
    return {name: [changes.get(name, value) for value in values] for name, values in rule.items()}
