"""What was watched: every decision that a search thought over, game by game, kept in a file."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log
from pathlib import Path

from bots.policies.net import Net

# So exact is what is written down.
DIGITS = 4
# Every so many games are held apart.
APART = 4

# Progress is told about so often, but not for fewer games than so many.
LINES = 50
LEAST = 10

Values = list[float]


@dataclass(frozen=True, slots=True)
class Thought:
    """One decision that was thought over: what each option looks like, and what it was found worth."""

    looks: list[Values]
    worths: Values

    @property
    def best(self) -> int:
        """The place of the option that was found worth most."""
        return self.worths.index(max(self.worths))


Watch = Callable[[int], list[Thought]]
"""Watches one game, under the luck of a seed."""


class Notes:
    """All games that were watched, kept in a file, so that watching can be stopped and gone on with."""

    def __init__(self, path: Path, watch: Watch) -> None:
        self._path = path
        self._watch = watch
        self.games: list[list[Thought]] = []
        if path.exists():
            self._read()

    def _read(self) -> None:
        """Read all games that were written down to the end; a kill may have cut the last one off."""
        whole, _, rest = self._path.read_text().rpartition("\n")
        if rest:
            self._path.write_text(whole + "\n" if whole else "")
        for row in whole.splitlines():
            self.games.append([Thought(looks, worths) for looks, worths in json.loads(row)])

    def take(self, count: int, seed: int, tell: Callable[[str], None]) -> None:
        """Watch until there are so many games."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            while len(self.games) < count:
                self._watch_one(1_000_003 * seed + len(self.games))
                if len(self.games) % max(LEAST, count // LINES) == 0 or len(self.games) == count:
                    tell(f"watched {len(self.games)} games of {count}")
        except KeyboardInterrupt:
            tell(f"stopped after {len(self.games)} games of {count}, which are kept")
            raise

    def _watch_one(self, seed: int) -> None:
        seen = [_rounded(each) for each in self._watch(seed)]
        with self._path.open("a") as file:
            file.write(json.dumps([(each.looks, each.worths) for each in seen]) + "\n")
        self.games.append(seen)


def _rounded(thought: Thought) -> Thought:
    looks = [[round(value, DIGITS) for value in look] for look in thought.looks]
    return Thought(looks, [round(worth, DIGITS) for worth in thought.worths])


def held_apart(games: list[list[Thought]]) -> tuple[list[Thought], list[Thought]]:
    """All thoughts of every fourth game, to be foreseen, and those of the others, to learn from."""
    apart = [thought for number, game in enumerate(games) if number % APART == APART - 1 for thought in game]
    return apart, [thought for number, game in enumerate(games) if number % APART != APART - 1 for thought in game]


def bits(rows: list[Values], thoughts: list[Thought]) -> float:
    """How unlikely a net holds the best options, in bits for each."""
    net = Net(rows)
    total = 0.0
    for each in thoughts:
        scores = [net.score(look) for look in each.looks]
        most = max(scores)
        total += most - scores[each.best] + log(sum(exp(score - most) for score in scores))
    return total / log(2.0) / len(thoughts)


def regret(rows: list[Values], thoughts: list[Thought]) -> float:
    """How much less the options that a net likes most are worth than the best ones, on average."""
    net = Net(rows)
    total = 0.0
    for each in thoughts:
        scores = [net.score(look) for look in each.looks]
        total += max(each.worths) - each.worths[scores.index(max(scores))]
    return total / len(thoughts)
