"""The rule of Danger 13: a net that was taught what searches find, over what each option looks like."""

from typing import cast

from bots.policies.base import Policy
from bots.policies.danger13.looks import Looks
from bots.policies.danger13.rule import Scale
from bots.policies.danger13.thoughts import TODAY
from bots.policies.danger13.weights import RULE
from bots.policies.net import Net
from engines.chance import FastChance
from engines.danger13.rules import Danger13State
from engines.game import Move, State


class Thinker(Policy):
    """Decides as a search would, as far as a small net can tell."""

    def __init__(self, rows: list[list[float]] = TODAY) -> None:
        self._scale: Scale = Scale(RULE)
        self._net: Net = Net(rows)

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(Danger13State, state)
        moves = table.legal()
        if len(moves) == 1:
            return moves[0]
        looks = Looks(table, self._scale)
        best = -1.0e9
        chosen = moves[0]
        for move in moves:
            score = self._net.weigh(looks.of(move))
            if score > best:
                best = score
                chosen = move
        return chosen

    def score(self, table: Danger13State, move: Move) -> float:
        """What the net makes of one option."""
        return self._net.weigh(Looks(table, self._scale).of(move))
