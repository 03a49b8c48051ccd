"""What is learnt in Bumbesi: the taste of the rule for each number of players, and what hands and places promise."""

import random
from functools import partial
from typing import cast

from bots.policies.base import Evaluation, Policy, Uniform
from bots.policies.bumbesi.mind import Prospect
from bots.policies.bumbesi.models import Plodder
from bots.policies.bumbesi.rule import BumbesiRule
from bots.policies.bumbesi.taste import FEWEST
from bots.policies.net import Weights
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

# What anybody would say who has played twice: points hurt, shutting the next one out is good, cards that fit are good.
START: Weights = {
    "taken": [-3.0],
    "taken early": [-0.5],
    "other": [0.3],
    "threat": [1.0],
    "threat beyond": [0.0],
    "threat to leader": [1.0],
    "marked room": [-3.0],
    "other room": [-3.0],
    "reach": [3.0],
    "reach for many": [0.1],
    "held reverse": [0.5],
    "held steal": [0.5],
    "held limit": [0.5],
    "held early": [2.0],
    "high card": [3.0],
    "step": [-1.0],
    "number": [-4.0],
    "playable early": [0.5],
    "none playable": [-2.0],
    "stuck": [-1.0],
    "stuck under many": [-0.3],
    "use reverse": [-1.0],
    "use steal": [-1.0],
    "use limit": [-2.0],
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
    pace = Pace(pairs=20, spread=0.2, stride=0.08, half=100)
    rules = [
        Lesson(f"rule for {seats}", START, partial(_rule_worth, seats), 220, pace, keep=10, unit=0.5, relative=True)
        for seats in range(FEWEST, MOST + 1)
    ]
    return [
        *rules,
        Lesson("estimate", ESTIMATE, _estimate_worth, 60, Pace(16, 0.15, 0.05, 40), unit=0.2, relative=True),
    ]


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
