"""What each move of Bumbesi leads to, for the net that is the rule (`bumbesi/taste.py`).

The rule plays, alone or among others, and now and then every move that it could make is tried: on the position as it
was, with the draw pile in another order each time, everybody going on as they play for as long as a search looks ahead.
What was hidden from the mover stays as it was, too: over many games that is right on average.
"""

import random
from math import exp

from bots.policies.base import Evaluation, Mind, Policy
from bots.policies.bumbesi.afterstate import Afterstate, Known
from bots.policies.bumbesi.mind import BumbesiMind
from bots.policies.bumbesi.models import Plodder
from bots.policies.bumbesi.rule import BumbesiRule, Standing, weigh
from bots.policies.bumbesi.taste import NAMES, Taste
from bots.policies.bumbesi.thoughts import TODAY
from bots.training.thoughts.notes import Thought, Values
from bots.training.thoughts.study import Schooling, Study
from engines.bumbesi.game import Bumbesi
from engines.bumbesi.rules import BumbesiState
from engines.chance import FastChance
from engines.game import Move
from engines.view import OVER

# How often each move is tried.
BUDGETS = (12,)
TABLES = (3, 4, 4, 5, 6)
# In every other game some of the others play as people do who have just learnt it.
MIXED = 0.5
SIMPLE = 0.5
# So many decisions are thought over, and so often somebody moves without thinking, so that all positions come up.
HEARD = 0.25
SLIPS = 0.08
# A taste for each thing alone says what it looks like.
EACH = [Taste([float(place == other) for other in range(len(NAMES))]) for place in range(len(NAMES))]


def watch(seed: int) -> list[Thought]:
    """Watch one game of the rule, and think some of its decisions over."""
    luck = random.Random(seed)
    players = _company(luck.choice(TABLES), luck)
    chance = FastChance(luck.getrandbits(31))
    game = Bumbesi()
    state = game.deal(len(players), {}, chance)
    assert isinstance(state, BumbesiState)
    state.watched = False
    mind = BumbesiMind(game, game.view(state, state.turn), ())
    thoughts: list[Thought] = []
    while state.turn != OVER:
        moves = mind.options(state)
        player = players[state.turn]
        if len(moves) > 1 and luck.random() < HEARD and isinstance(player, BumbesiRule):
            worths = _tried(mind, state, moves, players, luck)
            thoughts.append(Thought([look_at(state, move) for move in moves], worths))
        state.play(luck.choice(moves) if luck.random() < SLIPS else player.choose(state, chance))
    return thoughts


def _company(seats: int, luck: random.Random) -> list[Policy]:
    """Who plays: the rule on all seats, or on the first and on some of the others."""
    rule = BumbesiRule()
    simple = SIMPLE if luck.random() < MIXED else 0.0
    return [Plodder(nearest=luck.random() < 0.5) if seat and luck.random() < simple else rule for seat in range(seats)]


def look_at(state: BumbesiState, move: Move) -> Values:
    """Everything that the rule looks at when it weighs a move."""
    after, now = Afterstate(state, Known(state), move), Standing(state)
    return [weigh(taste, after, now, now.lead_of(after.next)) for taste in EACH]


def _tried(mind: Mind, state: BumbesiState, moves: list[Move], players: list[Policy], luck: random.Random) -> Values:
    """What each move is worth to its mover, all of them tried with the same luck."""
    tries = luck.choice(BUDGETS)
    totals = [0.0] * len(moves)
    for _ in range(tries):
        seed = luck.getrandbits(31)
        for place, move in enumerate(moves):
            chance = FastChance(seed)
            future = state.copy(chance)
            future.watched = False
            future.shuffle_unseen(chance)
            future.play(move)
            mind.roll_out(future, players, 1, chance)
            totals[place] += _worth(mind, mind.evaluate(future), state.turn)
    return [total / tries for total in totals]


def _worth(mind: Mind, found: Evaluation, seat: int) -> float:
    """The blend that a search goes by: the share of the win, and the squashed lead over the best opponent."""
    rivals = [points for other, points in enumerate(found.points) if other != seat]
    squashed = 1.0 / (1.0 + exp((found.points[seat] - min(rivals)) / mind.width))
    return mind.blend * found.wins[seat] + (1.0 - mind.blend) * squashed


STUDY = Study(watch, Schooling(units=12, rounds=16, batch=512, rate=0.02, heat=0.1), TODAY)
