"""What is evolved in Bumbesi: what hands and places promise where a search stops looking ahead."""

import random
from functools import partial
from typing import cast

from bots.policies.base import Evaluation
from bots.policies.bumbesi.mind import Prospect
from bots.policies.bumbesi.rule import BumbesiRule
from bots.policies.line import Weights
from bots.training.evolution import Pace
from bots.training.lesson import Course, Lesson, Section
from bots.training.prospects import truth
from engines.bumbesi.game import Bumbesi
from engines.bumbesi.rules import BumbesiState
from engines.game import State

FIT_GAMES = 32
FEWEST = 3
MOST = 6

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
    """List what is learnt: the estimate alone, for the rule is taught what searches find (`thoughts/bumbesi.py`)."""
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


def _sections(learnt: dict[str, Weights]) -> dict[str, Section]:
    return {"ESTIMATE": learnt["estimate"]}


COURSE = Course(_lessons, _sections)
