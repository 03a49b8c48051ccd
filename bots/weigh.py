"""Luck and play apart: everybody's chances at a moment of a finished game, and what the move made there changed.

Both are measured by playing on with the game's own rule in every seat. The chances are those that the reviewed seat
could know. What a move changed is the share of the win with it, less the share with the rule's own move: from the
position as it was, with all hands as they were, on futures in which what nobody could know is shuffled anew, to the
very end of the game.

So luck, which is the result less an even share less all that moves changed, is zero on average whoever plays, by
construction. Let the worth of a position be what it brings on average when everybody goes on by the rule. It changes
by moves, which is what is measured here, without bias, for nothing is guessed and no game is cut short; and by cards
that come up, which is on average by nothing. Both add up to the result less an even share.
"""

from statistics import fmean
from time import perf_counter
from typing import Final

from bots.bot import Budget
from bots.findings import Shares, Weighed, standard_error
from bots.moments import Course, Moment, course_of
from bots.policies import descriptor_of
from bots.policies.base import Mind, Policy
from engines.chance import FastChance
from engines.game import Move, State

FEWEST: Final = 8
SPREAD: Final = 1_000_003


def weigh(data: bytes, turn: int, eye: int, budget: Budget, seed: int) -> Weighed:
    """Weigh the moment of a record (as bytes) after `turn` moves; the chances are as seen from the seat `eye`."""
    course = course_of(data)
    moment = course.moments[turn]
    scales = Scales(course, moment, budget, seed)
    effect, errors = scales.effect()
    return Weighed(turn, moment.seat, scales.chances(eye), effect, errors)


class Scales:
    """Plays on from one moment by the rule, half of the budget for the chances and half for the move."""

    def __init__(self, course: Course, moment: Moment, budget: Budget, seed: int) -> None:
        self._course = course
        self._moment = moment
        self._worlds = max(budget.iterations // 2, FEWEST)
        self._seconds = budget.seconds / 2
        self._seed = seed
        # Only its rule plays here, so nobody needs to be known by what they did.
        decision = course.decision(moment)
        mind = descriptor_of(course.game.id).mind(course.game, decision.view, decision.history[:1])
        self._mind = mind
        self._players: list[Policy] = [mind.player()] * mind.seats
        # A Mind without ideas of its own cuts no game short.
        self._to_the_end = Mind(course.game, decision.view, ())

    def chances(self, eye: int) -> Shares:
        """The share of the win that each seat can expect, from what one of them knows."""
        sampler = self._course.game.sampler(self._moment.views[eye])
        luck = FastChance(self._seed)
        totals = [0.0] * self._course.seats
        worlds = 0
        until = perf_counter() + self._seconds
        while self._goes_on(worlds, until):
            state = sampler.draw(luck)
            self._mind.roll_out(state, self._players, 0, luck)
            for seat, share in enumerate(self._mind.evaluate(state).wins):
                totals[seat] += share
            worlds += 1
        return tuple(total / worlds for total in totals)

    def effect(self) -> tuple[Shares, Shares]:
        """What the move made adds to each seat's share, against the rule's own move with the same luck; its errors."""
        nothing = (0.0,) * self._course.seats
        luck = FastChance(self._seed + 1)
        position = self._course.positions[self._moment.turn]
        move = self._course.game.parse(self._moment.move)
        usual = self._mind.rule.choose(position, luck)
        if usual == move:
            return nothing, nothing
        gaps: list[list[float]] = [[] for _ in nothing]
        worlds = 0
        until = perf_counter() + self._seconds
        while self._goes_on(worlds, until):
            worlds += 1
            world = position.copy(luck)
            world.shuffle_unseen(luck)
            made, other = self._after(world, move, worlds), self._after(world, usual, worlds)
            for seat, column in enumerate(gaps):
                column.append(made[seat] - other[seat])
        return tuple(fmean(column) for column in gaps), tuple(standard_error(column) for column in gaps)

    def _goes_on(self, worlds: int, until: float) -> bool:
        if self._seconds:
            return worlds < FEWEST or perf_counter() < until
        return worlds < self._worlds

    def _after(self, world: State, move: Move, number: int) -> list[float]:
        luck = FastChance(self._seed + SPREAD * number)
        state = world.copy(luck)
        state.play(move)
        self._to_the_end.roll_out(state, self._players, 0, luck)
        return self._to_the_end.ended(state).wins
