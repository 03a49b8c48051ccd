"""The review where the truth is known: each loss against the exact one of the Geschenkt that can be solved."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from bots.bot import Budget, Decision
from bots.findings import BLUNDER, MISTAKE, Judgement
from bots.judge import SURE, judge_decision
from engines.chance import FastChance
from engines.games import build
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import MATERIALS, PASS, TAKE, GeschenktState, Material
from engines.view import OVER, Turn, cards_shown
from tests.bench.solver import CARDS, CHIPS, PILE, SMALL, after_pass, position_of, take_value, value

DECISIONS = 1000
ITERATIONS = {"plain Python": 400, "compiled": 3000}
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

    losses: int = 0
    within: int = 0
    best: int = 0
    blamed: int = 0

    def add(self, solved: Solved, judgement: Judgement) -> None:
        """Compare one decision: the loss of every move with its interval, and the word for the one that was made."""
        first = next(choice for choice in judgement.choices if choice.move == judgement.best)
        for choice in judgement.choices:
            loss = max(first.win - choice.win, 0.0)
            error = first.error if choice is first else hypot(first.error, choice.error)
            self.losses += 1
            self.within += abs(loss - solved.loss(choice.move)) <= SURE * error
        if solved.loss(solved.move) < EQUAL:
            self.best += 1
            self.blamed += judgement.verdict in (MISTAKE, BLUNDER)

    @property
    def share_within(self) -> float:
        """The share of losses that lie within their interval."""
        return self.within / self.losses


def install() -> None:
    """Add the small Geschenkt to the variants, as the solver knows it."""
    MATERIALS[SMALL] = Material((), CHIPS, PILE, CARDS[-1])


def solved_decisions(number: int) -> Iterator[Solved]:
    """So many decisions of games in which every move is tossed for."""
    luck = FastChance(number)
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


def compare(number: int, budget: Budget) -> Count:
    """Judge so many decisions and count how often the truth was met."""
    install()
    count = Count()
    for seed, solved in enumerate(solved_decisions(number)):
        count.add(solved, judge_decision(solved.decision, solved.move, 0, budget, seed))
    return count


def main() -> None:
    """Print how the judgements compare with the truth."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else DECISIONS
    iterations = ITERATIONS[build()]
    count = compare(number, Budget(iterations=iterations))
    print(f"review of the exact small Geschenkt ({build()}), {number} decisions of {iterations} iterations")
    print(f"  loss within its own interval    {100 * count.share_within:.1f} % of {count.losses} moves")
    print(f"  best moves called a mistake     {count.blamed} of {count.best}")


if __name__ == "__main__":
    main()
