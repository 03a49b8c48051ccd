"""How true an estimate is: games are played on from where it was made, and what it said is held against the end."""

import random
from collections.abc import Callable, Sequence
from math import log

from bots.policies.base import Evaluation, Policy
from engines.chance import FastChance
from engines.game import Game, State
from engines.view import OVER

# What a wrong guess at the points costs beside a wrong guess at the winner.
POINTS = 0.002

Due = Callable[[State, int, random.Random], bool]
"""Whether to judge a position here, given the seat that has just moved."""


def truth(
    game: Game, tables: Sequence[Sequence[Policy]], judge: Callable[[State], Evaluation], due: Due, luck: random.Random
) -> float:
    """The mean logarithm of the chance that was given to whoever won, less a little for points guessed wrongly."""
    total = 0.0
    count = 0
    for players in tables:
        judged: list[Evaluation] = []
        state = _watch(game, players, judge, due, luck, judged)
        winners = state.winners()
        points = state.scores()
        for evaluation in judged:
            share = sum(evaluation.wins[seat] for seat in winners)
            wrong = sum((guess - point) ** 2 for guess, point in zip(evaluation.points, points, strict=True))
            total += log(max(share, 1e-6)) - POINTS * wrong / len(points)
            count += 1
    return total / max(1, count)


def _watch(
    game: Game,
    players: Sequence[Policy],
    judge: Callable[[State], Evaluation],
    due: Due,
    luck: random.Random,
    judged: list[Evaluation],
) -> State:
    chance = FastChance(luck.getrandbits(31))
    state = game.deal(len(players), {}, chance)
    while state.turn != OVER:
        seat = state.turn
        state.play(players[seat].choose(state, chance))
        if state.turn != OVER and due(state, seat, luck):
            judged.append(judge(state))
    return state
