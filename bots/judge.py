"""One decision of a finished game, judged with what its seat knew then: what it gave away, and how sure that is."""

from math import hypot, sqrt
from statistics import fmean
from time import perf_counter
from typing import Final

from bots.bot import Budget, Decision
from bots.findings import (
    BEST,
    BLUNDER,
    GOOD,
    INEXACT,
    LEAST_LOSS,
    MISTAKE,
    SURE,
    JudgedChoice,
    Judgement,
    standard_error,
)
from bots.ismcts import Search
from bots.moments import course_of
from bots.policies import descriptor_of
from bots.policies.base import Exact, Lookahead, Mind, Policy, draw_model
from bots.searcher import effort_of, prepare
from engines.chance import FastChance
from engines.game import Move, Sampler
from engines.games import find

# A tree is off by about so much over the root of its games, and by so much of what it changed its mind by while it
# grew to twice its size. Chosen on whole games, beside trees many times as large, and on some games of the small
# Geschenkt that can be solved; checked on others (`python -m tests.bench.review`).
TREE_ERROR: Final = 1.2
TREND: Final = 0.5
# The share of the time in which a tree grows; the rest is for counting.
GROWING: Final = 0.5
# Races play on by a rule, and are off by about so much however long they last.
RACE_ERROR: Final = 0.01
# Of two moves that win as often the one with the better score is a little better.
ALMOST_WINS: Final = 0.95
# Shares of the win that differ by less are the same, but for the last digits of a float.
NOTHING: Final = 1e-9
# There are always so many worlds.
FEWEST: Final = 2
# Luck of a world: a move is tried against the others with it.
SPREAD: Final = 1_000_003

STEPS = ((0.10, BLUNDER), (0.05, MISTAKE), (LEAST_LOSS, INEXACT))
"""The word for a loss of at least so much; below all of them a move is good."""


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
    """Judge a move that was made in a decision: exactly where that is little work, by a search elsewhere."""
    seat = decision.view.turn
    if len(decision.legal) == 1:
        return Judgement(turn, seat, move, move, 0.0, 0.0, BEST, ())
    found = work_out(decision, effort_of(budget))
    if found:
        return _judge_exactly(decision, found, move, turn)
    return search_decision(decision, move, turn, budget, seed)


def work_out(decision: Decision, effort: int) -> dict[Move, Exact]:
    """What every move comes to when everybody looks ahead; empty where that is too much work.

    Races are judged as they are played, by a rule and over hands that nobody knows: nothing is certain in them.
    """
    game = find(decision.game)
    mind = descriptor_of(game.id).mind(game, decision.view, decision.history[:1])
    if mind.race:
        return {}
    mind.models = [Lookahead(mind.rule)]
    mind.weights = [[1.0] for _ in range(mind.seats)]
    return mind.solve(game.sampler(decision.view), effort, FastChance(0))


def search_decision(decision: Decision, move: str, turn: int, budget: Budget, seed: int) -> Judgement:
    """Judge a move by the kind of search that its game asks for."""
    search = prepare(decision, seed)
    if search.mind.race:
        return _judge_race(decision, search, move, turn, budget, seed)
    # Everybody looks ahead here: nobody is blamed for not guessing that an opponent would play badly.
    search.mind.models = []
    search.mind.blend = ALMOST_WINS
    return _judge_tree(decision, search, move, turn, budget, seed)


def _judge_exactly(decision: Decision, found: dict[Move, Exact], move: str, turn: int) -> Judgement:
    """Judge a move where nothing is left to be guessed; of moves that win as often the one made is the best."""
    game = find(decision.game)
    choices = [JudgedChoice(game.say(option), exact.win, 0.0) for option, exact in found.items()]
    played = found[game.parse(move)].win
    best = max(choices, key=lambda choice: choice.win)
    loss = best.win - played
    if loss < NOTHING:
        return _judgement(turn, decision.view.turn, move, move, 0.0, 0.0, choices)
    return _judgement(turn, decision.view.turn, move, best.move, loss, 0.0, choices)


