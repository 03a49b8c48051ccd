"""Exact endgames of Geschenkt: everybody can count chips, so only the order of the last cards is unknown.

A card goes round until somebody takes it, so one auction is a line of positions, and what comes after it is the mean
over the cards that may be next. Opponents are whoever they seem to be: each of the likeliest models decides as it does,
and one who looks ahead takes what is best for themselves when everybody does so.
"""

from math import comb
from typing import Final

from bots.policies.base import Exact, Lookahead, Policy, Slipping
from bots.policies.geschenkt.features import Line, look_at
from bots.policies.geschenkt.rule import Taker, Trained
from bots.policies.geschenkt.thinker import Thinker
from engines.game import Move
from engines.geschenkt.rules import NOBODY, PASS, TAKE, GeschenktState

# So many of the likeliest models decide for an opponent.
VOICES: Final = 8
# Shares of the win that differ by less are the same, and then the points decide.
NOTHING: Final = 1.0e-9
# Owners and chips are numbers below these in the name of a position.
OWNERS: Final = 8
CHIPS: Final = 128


# With so few cards in the pile it is tried, and given up where it proves to be too large.
FEW: Final = 2


def size(state: GeschenktState) -> int:
    """How many positions there are at most: who has which of the last cards, and how the chips may lie."""
    unseen = len(state.pile) + len(state.left_out)
    chips = sum(state.chips) + state.pot
    lies = comb(chips + state.seats - 1, state.seats - 1)
    total = 0
    for taken in range(1, len(state.pile) + 1):
        total += comb(unseen, taken - 1) * state.seats**taken * lies * (unseen - taken + 1) * (chips + 1)
    return total


class TooLarge(Exception):
    """There are more positions than somebody wants to look at."""


class Opponent:
    """How an opponent decides who may follow one of several models: the likeliest ones, each as likely as it is."""

    def __init__(self, models: list[Policy], weights: list[float]) -> None:
        self.lines: list[Line] = []
        self.line_weights: list[float] = []
        self.takers: list[Taker] = []
        self.taker_weights: list[float] = []
        self.ahead: float = 0.0
        self.blind: float = 0.0
        places = sorted(range(len(models)), key=lambda place: -weights[place])[:VOICES]
        total = sum([weights[place] for place in places])
        for place in places:
            self._hear(models[place], weights[place] / total)

    def _hear(self, model: Policy, weight: float) -> None:
        # Whoever thinks ahead finds what is best at the end, whatever they were seen to choose before.
        if isinstance(model, (Lookahead, Thinker)):
            self.ahead += weight
        elif isinstance(model, Slipping):
            self.blind += weight * model.slips
            self._hear(model.rule, weight * (1.0 - model.slips))
        elif isinstance(model, Trained):
            self.lines.append(model.line)
            self.line_weights.append(weight)
        elif isinstance(model, Taker):
            self.takers.append(model)
            self.taker_weights.append(weight)

    def takes(self, state: GeschenktState) -> float:
        """How likely they take the card, apart from what models that look ahead would do."""
        total = 0.5 * self.blind
        if self.lines:
            look = look_at(state)
            for place in range(len(self.lines)):
                if self.lines[place].weigh(look) > 0.0:
                    total += self.line_weights[place]
        for place in range(len(self.takers)):
            if self.takers[place].wants(state):
                total += self.taker_weights[place]
        return total


