"""Geschenkt among players who judge every place between two cards by a net, and what the net learns from their games.

Each place is to be worth what the next card makes of it, in part as the net sees it and in part as the game then goes.
"""

from dataclasses import dataclass

from bots.policies.geschenkt.afterstate import Judge
from bots.policies.geschenkt.auction import Auction, Taking
from bots.policies.net import Eight
from engines.chance import FastChance
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import PASS, TAKE, GeschenktState
from engines.view import OVER

# Who would win so much more of the game by taking a card takes it e times as often as not.
HEAT = 0.005
# How often a card is taken by anybody, so that more is seen than good play.
ASTRAY = 0.1
# How much of what a place is worth is told by the rest of the game, instead of by the next card.
TRACE = 0.7

Values = list[float]


@dataclass(slots=True)
class Place:
    """A place between two cards: what each seat sees there, its points, and what it comes to for each."""

    looks: list[Values]
    points: list[int]
    worth: Values


def watch(judge: Judge, seats: int, seed: int) -> list[Place]:
    """Play one game, and say of every place in it what it was worth."""
    luck = FastChance(seed)
    state = Geschenkt().deal(seats, {}, luck)
    assert isinstance(state, GeschenktState)
    places: list[Place] = []
    auctions: list[tuple[Values, bool]] = []
    while state.turn != OVER:
        auction = Auction(state, judge, HEAT)
        astray = luck.unit() < ASTRAY
        step = _anywhere(len(auction.takings), luck) if astray else _chosen(auction.takings, luck)
        auctions.append((auction.worth, astray))
        for _ in range(step):
            state.play(PASS)
        state.play(TAKE)
        looks = [_line(seen) for seen in auction.takings[step].looks]
        places.append(Place(looks, state.scores(), auction.takings[step].wins))
    points = places[-1].points
    worth = places.pop().worth
    for place, (found, astray) in zip(reversed(places), reversed(auctions), strict=False):
        # What follows upon a step astray tells nothing of good play.
        trace = 0.0 if astray else TRACE
        worth = [(1.0 - trace) * seen + trace * came for seen, came in zip(found, worth, strict=True)]
        place.worth = worth
        place.points = [last - now for last, now in zip(points, place.points, strict=True)]
    return places


def _anywhere(steps: int, luck: FastChance) -> int:
    """Some step, an early one rather than a late one."""
    return int(luck.unit() ** 2 * steps)


def _chosen(takings: list[Taking], luck: FastChance) -> int:
    """The step at which somebody takes the card."""
    return next(step for step, taking in enumerate(takings) if luck.unit() < taking.chance)


def _line(eights: list[Eight]) -> Values:
    return [value for eight in eights for value in eight.line()]
