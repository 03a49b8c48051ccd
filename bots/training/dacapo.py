"""What is learnt in Da Capo: the taste of the rule, and what stocks and hands promise where a search stops."""

import random
from functools import partial
from typing import cast

from bots.policies.base import Evaluation, Policy
from bots.policies.dacapo.mind import Prospect
from bots.policies.dacapo.models import Simple
from bots.policies.dacapo.rule import DaCapoRule
from bots.policies.line import Weights
from bots.training.evolution import Pace
from bots.training.lesson import Lesson
from bots.training.module import Modules
from bots.training.prospects import truth
from bots.training.tables import play, seated, worth
from bots.training.training import Lessons
from engines.dacapo.game import DaCapo
from engines.dacapo.rules import DaCapoState
from engines.game import State

GAMES = 64
FIT_GAMES = 24

# The rule of version 0.1, whose own training was not kept; evolved from plain guesses a rule is a little weaker.
VETERAN: Weights = {
    "free": [5.57],
    "empty hand": [2.98],
    "empty joker": [-3.34],
    "play hand": [0.4],
    "play helper": [-0.87],
    "play joker": [-2.9],
    "play helper joker": [-1.82],
    "rob for nothing": [-1.78],
    "high": [0.14],
    "complete": [0.31],
    "hope": [1.85, 1.42, 0.06, 0.15, 0.0],
    "threat": [-3.76, -3.22, -1.13],
    "later": [1.0, 0.35, 0.12, 0.04, 0.02],
    "variety": [0.27],
    "from hand": [0.63],
    "from helper": [0.45],
    "dig": [0.41],
    "use joker": [1.8],
    "rob rival": [3.22],
    "rob one of many": [0.32],
    "rob leader": [0.25],
    "least rob": [0.1],
    "empty": [1.29],
    "down": [2.6, 0.72, 0.05],
    "down far": [0.43],
    "down each": [-0.19],
    "up": [-1.27],
    "up each": [0.13],
    "on joker": [-3.58],
    "lay joker": [-2.95],
    "depth": [-0.19],
    "break order": [-0.43],
    "bury step": [-1.76],
    "lay one": [0.36],
    "lay twin": [1.13],
    "still missing": [1.32, 1.07, 0.11, 0.45, 0.0],
}
ESTIMATE: Weights = {
    "stock card": [-0.15],
    "stock share": [-1.0],
    "few": [3.0],
    "missing": [0.3, 0.2, 0.1],
    "ready": [0.15],
    "each joker": [0.15],
}


def _rule(_seed: int) -> list[Lesson]:
    return [Lesson("rule", VETERAN, _rule_worth, 40, Pace(24, 0.15, 0.012, 40), keep=10, unit=0.3, relative=True)]


def _estimate(_seed: int) -> list[Lesson]:
    return [Lesson("estimate", ESTIMATE, _estimate_worth, 60, Pace(16, 0.15, 0.05, 40), unit=0.1, relative=True)]


def _rule_worth(weights: Weights, seed: int, earlier: list[Weights]) -> float:
    """How many times an even share of the win a rule gets, alone among earlier ones."""
    luck = random.Random(seed)
    pool: list[Policy] = [DaCapoRule(kept) for kept in earlier]
    candidate = DaCapoRule(weights)
    game = DaCapo()
    total = 0.0
    for _ in range(GAMES):
        field = [luck.choice(pool or [Simple()]) for _ in range(luck.choice((1, 2, 3)))]
        seat = luck.randint(0, len(field))
        state = play(game, seated(candidate, field, seat), luck.getrandbits(31))
        total += (1 + len(field)) * worth(game, state, seat, 0.8, 5.0)
    return total / GAMES


def _estimate_worth(weights: Weights, seed: int, _earlier: list[Weights]) -> float:
    luck = random.Random(seed)
    prospect = Prospect(weights)
    rule = DaCapoRule()
    tables = [[rule] * luck.choice((2, 2, 3, 4)) for _ in range(FIT_GAMES)]
    return truth(DaCapo(), tables, partial(_judge, prospect), _turn_ends, luck)


def _judge(prospect: Prospect, state: State) -> Evaluation:
    return prospect.judge(cast(DaCapoState, state))


def _turn_ends(state: State, seat: int, luck: random.Random) -> bool:
    return state.turn != seat and luck.random() < 0.25


START: Modules = {"weights": {"RULE": VETERAN, "ESTIMATE": ESTIMATE}}
RULE = Lessons("rule", _rule, lambda learnt: {"weights": {"RULE": learnt["rule"]}})
ESTIMATES = Lessons("estimate", _estimate, lambda learnt: {"weights": {"ESTIMATE": learnt["estimate"]}})
