"""What the strangers that learn are taught; their seeds and their company are their own."""

import random

from bots.policies.line import Weights
from bots.training.course import Course
from bots.training.evolution import Pace
from bots.training.lesson import Lesson, Values
from bots.training.module import Modules
from bots.training.strangers import geschenkt
from bots.training.training import Lessons

SEED = 70117


def _lessons(seed: int) -> list[Lesson]:
    """List them; each is one line of numbers."""
    luck = random.Random(SEED + seed)
    return [_evolved("evolved", 120, luck), _evolved("evolved 2", 60, luck)]


def _evolved(name: str, steps: int, luck: random.Random) -> Lesson:
    start = [luck.gauss(0.0, 0.3) for _ in range(geschenkt.LOOKS)]
    start[1] -= 1.0
    return Lesson(name, {name: start}, _judge, steps, Pace(pairs=20, stride=0.12, half=60), keep=10)


def _judge(weights: Weights, seed: int, earlier: list[Weights]) -> float:
    return geschenkt.evolving(_line(weights), seed, [_line(kept) for kept in earlier])


def _line(weights: Weights) -> Values:
    return next(iter(weights.values()))


def _modules(learnt: dict[str, Weights]) -> Modules:
    return {"weights": {"GESCHENKT": {name: _line(weights) for name, weights in learnt.items()}}}


START = _modules({lesson.name: lesson.start for lesson in _lessons(1)})
COURSE = Course("bots.training.strangers", START, (Lessons("evolved", _lessons, _modules),))
