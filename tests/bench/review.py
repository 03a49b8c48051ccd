"""The review where the truth is known: each loss against the exact one of the Geschenkt that can be solved.

`python -m tests.bench.review` judges games that no number was chosen on, twice: as reviews do, who work so small a game
out, and by the tree alone, as in a whole game; `... tuning` tries numbers for the tree on others.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bots import judge
from bots.bot import Budget, Decision
from bots.findings import BLUNDER, INEXACT, MISTAKE, SURE, Judgement
from bots.judge import judge_decision, search_decision
from engines.chance import FastChance
from engines.games import build
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import MATERIALS, PASS, TAKE, GeschenktState, Material
from engines.view import OVER, Turn, cards_shown
from tests.bench.solver import CARDS, CHIPS, PILE, SMALL, after_pass, position_of, take_value, value

DECISIONS = 1000
# Where the numbers of bots/judge.py were chosen, and where they are checked.
TUNING, HELD_OUT = 1001, 27_182_818
TUNED = 300
TREE_ERRORS, TRENDS = (0.4, 0.8, 1.2), (0.0, 0.5, 1.0)
# About what the usual budget comes to in so small a game.
ITERATIONS = {"plain Python": 3_000, "compiled": 40_000}
# A loss that somebody should be told of.
REAL = 0.05
# Two values of the solver that differ by less are the same, but for the last digits of a float.
EQUAL = 1e-9


@dataclass(frozen=True, slots=True)
class Solved:
    """A decision, the exact share of the win of each move, and the move that was made."""

    decision: Decision
    worth: dict[str, float]
    move: str

    def loss(self, move: str) -> float:
        """What a move gives away exactly."""
        return max(self.worth.values()) - self.worth[move]


@dataclass(slots=True)
class Count:
    """How the judgements compare with the truth."""

    decisions: int = 0
    within: int = 0
    best: int = 0
    blamed: int = 0
    real: int = 0
    found: int = 0

    def add(self, solved: Solved, judgement: Judgement) -> None:
        """Compare one decision: its loss with the interval, and the word for it."""
        exact = solved.loss(solved.move)
        blamed = judgement.verdict in (MISTAKE, BLUNDER)
        self.decisions += 1
        self.within += abs(judgement.loss - exact) <= SURE * judgement.error + EQUAL
        self.best += exact < EQUAL
        self.blamed += exact < EQUAL and blamed
        self.real += exact >= REAL
        self.found += exact >= REAL and judgement.verdict in (INEXACT, MISTAKE, BLUNDER)

    @property
    def share_within(self) -> float:
        """The share of losses that lie within their interval."""
        return self.within / self.decisions

    def __str__(self) -> str:
        return (
            f"within their interval {100 * self.share_within:.1f} % of {self.decisions}, best moves called a mistake "
            f"{self.blamed} of {self.best}, losses of {REAL:g} and more found {self.found} of {self.real}"
        )


def install() -> None:
    """Add the small Geschenkt to the variants, as the solver knows it."""
    MATERIALS[SMALL] = Material((), CHIPS, PILE, CARDS[-1])


def solved_decisions(number: int, seed: int) -> Iterator[Solved]:
    """So many decisions of games in which every move is tossed for."""
    luck = FastChance(seed)
    found = 0
    while True:
        for solved in _game(luck):
            yield solved
            found += 1
            if found == number:
                return


def _game(luck: FastChance) -> Iterator[Solved]:
    game = Geschenkt()
    state = GeschenktState(2, SMALL, luck)
    state.deal()
    history = [Turn(state.start, "deal", cards_shown(state.shown))]
    while state.turn != OVER:
        seat = state.turn
        move = TAKE
        if state.chips[seat] > 0:
            move = (TAKE, PASS)[luck.below(2)]
            position = position_of(state)
            worth = {"take": take_value(position), "pass": 1.0 - value(after_pass(position))}
            decision = Decision(game.id, game.view(state, seat), tuple(history), ("take", "pass"))
            yield Solved(decision, worth, game.say(move))
        state.play(move)
        history.append(Turn(seat, game.say(move), cards_shown(state.shown)))


Judge = Callable[[Decision, str, int, Budget, int], Judgement]
"""Judges a move made in a decision, of so many moves, with so much thinking and such luck."""


def compare(number: int, seed: int, budget: Budget, judging: Judge = search_decision) -> Count:
    """Judge so many decisions and count how often the truth was met."""
    install()
    count = Count()
    for place, solved in enumerate(solved_decisions(number, seed)):
        count.add(solved, judging(solved.decision, solved.move, 0, budget, place))
    return count


def tune(budget: Budget) -> None:
    """Print what other numbers would have come to."""
    for trend in TRENDS:
        for tree_error in TREE_ERRORS:
            judge.TREND, judge.TREE_ERROR = trend, tree_error  # type: ignore[misc]
            print(f"  TREND {trend:g} TREE_ERROR {tree_error:g}: {compare(TUNED, TUNING, budget)}", flush=True)


def main() -> None:
    """Print how the judgements compare with the truth."""
    budget = Budget(iterations=ITERATIONS[build()])
    print(f"review of the exact small Geschenkt ({build()}), {budget.iterations} iterations a decision", flush=True)
    if sys.argv[1:] == ["tuning"]:
        tune(budget)
    else:
        number = int(sys.argv[1]) if sys.argv[1:] else DECISIONS
        print(f"  worked out: {compare(number, HELD_OUT, budget, judge_decision)}", flush=True)
        print(f"  tree alone: {compare(number, HELD_OUT, budget)}")


if __name__ == "__main__":
    main()
