"""Information-set Monte Carlo tree search: one tree over many guesses at what is hidden.

Each iteration draws a fresh whole position behind the View, walks down the tree, plays the game out by the policies of
the game's Mind and adds the result up on the way back. It compiles with mypyc together with the engines.
"""

from math import exp, log, sqrt
from time import perf_counter
from typing import Final

from bots.policies.base import Evaluation, Lookahead, Mind, Policy, draw_model
from engines.chance import FastChance
from engines.game import Move, Sampler, State
from engines.view import OVER

# What happened between two searched decisions is hashed below 2**30, where mypyc multiplies without a detour.
HASH_PRIME: Final = 1073741789
HASH_STEP: Final = 1000003
# No move at all.
NONE: Final = -1


class Edge:
    """One move at one node: how often it could be made, how often it was, and what that was worth to its mover."""

    def __init__(self, move: Move) -> None:
        self.move: Move = move
        self.seen: int = 0
        self.visits: int = 0
        self.total: float = 0.0
        self.squares: float = 0.0


class Node:
    """A decision as the seats can tell it apart: by the moves made and the cards shown on the way."""

    def __init__(self) -> None:
        self.edges: dict[Move, Edge] = {}
        self.children: dict[int, Node] = {}

    def child(self, key: int) -> "Node":
        """The node that this happening leads to, made where it is new."""
        node = self.children.get(key)
        if node is None:
            node = Node()
            self.children[key] = node
        return node


class Tally:
    """What the searching seat got out of one move at the root."""

    def __init__(self) -> None:
        self.visits: int = 0
        self.wins: float = 0.0
        self.squares: float = 0.0
        self.points: float = 0.0

    def add(self, win: float, points: float) -> None:
        """Count one more game."""
        self.visits += 1
        self.wins += win
        self.squares += win * win
        self.points += points

    def win(self) -> float:
        """The mean share of the win."""
        return self.wins / self.visits

    def score(self) -> float:
        """The mean of the game's own points."""
        return self.points / self.visits

    def error(self) -> float:
        """The standard error of the share, as if two more games had been seen, one won and one lost."""
        share = (self.wins + 1.0) / (self.visits + 2)
        square = (self.squares + 1.0) / (self.visits + 2)
        return sqrt(max(square - share * share, 0.0) / (self.visits + 2))


