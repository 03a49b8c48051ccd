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
from bots.training.lesson import Course, Lesson, Section
from bots.training.prospects import truth
from bots.training.tables import play, seated, worth
from engines.dacapo.game import DaCapo
from engines.dacapo.rules import DaCapoState
from engines.game import State

GAMES = 64
FIT_GAMES = 24

# What anybody would say who has played twice: free the stock, empty the hand, keep jokers, don't help the next player.
START: Weights = {
    "free": [5.0],
    "empty hand": [3.0],
    "empty joker": [-3.0],
    "play hand": [0.5],
    "play helper": [-0.5],
    "play joker": [-3.0],
    "play helper joker": [-2.0],
    "rob for nothing": [-2.0],
    "high": [0.1],
    "complete": [0.3],
    "hope": [2.0, 1.0, 0.5, 0.2, 0.0],
    "threat": [-3.0, -2.0, -1.0],
    "later": [1.0, 0.5, 0.25, 0.1, 0.05],
    "variety": [0.3],
    "from hand": [0.5],
    "from helper": [0.5],
    "dig": [0.5],
    "use joker": [2.0],
    "rob rival": [3.0],
    "rob one of many": [0.5],
    "rob leader": [0.2],
    "least rob": [0.1],
    "empty": [1.0],
    "down": [2.0, 1.0, 0.5],
    "down far": [0.5],
    "down each": [-0.2],
    "up": [-1.0],
    "up each": [0.1],
    "on joker": [-3.0],
    "lay joker": [-3.0],
    "depth": [-0.2],
    "break order": [-0.5],
    "bury step": [-1.5],
    "lay one": [0.3],
    "lay twin": [1.0],
    "still missing": [1.0, 0.7, 0.4, 0.2, 0.0],
}
ESTIMATE: Weights = {
    "stock card": [-0.15],
    "stock share": [-1.0],
    "few": [3.0],
    "missing": [0.3, 0.2, 0.1],
    "ready": [0.15],
    "each joker": [0.15],
}


def _lessons(_seed: int) -> list[Lesson]:
    """List what is learnt, in order."""
    return [
        Lesson("rule", START, _rule_worth, 150, Pace(spread=0.15, stride=0.05, half=80), unit=0.3, relative=True),
        Lesson("estimate", ESTIMATE, _estimate_worth, 60, Pace(16, 0.15, 0.05, 40), unit=0.1, relative=True),
    ]


def _rule_worth(weights: Weights, seed: int, earlier: list[Weights]) -> float:
    luck = random.Random(seed)
    pool: list[Policy] = [Simple(), *(DaCapoRule(kept) for kept in earlier)]
    candidate = DaCapoRule(weights)
    game = DaCapo()
    total = 0.0
    for _ in range(GAMES):
        field = [luck.choice(pool) for _ in range(luck.choice((1, 1, 2, 3)))]
        seat = luck.randint(0, len(field))
        state = play(game, seated(candidate, field, seat), luck.getrandbits(31))
        total += worth(game, state, seat, 0.8, 5.0)
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


def _sections(learnt: dict[str, Weights]) -> dict[str, Section]:
    return {"RULE": learnt["rule"], "ESTIMATE": learnt["estimate"]}


COURSE = Course(_lessons, _sections)
