"""The end of Bumbesi: once the draw pile is empty, every way in which the game may go on, over the hands there may be.

Nothing is drawn any more, so each game is played to its end (B13) and no table is judged by its looks. The seat that
asks does what is best at every one of its turns, as far as it can tell then: what it can't tell apart it plays alike.
The others play by the models that fit them.

That is exact for one way in which the hidden cards may lie. With three and more players they nearly always may lie in
many, so what a move comes to is the mean over hands as they are read, and has the error of such a mean. Only who
collects knows for certain what comes of it.
"""

from math import sqrt
from typing import Final

from bots.policies.base import Exact, Policy
from bots.policies.bumbesi.rule import BumbesiRule, wins_by_ending
from engines.bumbesi.moves import COLLECT, STEAL_FROM
from engines.bumbesi.rules import BumbesiState
from engines.chance import FastChance
from engines.game import Move
from engines.view import OVER

# Where fewer worlds than this agree so far, what would be best in them is mostly luck, and the rule plays on.
FEWEST: Final = 8
# Sums over worlds that differ by less are the same, and then the points decide.
NOTHING: Final = 1.0e-9
# Cards are numbers below this in the name of a hand.
CARDS: Final = 128


class TooLarge(Exception):
    """There are more positions than somebody wants to look at."""


class World:
    """One way in which the hidden cards may lie, and who plays on each seat."""

    def __init__(self, state: BumbesiState, players: list[Policy]) -> None:
        self.state: BumbesiState = state
        self.players: list[Policy] = players


class Sum:
    """What some worlds came to for the seat that asks, added up."""

    def __init__(self) -> None:
        self.wins: float = 0.0
        self.squares: float = 0.0
        self.points: float = 0.0

    def add(self, other: "Sum") -> None:
        """Count further worlds."""
        self.wins += other.wins
        self.squares += other.squares
        self.points += other.points

    def beats(self, other: "Sum") -> bool:
        """Whether the same worlds bring a larger share of the win, or the same and fewer points."""
        gap = self.wins - other.wins
        return gap > NOTHING or (gap > -NOTHING and self.points < other.points)

    def mean(self, worlds: int, certain: bool) -> Exact:
        """What a move comes to in one world, with an error as if two more had been seen, one won and one lost."""
        share = (self.wins + 1.0) / (worlds + 2)
        square = (self.squares + 1.0) / (worlds + 2)
        error = 0.0 if certain else sqrt(max(square - share * share, 0.0) / (worlds + 2))
        return Exact(self.wins / worlds, self.points / worlds, error)


class Endgame:
    """Plays every way to the end, in all worlds at once."""

    def __init__(self, seat: int, luck: FastChance, most: int) -> None:
        self._seat: int = seat
        self._luck: FastChance = luck
        self._most: int = most
        self._rule: Policy = BumbesiRule()
        self.looked_at: int = 0

    def answer(self, worlds: list[World]) -> dict[Move, Exact]:
        """What every legal move comes to; raises TooLarge."""
        count = len(worlds)
        moves = worlds[0].state.legal()
        return {move: self._after(worlds, move).mean(count, move == COLLECT) for move in moves}

    def _after(self, worlds: list[World], move: Move) -> Sum:
        """What an own move comes to; the worlds stay as they are."""
        self._look_at(worlds)
        groups: dict[int, list[World]] = {}
        for world in worlds:
            state = world.state.copy(self._luck)
            state.play(move)
            self._tell_apart(groups, move, World(state, world.players))
        return self._together(groups)

    def _together(self, groups: dict[int, list[World]]) -> Sum:
        total = Sum()
        for worlds in groups.values():
            total.add(self._go_on(worlds))
        return total

    def _go_on(self, worlds: list[World]) -> Sum:
        """Play on worlds that look alike to the seat that asks, and return what they come to."""
        turn = worlds[0].state.turn
        if turn == OVER:
            return self._end(worlds)
        if turn == self._seat:
            return self._choose(worlds)
        self._look_at(worlds)
        groups: dict[int, list[World]] = {}
        for world in worlds:
            move = world.players[turn].choose(world.state, self._luck)
            world.state.play(move)
            self._tell_apart(groups, move, world)
        return self._together(groups)

    def _choose(self, worlds: list[World]) -> Sum:
        """What the best own move comes to; all these worlds get the same one."""
        table = worlds[0].state
        moves = table.legal()
        if wins_by_ending(table):
            moves = [COLLECT]
        elif len(moves) > 1 and len(worlds) < FEWEST:
            moves = [self._rule.choose(table, self._luck)]
        best = self._after(worlds, moves[0])
        for move in moves[1:]:
            found = self._after(worlds, move)
            if found.beats(best):
                best = found
        return best

    def _tell_apart(self, groups: dict[int, list[World]], move: Move, world: World) -> None:
        """Put a world to those in which the same was seen: the move, and the own card that a thief took or got (B8)."""
        name = move
        if move >= STEAL_FROM:
            for card in world.state.hands[self._seat]:
                name = name * CARDS + card
        if name in groups:
            groups[name].append(world)
        else:
            groups[name] = [world]

    def _look_at(self, worlds: list[World]) -> None:
        self.looked_at += len(worlds)
        if self.looked_at > self._most:
            raise TooLarge

    def _end(self, worlds: list[World]) -> Sum:
        """Count the ends of games; what lies in the bins is the same in all of them (B14)."""
        seat = self._seat
        table = worlds[0].state
        winners = table.winners()
        share = 1.0 / len(winners) if seat in winners else 0.0
        total = Sum()
        total.wins = share * len(worlds)
        total.squares = share * share * len(worlds)
        total.points = float(len(table.bins[seat]) * len(worlds))
        return total
