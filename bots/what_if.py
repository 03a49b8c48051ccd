"""What would have happened: an expert plays on from a moment of a finished game, each seat with what it knows."""

from bots.bot import Budget, Decision
from bots.policies import descriptor_of
from bots.searcher import Searcher
from engines.chance import FastChance, LiveChance
from engines.record import Record, dump, load, resume

DEPTH = 3
"""So many moves are worth looking at: after them what the others would do is anybody's guess."""


def what_if(data: bytes, turn: int, budget: Budget, seed: int) -> tuple[Record, int]:
    """Play a record (as bytes) on after `turn` moves; return the new game, and how many moves an expert made in it.

    The cards lie as they lay. The rest is played by the game's rule, so that it is a finished game like any other.
    """
    recording = resume(load(data), LiveChance(seed), turn)
    recording.played_on = turn
    moves = 0
    while moves < DEPTH and not recording.over:
        recording.play(Searcher().choose(Decision.of(recording), budget, seed + moves).move)
        moves += 1
    rule, luck = descriptor_of(recording.game.id).policy(), FastChance(seed)
    while not recording.over:
        recording.play(recording.game.say(rule.choose(recording.state, luck)))
    return load(dump(recording.record())), moves
