"""What is evolved in Bumbesi: what hands and places promise where a search stops looking ahead."""

import random
from functools import partial
from typing import cast

from bots.policies.base import Evaluation
from bots.policies.bumbesi.mind import Prospect
from bots.policies.bumbesi.rule import BumbesiRule
from bots.policies.bumbesi.taste import NAMES
from bots.policies.line import Weights
from bots.training.evolution import Pace
from bots.training.lesson import Lesson
from bots.training.module import Modules
from bots.training.prospects import truth
from bots.training.training import Lessons
from engines.bumbesi.game import Bumbesi
from engines.bumbesi.rules import BumbesiState
from engines.game import State

FIT_GAMES = 32
FEWEST = 3
MOST = 6

# Somebody who has played twice: cards taken are points, low numbers in small steps leave room, a limit should be high.
PLAIN = {"taken": -1.0, "number": -0.5, "step": -0.5, "new limit": 0.5}
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
    "spread of many": [-0.4],
    "lying": [6.0],
}


def _lessons(_seed: int) -> list[Lesson]:
    return [Lesson("estimate", ESTIMATE, _estimate_worth, 60, Pace(16, 0.15, 0.05, 40), unit=0.2, relative=True)]


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


START: Modules = {
    "weights": {"ESTIMATE": ESTIMATE},
    "thoughts": {"TODAY": [[PLAIN.get(name, 0.0) for name in NAMES]]},
}


def estimates(name: str) -> Lessons:
    """A stage that fits the estimate to games of the rule as it is by then."""
    return Lessons(name, _lessons, lambda learnt: {"weights": {"ESTIMATE": learnt["estimate"]}})
