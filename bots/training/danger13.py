"""What is evolved in Danger 13: what the plain rule makes of danger and leads, and what scores promise."""

import random
from functools import partial
from typing import cast

from bots.policies.base import Evaluation, Policy, Uniform
from bots.policies.danger13.looks import NAMES
from bots.policies.danger13.mind import Prospect
from bots.policies.danger13.models import Grabber
from bots.policies.danger13.rule import Weigher
from bots.policies.line import Weights
from bots.training.evolution import Pace
from bots.training.lesson import Lesson
from bots.training.module import Modules
from bots.training.prospects import truth
from bots.training.tables import play, seated, worth
from bots.training.training import Lessons
from engines.danger13.game import Danger13
from engines.danger13.rules import Danger13State
from engines.game import State

GAMES = 160
FIT_GAMES = 40

PLAIN: Weights = {
    "card value": [2.0],
    "card signs": [0.7],
    "steepness": [0.5],
    "hand safety": [1.0],
    "growth": [2.0],
    "crowding": [30.0],
    "drift a card": [0.2],
    "drift this round": [5.0],
    "least drift": [1.0],
}
ESTIMATE: Weights = {"drift a card": [0.2], "least drift": [2.0], "last signs": [3.0], "signs a card": [0.4]}


PACE = Pace(pairs=16, spread=0.2, stride=0.06, half=60)


def _rule(_seed: int) -> list[Lesson]:
    return [Lesson("rule", PLAIN, _rule_worth, 120, PACE, keep=20, unit=0.05, relative=True)]


def _estimate(_seed: int) -> list[Lesson]:
    return [Lesson("estimate", ESTIMATE, _estimate_worth, 60, PACE, unit=0.05, relative=True)]


def partner(luck: random.Random, earlier: list[Policy]) -> Policy:
    """Somebody to play against: a grabber, now and then one without aim, or an earlier self."""
    draw = luck.random()
    if earlier and draw < 0.6:
        return luck.choice(earlier)
    return Uniform() if draw > 0.95 else Grabber(luck.randint(0, 2), luck.randint(0, 6))


def _rule_worth(weights: Weights, seed: int, earlier: list[Weights]) -> float:
    luck = random.Random(seed)
    pool: list[Policy] = [Weigher(kept) for kept in earlier[-4:]]
    candidate = Weigher(weights)
    game = Danger13()
    total = 0.0
    for _ in range(GAMES):
        field = [partner(luck, pool) for _ in range(luck.randint(2, 4))]
        seat = luck.randint(0, len(field))
        state = play(game, seated(candidate, field, seat), luck.getrandbits(31))
        total += worth(game, state, seat, 0.8, 4.0)
    return total / GAMES


def _estimate_worth(weights: Weights, seed: int, _earlier: list[Weights]) -> float:
    luck = random.Random(seed)
    prospect = Prospect(weights)
    rule = Weigher()
    tables = [[rule] * luck.randint(3, 5) for _ in range(FIT_GAMES)]
    return truth(Danger13(), tables, partial(_judge, prospect), RoundEnds(), luck)


def _judge(prospect: Prospect, state: State) -> Evaluation:
    return prospect.judge(cast(Danger13State, state))


class RoundEnds:
    """Notices that a new round has begun."""

    def __init__(self) -> None:
        self._round = 1

    def __call__(self, state: State, _seat: int, _luck: random.Random) -> bool:
        before, self._round = self._round, cast(Danger13State, state).round
        return self._round > before


# A net that looks at nothing but the chance to win by the plain rule chooses as that does.
START: Modules = {
    "weights": {"RULE": PLAIN, "ESTIMATE": ESTIMATE},
    "thoughts": {"TODAY": [[float(name == "win") for name in NAMES]]},
}
RULE = Lessons("rule", _rule, lambda learnt: {"weights": {"RULE": learnt["rule"]}})
ESTIMATES = Lessons("estimate", _estimate, lambda learnt: {"weights": {"ESTIMATE": learnt["estimate"]}})
