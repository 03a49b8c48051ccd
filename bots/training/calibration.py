"""Whether what a search says comes true: when it says 70 %, do 70 % win?"""

from dataclasses import dataclass
from math import exp
from pathlib import Path

from bots.bot import Budget, Decision
from bots.searcher import Searcher
from bots.shares import Truth, log_odds
from bots.simple import PolicyBot
from bots.training.sections import write_section
from engines.chance import FastChance, LiveChance
from engines.games import find
from engines.record import Recording

BINS = 10
# Decisions of one game go together, so only one in so many is listened to.
EVERY = 40
# All other moves are made by the rule, as most levels do, or by one seat in so many after a little thought.
THINKERS = 4
LITTLE = Budget(iterations=40)
# The first words of the file of all games.
HEAD = "# How often shares of the win come true that a search expects; made by the commands below."
# A share that is certain says nothing about the others, and steps of Newton's method come to rest after so many.
CERTAIN = 0.005
STEPS = 20

Saying = tuple[float, float]
"""The share of the win that was expected of a move, and the share that came."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The decisions in which about the same share of the win was expected: how many, what was said, what came."""

    count: int
    said: float
    came: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """All bins of a game."""

    game: str
    bins: tuple[Bin, ...]

    @property
    def decisions(self) -> int:
        """How many were counted."""
        return sum(each.count for each in self.bins)

    @property
    def error(self) -> float:
        """The expected calibration error: how far what was said is from what came, on average over decisions."""
        return sum(each.count * abs(each.said - each.came) for each in self.bins) / max(1, self.decisions)

    def __str__(self) -> str:
        rows = [f"{self.game:>10}  expected calibration error {self.error:.3f} over {self.decisions} decisions"]
        for each in self.bins:
            if each.count:
                bar = "█" * round(30 * each.came)
                rows.append(f"            said {each.said:.2f}  came {each.came:.2f}  {each.count:5}  {bar}")
        return "\n".join(rows)


def calibrate(game: str, seats: int, decisions: int, budget: Budget, seed: int) -> Calibration:
    """Write down what searches say of their moves in games with each other and with the rule, and what came of it."""
    sayings = listen(game, seats, decisions, budget, seed, hopeful=False)
    return Calibration(game, tuple(_bin(sayings, number) for number in range(BINS)))


def listen(game: str, seats: int, decisions: int, budget: Budget, seed: int, hopeful: bool) -> list[Saying]:
    """What searches say of so many moves and what comes, with shares as they are told or as a search finds them."""
    sayings: list[Saying] = []
    while len(sayings) < decisions:
        sayings += _listen(game, seats, budget, seed, Searcher(hopeful=hopeful))
        seed += 1
    return sayings


def fit(sayings: list[Saying], seats: int) -> Truth:
    """Find the slope and the shift under which all that came is likeliest, by Newton's method."""
    even = log_odds(1.0 / seats)
    seen = [(log_odds(said) - even, came) for said, came in sayings if CERTAIN < said < 1.0 - CERTAIN]
    slope, shift = 1.0, 0.0
    for _ in range(STEPS):
        gap = gap_far = flat = mixed = steep = 0.0
        for far, came in seen:
            share = 1.0 / (1.0 + exp(-(even + slope * far + shift)))
            weight = share * (1.0 - share)
            gap += came - share
            gap_far += (came - share) * far
            flat += weight
            mixed += weight * far
            steep += weight * far * far
        size = steep * flat - mixed * mixed
        slope += (gap_far * flat - gap * mixed) / size
        shift += (gap * steep - gap_far * mixed) / size
    return Truth(slope, shift)


def write_truth(path: Path, game: str, truth: Truth, how: str) -> None:
    """Put what was found in a game into the file of all, with the command that found it."""
    rows = [f"slope = {truth.slope:.3f}", f"shift = {truth.shift:.3f}"]
    write_section(path, HEAD, game, how, rows)


def _listen(game: str, seats: int, budget: Budget, seed: int, bot: Searcher) -> list[Saying]:
    rules = find(game)
    luck = FastChance(seed)
    recording = Recording(rules, seats, {}, ["somebody"] * seats, LiveChance(seed))
    rule = PolicyBot(rules)
    company = [bot if luck.below(THINKERS) == 0 else rule for _ in range(seats)]
    said: list[tuple[int, float]] = []
    while not recording.over:
        seat = recording.state.turn
        heard = luck.below(EVERY) == 0
        mover = bot if heard else company[seat]
        advice = mover.choose(Decision.of(recording), budget if heard else LITTLE, seed + len(recording.moves))
        if heard and advice.choices[0].visits:
            said.append((seat, advice.choices[0].win))
        recording.play(advice.move)
    winners = recording.state.winners()
    return [(win, 1.0 / len(winners) if seat in winners else 0.0) for seat, win in said]


def _bin(sayings: list[Saying], number: int) -> Bin:
    chosen = [each for each in sayings if min(int(each[0] * BINS), BINS - 1) == number]
    count = len(chosen)
    said = sum(win for win, _ in chosen) / max(1, count)
    return Bin(count, said, sum(came for _, came in chosen) / max(1, count))
