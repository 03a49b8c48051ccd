"""One decision of a finished game, judged with what its seat knew then: what it gave away, and how sure that is."""

from dataclasses import dataclass
from math import hypot, sqrt
from statistics import fmean
from time import perf_counter
from typing import Final

from bots.bot import Budget, Decision
from bots.ismcts import Search, Tally
from bots.moments import course_of
from bots.policies.base import Mind, Policy, draw_model
from bots.searcher import prepare
from engines.chance import FastChance
from engines.game import Game, Move, Sampler
from engines.games import find

# A loss counts where it is larger than so many of its standard errors.
SURE: Final = 2.0
# In a tree those who look ahead still try bad moves, less and less: beside the noise a share is off by about so much
# over the root of its games. Measured on the small Geschenkt that can be solved (tests/bench/review.py).
TREE_ERROR: Final = 0.8
# Races play on by a rule, and are off by about so much however long they last.
RACE_ERROR: Final = 0.01
# Of two moves that win as often the one with the better score is a little better.
ALMOST_WINS: Final = 0.95
# What a move must have been worth so that a tree never looks at it again.
SHUT: Final = -1.0e15
# Luck of a world: a move is tried against the others with it.
SPREAD: Final = 1_000_003

BEST, GOOD, INEXACT, MISTAKE, BLUNDER = VERDICTS = ("best", "good", "inexact", "mistake", "blunder")
"""The words for a decision, from the move that could not be bettered to the one that threw the game away."""

STEPS = ((0.10, BLUNDER), (0.05, MISTAKE), (0.02, INEXACT))
"""From which loss on a word is said; below all of them a move is good."""


