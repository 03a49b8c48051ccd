"""Decisions for bots to think about in tests."""

from bots.bot import Decision
from engines.games import GAMES
from tests.setups import Setup

LONG = 60.0


def decide(setup: Setup, seed: int = 1) -> Decision:
    """A decision with a real choice."""
    for recording in setup.walk(seed):
        state = recording.state
        legal = [setup.game.say(move) for move in state.legal()]
        if len(recording.moves) > 5 and len(legal) > 1:
            return Decision(setup.game.id, setup.game.view(state, state.turn), recording.history, legal)
    raise AssertionError("a whole game without a choice")


GESCHENKT = Setup(GAMES["geschenkt"], 3)
