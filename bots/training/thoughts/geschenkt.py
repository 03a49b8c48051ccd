"""What somebody who thinks takes and passes in Geschenkt, for the nets that foresee it (`geschenkt/thinker.py`)."""

import random

from bots.bot import Bot, Budget, Decision
from bots.external import ExternalBot
from bots.policies.geschenkt.features import NAMES, look_at
from bots.searcher import Searcher
from bots.simple import PolicyBot
from bots.training.geschenkt import stranger
from bots.training.thoughts.notes import Thought
from bots.training.thoughts.study import Schooling, Study
from engines.chance import LiveChance
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import GeschenktState
from engines.record import Recording
from engines.wire import PROTOCOL, Hello

# How much everybody thinks, and how often somebody sits there who doesn't think at all.
BUDGETS = (100, 300, 1000)
THOUGHTLESS = 0.2
# A pass is the measure of a take: it looks like nothing, so a net's score is the log-odds of taking the card.
PASSED = [0.0] * len(NAMES)


def watch(seed: int, somebody: Bot | None = None) -> list[Thought]:
    """Watch one game of searches, or of somebody with themselves; free choices of those who think are remembered."""
    luck = random.Random(seed)
    game = Geschenkt()
    seats = luck.choice((3, 3, 4, 5))
    thoughtless = [somebody is None and luck.random() < THOUGHTLESS for _ in range(seats)]
    bots = [PolicyBot(game, stranger(luck)) if each else somebody or Searcher() for each in thoughtless]
    budgets = [Budget(iterations=luck.choice(BUDGETS)) for _ in range(seats)]
    if isinstance(somebody, ExternalBot):
        hello = Hello(protocol=PROTOCOL, game=game.id, seat=0, seats=seats, options={}, names=("somebody",) * seats)
        somebody.sit(hello)
    recording = Recording(game, seats, {}, ["somebody"] * seats, LiveChance(seed))
    thoughts: list[Thought] = []
    while not recording.over:
        state = recording.state
        assert isinstance(state, GeschenktState)
        seat = state.turn
        decision = Decision.of(recording)
        move = bots[seat].choose(decision, budgets[seat], luck.getrandbits(31)).move
        if len(decision.legal) > 1 and not thoughtless[seat]:
            took = float(move == "take")
            thoughts.append(Thought([look_at(state).values(), PASSED], [took, 1.0 - took]))
        recording.play(move)
    return thoughts


STUDY = Study(watch, games=100, schooling=Schooling(units=4, rounds=12))