@dataclass(frozen=True, slots=True)
class JudgedChoice:
    """One move that was possible: the share of the win it could expect, and the standard error of that."""

    move: str
    win: float
    error: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision: the move made and the best one, what the first gave away, and every move that was tried.

    `turn` is the number of moves made before. `verdict` is worse than good only where `loss` is larger than its
    uncertainty, two standard errors. Moves that a rule of thumb rules out are not among `choices` unless one was made.
    """

    turn: int
    seat: int
    move: str
    best: str
    loss: float
    error: float
    verdict: str
    choices: tuple[JudgedChoice, ...]


def verdict_on(loss: float, error: float, is_best: bool) -> str:
    """The word for a loss; nobody is blamed for what may be noise."""
    if is_best:
        return BEST
    if loss <= SURE * error:
        return GOOD
    return next((word for least, word in STEPS if loss >= least), GOOD)


def judge(data: bytes, turn: int, budget: Budget, seed: int) -> Judgement:
    """Judge the decision of a record (as bytes) that was taken after `turn` moves."""
    course = course_of(data)
    moment = course.moments[turn]
    return judge_decision(course.decision(moment), moment.move, turn, budget, seed)


def judge_decision(decision: Decision, move: str, turn: int, budget: Budget, seed: int) -> Judgement:
    """Judge a move that was made in a decision."""
    seat = decision.view.turn
    if len(decision.legal) == 1:
        return Judgement(turn, seat, move, move, 0.0, 0.0, BEST, ())
    search = prepare(decision, seed)
    if search.mind.race:
        return _judge_race(decision, search, move, turn, budget, seed)
    # Everybody looks ahead here: nobody is blamed for not guessing that an opponent would play badly.
    search.mind.models = []
    search.mind.blend = ALMOST_WINS
    _search_each(search, budget)
    return _judge_tree(decision, search, move, turn)


def _search_each(search: Search, budget: Budget) -> None:
    """Think every move over for as long as every other one.

    Left to itself a tree looks only at what seems best, and a move that it hardly tried looks worse than it is. For the
    same reason the first half of each move's time grows its branch and only the second is counted.
    """
    # Every move is opened once before a second one is tried again.
    search.think(len(search.moves), 0.0)
    totals = {move: edge.total for move, edge in search.root.edges.items()}
    shares = 2 * len(totals)
    counted: dict[Move, Tally] = {}
    for chosen in totals:
        for move, edge in search.root.edges.items():
            edge.total = totals[move] if move == chosen else SHUT
        search.think(budget.iterations // shares, budget.seconds / shares)
        search.tallies.clear()
        search.think(max(budget.iterations // shares, 1), budget.seconds / shares)
        counted[chosen] = search.tallies[chosen]
    search.tallies = counted


def _judge_tree(decision: Decision, search: Search, move: str, turn: int) -> Judgement:
    choices = _tried(find(decision.game), search, TREE_ERROR, 0.0)
    played = next(choice for choice in choices if choice.move == move)
    # Where several win as often, the one that was made is as good as any.
    best = played if played.win == choices[0].win else choices[0]
    loss = max(best.win - played.win, 0.0)
    error = best.error if move == best.move else hypot(best.error, played.error)
    return _judgement(turn, search.seat, played, best, loss, error, choices)


def _tried(game: Game, search: Search, trying: float, lasting: float) -> list[JudgedChoice]:
    """Every move that was tried, the likeliest to win first, with what is wrong beside the noise in its error."""
    tried = [
        JudgedChoice(game.say(move), tally.win(), hypot(tally.error(), trying / sqrt(tally.visits), lasting))
        for move, tally in search.tallies.items()
    ]
    return sorted(tried, key=lambda choice: -choice.win)


def _judge_race(decision: Decision, search: Search, move: str, turn: int, budget: Budget, seed: int) -> Judgement:
    """Play the best move and the one made on the same fresh worlds: what is left is the difference they make."""
    game = find(decision.game)
    half = Budget(budget.seconds / 2, (budget.iterations + 1) // 2)
    search.think(half.iterations, half.seconds)
    best = game.say(search.best())
    moves = [best] if move == best else [best, move]
    sampler = search.mind.worlds(game.sampler(decision.view))
    pairing = Pairing(search.mind, sampler, search.seat, seed)
    columns = pairing.run([game.parse(text) for text in moves], half)
    judged = [JudgedChoice(text, fmean(wins), _error(wins)) for text, wins in zip(moves, columns, strict=True)]
    gaps = [first - last for first, last in zip(columns[0], columns[-1], strict=True)]
    loss = max(fmean(gaps), 0.0)
    error = judged[0].error if move == best else hypot(_error(gaps), RACE_ERROR)
    others = [choice for choice in _tried(game, search, 0.0, RACE_ERROR) if choice.move not in moves]
    choices = sorted([*judged, *others], key=lambda choice: -choice.win)
    return _judgement(turn, search.seat, judged[-1], judged[0], loss, error, choices)


def _judgement(
    turn: int,
    seat: int,
    played: JudgedChoice,
    best: JudgedChoice,
    loss: float,
    error: float,
    choices: list[JudgedChoice],
) -> Judgement:
    verdict = verdict_on(loss, error, played.move == best.move)
    return Judgement(turn, seat, played.move, best.move, loss, error, verdict, tuple(choices))


def _error(values: list[float]) -> float:
    """The standard error of a mean, as if two more games had been seen, one better and one worse by a whole win."""
    count = len(values) + 2
    mean = sum(values) / count
    square = (sum(value * value for value in values) + 2.0) / count
    return sqrt(max(square - mean * mean, 0.0) / count)


class Pairing:
    """Some moves on the same worlds, against the same players with the same luck."""

    def __init__(self, mind: Mind, sampler: Sampler, seat: int, seed: int) -> None:
        self._mind = mind
        self._sampler = sampler
        self._seat = seat
        self._seed = seed
        self._luck = FastChance(seed)

    def run(self, moves: list[Move], budget: Budget) -> list[list[float]]:
        """The share of the win on each world, a list for each move; there are always a few worlds."""
        columns: list[list[float]] = [[] for _ in moves]
        until = perf_counter() + budget.seconds
        worlds = max(budget.iterations // len(moves), 2)
        while len(columns[0]) < worlds or (budget.seconds > 0 and perf_counter() < until):
            self._try(moves, columns)
        return columns

    def _try(self, moves: list[Move], columns: list[list[float]]) -> None:
        world = self._sampler.draw(self._luck)
        players = self._players()
        seed = self._seed + SPREAD * len(columns[0])
        for move, wins in zip(moves, columns, strict=True):
            luck = FastChance(seed)
            state = world.copy(luck)
            state.play(move)
            self._mind.roll_out(state, players, 0 if state.turn == self._seat else 1, luck)
            wins.append(self._mind.evaluate(state).wins[self._seat])

    def _players(self) -> list[Policy]:
        mind = self._mind
        players = [mind.rule] * mind.seats
        for seat in range(mind.seats):
            if mind.models and seat != self._seat:
                players[seat] = mind.models[draw_model(mind.weights[seat], self._luck)]
        return players
