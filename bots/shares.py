"""How often what a search expects comes true: shares of the win as they are told to people.

A search hopes too much: it takes the best of what it found, plays on by a rule, and stops before the end. How much too
much was measured (`bots/shares.toml`, made by `python -m bots.training shares`), and is taken off every share that is
shown. Which move is better never changes by it.
"""

import tomllib
from dataclasses import replace
from functools import cache
from math import exp, log
from pathlib import Path
from typing import NamedTuple

from bots.advice import Advice, JudgedMove

SHARES = Path(__file__).with_name("shares.toml")


class Truth(NamedTuple):
    """How a share is corrected: its log-odds beyond an even share count `slope` times, and `shift` is added."""

    slope: float = 1.0
    shift: float = 0.0

    def of(self, share: float, seats: int) -> float:
        """The share that comes true where this one was expected; what is certain stays so."""
        if not 0.0 < share < 1.0:
            return share
        even = log_odds(1.0 / seats)
        return 1.0 / (1.0 + exp(-(even + self.slope * (log_odds(share) - even) + self.shift)))


def log_odds(share: float) -> float:
    """The logarithm of the odds."""
    return log(share / (1.0 - share))


@cache
def truth_of(game: str) -> Truth:
    """What was measured in a game; where nothing was, every share is taken as it is."""
    measured = tomllib.loads(SHARES.read_text(encoding="utf-8")).get(game, {})
    return Truth(**measured)


def come_true(advice: Advice, game: str, seats: int) -> Advice:
    """The same advice, with shares corrected to how often they come true."""
    truth = truth_of(game)
    return replace(advice, choices=tuple(_come_true(truth, judged, seats) for judged in advice.choices))


def _come_true(truth: Truth, judged: JudgedMove, seats: int) -> JudgedMove:
    if not judged.visits:
        return judged
    win = truth.of(judged.win, seats)
    # An error grows or shrinks as much as the shares around it.
    steepness = truth.slope * win * (1.0 - win) / (judged.win * (1.0 - judged.win)) if 0.0 < judged.win < 1.0 else 1.0
    return replace(judged, win=win, error=judged.error * steepness)
