"""Games between Policies, without views and records: as quick as rollouts, and only for training and measuring."""

from collections.abc import Sequence
from functools import cache
from math import exp

from bots.policies.base import Mind, Policy
from engines.chance import FastChance
from engines.game import Game, State
from engines.games import find


@cache
def _dealer(game: str, seats: int) -> Mind:
    """Anybody who can play a game out; only the number of seats matters."""
    rules = find(game)
    return Mind(rules, rules.view(rules.deal(seats, {}, FastChance(0)), None), ())


def play(game: Game, players: Sequence[Policy], seed: int) -> State:
    """Deal and play a game out, everybody by their own policy."""
    luck = FastChance(seed)
    state = game.deal(len(players), {}, luck)
    _dealer(game.id, len(players)).roll_out(state, list(players), 0, luck)
    return state


def worth(game: Game, state: State, seat: int, blend: float, width: float) -> float:
    """What a finished game is worth to a seat: a blend of its share of the win and its squashed lead."""
    winners = state.winners()
    win = 1.0 / len(winners) if seat in winners else 0.0
    points = state.scores()
    rivals = [theirs for other, theirs in enumerate(points) if other != seat]
    lead = min(rivals) - points[seat] if game.low_wins else points[seat] - max(rivals)
    return blend * win + (1.0 - blend) / (1.0 + exp(-lead / width))


def seated(player: Policy, field: Sequence[Policy], seat: int) -> list[Policy]:
    """Put a player on a seat among a field."""
    return [*field[:seat], player, *field[seat:]]
