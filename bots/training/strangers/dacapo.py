"""People nobody has met before in Da Capo: none of them was used in training, and none may be."""

from typing import cast

from bots.policies.base import Policy, Slipping
from bots.policies.dacapo.rule import DaCapoRule
from bots.policies.dacapo.weights import RULE
from bots.policies.line import changed
from engines.chance import FastChance
from engines.dacapo.moves import END, HELP, LAY, PLACES, ROB
from engines.dacapo.rules import DaCapoState
from engines.dacapo.view import HIGHEST, JOKER
from engines.game import Move, State


class Sorter(Policy):
    """Plays by an order of sources and lays by a habit; everything it does can be told from the move and the table."""

    def __init__(self, sources: str, habit: str, robs: bool = False, keeps_jokers: bool = False) -> None:
        self._sources = sources
        self._habit = habit
        self._robs = robs
        self._keeps_jokers = keeps_jokers

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(DaCapoState, state)
        best = END
        most = -1.0e9
        for move in table.legal():
            worth = self._worth(table, move) + 0.001 * luck.unit()
            if worth > most:
                best, most = move, worth
        return best

    def _worth(self, table: DaCapoState, move: Move) -> float:
        if move == END:
            return -500.0
        row, place = move // PLACES, move % PLACES
        if row == 0:
            return 1000.0
        if row < HELP:
            joker = -400.0 if row == JOKER and self._keeps_jokers else 0.0
            return self._source("h") + joker + len(table.builds[place])
        if row < ROB:
            return self._source("p") + len(table.builds[place])
        if row <= LAY:
            return 50.0 if self._robs and len(table.stocks[row - ROB]) > 1 else -1000.0
        return self._lay(table.helpers[table.turn][place], row - LAY)

    def _source(self, name: str) -> float:
        """The earlier a source is named the better; one that isn't is worth less than laying."""
        at = self._sources.find(name)
        return 100.0 - 10.0 * at if at >= 0 else -300.0

    def _lay(self, pile: list[int], card: int) -> float:
        if self._habit == "high":
            return float(card)
        if self._habit == "low":
            return float(-card)
        if self._habit == "flat":
            return -5.0 * len(pile)
        if self._habit == "same":
            return 5.0 if pile and pile[-1] == card else -float(len(pile))
        if self._habit == "down":
            return 8.0 - abs(pile[-1] - card - 1) if pile else 4.0
        return 0.0


class Finisher(Sorter):
    """Plays towards complete piles, highest first, without a look at any stock but its own."""

    def _worth(self, table: DaCapoState, move: Move) -> float:
        row, place = move // PLACES, move % PLACES
        if 0 < row < ROB and move != END:
            return 20.0 * len(table.builds[place]) / HIGHEST
        return super()._worth(table, move)


def strangers() -> dict[str, Policy]:
    """List them by name."""
    return {
        "hand-first": Sorter("hp", "down"),
        "piles-first": Sorter("ph", "down"),
        "robber": Sorter("ph", "same", robs=True),
        "miser": Sorter("ph", "flat", keeps_jokers=True),
        "high-layer": Sorter("hp", "high"),
        "low-layer": Sorter("hp", "low", keeps_jokers=True),
        "stock-only": Sorter("", "same"),
        "same-layer": Sorter("hp", "same", keeps_jokers=True),
        "finisher": Finisher("hp", "down"),
        "harmless": DaCapoRule(changed(RULE, {"rob rival": 99.0, "rob one of many": 99.0})),
        "impatient": DaCapoRule(changed(RULE, {"play hand": 4.0, "play helper": 4.0})),
        "blinking": Slipping(DaCapoRule(), 1 / 8),
        "blinking-sorter": Slipping(Sorter("hp", "down", robs=True), 1 / 6),
    }
