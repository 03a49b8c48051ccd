"""How quick this build thinks on this machine."""

from functools import cache
from time import perf_counter

from bots.bot import Decision
from bots.searcher import prepare
from engines.chance import FastChance
from engines.games import GAMES

SECONDS = 0.2


@cache
def positions_per_second() -> int:
    """How many positions a search tries in a second, measured once, shortly, on a first move of the first game."""
    game = next(iter(GAMES.values()))
    state = game.deal(game.seats[0], {}, FastChance(5))
    legal = [game.say(move) for move in state.legal()]
    search = prepare(Decision(game.id, game.view(state, state.turn), (), legal), 1)
    began = perf_counter()
    search.think(0, SECONDS)
    return round(search.iterations / (perf_counter() - began))
