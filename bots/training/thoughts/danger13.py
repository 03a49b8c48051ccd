"""What searches find in Danger 13, for the net that its rule is (`policies/danger13/thinker.py`).

The searches that teach roll out by the plain rule and have no hunches, so the net is made again from nothing but that
rule and a seed.
"""

import random

from bots.bot import Decision
from bots.policies.base import Mind
from bots.policies.danger13.looks import Looks
from bots.policies.danger13.mind import Danger13Mind
from bots.policies.danger13.rule import Scale, Weigher
from bots.policies.danger13.thoughts import TODAY
from bots.policies.danger13.weights import RULE
from bots.race import Race
from bots.training.thoughts.notes import Thought
from bots.training.thoughts.study import Schooling, Study
from engines.chance import FastChance, LiveChance
from engines.danger13.game import Danger13
from engines.danger13.rules import Danger13State
from engines.game import Move
from engines.record import Recording

SEATS = (2, 3, 3, 4, 4, 4, 4, 5, 5)
# In how many worlds every option is tried, whatever comes of it.
BUDGETS = (256,)
PATIENCE = 1e9
# How often a decision is thought over, and how often somebody goes astray, so that more is seen than good play.
THOUGHTFUL = 0.5
ASTRAY = 0.03


def watch(seed: int) -> list[Thought]:
    """Watch one game of searches and of the plain rule."""
    luck = random.Random(seed)
    game = Danger13()
    seats = luck.choice(SEATS)
    recording = Recording(game, seats, {}, ["somebody"] * seats, LiveChance(seed))
    thoughts: list[Thought] = []
    while not recording.over:
        state = recording.state
        assert isinstance(state, Danger13State)
        legal = state.legal()
        move = legal[0]
        if len(legal) > 1:
            if luck.random() < THOUGHTFUL:
                worths = _think(Decision.of(recording), legal, luck)
                move = legal[worths.index(max(worths))]
                thoughts.append(_noted(state, legal, worths))
            else:
                move = Weigher().choose(state, FastChance(0))
            if luck.random() < ASTRAY:
                move = luck.choice(legal)
        recording.play(game.say(move))
    return thoughts


def _noted(state: Danger13State, legal: list[Move], worths: list[float]) -> Thought:
    looks = Looks(state, Scale(RULE))
    return Thought([looks.line(move) for move in legal], worths)


def _think(decision: Decision, legal: list[Move], luck: random.Random) -> list[float]:
    """What a race finds every option worth, none of which drops out."""
    worlds = luck.choice(BUDGETS)
    race = Race(_plain_mind(decision), Danger13().sampler(decision.view), luck.getrandbits(31))
    race.think(worlds * len(legal), 0.0)
    return [sum(race.worths[move]) / worlds for move in legal]


def _plain_mind(decision: Decision) -> Mind:
    """A mind that has no hunches and gives no option up."""
    mind = Danger13Mind(Danger13(), decision.view, decision.history)
    mind.behind = PATIENCE
    mind.trust = 0.0
    return mind


STUDY = Study(watch, Schooling(units=16, rounds=30, batch=64, rate=0.005, heat=0.01, decay=0.02), TODAY)
