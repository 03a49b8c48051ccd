"""What an open card comes to when everybody takes it who thinks that better for themselves, and judges by afterstates.

A card goes round until somebody takes it, so an auction is one line of positions, and is worked out from its end.
"""

from math import exp
from typing import Final

from bots.policies.geschenkt.afterstate import Afterstate, Judge
from bots.policies.net import Eight
from engines.geschenkt.rules import GeschenktState

# Beyond this a choice is as good as certain.
SURE: Final = 30.0


class Taking:
    """One step of an auction: somebody takes the card, or nobody has until then."""

    def __init__(self, seat: int, wins: list[float], looks: list[list[Eight]]) -> None:
        self.seat: int = seat
        self.wins: list[float] = wins
        self.looks: list[list[Eight]] = looks
        self.chance: float = 1.0


class Auction:
    """All steps at which the open card may be taken; with more `heat` a choice depends less on what it is worth."""

    def __init__(self, state: GeschenktState, judge: Judge, heat: float) -> None:
        self._table: GeschenktState = state.copy(state.chance)
        self._judge: Judge = judge
        self.takings: list[Taking] = self._all_takings()
        self.worth: list[float] = self.takings[-1].wins[:]
        for step in range(len(self.takings) - 2, -1, -1):
            self._decide(self.takings[step], heat)

    def _all_takings(self) -> list[Taking]:
        table = self._table
        takings: list[Taking] = []
        while True:
            seat = table.turn
            takings.append(self._taken(seat))
            if table.chips[seat] == 0:
                return takings
            table.chips[seat] -= 1
            table.pot += 1
            table.turn = seat + 1 if seat + 1 < table.seats else 0

    def _taken(self, seat: int) -> Taking:
        """See what it comes to if this seat takes the card now."""
        table = self._table
        card, pot, cost = table.open, table.pot, table.cost(seat)
        table.owner[card] = seat
        table.chips[seat] += pot
        table.costs[seat] += cost
        if table.pile:
            place = Afterstate(table, card)
            looks = [place.looks(each) for each in range(table.seats)]
            taking = Taking(seat, self._judge.chances(looks), looks)
        else:
            taking = Taking(seat, _result(table), [])
        table.costs[seat] -= cost
        table.chips[seat] -= pot
        return taking

    def _decide(self, taking: Taking, heat: float) -> None:
        """Take or pass, the better one the likelier the more it is worth."""
        gap = taking.wins[taking.seat] - self.worth[taking.seat]
        if heat > 0.0:
            taking.chance = 1.0 / (1.0 + exp(-max(-SURE, min(SURE, gap / heat))))
        else:
            taking.chance = 1.0 if gap >= 0.0 else 0.0
        for seat in range(len(self.worth)):
            self.worth[seat] += taking.chance * (taking.wins[seat] - self.worth[seat])


def _result(table: GeschenktState) -> list[float]:
    """Share the win of a game that is over."""
    points = table.scores()
    best = min(points)
    share = 1.0 / points.count(best)
    return [share if each == best else 0.0 for each in points]
