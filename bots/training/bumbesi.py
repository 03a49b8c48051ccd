"""What is learnt in Bumbesi: the taste of the rule for each number of players, and what hands and places promise."""

import random
from functools import partial
from typing import cast

from bots.policies.base import Evaluation, Policy, Uniform
from bots.policies.bumbesi.mind import Prospect
from bots.policies.bumbesi.models import Plodder
from bots.policies.bumbesi.rule import BumbesiRule
from bots.policies.bumbesi.taste import FEWEST
from bots.policies.line import Weights
from bots.training.evolution import Pace
from bots.training.lesson import Course, Lesson, Section
from bots.training.prospects import truth
from bots.training.tables import play, seated, worth
from engines.bumbesi.game import Bumbesi
from engines.bumbesi.rules import BumbesiState
from engines.game import State

GAMES = 128
FIT_GAMES = 32
MOST = 6

# The rules of version 0.1 for 3, 4, 5 and 6 players, evolved by a program that was not kept. A hundred steps from plain
# guesses come to within a few percent of them, so the rest of the way is gone from here.
START: Weights = {
    "taken": [-1.895, -3.469, -4.278, -3.053],
    "taken early": [-0.778, -0.39, -1.149, -1.258],
    "other": [0.8, 0.298, 0.599, 0.876],
    "threat": [1.853, 0.691, 1.109, 0.121],
    "threat beyond": [-0.782, -0.179, -0.867, 0.022],
    "threat to leader": [2.006, 1.419, 1.5, 1.655],
    "marked room": [-5.268, -4.624, -5.805, 0.127],
    "other room": [-5.051, -5.104, -6.671, -2.863],
    "reach": [3.949, 2.468, 3.889, 3.009],
    "reach for many": [0.098, 0.196, 0.092, -0.21],
    "held reverse": [0.142, -0.071, 0.676, -1.257],
    "held steal": [1.575, 1.119, -0.109, -3.676],
    "held limit": [-1.647, 0.043, -2.811, -1.458],
    "held early": [1.582, 3.59, 3.794, 1.105],
    "high card": [2.217, 4.81, 3.536, 5.272],
    "step": [-0.875, -0.497, -2.777, 0.472],
    "number": [-5.652, -6.942, -3.433, -5.495],
    "playable early": [0.559, 0.613, 0.513, 0.748],
    "none playable": [-2.008, -1.83, -2.451, -2.686],
    "stuck": [0.825, -2.084, -0.677, 1.711],
    "stuck under many": [-0.863, -0.091, -0.355, -0.482],
    "use reverse": [-3.07, -2.648, -0.255, 0.119],
    "use steal": [-0.415, -1.681, -1.221, -1.738],
    "use limit": [-2.54, -2.245, -5.435, -1.985],
}
ESTIMATE: Weights = {
    "each special": [-0.5],
    "each special early": [-2.0],
    "near": [-2.0],
    "near many": [-0.3],
    "playable early": [-0.5],
    "shut out": [0.5],
    "shut out now": [0.3],
    "helpless": [0.1],
    "helpless now": [0.5],
    "spread": [1.5],
    "spread early": [5.0],
    "lying": [6.0],
}


def _lessons(_seed: int) -> list[Lesson]:
    """List what is learnt, in order: a rule for each number of players, then the estimate."""
    pace = Pace(pairs=20, spread=0.2, stride=0.05, half=40)
    rules = [
        Lesson(f"rule for {seats}", _column(seats), partial(_rule_worth, seats), 10, pace, 10, unit=0.5, relative=True)
        for seats in range(FEWEST, MOST + 1)
    ]
    return [
        *rules,
        Lesson("estimate", ESTIMATE, _estimate_worth, 60, Pace(16, 0.15, 0.05, 40), unit=0.2, relative=True),
    ]


def _column(seats: int) -> Weights:
    return {name: [values[seats - FEWEST]] for name, values in START.items()}


def _rule(weights: Weights) -> Policy:
    """A rule that plays alike at every table."""
    return BumbesiRule({name: values * (MOST + 1 - FEWEST) for name, values in weights.items()})


def _rule_worth(seats: int, weights: Weights, seed: int, earlier: list[Weights]) -> float:
    luck = random.Random(seed)
    pool = [_rule(kept) for kept in earlier]
    plain: list[Policy] = [Plodder(nearest=False), Plodder(nearest=False), Plodder(nearest=True), Uniform()]
    candidate = _rule(weights)
    game = Bumbesi()
    total = 0.0
    for _ in range(GAMES):
        field = [luck.choice(pool if pool and luck.random() < 0.6 else plain) for _ in range(seats - 1)]
        seat = luck.randint(0, seats - 1)
        state = play(game, seated(candidate, field, seat), luck.getrandbits(31))
        total += worth(game, state, seat, 0.85, 6.0)
    return total / GAMES


def _estimate_worth(weights: Weights, seed: int, _earlier: list[Weights]) -> float:
    luck = random.Random(seed)
    prospect = Prospect(weights)
    rule = BumbesiRule()
    tables = [[rule] * luck.randint(FEWEST, MOST) for _ in range(FIT_GAMES)]
    return truth(Bumbesi(), tables, partial(_judge, prospect), _now_and_then, luck)


def _judge(prospect: Prospect, state: State) -> Evaluation:
    return prospect.judge(cast(BumbesiState, state))


def _now_and_then(_state: State, _seat: int, luck: random.Random) -> bool:
    return luck.random() < 0.15


def _sections(learnt: dict[str, Weights]) -> dict[str, Section]:
    rules = [learnt[f"rule for {seats}"] for seats in range(FEWEST, MOST + 1)]
    columns: Weights = {name: [weights[name][0] for weights in rules] for name in START}
    return {"RULE": columns, "ESTIMATE": learnt["estimate"]}


COURSE = Course(_lessons, _sections)