class Search:
    """One decision of the seat to act, thought over for as long as one likes."""

    def __init__(self, mind: Mind, sampler: Sampler, seed: int) -> None:
        self.mind: Mind = mind
        self.root: Node = Node()
        self.tallies: dict[Move, Tally] = {}
        self.iterations: int = 0
        self._sampler: Sampler = mind.worlds(sampler)
        self._luck: FastChance = FastChance(seed)
        first = sampler.draw(self._luck)
        self.seat: int = first.turn
        self.moves: list[Move] = mind.options(first)
        self.rule_move: Move = mind.rule.choose(first, self._luck)
        self._players: list[Policy] = [mind.player()] * mind.seats
        self._path: list[Edge] = []
        self._movers: list[int] = []
        self._turns: int = 0
        self._only: Move = NONE
        self._paired: bool = mind.pairs and len(self.moves) == 2
        self._again: State | None = None

    def think(self, iterations: int, seconds: float) -> None:
        """Search for so many iterations, or for so many seconds where that is not 0."""
        until = perf_counter() + seconds
        left = iterations
        while left > 0 if seconds == 0.0 else perf_counter() < until:
            self.iterate()
            left -= 1

    def iterate(self) -> None:
        """Run one game from here to its end, or to where it is cut off, and learn from it."""
        first = self._only
        again = self._again
        if again is not None:
            state = again
            first = self.moves[1]
            self._again = None
        else:
            state = self._sampler.draw(self._luck)
            if self.mind.models:
                self._draw_models()
            if self._paired and first == NONE:
                first = self.moves[0]
                self._again = state.copy(self._luck)
        self._descend(state, first)
        self.mind.roll_out(state, self._players, self._turns, self._luck)
        self._learn(self.mind.evaluate(state))
        self.iterations += 1

    def keep_to(self, move: Move) -> None:
        """Begin every game from now on with this move, however bad it seems."""
        self._only = move
        self._again = None

    def replay(self, seed: int) -> float:
        """Run one game in the world and with the luck of this seed, and return the share of the win that it brought."""
        self._luck = FastChance(seed)
        tally = self.tallies.get(self._only)
        before = 0.0 if tally is None else tally.wins
        self.iterate()
        return self.tallies[self._only].wins - before

    def _draw_models(self) -> None:
        mind = self.mind
        for seat in range(mind.seats):
            if seat != self.seat:
                self._players[seat] = mind.models[draw_model(mind.weights[seat], self._luck)]

    def _descend(self, state: State, first: Move) -> None:
        """Walk down the tree, with this move to begin with if there is one, until one is made that is new there."""
        mind = self.mind
        modelled = len(mind.models) > 0
        node = self.root
        happened = 0
        self._path = []
        self._movers = []
        self._turns = 0
        fresh = False
        while not fresh and state.turn != OVER and not mind.enough(state, self._turns):
            seat = state.turn
            player = self._players[seat]
            if first != NONE:
                edge = self._kept_to(node, first)
                fresh = edge.visits == 0
                self._path.append(edge)
                self._movers.append(seat)
                move = first
                first = NONE
            elif modelled and seat != self.seat and not isinstance(player, Lookahead):
                move = player.choose(state, self._luck)
            else:
                moves = mind.options(state)
                if len(moves) == 1:
                    move = moves[0]
                else:
                    here = node if happened == 0 else node.child(happened)
                    if seat == self.seat:
                        # Only own decisions are stations on the way: whether an opponent thinks can't be told from it.
                        node = here
                        happened = 0
                    edge = self._select(here, moves)
                    fresh = edge.visits == 0
                    self._path.append(edge)
                    self._movers.append(seat)
                    move = edge.move
            state.play(move)
            happened = ((happened + move + 1) * HASH_STEP + state.shown % HASH_PRIME) % HASH_PRIME + 1
            if state.turn != seat:
                self._turns += 1

    def _select(self, node: Node, moves: list[Move]) -> Edge:
        """Pick a move by UCT, where a move's own count of chances stands for the node's visits."""
        exploration = self.mind.exploration
        edges = node.edges
        untried: list[Move] = []
        best_edge: Edge | None = None
        best = -1.0e9
        for move in moves:
            edge = edges.get(move)
            if edge is None:
                untried.append(move)
            else:
                edge.seen += 1
                value = edge.total / edge.visits + exploration * sqrt(log(float(edge.seen)) / edge.visits)
                if value > best:
                    best = value
                    best_edge = edge
        if best_edge is None or untried:
            return self._open(node, untried[self._luck.below(len(untried))])
        return best_edge

    def _kept_to(self, node: Node, move: Move) -> Edge:
        edge = node.edges.get(move)
        if edge is None:
            return self._open(node, move)
        edge.seen += 1
        return edge

    def _open(self, node: Node, move: Move) -> Edge:
        edge = Edge(move)
        edge.seen = 1
        node.edges[move] = edge
        return edge

    def _learn(self, evaluation: Evaluation) -> None:
        """Add what the game was worth to each move that was searched, from the mover's side."""
        for step in range(len(self._path)):
            edge = self._path[step]
            worth = self.worth(evaluation, self._movers[step])
            edge.visits += 1
            edge.total += worth
            edge.squares += worth * worth
        if self._path:
            move = self._path[0].move
            tally = self.tallies.get(move)
            if tally is None:
                tally = Tally()
                self.tallies[move] = tally
            tally.add(evaluation.wins[self.seat], evaluation.points[self.seat])

    def worth(self, evaluation: Evaluation, seat: int) -> float:
        """Blend the share of the win with the squashed lead over the best opponent."""
        mind = self.mind
        own = evaluation.points[seat]
        lead = 1.0e9
        for other in range(mind.seats):
            if other != seat:
                ahead = evaluation.points[other] - own if mind.low_wins else own - evaluation.points[other]
                lead = min(lead, ahead)
        squashed = 1.0 / (1.0 + exp(min(-lead / mind.width, 700.0)))
        return mind.blend * evaluation.wins[seat] + (1.0 - mind.blend) * squashed

    def best(self) -> Move:
        """The most promising move, unless the rule's own move is as good within the Mind's doubt."""
        best: Edge | None = None
        for move in self.moves:
            edge = self.root.edges.get(move)
            if edge is not None and (best is None or self._promise(edge) > self._promise(best)):
                best = edge
        if best is None:
            return self.rule_move
        rule = self.root.edges.get(self.rule_move)
        if self.mind.doubt > 0.0 and rule is not None and not self._clearly_better(best, rule):
            return self.rule_move
        return best.move

    def _promise(self, edge: Edge) -> float:
        """How much speaks for a move: what it brought, where all were tried as often, or how often it was tried."""
        return edge.total / edge.visits if self._paired else float(edge.visits)

    def _clearly_better(self, edge: Edge, rule: Edge) -> bool:
        lead = edge.total / edge.visits - rule.total / rule.visits
        return lead > self.mind.doubt * sqrt(_variance(edge) + _variance(rule))


def _variance(edge: Edge) -> float:
    """The variance of an edge's mean; one visit says nothing about it, so it counts as the widest."""
    if edge.visits < 2:
        return 0.25
    mean = edge.total / edge.visits
    return max(edge.squares / edge.visits - mean * mean, 0.0) / (edge.visits - 1)
