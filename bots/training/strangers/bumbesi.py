"""People nobody has met before in Bumbesi: none of them was used in training, and none may be."""

from typing import cast

from bots.policies.base import Policy, Slipping
from bots.policies.bumbesi.afterstate import marked_cards
from bots.policies.bumbesi.rule import BumbesiRule, sensible
from bots.policies.bumbesi.taste import straight
from bots.policies.line import changed
from engines.bumbesi.moves import LAY_LIMIT, PLAY, STEAL_FROM, TURN_ROUND, place_and_card
from engines.bumbesi.rules import BumbesiState
from engines.chance import FastChance
from engines.game import Move, State


class Habit(Policy):
    """Gives every move a mark, by kind and by number, and plays the best one."""

    def __init__(self, number: float, step: float, marker: float, special: float, cheap: int, limit: float) -> None:
        self._number = number
        self._step = step
        self._marker = marker
        self._special = special
        self._cheap = cheap
        self._limit = limit

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(BumbesiState, state)
        best = -1
        most = -1.0e9
        for move in sensible(table):
            mark = self._mark(table, move) + 0.01 * luck.unit()
            if mark > most:
                best, most = move, mark
        return best

    def _mark(self, table: BumbesiState, move: Move) -> float:
        if move <= PLAY:
            return (200.0 if marked_cards(table) <= self._cheap else -200.0) + self._limit * move
        if move <= LAY_LIMIT:
            place, card = place_and_card(move - PLAY)
            top = table.piles[place][-1] if table.piles[place] else 0
            return self._number * card + self._step * (card - top) + (self._marker if place == table.marker else 0.0)
        if move < TURN_ROUND:
            place, card = place_and_card(move - LAY_LIMIT)
            return self._special + 0.2 * (table.limits[place][-1] - card)
        return self._special + (1.0 if move >= STEAL_FROM else 0.0)


def strangers() -> dict[str, Policy]:
    """List them by name."""
    return {
        "highest": Habit(1.0, 0.0, 0.0, -50.0, 0, 1.0),
        "big-steps": Habit(0.0, 1.0, 0.0, -50.0, 0, 1.0),
        "small-steps": Habit(0.0, -1.0, 0.0, -80.0, 0, 1.0),
        "under-the-marker": Habit(-0.3, 0.0, 30.0, -80.0, 0, 1.0),
        "beside-the-marker": Habit(-0.3, 0.0, -30.0, -80.0, 0, 1.0),
        "special-first": Habit(-1.0, 0.0, 0.0, 100.0, 0, 1.0),
        "cheap-collector": Habit(-1.0, 0.0, 0.0, -80.0, 2, 1.0),
        "low-limits": Habit(-0.5, -0.5, 0.0, -80.0, 1, -1.0),
        "middling": Habit(-1.0, 0.7, 5.0, -20.0, 1, 0.5),
        "merciful": BumbesiRule(changed(straight(), {"room": 2.0})),
        "spender": BumbesiRule(changed(straight(), {"use reverse": 0.5, "use steal": 0.5, "use limit": 0.5})),
        "blinking": Slipping(BumbesiRule(), 1 / 8),
        "blinking-habit": Slipping(Habit(-1.0, 0.0, 0.0, -80.0, 0, 1.0), 1 / 6),
    }
