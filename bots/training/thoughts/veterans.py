"""What others choose in Geschenkt who think ahead as well, but not as we do, for the net that foresees them.

They think as version 0.1 did: whoever sits opposite has a price or looks ahead too, and every game is played out to its
end by the veteran's rule. So nothing that is learnt here enters, and what they choose stays as it is.
"""

import random
from typing import cast

from bots.bot import Decision
from bots.ismcts import Search
from bots.policies.base import Lookahead, Mind, Policy, Posterior
from bots.policies.geschenkt.features import look_at
from bots.policies.geschenkt.mind import AGREES, DIFFERS, FORESEEN
from bots.policies.geschenkt.models import prices
from bots.policies.geschenkt.rule import Taker, Trained
from bots.policies.geschenkt.thoughts import BEFORE
from bots.policies.line import STRAIGHT
from bots.training.geschenkt import VETERAN, line, stranger
from bots.training.thoughts.geschenkt import PASSED, straight
from bots.training.thoughts.notes import Thought, Values
from bots.training.thoughts.study import Schooling, Study
from engines.chance import FastChance, LiveChance
from engines.game import Sampler
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import PASS, TAKE, GeschenktState
from engines.record import Recording

# How much a veteran thinks.
BUDGETS = (600,)
# How often a seat is taken by somebody with plain prices.
PLAIN = 0.15
# Before anything is seen it is this likely that somebody looks ahead.
LOOKING_AHEAD = 0.3
WIDTH = 12.0


class Veteran:
    """Somebody at a table who thinks, and remembers how well each model of the others has explained them."""

    def __init__(self, game: Geschenkt, seats: int) -> None:
        self._game = game
        self._rule = Trained({STRAIGHT: line(VETERAN)})
        self._takers: list[Taker] = [self._rule, *prices()]
        self._models: list[Policy] = [*self._takers, Lookahead(self._rule)]
        self._posterior = Posterior(seats, len(self._models))
        for seat in range(seats):
            self._posterior.see(seat, len(self._takers), LOOKING_AHEAD * len(self._takers))

    def see(self, state: GeschenktState, took: bool) -> None:
        """Take note of what somebody else is about to choose freely."""
        for number, taker in enumerate(self._takers):
            self._posterior.see(state.turn, number, AGREES if taker.wants(state) == took else DIFFERS)
        self._posterior.see(state.turn, len(self._takers), FORESEEN)

    def think(self, decision: Decision, sampler: Sampler, iterations: int, seed: int) -> Values:
        """What taking and passing are found worth."""
        mind = Mind(self._game, decision.view, decision.history)
        mind.rule = self._rule
        mind.width = WIDTH
        mind.models = self._models
        mind.weights = [self._posterior.weights(seat) for seat in range(mind.seats)]
        search = Search(mind, sampler, seed)
        search.think(iterations, 0.0)
        return [edge.total / edge.visits for edge in (search.root.edges[move] for move in (TAKE, PASS))]


def watch(seed: int) -> list[Thought]:
    """Watch one game of veterans, with somebody else among them now and then, and note all that they think over."""
    luck = random.Random(seed)
    seats = luck.choice((3, 3, 4, 5))
    game = Geschenkt()
    recording = Recording(game, seats, {}, ["somebody"] * seats, LiveChance(seed))
    others = {seat: stranger(luck) for seat in range(seats) if luck.random() < PLAIN}
    veterans = [Veteran(game, seats) for _ in range(seats)]
    fast = FastChance(luck.getrandbits(31))
    thoughts: list[Thought] = []
    while not recording.over:
        state = cast(GeschenktState, recording.state)
        move = TAKE
        if state.chips[state.turn] > 0:
            if state.turn in others:
                move = others[state.turn].choose(state, fast)
            else:
                decision = Decision.of(recording)
                sampler = game.sampler(decision.view)
                worths = veterans[state.turn].think(decision, sampler, luck.choice(BUDGETS), luck.getrandbits(31))
                thoughts.append(Thought([look_at(state).values(), PASSED], worths))
                move = TAKE if thoughts[-1].best == 0 else PASS
            for seat, veteran in enumerate(veterans):
                if seat != state.turn:
                    veteran.see(state, move == TAKE)
        recording.play(game.say(move))
    return thoughts


# How likely each choice is: the better by a few thousandths of a win, the surer.
STUDY = Study(watch, Schooling(units=16, rounds=60, batch=128, heat=0.003), BEFORE, straight)