class Endgame:
    """Looks at every way in which a game may end.

    A position's worth is a line of numbers: every seat's share of the win and points where all look ahead, and then the
    share and the points of the seat that asks, against opponents as they seem to be.
    """

    def __init__(self, state: GeschenktState, opponents: list[Opponent], most: int) -> None:
        self._table: GeschenktState = state.copy(state.chance)
        self._seat: int = state.turn
        self._seats: int = state.seats
        self._opponents: list[Opponent] = opponents
        self._most: int = most
        self._unseen: list[int] = sorted(state.pile + state.left_out)
        self._named: list[int] = [state.open, *self._unseen]
        self._known: dict[int, list[float]] = {}
        self._deep: bool = len(state.pile) > 1
        self.looked_at: int = 0

    def answer(self) -> dict[Move, Exact]:
        """What taking and passing come to; raises TooLarge."""
        table = self._table
        seat = self._seat
        take = self._taken()
        table.chips[seat] -= 1
        table.pot += 1
        table.turn = self._after(seat)
        passed = self._auction()
        mine = 2 * self._seats
        return {TAKE: Exact(take[mine], take[mine + 1]), PASS: Exact(passed[mine], passed[mine + 1])}

    def _after(self, seat: int) -> int:
        return seat + 1 if seat + 1 < self._seats else 0

    def _auction(self) -> list[float]:
        """What the open card comes to from here on, whoever takes it."""
        table = self._table
        chips = table.chips
        takes: list[list[float]] = []
        chances: list[float] = []
        movers: list[int] = []
        while True:
            seat = table.turn
            takes.append(self._taken())
            if chips[seat] == 0:
                break
            movers.append(seat)
            chances.append(0.0 if seat == self._seat else self._opponents[seat].takes(table))
            chips[seat] -= 1
            table.pot += 1
            table.turn = self._after(seat)
        self.looked_at += len(takes)
        if self.looked_at > self._most:
            raise TooLarge
        worth = takes[-1]
        for step in range(len(movers) - 1, -1, -1):
            seat = movers[step]
            table.turn = seat
            table.pot -= 1
            chips[seat] += 1
            worth = self._choice(seat, takes[step], worth, chances[step])
        return worth

    def _choice(self, seat: int, take: list[float], passed: list[float], chance: float) -> list[float]:
        """What a position is worth in which a seat takes the card or passes."""
        wants = self._prefers(take, passed, seat, seat + self._seats)
        worth = take[:] if wants else passed[:]
        mine = 2 * self._seats
        if seat == self._seat:
            better = take if self._prefers(take, passed, mine, mine + 1) else passed
            worth[mine] = better[mine]
            worth[mine + 1] = better[mine + 1]
        else:
            if wants:
                chance += self._opponents[seat].ahead
            worth[mine] = chance * take[mine] + (1.0 - chance) * passed[mine]
            worth[mine + 1] = chance * take[mine + 1] + (1.0 - chance) * passed[mine + 1]
        return worth

    def _prefers(self, take: list[float], passed: list[float], win: int, points: int) -> bool:
        """Whether taking brings a larger share of the win, or the same and fewer points."""
        gap = take[win] - passed[win]
        return gap > NOTHING or (gap > -NOTHING and take[points] < passed[points])

    def _taken(self) -> list[float]:
        """What it comes to when the seat to act takes the card."""
        table = self._table
        seat = table.turn
        card = table.open
        pot = table.pot
        cost = table.cost(seat)
        table.owner[card] = seat
        table.chips[seat] += pot
        table.pot = 0
        table.costs[seat] += cost
        worth = self._drawn() if table.pile else self._result()
        table.costs[seat] -= cost
        table.pot = pot
        table.chips[seat] -= pot
        table.owner[card] = NOBODY
        table.open = card
        table.turn = seat
        return worth

    def _drawn(self) -> list[float]:
        """The mean over the cards that may be turned up next."""
        name = self._name() if self._deep else 0
        if self._deep:
            known = self._known.get(name)
            if known is not None:
                return known
        table = self._table
        seat = table.turn
        unseen = self._unseen
        last = table.pile.pop()
        mean = [0.0] * (2 * self._seats + 2)
        share = 1.0 / len(unseen)
        for place in range(len(unseen)):
            card = unseen.pop(place)
            table.open = card
            table.turn = seat
            worth = self._auction()
            unseen.insert(place, card)
            for number in range(len(mean)):
                mean[number] += share * worth[number]
        table.pile.append(last)
        if self._deep:
            self._known[name] = mean
        return mean

    def _name(self) -> int:
        """A number for who has which of the last cards, how many chips, and takes the next turn."""
        table = self._table
        name = table.turn
        for card in self._named:
            name = name * OWNERS + table.owner[card] + 1
        for chips in table.chips:
            name = name * CHIPS + chips
        return name

    def _result(self) -> list[float]:
        """What the end of the game is worth."""
        points = [float(each) for each in self._table.scores()]
        best = min(points)
        share = 1.0 / points.count(best)
        worth = [share if each == best else 0.0 for each in points]
        mine = worth[self._seat]
        worth += points
        worth.append(mine)
        worth.append(points[self._seat])
        return worth