def _judge_tree(decision: Decision, search: Search, move: str, turn: int, budget: Budget, seed: int) -> Judgement:
    """Grow a branch for every move, each for as long as every other one, and play them all on the same fresh worlds.

    Left to itself a tree looks only at what seems best, and a move that it hardly tried looks worse than it is. That is
    done twice: how differently the second, larger tree sees the moves tells how wrong both may still be.
    """
    game = find(decision.game)
    played = game.parse(move)
    moves = search.moves if played in search.moves else [*search.moves, played]
    half = Budget(budget.seconds / 2, budget.iterations // 2)
    before = _grow_and_count(search, moves, half, seed)
    after = _grow_and_count(search, moves, half, seed + 1)
    doubt = TREE_ERROR / sqrt(min(search.tallies[option].visits for option in moves))
    means = {option: fmean(wins) for option, wins in after.items()}
    best = max(moves, key=lambda option: (means[option], option == played))
    rival = played if played != best else max((other for other in moves if other != best), key=means.__getitem__)
    gaps, gaps_before = (_gaps(columns[best], columns[rival]) for columns in (after, before))
    error = hypot(standard_error(gaps), TREND * _change(gaps_before, gaps), doubt)
    errors = {option: hypot(standard_error(wins), doubt) for option, wins in after.items()}
    choices = [JudgedChoice(game.say(option), means[option], errors[option]) for option in moves]
    loss = 0.0 if played == best else fmean(gaps)
    return _judgement(turn, search.seat, move, game.say(best), loss, error, choices)


def _grow_and_count(search: Search, moves: list[Move], budget: Budget, seed: int) -> dict[Move, list[float]]:
    """Search each move for its part of half the budget; return what they bring on the worlds of the other half.

    There everybody plays what seems best.
    """
    growing = GROWING / len(moves)
    for move in moves:
        search.keep_to(move)
        search.think(max(int(budget.iterations * growing), 1), budget.seconds * growing)
    usual, search.mind.exploration = search.mind.exploration, 0.0
    columns: dict[Move, list[float]] = {move: [] for move in moves}
    until = perf_counter() + budget.seconds * (1 - GROWING)
    worlds = int(budget.iterations * (1 - GROWING)) // len(moves)
    world = 0
    while world < FEWEST or (perf_counter() < until if budget.seconds else world < worlds):
        world += 1
        for move, wins in columns.items():
            search.keep_to(move)
            wins.append(search.replay(seed + SPREAD * world))
    search.mind.exploration = usual
    return columns


def _change(before: list[float], after: list[float]) -> float:
    """By how much two means differ beyond their noise."""
    noise = standard_error(before) ** 2 + standard_error(after) ** 2
    return sqrt(max((fmean(after) - fmean(before)) ** 2 - noise, 0.0))


def _gaps(ahead: list[float], behind: list[float]) -> list[float]:
    return [first - last for first, last in zip(ahead, behind, strict=True)]


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
    judged = [JudgedChoice(text, fmean(wins), standard_error(wins)) for text, wins in zip(moves, columns, strict=True)]
    gaps = _gaps(columns[0], columns[-1])
    loss = max(fmean(gaps), 0.0)
    error = judged[0].error if move == best else hypot(standard_error(gaps), RACE_ERROR)
    others = [
        JudgedChoice(game.say(option), tally.win(), hypot(tally.error(), RACE_ERROR))
        for option, tally in search.tallies.items()
        if game.say(option) not in moves
    ]
    return _judgement(turn, search.seat, move, best, loss, error, [*judged, *others])


def _judgement(
    turn: int, seat: int, move: str, best: str, loss: float, error: float, choices: list[JudgedChoice]
) -> Judgement:
    verdict = verdict_on(loss, error, move == best)
    choices.sort(key=lambda choice: -choice.win)
    return Judgement(turn, seat, move, best, loss, error, verdict, tuple(choices))


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
        players = [mind.player()] * mind.seats
        for seat in range(mind.seats):
            if mind.models and seat != self._seat:
                players[seat] = mind.models[draw_model(mind.weights[seat], self._luck)]
        return players
