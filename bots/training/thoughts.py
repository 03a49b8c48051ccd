"""What searches choose in Geschenkt, and the small net that is taught to foresee it (`policies/geschenkt/thinker.py`).

Somebody who thinks ahead follows no rule, but what thinking comes to can be learnt: games in which everybody searches
are watched, and the net goes down the gradient of how unlikely it holds their takes and passes.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log, sqrt
from operator import mul
from pathlib import Path

from bots.bot import Bot, Budget, Decision
from bots.external import ExternalBot
from bots.policies.geschenkt.features import NAMES, look_at
from bots.searcher import Searcher
from bots.simple import PolicyBot
from bots.training.geschenkt import stranger
from engines.chance import LiveChance
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import GeschenktState
from engines.record import Recording
from engines.wire import PROTOCOL, Hello

UNITS = 4
ROUNDS = 12
RATE = 0.02
# How much everybody thinks, and how often somebody sits there who doesn't think at all.
BUDGETS = (100, 300, 1000)
THOUGHTLESS = 0.2
DIGITS = 4

Values = list[float]
Net = list[Values]
"""The straight line first, then each unit's line with what it counts last."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody who thinks saw, and whether they took the card."""

    look: Values
    took: bool


def watch(seed: int, somebody: Bot | None = None) -> list[Choice]:
    """Watch one game of searches, or of somebody with themselves; free choices of those who think are remembered."""
    luck = random.Random(seed)
    game = Geschenkt()
    seats = luck.choice((3, 3, 4, 5))
    thoughtless = [somebody is None and luck.random() < THOUGHTLESS for _ in range(seats)]
    bots = [PolicyBot(game, stranger(luck)) if each else somebody or Searcher() for each in thoughtless]
    budgets = [Budget(iterations=luck.choice(BUDGETS)) for _ in range(seats)]
    if isinstance(somebody, ExternalBot):
        hello = Hello(protocol=PROTOCOL, game=game.id, seat=0, seats=seats, options={}, names=("somebody",) * seats)
        somebody.sit(hello)
    recording = Recording(game, seats, {}, ["somebody"] * seats, LiveChance(seed))
    choices: list[Choice] = []
    while not recording.over:
        state = recording.state
        assert isinstance(state, GeschenktState)
        seat = state.turn
        decision = Decision.of(recording)
        move = bots[seat].choose(decision, budgets[seat], luck.getrandbits(31)).move
        if len(decision.legal) > 1 and not thoughtless[seat]:
            look = [round(value, DIGITS) for value in look_at(state).values()]
            choices.append(Choice(look, move == "take"))
        recording.play(move)
    return choices


class Memory:
    """All games that were watched, kept in a file, so that watching can be stopped and gone on with."""

    def __init__(self, path: Path, somebody: Bot | None = None) -> None:
        self._path = path
        self._somebody = somebody
        self.games: list[list[Choice]] = []
        if path.exists():
            for row in path.read_text().splitlines():
                self.games.append([Choice(look, took) for look, took in json.loads(row)])

    def watch(self, count: int, seed: int, tell: Callable[[str], None]) -> None:
        """Watch until there are so many games."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        while len(self.games) < count:
            choices = watch(1_000_003 * seed + len(self.games), self._somebody)
            with self._path.open("a") as file:
                file.write(json.dumps([(each.look, each.took) for each in choices]) + "\n")
            self.games.append(choices)
            if len(self.games) % 10 == 0:
                tell(f"watched {len(self.games)} games of {count}")


def held_apart(games: list[list[Choice]]) -> tuple[list[Choice], list[Choice]]:
    """All choices of every fourth game, to be foreseen, and those of the others, to learn from."""
    apart = [choice for number, game in enumerate(games) if number % 4 == 3 for choice in game]
    return apart, [choice for number, game in enumerate(games) if number % 4 != 3 for choice in game]


def teach(choices: list[Choice], seed: int, units: int = UNITS, rounds: int = ROUNDS) -> Net:
    """Teach a net by gradients, one choice after the other, with every thing seen in units of how much it varies."""
    luck = random.Random(seed)
    means, spreads = _spread(choices)
    seen = [(_scaled(each.look, means, spreads), float(each.took)) for each in choices]
    straight = [0.0] * len(NAMES)
    lines = [[luck.gauss(0.0, 0.3) for _ in NAMES] for _ in range(units)]
    outs = [luck.gauss(0.0, 0.5) for _ in range(units)]
    for number in range(rounds):
        luck.shuffle(seen)
        rate = RATE * (1.0 - number / rounds)
        for look, took in seen:
            sums = [sum(map(mul, line, look)) for line in lines]
            score = sum(map(mul, straight, look))
            score += sum(out * each for out, each in zip(outs, sums, strict=True) if each > 0.0)
            step = rate * (took - 1.0 / (1.0 + exp(-max(-30.0, min(30.0, score)))))
            straight = [weight + step * value for weight, value in zip(straight, look, strict=True)]
            for place, each in enumerate(sums):
                if each > 0.0:
                    push = step * outs[place]
                    outs[place] += step * each
                    lines[place] = [weight + push * value for weight, value in zip(lines[place], look, strict=True)]
    rows = [_unscaled(line, means, spreads) for line in (straight, *lines)]
    return [rows[0], *([*row, out] for row, out in zip(rows[1:], outs, strict=True))]


def bits(net: Net, choices: list[Choice]) -> float:
    """How unlikely a net holds these choices, in bits for each of them."""
    total = 0.0
    for each in choices:
        score = sum(map(mul, net[0], each.look))
        for row in net[1:]:
            score += row[-1] * max(0.0, sum(map(mul, row[:-1], each.look)))
        total += log(1.0 + exp(min(60.0, -score if each.took else score)))
    return total / log(2.0) / len(choices)


def _spread(choices: list[Choice]) -> tuple[Values, Values]:
    """The mean of everything that was seen, and how much it varies; the first is always 1 and stays."""
    columns = list(zip(*(each.look for each in choices), strict=True))
    means = [0.0] + [sum(column) / len(column) for column in columns[1:]]
    around = zip(columns[1:], means[1:], strict=True)
    return means, [1.0] + [sqrt(sum((value - mean) ** 2 for value in column) / len(column)) for column, mean in around]


def _scaled(look: Values, means: Values, spreads: Values) -> Values:
    return [(value - mean) / (spread or 1.0) for value, mean, spread in zip(look, means, spreads, strict=True)]


def _unscaled(line: Values, means: Values, spreads: Values) -> Values:
    """The line that says the same of what is seen as it is."""
    row = [weight / (spread or 1.0) for weight, spread in zip(line, spreads, strict=True)]
    row[0] -= sum(map(mul, row, means))
    return row
