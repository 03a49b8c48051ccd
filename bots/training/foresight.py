"""How well opponents' moves are foreseen: the likelihood that a Mind gives to what strangers then do."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2

from bots.policies import descriptor_of
from bots.policies.base import Lookahead, Mind, Policy
from engines.chance import FastChance, LiveChance
from engines.game import Game, Move, State
from engines.games import find
from engines.record import Recording
from engines.view import View

# Nobody follows a model always: so often a move says nothing.
BLIND = 0.1
# Hidden hands are guessed so many times.
WORLDS = 12


@dataclass(frozen=True, slots=True)
class Foreseen:
    """How a stranger's free moves were foreseen: the mean likelihood in bits a move (0 is perfect)."""

    stranger: str
    bits: float
    moves: int

    def __str__(self) -> str:
        return f"{self.stranger:>18}  {self.bits:.3f} bits a move  {self.moves} moves"


def foresee(game: str, strangers: dict[str, Policy], seats: int, games: int, seed: int) -> Iterator[Foreseen]:
    """Watch every stranger among people who play by the rule, from the seat before it."""
    rules = find(game)
    for name, stranger in strangers.items():
        bits = [each for number in range(games) for each in _watch(rules, stranger, seats, seed + number)]
        yield Foreseen(name, -sum(bits) / len(bits), len(bits))


def _watch(game: Game, stranger: Policy, seats: int, seed: int) -> Iterator[float]:
    luck = FastChance(seed)
    rule = descriptor_of(game.id).policy()
    place = seed % seats
    recording = Recording(game, seats, {}, ["somebody"] * seats, LiveChance(seed))
    while not recording.over:
        state = recording.state
        player = stranger if state.turn == place else rule
        move = player.choose(state.copy(luck), luck)
        legal = state.legal()
        if state.turn == place and len(legal) > 1:
            view = game.view(state, (place - 1) % seats)
            mind = descriptor_of(game.id).mind(game, view, tuple(recording.history))
            yield log2(likelihood(game, mind, view, place, move, len(legal)))
        recording.play(game.say(move))


def likelihood(game: Game, mind: Mind, view: View, seat: int, move: Move, legal: int) -> float:
    """How likely a Mind holds this move of a seat, over the models and the hands that it may have."""
    luck = FastChance(1)
    sampler = mind.worlds(game.sampler(view))
    total = 0.0
    for _ in range(WORLDS):
        world = sampler.draw(luck)
        for model, weight in zip(mind.models, mind.weights[seat], strict=True):
            if weight > 0.001:
                total += weight * _agrees(model, world, move, luck, legal)
    return BLIND / legal + (1.0 - BLIND) * total / WORLDS


def _agrees(model: Policy, world: State, move: Move, luck: FastChance, legal: int) -> float:
    if isinstance(model, Lookahead):
        # What somebody finds who looks ahead is not foreseen at all.
        return 1.0 / legal
    return float(model.choose(world, luck) == move)
