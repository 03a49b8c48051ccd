"""The bot that searches: a Decision in, Advice out."""

from time import perf_counter, sleep

from bots.acquaintance import acquaint
from bots.advice import Advice, JudgedMove, only
from bots.bot import Bot, Budget, Decision
from bots.interruption import is_asked
from bots.ismcts import Search
from bots.policies import descriptor_of
from bots.policies.base import Exact, Mind
from bots.race import Race
from bots.shares import come_true
from engines.chance import FastChance
from engines.game import Move, Sampler
from engines.games import build, find

SLICE = 0.02
# To work a position out may take as long as so many iterations for each second there is: about a fifth of it.
QUICK = {"compiled": 8000, "plain Python": 500}
# Shares of the win that agree in so many digits are the same, and then the points decide.
ALIKE = 9


class Searcher(Bot):
    """Thinks a decision over with Monte Carlo tree search, for as long as its budget lasts.

    It says how often its moves win as that comes true, or `hopeful`, as the search found it.
    """

    def __init__(self, name: str = "search", hopeful: bool = False) -> None:
        self.name = name
        self._hopeful = hopeful

    def choose(self, decision: Decision, budget: Budget, seed: int) -> Advice:
        if len(decision.legal) == 1:
            return only(decision.legal[0], list(decision.legal))
        began = perf_counter()
        search = prepare(decision, seed)
        effort = effort_of(budget)
        solved = search.mind.solve(find(decision.game).sampler(decision.view), effort, FastChance(seed))
        if solved:
            return conclude(decision, solved, effort, perf_counter() - began)
        if len(search.moves) > 1:
            if budget.seconds:
                _think_until(search, began + budget.seconds)
            else:
                search.think(budget.iterations, 0.0)
        advice = advise(decision, search, perf_counter() - began)
        return advice if self._hopeful else come_true(advice, decision.game, decision.view.seats)


def effort_of(budget: Budget) -> int:
    """How much work may go into working a position out, counted in iterations."""
    return budget.iterations or int(budget.seconds * QUICK[build()])


def _think_until(search: Search, end: float) -> None:
    """Search until a time, or until somebody wants the answer, or nothing is left to find out.

    Making up one's mind about the opponents takes time too, so there is always a first slice.
    """
    tried = -1
    while tried < search.iterations:
        tried = search.iterations
        # 0 seconds would mean iterations.
        search.think(0, max(min(SLICE, end - perf_counter()), 1e-6))
        # A compiled search lets no other thread hear anything by itself.
        sleep(0)
        if is_asked() or perf_counter() >= end:
            return


def prepare(decision: Decision, seed: int) -> Search:
    """Set a search up that knows nothing but this Decision."""
    game = find(decision.game)
    mind = descriptor_of(game.id).mind(game, decision.view, decision.history)
    acquaint(mind, game.id, decision.bots)
    return begin(mind, game.sampler(decision.view), seed)


def begin(mind: Mind, sampler: Sampler, seed: int) -> Search:
    """Make the kind of search that a Mind asks for."""
    return Race(mind, sampler, seed) if mind.race else Search(mind, sampler, seed)


def advise(decision: Decision, search: Search, seconds: float) -> Advice:
    """Put what a search found into words, the move first, then by visits."""
    game = find(decision.game)
    chosen = game.say(search.best())
    choices = [_choice(search, text, game.parse(text)) for text in decision.legal]
    choices.sort(key=lambda choice: (choice.move != chosen, -choice.visits))
    return Advice(chosen, tuple(choices), search.iterations, seconds)


def conclude(decision: Decision, solved: dict[Move, Exact], effort: int, seconds: float) -> Advice:
    """Put what was worked out into words, as if each move had been tried equally often."""
    game = find(decision.game)
    choices = [_worked_out(text, solved[game.parse(text)], effort) for text in decision.legal]
    sign = 1.0 if game.low_wins else -1.0
    choices.sort(key=lambda choice: (-round(choice.win, ALIKE), sign * choice.score))
    return Advice(choices[0].move, tuple(choices), effort, seconds)


def _worked_out(text: str, exact: Exact, effort: int) -> JudgedMove:
    return JudgedMove(text, effort, exact.win, exact.error, exact.points)


def _choice(search: Search, text: str, move: int) -> JudgedMove:
    tally = search.tallies.get(move)
    if tally is None:
        return JudgedMove(text)
    return JudgedMove(text, tally.visits, tally.win(), tally.error(), tally.score())
