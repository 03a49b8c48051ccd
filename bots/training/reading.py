"""How well hidden hands in Bumbesi are read: the likelihood of the cards that everybody truly held."""

from dataclasses import dataclass
from math import log
from statistics import fmean, stdev

from bots.bot import Bot, Budget, Decision
from bots.policies.bumbesi.mind import BumbesiMind
from engines.bumbesi.rules import BumbesiState
from engines.chance import FastChance, LiveChance
from engines.game import Game, Sampler
from engines.games import find
from engines.record import Recording
from engines.view import Turn

# Positions of one game go together, so only one in so many is looked at.
EVERY = 12
# Hidden hands are guessed so many times, and beside these guesses every card counts as often as if nothing was known.
WORLDS = 256
BESIDES = 1.0


@dataclass(frozen=True, slots=True)
class Insight:
    """What reading says of true hands beyond what luck says, in nats a hand, and its standard error."""

    gain: float
    error: float
    positions: int

    def __str__(self) -> str:
        return f"{self.gain:+.3f} ± {self.error:.3f} nats a hand over {self.positions} positions"


def read(bot: Bot, seats: int, games: int, budget: Budget, seed: int) -> Insight:
    """Let a table of one bot play, and see now and then how likely the hidden hands are held."""
    gains = [gain for number in range(games) for gain in _watch(bot, seats, budget, seed + number)]
    return Insight(fmean(gains), stdev(gains) / len(gains) ** 0.5, len(gains))


def _watch(bot: Bot, seats: int, budget: Budget, seed: int) -> list[float]:
    rules = find("bumbesi")
    luck = FastChance(seed)
    recording = Recording(rules, seats, {}, ["somebody"] * seats, LiveChance(seed))
    gains: list[float] = []
    while not recording.over:
        state = recording.state
        if isinstance(state, BumbesiState) and luck.below(EVERY) == 0:
            gains.append(insight(rules, state, tuple(recording.history), seed))
        recording.play(bot.choose(Decision.of(recording), budget, seed + len(recording.moves)).move)
    return gains


def insight(game: Game, state: BumbesiState, history: tuple[Turn, ...], seed: int) -> float:
    """How much likelier the seat to act holds the others' true hands than if it looked at no move, in nats a hand."""
    view = game.view(state, state.turn)
    plain = game.sampler(view)
    reader = BumbesiMind(game, view, history).worlds(plain)
    return _likelihood(state, reader, FastChance(seed)) - _likelihood(state, plain, FastChance(seed))


def _likelihood(state: BumbesiState, sampler: Sampler, luck: FastChance) -> float:
    """The mean logarithm of how likely every hidden hand is held, card by card, with a sampler's worlds."""
    others = [seat for seat in range(state.seats) if seat != state.turn]
    worlds = [sampler.draw(luck) for _ in range(WORLDS)]
    unseen = len(state.pile) + sum(len(state.hands[seat]) for seat in others)
    cards = {*state.pile, *(card for seat in others for card in state.hands[seat])}
    total = 0.0
    for seat in others:
        hands = [world.hands[seat] for world in worlds if isinstance(world, BumbesiState)]
        blind = BESIDES * len(state.hands[seat]) / unseen
        for card in cards:
            share = (sum(card in hand for hand in hands) + blind) / (WORLDS + BESIDES)
            total += log(share if card in state.hands[seat] else 1.0 - share)
    return total / len(others)
