"""Prints the trees that some searches grow, for one build to be compared with another."""

import json
import sys
from typing import Any

from bots.bot import Decision
from bots.ismcts import Node, Search
from bots.policies import DESCRIPTORS
from bots.searcher import prepare
from engines.chance import FastChance, LiveChance
from engines.games import GAMES
from engines.record import Recording

ITERATIONS = 60
MOVES = (0, 11, 24, 45)
# How much work a position may be, in iterations, that is worked out to the end.
EFFORT = 2000
# Where the last cards are worked out only late in a game, this is how late.
LATE = {"bumbesi": (55,)}


def decision(game: str, seed: int, moves: int) -> Decision:
    """The first decision that leaves a choice after so many random moves."""
    rules = GAMES[game]
    seats = rules.seats[len(rules.seats) // 2]
    recording = Recording(rules, seats, {}, ["bot"] * seats, LiveChance(seed))
    luck = FastChance(seed)
    while len(recording.moves) < moves or len(recording.state.legal()) == 1:
        legal = recording.state.legal()
        recording.play(rules.say(legal[luck.below(len(legal))]))
    state = recording.state
    legal_texts = [rules.say(move) for move in state.legal()]
    return Decision(game, rules.view(state, state.turn), tuple(recording.history), legal_texts)


def told(node: Node) -> Any:
    """Tell a tree in full, with its numbers exactly as they are."""
    edges = [[edge.move, edge.seen, edge.visits, edge.total.hex()] for edge in node.edges.values()]
    return [edges, {str(key): told(child) for key, child in node.children.items()}]


def tallied(search: Search) -> Any:
    """Tell what each move got, for a search that races without a tree too."""
    return [[move, tally.visits, tally.wins.hex(), tally.points.hex()] for move, tally in search.tallies.items()]


def grown(game: str, seed: int, moves: int) -> Any:
    """Let one search think, and tell all that it found, and what could be worked out."""
    asked = decision(game, seed, moves)
    search = prepare(asked, seed)
    search.think(ITERATIONS, 0.0)
    solved = search.mind.solve(GAMES[game].sampler(asked.view), EFFORT, FastChance(seed))
    exact = [[move, each.win.hex(), each.points.hex(), each.error.hex()] for move, each in solved.items()]
    return [tallied(search), told(search.root), exact]


if __name__ == "__main__":
    trees = {
        game: [grown(game, seed, moves) for seed, moves in enumerate((*MOVES, *LATE.get(game, ())))]
        for game in DESCRIPTORS
    }
    json.dump(trees, sys.stdout)
