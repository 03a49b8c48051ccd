"""What is evolved in Geschenkt: the straight rule, and the kinds of people that the search knows."""

import random
from functools import partial

from bots.policies.base import Policy
from bots.policies.geschenkt.features import NAMES
from bots.policies.geschenkt.models import Affine, Patient
from bots.policies.geschenkt.rule import Trained
from bots.policies.line import STRAIGHT, Weights
from bots.training.evolution import Pace
from bots.training.lesson import Lesson
from bots.training.module import Modules, Section
from bots.training.tables import play, seated, worth
from bots.training.training import Lessons
from engines.geschenkt.game import Geschenkt

GAMES = 384
KINDS = 16
RULE_STEPS = 150
KIND_STEPS = 60

# Somebody who has only understood that cards cost and chips pay.
PLAIN = {"always": -0.5, "cost": -1.0, "pot": 1.5, "poverty": 2.0}

# The rule of version 0.1, evolved for 900 steps by a program that was not kept. It is hard to beat, so it is one of the
# kinds, the rule starts from it, and both are said to be what they are.
VETERAN = dict(
    zip(
        NAMES,
        (
            -1.1689,
            -1.736,
            2.625,
            -0.7436,
            3.5957,
            -0.3399,
            -0.4728,
            2.06,
            2.2746,
            1.7643,
            -2.127,
            1.944,
            2.7912,
            -0.3198,
            1.0548,
        ),
        strict=False,
    )
)


def _lessons(seed: int) -> list[Lesson]:
    """List what is learnt, in order."""
    luck = random.Random(seed)
    kinds = [_kind(number, luck) for number in range(KINDS)]
    met = tuple(kind.name for kind in kinds)
    start = {STRAIGHT: line(VETERAN)}
    pace = Pace(pairs=16, stride=0.06, half=80)
    return [*kinds, Lesson("rule", start, _rule_worth, RULE_STEPS, pace, keep=20, partners=met)]


def _kind(number: int, luck: random.Random) -> Lesson:
    """Somebody who has learnt in one company, so not from everybody."""
    company = [stranger(luck) for _ in range(luck.randint(1, 4))]
    start = {STRAIGHT: [PLAIN.get(name, 0.0) + luck.gauss(0.0, 0.3) for name in NAMES]}
    judge = partial(_kind_worth, company, luck.choice((0.3, 0.7, 1.0)))
    return Lesson(f"kind {number + 1}", start, judge, KIND_STEPS, Pace(pairs=16, stride=0.12, half=40), keep=20)


def stranger(luck: random.Random) -> Policy:
    """Somebody with a price for cards and chips, now and then a patient one."""
    own = luck.choice((0.3, 0.5, 0.65, 0.8, 1.0))
    limit = luck.uniform(-2.0, 14.0)
    chip = luck.choice((1.0, 1.0, 1.5, 2.0, 3.0))
    if luck.random() < 0.3:
        return Patient(own, limit, chip, luck.randint(0, 12))
    return Affine(own, limit, chip)


def _rule_worth(weights: Weights, seed: int, earlier: list[Weights]) -> float:
    luck = random.Random(seed)
    kinds = [Trained(kept) for kept in earlier[:KINDS]]
    selves = [Trained(kept) for kept in earlier[KINDS:]]
    candidate = Trained(weights)
    total = 0.0
    for _ in range(GAMES):
        mixed = [_partner(kinds, selves, luck) for _ in range(luck.randint(2, 4))]
        field = mixed if luck.random() < 0.5 else [mixed[0]] * len(mixed)
        total += _game(candidate, field, luck, 0.7)
    return total / GAMES


def _partner(kinds: list[Trained], selves: list[Trained], luck: random.Random) -> Policy:
    """Somebody to play against: as often a stranger as one of the kinds and an earlier self, the first a veteran."""
    draw = luck.random()
    if draw < 0.3 and kinds:
        return luck.choice(kinds)
    return luck.choice(selves) if draw < 0.65 and selves else stranger(luck)


def _kind_worth(company: list[Policy], blend: float, weights: Weights, seed: int, earlier: list[Weights]) -> float:
    luck = random.Random(seed)
    pool = [*company, *(Trained(weights) for weights in earlier)]
    candidate = Trained(weights)
    total = 0.0
    for _ in range(GAMES // 2):
        field = [luck.choice(pool) for _ in range(luck.randint(2, 4))]
        total += _game(candidate, field, luck, blend)
    return total / (GAMES // 2)


def _game(candidate: Policy, field: list[Policy], luck: random.Random, blend: float) -> float:
    seat = luck.randint(0, len(field))
    game = Geschenkt()
    state = play(game, seated(candidate, field, seat), luck.getrandbits(31))
    return worth(game, state, seat, blend, 12.0)


def _modules(learnt: dict[str, Weights]) -> Modules:
    kinds = [weights[STRAIGHT] for name, weights in learnt.items() if name.startswith("kind")]
    return _straight(learnt["rule"], [*kinds, line(VETERAN)])


def _straight(rule: Weights, kinds: list[list[float]]) -> Modules:
    """Everybody thinks as the straight rule does, as long as no net has been taught."""
    nets: dict[str, Section] = {"TODAY": [rule[STRAIGHT]], "BEFORE": [rule[STRAIGHT]]}
    return {"weights": {"RULE": rule, "KINDS": kinds}, "thoughts": nets}


def line(weights: dict[str, float]) -> list[float]:
    """As many weights as there are features, in their order."""
    return [weights.get(name, 0.0) for name in NAMES]


START = _straight({STRAIGHT: line(VETERAN)}, [line(PLAIN)] * (KINDS + 1))
RULE = Lessons("rule", _lessons, _modules)
