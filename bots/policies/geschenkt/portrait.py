"""Portraits of opponents in Geschenkt: lines of weights that would have taken and passed as somebody did.

Beforehand somebody weighs a card about as one of the kinds that training met, each weight as far from it as the kinds
are from each other. What they take and pass makes some of these sketches likelier than others; the best are then
changed step by step, after Metropolis, so that they go on to fit.
"""

from math import exp, log, sqrt
from typing import Final

from bots.policies.base import draw_model
from bots.policies.geschenkt.features import Line, Look
from bots.policies.geschenkt.weights import KINDS
from engines.chance import FastChance

Weights = list[float]

# So many sketches are compared, and so many portraits are drawn after the best of them, each by so many steps.
SKETCHES: Final = 96
PORTRAITS: Final = 12
STEPS: Final = 16
# How far a sketch is from its kind, and a step from the last one, in parts of how far the kinds are apart.
APART: Final = 0.5
STEP: Final = 0.25
# Nobody is quite consistent: so often a move is made that says nothing, and so steep is the choice otherwise.
BLIND: Final = 0.06
STEEP: Final = 3.0


class Seen:
    """One free choice of somebody: what they looked at, and whether they took the card."""

    def __init__(self, look: Look, took: bool) -> None:
        self.look: Look = look
        self.took: bool = took


class Sketch:
    """A line of weights near one of the kinds."""

    def __init__(self, kind: Weights, weights: Weights) -> None:
        self.kind: Weights = kind
        self.weights: Weights = weights


def likelihood(line: Line, seen: Seen) -> float:
    """How likely somebody who weighs like this makes that choice."""
    score = line.weigh(seen.look)
    if not seen.took:
        score = -score
    return 0.5 * BLIND + (1.0 - BLIND) / (1.0 + exp(max(-700.0, min(700.0, -STEEP * score))))


def log_likelihood(weights: Weights, seen: list[Seen]) -> float:
    """How likely somebody who weighs like this makes all these choices, as a logarithm."""
    line = Line(weights)
    total = 0.0
    for each in seen:
        total += log(likelihood(line, each))
    return total


def normal(luck: FastChance) -> float:
    """Draw a number that is nearly normally distributed."""
    total = -2.0
    for _ in range(4):
        total += luck.unit()
    return total * 1.7320508


def _spreads() -> Weights:
    """How far the kinds are apart in each weight."""
    spreads: Weights = []
    for place in range(len(KINDS[0])):
        mean = sum([kind[place] for kind in KINDS]) / len(KINDS)
        spreads.append(sqrt(sum([(kind[place] - mean) ** 2 for kind in KINDS]) / len(KINDS)) + 0.05)
    return spreads


def changed(weights: Weights, far: float, luck: FastChance) -> Weights:
    """Return weights that are about so far away."""
    return [weights[place] + far * SPREADS[place] * normal(luck) for place in range(len(weights))]


def _sketches() -> list[Sketch]:
    """Draw the sketches that everybody is first compared with: the kinds themselves, then others near them."""
    luck = FastChance(1)
    sketches = [Sketch(kind, kind) for kind in KINDS]
    while len(sketches) < SKETCHES:
        kind = KINDS[len(sketches) % len(KINDS)]
        sketches.append(Sketch(kind, changed(kind, APART, luck)))
    return sketches


SPREADS: Final = _spreads()
FIRST: Final = _sketches()


def sketch_again() -> None:
    """Draw the first sketches anew, once the kinds are others."""
    SPREADS[:] = _spreads()
    FIRST[:] = _sketches()


class Gallery:
    """Portraits of one opponent, all equally likely, and how likely it is that anybody like this did what they did."""

    def __init__(self, seen: list[Seen], luck: FastChance) -> None:
        logs = [log_likelihood(sketch.weights, seen) for sketch in FIRST]
        most = max(logs)
        raw = [exp(each - most) for each in logs]
        total = sum(raw)
        self.evidence: float = most + log(total / len(FIRST))
        shares = [each / total for each in raw]
        self.portraits: list[Weights] = []
        for _ in range(PORTRAITS):
            place = draw_model(shares, luck)
            self.portraits.append(_walk(FIRST[place], logs[place], seen, luck))


def _walk(sketch: Sketch, fit: float, seen: list[Seen], luck: FastChance) -> Weights:
    """Change a sketch step by step, never far from its kind, each step as likely as it still fits."""
    weights = sketch.weights
    near = fit - _distance(weights, sketch.kind)
    for _ in range(STEPS):
        other = changed(weights, STEP, luck)
        found = log_likelihood(other, seen) - _distance(other, sketch.kind)
        if found >= near or luck.unit() < exp(found - near):
            weights = other
            near = found
    return weights


def _distance(weights: Weights, kind: Weights) -> float:
    """How unlikely weights are for their kind before anything is seen, as a logarithm."""
    total = 0.0
    for place in range(len(weights)):
        gap = (weights[place] - kind[place]) / (APART * SPREADS[place])
        total += gap * gap
    return 0.5 * total
