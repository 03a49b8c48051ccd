"""How quick this build thinks on this machine."""

from functools import cache
from time import thread_time

from bots.bot import Decision
from bots.searcher import prepare
from engines.chance import FastChance
from engines.games import GAMES

SECONDS = 0.2
DIGITS = 2


@cache
def positions_per_second() -> int:
    """About how many positions a search tries in a second, measured once, shortly, on a first move of the first game.

    It is a second of the processor's own time, so that it is the same on a busy machine, and has two digits: how quick
    a processor is at a moment is not known better than that.
    """
    game = next(iter(GAMES.values()))
    state = game.deal(game.seats[0], {}, FastChance(5))
    legal = [game.say(move) for move in state.legal()]
    search = prepare(Decision(game.id, game.view(state, state.turn), (), legal), 1)
    began = thread_time()
    search.think(0, SECONDS)
    return int(float(f"{search.iterations / (thread_time() - began):.{DIGITS}g}"))
