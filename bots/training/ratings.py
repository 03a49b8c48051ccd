"""Bots' strengths from games among themselves, and a trial of the ratings on people whose strengths are known."""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import correlation, fmean

from bots.bot import LEVELS, Budget
from bots.contest import Contest, play
from bots.levels import make_bot
from bots.rating import Rating, rate
from bots.training.sections import write_section
from engines.games import find
from engines.info import places

BETA = 25 / 6
"""The model's own measure of luck in a game."""

SCALE = math.sqrt(2) * BETA
"""How far two known strengths are apart when the odds are e to 1."""

ANCHOR, MIDDLE = "medium", 25.0
"""The bot that stands in the middle of the scale, where a newcomer begins."""

ROUNDS = 2000
STEP = 2 * SCALE

HEAD = "# How strong each bot is, on the scale of the ratings; made by the commands below."

Pairs = dict[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class Trust:
    """How good ratings were whose sigma was at most this: their error, and how well they order people."""

    sigma: float
    games: float
    error: float
    correlation: float

    def __str__(self) -> str:
        found = f"error {self.error:.2f}  rank correlation {self.correlation:.2f}"
        return f"sigma {self.sigma:4.1f}  after {self.games:5.1f} games  {found}"


def pair_off(game: str, seats: int, deals: int, budget: Budget, seed: int) -> Iterator[Pairs]:
    """Let levels play each other, drawn anew for each deal, and tell who was before whom; a tie counts half each."""
    rules = find(game)
    bots = {level: make_bot(level, rules) for level in LEVELS}
    luck = random.Random(seed)
    for deal in range(deals):
        names = tuple(luck.sample(LEVELS, seats))
        contest = Contest(game, names, budget=budget, seed=seed * deals + deal)
        for number in range(contest.rotations):
            parts = play(contest, number, [bots[name] for name in names]).parts
            winners = [place for place, part in enumerate(parts) if part.win]
            yield before(names, places([part.score for part in parts], winners, low_wins=rules.low_wins))


def before(names: Sequence[str], taken: Sequence[int]) -> Pairs:
    """For each two of a table the share of their comparison that the first has won."""
    wins: Pairs = {}
    for (one, first), (other, second) in combinations(zip(names, taken, strict=True), 2):
        wins[one, other] = 0.5 if first == second else float(first < second)
        wins[other, one] = 1 - wins[one, other]
    return wins


def add(wins: Pairs, more: Pairs) -> None:
    """Count the comparisons of one more game."""
    for pair, share in more.items():
        wins[pair] = wins.get(pair, 0.0) + share


def strengths(wins: Pairs) -> dict[str, float]:
    """The strengths under which these results are likeliest, with the anchor in the middle; by small steps uphill."""
    names = sorted({name for pair in wins for name in pair})
    found = dict.fromkeys(names, MIDDLE)
    compared = {name: sum(share for pair, share in wins.items() if name in pair) for name in names}
    for _ in range(ROUNDS):
        found = {name: mu + STEP * _surplus(wins, found, name) / compared[name] for name, mu in found.items()}
    shift = MIDDLE - found.get(ANCHOR, MIDDLE)
    return {name: mu + shift for name, mu in found.items()}


def _surplus(wins: Pairs, found: dict[str, float], name: str) -> float:
    """How much more somebody has won than these strengths would lead one to expect."""
    others = [other for one, other in wins if one == name]
    expected = sum((wins[name, other] + wins[other, name]) * chance(found[name], found[other]) for other in others)
    return sum(wins[name, other] for other in others) - expected


def chance(mine: float, other: float) -> float:
    """How likely somebody of known strength is before another."""
    return 1 / (1 + math.exp((other - mine) / SCALE))


class Trial:
    """People whose strengths are known, rated from games among strangers."""

    def __init__(self, people: int, spread: float, seed: int) -> None:
        self._luck = random.Random(seed)
        self.truth = [self._luck.gauss(MIDDLE, spread) for _ in range(people)]
        self.rated = [Rating() for _ in self.truth]
        self.played = [0] * people

    def play(self, seats: Sequence[int]) -> list[int]:
        """Rate one game of some of them, and return who it was."""
        table = self._luck.sample(range(len(self.truth)), self._luck.choice(seats))
        shown = [self.truth[person] + self._form() for person in table]
        taken = [sum(other > mine for other in shown) for mine in shown]
        for person, rating in zip(table, rate([self.rated[person] for person in table], taken), strict=True):
            self.rated[person] = rating
            self.played[person] += 1
        return table

    def _form(self) -> float:
        """Luck in one game, such that of two people the odds are as the model has them."""
        return -SCALE * math.log(-math.log(self._luck.random()))


def said(found: dict[str, float]) -> str:
    """Strengths in a line, the weakest first."""
    return ", ".join(f"{name} {mu:.1f}" for name, mu in sorted(found.items(), key=lambda item: item[1]))


def write_strengths(path: Path, game: str, found: dict[str, float], how: str) -> None:
    """Put the strengths of a game into the file of all, with the command that found them."""
    strong = sorted(found.items(), key=lambda item: item[1])
    write_section(path, HEAD, game, how, [f"{level} = {mu:.2f}" for level, mu in strong])


def simulate(
    people: int, games: int, seats: Sequence[int], spread: float, seed: int, sigmas: Sequence[float]
) -> Iterator[Trust]:
    """Look at each rating when its sigma first falls to these values: how long it took, and how right it was."""
    trial = Trial(people, spread, seed)
    first: dict[float, dict[int, tuple[int, float]]] = {sigma: {} for sigma in sigmas}
    while min(trial.played) < games:
        for person in trial.play(seats):
            mu, sigma = trial.rated[person]
            for reached in (level for level in sigmas if sigma <= level):
                first[reached].setdefault(person, (trial.played[person], mu))
    for sigma in sigmas:
        if len(first[sigma]) == people:
            yield _trust(sigma, first[sigma], trial.truth)


def _trust(sigma: float, first: dict[int, tuple[int, float]], truth: Sequence[float]) -> Trust:
    people = sorted(first)
    found = [first[person][1] for person in people]
    real = [truth[person] for person in people]
    error = math.sqrt(fmean((one - other) ** 2 for one, other in zip(found, real, strict=True)))
    return Trust(sigma, fmean(first[person][0] for person in people), error, correlation(order(found), order(real)))


def order(values: Sequence[float]) -> list[int]:
    """The place of each value among all."""
    return [sum(other < value for other in values) for value in values]
