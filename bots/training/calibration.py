"""Whether what a search says comes true: when it says 70 %, do 70 % win?"""

from dataclasses import dataclass

from bots.bot import Budget, Decision
from bots.searcher import Searcher
from engines.chance import FastChance, LiveChance
from engines.games import find
from engines.record import Recording

BINS = 10
# Decisions of one game go together, so only one in so many is listened to; the others get little thought.
EVERY = 12
LITTLE = Budget(iterations=40)

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
    """Let searches play each other, write down what each says of its move, and hold it against the end."""
    sayings: list[Saying] = []
    while len(sayings) < decisions:
        sayings += _listen(game, seats, budget, seed)
        seed += 1
    return Calibration(game, tuple(_bin(sayings, number) for number in range(BINS)))


def _listen(game: str, seats: int, budget: Budget, seed: int) -> list[Saying]:
    rules = find(game)
    bot = Searcher()
    recording = Recording(rules, seats, {}, ["search"] * seats, LiveChance(seed))
    said: list[tuple[int, float]] = []
    luck = FastChance(seed)
    while not recording.over:
        state = recording.state
        legal = [rules.say(move) for move in state.legal()]
        decision = Decision(game, rules.view(state, state.turn), tuple(recording.history), legal)
        heard = luck.below(EVERY) == 0
        advice = bot.choose(decision, budget if heard else LITTLE, seed + len(recording.moves))
        if heard and advice.choices[0].visits:
            said.append((state.turn, advice.choices[0].win))
        recording.play(advice.move)
    winners = recording.state.winners()
    return [(win, 1.0 / len(winners) if seat in winners else 0.0) for seat, win in said]


def _bin(sayings: list[Saying], number: int) -> Bin:
    chosen = [each for each in sayings if min(int(each[0] * BINS), BINS - 1) == number]
    count = len(chosen)
    said = sum(win for win, _ in chosen) / max(1, count)
    return Bin(count, said, sum(came for _, came in chosen) / max(1, count))
