"""Luck and play apart: everybody's chances at a moment of a finished game, and what the move made there changed.

Both are measured by playing on with the game's own rule in every seat. The chances are those that the reviewed seat
could know. What a move changed is measured with what its mover knew: the same worlds with the move and with the
rule's own move instead, and the difference of the shares. Given what the mover knew, that is on average the change of
the true chances by the move. So a result less an even share, less all that moves changed, is luck, and its average is
zero whoever plays: a control variate.
"""

from time import perf_counter
from typing import Final

from bots.bot import Budget
from bots.findings import Shares, Weighed
from bots.moments import Course, Moment, course_of
from bots.policies import descriptor_of
from bots.policies.base import Mind, Policy
from engines.chance import FastChance
from engines.game import Move, State

FEWEST: Final = 8
# What a mover knows is the same in all worlds, so after some in which the rule makes the same move it always does.
AGREED: Final = 4
SPREAD: Final = 1_000_003


def weigh(data: bytes, turn: int, eye: int, budget: Budget, seed: int) -> Weighed:
    """Weigh the moment of a record (as bytes) after `turn` moves; the chances are as seen from the seat `eye`."""
    course = course_of(data)
    moment = course.moments[turn]
    decision = course.decision(moment)
    # Only its rule plays here, so nobody needs to be known by what they did.
    mind = descriptor_of(course.game.id).mind(course.game, decision.view, decision.history[:1])
    scales = Scales(mind, moment.seat, budget, seed)
    chances = scales.chances(course, moment, eye)
    effect = scales.effect(course, moment) if len(moment.legal) > 1 else (0.0,) * course.seats
    return Weighed(turn, moment.seat, chances, effect)


class Scales:
    """Plays on from one moment by the rule, half of the budget for the chances and half for the move."""

    def __init__(self, mind: Mind, mover: int, budget: Budget, seed: int) -> None:
        self._mind = mind
        self._mover = mover
        self._players: list[Policy] = [mind.rule] * mind.seats
        self._worlds = max(budget.iterations // 2, FEWEST)
        self._seconds = budget.seconds / 2
        self._seed = seed

    def chances(self, course: Course, moment: Moment, eye: int) -> Shares:
        """The share of the win that each seat can expect, from what one of them knows."""
        sampler = course.game.sampler(moment.views[eye])
        luck = FastChance(self._seed)
        totals = [0.0] * course.seats
        worlds = 0
        until = perf_counter() + self._seconds
        while self._goes_on(worlds, until):
            state = sampler.draw(luck)
            _add(totals, self._finish(state, luck, 0), 1.0)
            worlds += 1
        return tuple(total / worlds for total in totals)

    def effect(self, course: Course, moment: Moment) -> Shares:
        """What the move made adds to each seat's share, against the rule's own move on the same worlds."""
        game = course.game
        move = game.parse(moment.move)
        sampler = game.sampler(moment.views[moment.seat])
        luck = FastChance(self._seed + 1)
        totals = [0.0] * course.seats
        worlds = agreed = 0
        until = perf_counter() + self._seconds
        while self._goes_on(worlds, until) and not agreed == worlds == AGREED:
            world = sampler.draw(luck)
            usual = self._mind.rule.choose(world, luck)
            worlds += 1
            if usual == move:
                agreed += 1
                continue
            _add(totals, self._after(world, move, worlds), 1.0)
            _add(totals, self._after(world, usual, worlds), -1.0)
        return tuple(total / worlds for total in totals)

    def _goes_on(self, worlds: int, until: float) -> bool:
        if self._seconds:
            return worlds < FEWEST or perf_counter() < until
        return worlds < self._worlds

    def _after(self, world: State, move: Move, number: int) -> list[float]:
        luck = FastChance(self._seed + SPREAD * number)
        state = world.copy(luck)
        state.play(move)
        return self._finish(state, luck, 0 if state.turn == self._mover else 1)

    def _finish(self, state: State, luck: FastChance, turns: int) -> list[float]:
        self._mind.roll_out(state, self._players, turns, luck)
        return self._mind.evaluate(state).wins


def _add(totals: list[float], shares: list[float], sign: float) -> None:
    for seat, share in enumerate(shares):
        totals[seat] += sign * share
