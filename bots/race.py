"""A race between the moves of one decision: all of them on the same guesses at what is hidden, until one is ahead.

Luck decides much more than one move does. Where every move meets the same luck, what is left is the difference that
the move makes, and it takes far fewer games to see. It compiles with mypyc together with the engines.
"""

from math import sqrt
from time import perf_counter
from typing import Final

from bots.ismcts import Search, Tally
from bots.policies.base import Mind
from engines.game import Move, Sampler, State

# After so many worlds moves are weeded out, then after twice as many each time, but at the latest after MOST more.
FIRST: Final = 8
MOST: Final = 64


class Race(Search):
    """Flat Monte Carlo that plays each move still in the race on each sampled world.

    The rule's own move always stays in, and wins unless another one is better by the Mind's doubt. In the end
    the Mind's hunch about each move counts like a few worlds more; no move drops out for it.
    """

    def __init__(self, mind: Mind, sampler: Sampler, seed: int) -> None:
        super().__init__(mind, sampler, seed)
        if self.rule_move not in self.moves:
            self.moves.append(self.rule_move)
        self.worths: dict[Move, list[float]] = {move: [] for move in self.moves}
        self._running: list[Move] = self.moves[:]
        self._world: State = sampler.draw(self._luck)
        self._hunches: dict[Move, float] = {move: mind.hunch(self._world, move) for move in self.moves}
        self._worlds: int = 0
        self._next_move: int = 0
        self._next_weeding: int = FIRST

    def think(self, iterations: int, seconds: float) -> None:
        until = perf_counter() + seconds
        left = iterations
        while len(self._running) > 1 and (left > 0 if seconds == 0.0 else perf_counter() < until):
            self.iterate()
            left -= 1

    def iterate(self) -> None:
        """Play the next move of the race on the current world, and then, with all played, go on to a new one."""
        if self._next_move == 0:
            self._world = self._sampler.draw(self._luck)
            if self.mind.models:
                self._draw_models()
        self._try(self._running[self._next_move])
        self.iterations += 1
        self._next_move += 1
        if self._next_move == len(self._running):
            self._next_move = 0
            self._worlds += 1
            if self._worlds == self._next_weeding:
                self._next_weeding += min(self._worlds, MOST)
                self._weed_out()

    def _try(self, move: Move) -> None:
        state = self._world.copy(self._luck)
        state.play(move)
        self.mind.roll_out(state, self._players, 0 if state.turn == self.seat else 1, self._luck)
        evaluation = self.mind.evaluate(state)
        self.worths[move].append(self.worth(evaluation, self.seat))
        tally = self.tallies.get(move)
        if tally is None:
            tally = Tally()
            self.tallies[move] = tally
        tally.add(evaluation.wins[self.seat], evaluation.points[self.seat])

    def _weed_out(self) -> None:
        leader = self._leader(0.0)
        behind = self.mind.behind
        self._running = [
            move for move in self._running if move in (leader, self.rule_move) or self._lead(leader, move) <= behind
        ]

    def _leader(self, trust: float) -> Move:
        """The move that did best on the worlds that all moves in the race have met, with hunches for so many more."""
        best = self.rule_move
        most = -1.0e9
        for move in self._running:
            total = sum(self.worths[move][: self._worlds]) + trust * self._hunches[move]
            if total > most:
                most = total
                best = move
        return best

    def _lead(self, ahead: Move, behind: Move) -> float:
        """By how many standard errors one move is better than another on the same worlds."""
        total = 0.0
        squares = 0.0
        first = self.worths[ahead]
        second = self.worths[behind]
        for world in range(self._worlds):
            gap = first[world] - second[world]
            total += gap
            squares += gap * gap
        mean = total / self._worlds
        variance = max(squares / self._worlds - mean * mean, 0.0) / max(1, self._worlds - 1)
        return mean / sqrt(variance + 1.0e-12)

    def best(self) -> Move:
        """The leader, unless the rule's own move is as good within the Mind's doubt."""
        if self._worlds < 2:
            return self.rule_move
        leader = self._leader(self.mind.trust)
        return leader if self._lead(leader, self.rule_move) > self.mind.doubt else self.rule_move
