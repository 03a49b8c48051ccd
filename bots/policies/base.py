"""What every game's folder builds on: ways to play (Policy) and what the search is told about a decision (Mind).

A game that has no folder yet is played with the classes of this page as they stand: uniform luck as its rule, and a
plain tree search on top. What a Policy and a Mind may know is said at each. This module and the games' rules, models
and minds compile with mypyc together with the engines.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import exp, log

from engines.chance import FastChance
from engines.game import Game, Move, Sampler, State
from engines.view import OVER, Turn, View


class Policy(ABC):
    """One way to play: cheap enough for thousands of rollouts, and a bot in its own right.

    It is handed a whole State, for speed, but may read only what the seat to act knows: its own hand, what lies open
    and what a perfect memory keeps. Two positions that this seat can't tell apart must get the same move.
    """

    @abstractmethod
    def choose(self, state: State, luck: FastChance) -> Move:
        """Choose a legal move for the seat to act; ask `luck` where a coin decides."""


class Uniform(Policy):
    """Plays every legal move equally often."""

    def choose(self, state: State, luck: FastChance) -> Move:
        moves = state.legal()
        return moves[luck.below(len(moves))]


class Slipping(Policy):
    """Plays by a rule, but for a share of moves that are made without thinking."""

    def __init__(self, rule: Policy, slips: float) -> None:
        self.rule: Policy = rule
        self.slips: float = slips

    def choose(self, state: State, luck: FastChance) -> Move:
        if self.slips > 0.0 and luck.unit() < self.slips:
            moves = state.legal()
            return moves[luck.below(len(moves))]
        return self.rule.choose(state, luck)


class Lookahead(Policy):
    """A model of somebody who looks ahead too: searched for their own good, and played by a rule in rollouts."""

    def __init__(self, rule: Policy) -> None:
        self.rule: Policy = rule

    def choose(self, state: State, luck: FastChance) -> Move:
        return self.rule.choose(state, luck)


class Evaluation:
    """What a position is worth to each seat: its share of the win and its points, reached or expected."""

    def __init__(self, wins: list[float], points: list[float]) -> None:
        self.wins: list[float] = wins
        self.points: list[float] = points


class Exact:
    """What a move comes to, worked out to the end: the share of the win and the points of the seat that makes it.

    Where hidden hands may be one thing or another, it is a mean over some of these and has a standard `error`.
    """

    def __init__(self, win: float, points: float, error: float = 0.0) -> None:
        self.win: float = win
        self.points: float = points
        self.error: float = error


def draw_model(weights: list[float], luck: FastChance) -> int:
    """Draw the number of a model, each as likely as its weight."""
    point = luck.unit()
    model = 0
    while model < len(weights) - 1 and point >= weights[model]:
        point -= weights[model]
        model += 1
    return model


class Posterior:
    """How strongly the moves of each seat so far speak for each model of how it plays."""

    def __init__(self, seats: int, models: int) -> None:
        self._logs: list[list[float]] = [[0.0] * models for _ in range(seats)]

    def see(self, seat: int, model: int, likelihood: float) -> None:
        """Take note of a move that this model would have made with this probability."""
        self._logs[seat][model] += log(likelihood)

    def weights(self, seat: int) -> list[float]:
        """The probability of each model, given all that this seat was seen to do."""
        logs = self._logs[seat]
        most = max(logs)
        raw = [exp(value - most) for value in logs]
        total = sum(raw)
        return [value / total for value in raw]


class Mind:
    """What the search knows about one decision; it is made anew for each one.

    A game's own Mind takes (game, view, history), calls `super().__init__`, sets the attributes below where the
    defaults don't fit, and overrides methods where it has something better to say.

    - `rule`: the Policy that the game's descriptor names as its `policy`; its move is where a search begins.
    - `player()`: the Policy of the searching seat in rollouts, and of everybody if there are no `models`: the rule, or
      a quicker one.
    - `models`, `weights`: other ways that opponents may play, and for each seat the probability of each model. Read the
      public history for it (a Turn says who moved what and which cards that turned up; see Posterior). For every
      iteration a model is drawn for each opponent, who follows it in the tree and in the rollout. With no models
      opponents are searched like the own seat, each for their own good (max^n); so is one whose model is a Lookahead.
    - `blend`, `width`: a finished game is worth blend * win share + (1 - blend) * squashed margin, where the margin is
      the lead in points over the best opponent and `width` the lead that counts as clear (.73 of the squashed part).
    - `exploration`: UCT's constant, for values from 0 to 1.
    - `turns`: an iteration is cut off after the turn has passed this many times since the decision, 0 for never. It is
      then judged by `estimate`, so that all moves of one turn are judged at the same distance.
    - `race`: try all moves on the same sampled worlds (see bots.race) instead of growing a tree.
    - `pairs`: where a tree has two moves to choose from, try both in turn on the same positions, with the same
      opponents, and choose the one that brought more. Otherwise the better one is tried more often, and then chosen.
    - `behind`: a move that is so many standard errors behind the leader drops out of the race.
    - `doubt`: leave the rule's move only for one that is better by this many standard errors, 0 for the best one.
    - `trust`: what the `hunch` says of a move counts in a race like so many worlds.
    """

    def __init__(self, game: Game, view: View, history: Sequence[Turn]) -> None:
        self.seats: int = view.seats
        self.low_wins: bool = game.low_wins
        self.rule: Policy = Uniform()
        self.models: list[Policy] = []
        self.weights: list[list[float]] = []
        self.blend: float = 0.7
        self.width: float = 10.0
        self.exploration: float = 0.7
        self.turns: int = 0
        self.race: bool = False
        self.pairs: bool = False
        self.behind: float = 2.0
        self.doubt: float = 0.0
        self.trust: float = 0.0

    def know(self, seat: int, model: Policy) -> None:
        """Be told how a seat plays: what its moves suggest counts no more. A Mind without models ignores it."""
        if not self.models:
            return
        self.models.append(model)
        for weights in self.weights:
            weights.append(0.0)
        self.weights[seat] = [0.0] * (len(self.models) - 1) + [1.0]

    def solve(self, sampler: Sampler, effort: int, luck: FastChance) -> dict[Move, Exact]:
        """Work every legal move out to the end where that is no more work than so many iterations; empty otherwise.

        Ask `luck` only for what is hidden and too much to be looked at in every way.
        """
        return {}

    def worlds(self, sampler: Sampler) -> Sampler:
        """Return what draws the positions to think about: the game's own sampler, or one that reads the history too."""
        return sampler

    def options(self, state: State) -> list[Move]:
        """List the legal moves worth searching, never none; leave out what is plainly pointless.

        Like a Policy it may read only what the seat to act knows.
        """
        return state.legal()

    def player(self) -> Policy:
        """Who plays for the searching seat in rollouts."""
        return self.rule

    def hunch(self, state: State, move: Move) -> float:
        """What a move seems worth before it was tried; only the differences between moves count."""
        return 0.0

    def enough(self, state: State, turns: int) -> bool:
        """Whether to cut an unfinished iteration off, now that the turn has passed so many times."""
        return turns >= self.turns > 0

    def roll_out(self, state: State, players: list[Policy], turns: int, luck: FastChance) -> None:
        """Play on with these policies, one for each seat, to the end or to where it is enough."""
        while state.turn != OVER and not self.enough(state, turns):
            seat = state.turn
            state.play(players[seat].choose(state, luck))
            if state.turn != seat:
                turns += 1

    def estimate(self, state: State) -> Evaluation:
        """Judge where an iteration was cut off: every seat's chance to win, and the points it may expect in the end.

        The whole State may be read, for it is only a sample.
        """
        return self.ended(state)

    def ended(self, state: State) -> Evaluation:
        """Evaluate a finished game by its result, or one that stops here as if it had ended."""
        winners = state.winners()
        wins = [0.0] * self.seats
        for seat in winners:
            wins[seat] = 1.0 / len(winners)
        return Evaluation(wins, [float(points) for points in state.scores()])

    def evaluate(self, state: State) -> Evaluation:
        """Evaluate the position where an iteration came to rest."""
        return self.ended(state) if state.turn == OVER else self.estimate(state)
