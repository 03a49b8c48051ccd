"""What thinking comes to in Geschenkt, for the rule of today, which also foresees those who think as we do.

Games of all sorts of people are played quickly, and now and then a search says what taking and passing are worth there,
against opponents as they seem to be in that game: so the rule learns to do well among people who are not like itself.
"""

import random

from bots.bot import Decision
from bots.policies.base import Policy
from bots.policies.geschenkt.features import NAMES, look_at
from bots.policies.geschenkt.mind import GeschenktMind
from bots.policies.geschenkt.rule import Taught, Trained
from bots.policies.geschenkt.thoughts import TODAY
from bots.policies.geschenkt.weights import RULE
from bots.policies.line import STRAIGHT
from bots.searcher import begin
from bots.training.geschenkt import stranger
from bots.training.thoughts.notes import Thought, Values
from bots.training.thoughts.study import Schooling, Study
from engines.chance import FastChance, LiveChance
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import PASS, TAKE, GeschenktState
from engines.record import Recording

# How much a search thinks, and one in how many decisions it thinks over.
BUDGETS = (500,)
EVERY = 4
# The last card needs no rule: it is worked out.
LAST = 1
# How often a seat is taken by somebody with plain prices.
PLAIN = 0.15
# A pass is the measure of a take: it looks like nothing, so a net's score speaks for taking the card.
PASSED = [0.0] * len(NAMES)


def watch(seed: int) -> list[Thought]:
    """Watch one game of people of all sorts, and think one in so many of their decisions over."""
    luck = random.Random(seed)
    seats = luck.choice((3, 3, 4, 5))
    recording = Recording(Geschenkt(), seats, {}, ["somebody"] * seats, LiveChance(seed))
    people = _people()
    seated = [stranger(luck) if luck.random() < PLAIN else luck.choice(people) for _ in range(seats)]
    fast = FastChance(luck.getrandbits(31))
    thoughts: list[Thought] = []
    while not recording.over:
        state = recording.state
        assert isinstance(state, GeschenktState)
        if state.chips[state.turn] > 0 and len(state.pile) > LAST and luck.randrange(EVERY) == 0:
            thoughts.append(_thought(recording, state, luck))
        recording.play("take" if seated[state.turn].choose(state, fast) == TAKE else "pass")
    return thoughts


def _people() -> list[Policy]:
    """Who plays well: today's rule most of all, and the straight one; thinkers' drawn choices would teach weak play."""
    rule = Taught()
    return [rule, rule, rule, Trained()]


def _thought(recording: Recording, state: GeschenktState, luck: random.Random) -> Thought:
    """What a search finds both moves worth, win and lead blended as it blends them."""
    decision = Decision.of(recording)
    mind = GeschenktMind(recording.game, decision.view, decision.history)
    search = begin(mind, recording.game.sampler(decision.view), luck.getrandbits(31))
    search.think(luck.choice(BUDGETS), 0.0)
    edges = [search.root.edges[move] for move in (TAKE, PASS)]
    return Thought([look_at(state).values(), PASSED], [edge.total / edge.visits for edge in edges])


def straight() -> Values:
    """Where teaching begins; of nets that began with nothing, one in seven learnt nothing."""
    return RULE[STRAIGHT]


STUDY = Study(watch, Schooling(units=8, rounds=80, batch=128, stakes=True), TODAY, straight)
