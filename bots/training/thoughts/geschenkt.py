"""What thinking comes to in Geschenkt, for the rule of today and for the nets that foresee it (`geschenkt/thinker.py`).

Games of all sorts of people are played quickly, and now and then a search says what taking and passing are worth there.
The rule learns from that, which makes the next searches better, so that this can be done again. Somebody else, like the
expert of an older version, is watched in games with themselves, and all that is seen of them is what they choose.
"""

import random

from bots.bot import Bot, Budget, Decision
from bots.external import introduce
from bots.policies.base import Policy
from bots.policies.geschenkt.features import NAMES, look_at
from bots.policies.geschenkt.rule import Taught, Trained
from bots.policies.geschenkt.weights import RULE
from bots.policies.line import STRAIGHT
from bots.searcher import prepare
from bots.training.geschenkt import stranger
from bots.training.thoughts.notes import Thought
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


def watch(seed: int, somebody: Bot | None = None) -> list[Thought]:
    """Watch one game: what searches find in it, or what somebody chooses at a table of themselves."""
    luck = random.Random(seed)
    seats = luck.choice((3, 3, 4, 5))
    recording = Recording(Geschenkt(), seats, {}, ["somebody"] * seats, LiveChance(seed))
    return _found(recording, luck) if somebody is None else _chosen(recording, luck, somebody)


def _found(recording: Recording, luck: random.Random) -> list[Thought]:
    """Let people of all sorts play, and think one in so many of their decisions over."""
    people = _people()
    seated = [stranger(luck) if luck.random() < PLAIN else luck.choice(people) for _ in range(recording.state.seats)]
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
    search = prepare(Decision.of(recording), luck.getrandbits(31))
    search.think(luck.choice(BUDGETS), 0.0)
    edges = [search.root.edges[move] for move in (TAKE, PASS)]
    return Thought([look_at(state).values(), PASSED], [edge.total / edge.visits for edge in edges])


def _chosen(recording: Recording, luck: random.Random, somebody: Bot) -> list[Thought]:
    """Let somebody play with themselves."""
    introduce(somebody, "geschenkt", recording.state.seats)
    thoughts: list[Thought] = []
    while not recording.over:
        state = recording.state
        assert isinstance(state, GeschenktState)
        decision = Decision.of(recording)
        move = somebody.choose(decision, Budget(iterations=luck.choice(BUDGETS)), luck.getrandbits(31)).move
        if len(decision.legal) > 1:
            took = float(move == "take")
            thoughts.append(Thought([look_at(state).values(), PASSED], [took, 1.0 - took]))
        recording.play(move)
    return thoughts


STUDY = Study(
    watch,
    games=800,
    schooling=Schooling(units=8, rounds=80, batch=128, stakes=True),
    # With nothing to begin with, one net in seven learnt nothing.
    start=RULE[STRAIGHT],
)
