"""People nobody has met before in Geschenkt: none of them was used in training, and none may be."""

import random
from math import exp
from typing import cast

from bots.policies.base import Policy
from bots.policies.geschenkt.rule import Taker
from bots.training.strangers.weights import GESCHENKT
from bots.training.tables import play, seated, worth
from engines.chance import FastChance
from engines.game import Move, State
from engines.geschenkt.game import Geschenkt
from engines.geschenkt.rules import NOBODY, PASS, TAKE, GeschenktState
from engines.geschenkt.view import HIGHEST, LOWEST
from engines.view import OVER


def price(state: GeschenktState) -> int:
    """What the open card costs the seat to act, less the chips on it."""
    return state.cost(state.turn) - state.pot


def neighbours(state: GeschenktState) -> set[int]:
    """The seats that own a card next to the open one."""
    return {state.owner[state.open - 1], state.owner[state.open + 1]} - {NOBODY}


class Blocker(Taker):
    """Pays more for a card that a rival's run waits for."""

    def wants(self, state: GeschenktState) -> bool:
        spoils = bool(neighbours(state) - {state.turn})
        return price(state) <= (14 if spoils else 7)


class Runner(Taker):
    """Takes whatever continues its own rows, and anything else only for half its value."""

    def wants(self, state: GeschenktState) -> bool:
        return state.turn in neighbours(state) or state.pot * 2 >= state.open


class Miser(Taker):
    """Takes only what brings points at once."""

    def wants(self, state: GeschenktState) -> bool:
        return price(state) <= 0


class Worrier(Taker):
    """Pays more the fewer chips it holds."""

    def wants(self, state: GeschenktState) -> bool:
        return price(state) <= 16 - 1.4 * state.chips[state.turn]


class Milker(Taker):
    """Lets a card that it alone wants go round until six chips lie on it."""

    def wants(self, state: GeschenktState) -> bool:
        if state.cost(state.turn) <= 0 and min(state.chips) > 0:
            return state.pot >= 6
        return price(state) <= 9


class Hasty(Taker):
    """Looks at the chips only: three are enough for a low card, six for any."""

    def wants(self, state: GeschenktState) -> bool:
        return state.pot >= (3 if state.open < 20 else 6)


class Drifter(Taker):
    """Pays well while the pile is high, and nothing at its end."""

    def wants(self, state: GeschenktState) -> bool:
        return price(state) <= 14.0 * len(state.pile) / 24.0


class Chaser(Taker):
    """Gambles while it is behind and sits still while it leads."""

    def wants(self, state: GeschenktState) -> bool:
        points = state.scores()
        leads = points[state.turn] == min(points)
        return price(state) <= (4 if leads else 13)


class LowCards(Taker):
    """Likes low cards for their own sake, whatever the price of a chip."""

    def wants(self, state: GeschenktState) -> bool:
        return state.open - 2 * state.pot <= 9 or price(state) <= -2


class Careless(Policy):
    """A threshold that plays every seventh move blindly."""

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(GeschenktState, state)
        if table.chips[table.turn] == 0 or luck.below(7) == 0:
            return TAKE if table.chips[table.turn] == 0 else luck.below(2)
        return TAKE if price(table) <= 8 else PASS


class Logistic(Policy):
    """Takes more often the better the price is, and never with certainty."""

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(GeschenktState, state)
        if table.chips[table.turn] == 0:
            return TAKE
        eager = 0.45 * (7.0 - price(table)) + 0.5 * (3 - table.chips[table.turn]) / 3.0
        eager += 1.0 if table.turn in neighbours(table) else 0.0
        return TAKE if luck.unit() < 1.0 / (1.0 + exp(-eager)) else PASS


class Flat(Policy):
    """Tries both moves on a few imagined games in which everybody has a price of eight."""

    def __init__(self, tries: int = 24) -> None:
        self._tries = tries

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(GeschenktState, state)
        if table.chips[table.turn] == 0:
            return TAKE
        totals = [self._total(table, move, luck) for move in (TAKE, PASS)]
        return TAKE if totals[0] >= totals[1] else PASS

    def _total(self, table: GeschenktState, move: Move, luck: FastChance) -> float:
        total = 0.0
        for _ in range(self._tries):
            world = table.copy(luck)
            cards = sorted([*world.pile, *world.left_out])
            luck.shuffle(cards)
            world.pile = cards[: len(world.pile)]
            world.play(move)
            while world.turn != OVER:
                world.play(TAKE if world.chips[world.turn] == 0 or price(world) <= 8 else PASS)
            points = world.scores()
            total += min(points) - points[table.turn]
        return total


class Evolved(Taker):
    """A linear rule with other eyes than ours, evolved against plain prices and itself."""

    def __init__(self, weights: list[float] = GESCHENKT["evolved"]) -> None:
        self._weights = weights

    def wants(self, state: GeschenktState) -> bool:
        return sum(weight * value for weight, value in zip(self._weights, _look(state), strict=True)) > 0.0


LOOKS = 21


def _look(state: GeschenktState) -> list[float]:
    seat, card, pot = state.turn, state.open, state.pot
    cost = state.cost(seat)
    left = len(state.pile) / 24
    others = [(seat + distance) % state.seats for distance in range(1, state.seats)]
    prices = [state.cost(other) - pot - place - 1 for place, other in enumerate(others)]
    points = state.scores()
    to_come = [
        near for near in (card - 1, card + 1) if LOWEST <= near <= HIGHEST and state.owner[near] == NOBODY and left > 0
    ]
    edges = sum(state.owner[near] == seat and state.owner[near + 1] == NOBODY for near in range(LOWEST, HIGHEST))
    return [
        1.0,
        (cost - pot) / 10,
        cost / 20,
        pot / 10,
        state.chips[seat] / 11,
        1 / (1 + state.chips[seat]),
        min(state.chips[other] for other in others) / 11,
        left,
        max(-2.0, min(2.0, prices[0] / 10)),
        max(-2.0, min(2.0, min(prices) / 10)),
        max(-2.0, min(2.0, (min(points[other] for other in others) - points[seat]) / 20)),
        len(to_come) / 2,
        edges / 3,
        sum(state.cost(other) <= 0 for other in others) / 2,
        card * 0.03,
        float(cost <= 0),
        (cost - pot) / 10 * left,
        pot / 10 * left,
        left / (1 + state.chips[seat]),
        float(cost <= 0) * max(-2.0, min(2.0, min(prices) / 10)),
        float(cost <= 0) * left,
    ]


def evolving(weights: list[float], seed: int, earlier: list[list[float]]) -> float:
    """What an Evolved with these weights is worth among thresholds, prices and its earlier selves."""
    luck = random.Random(seed)
    pool = [Evolved(kept) for kept in earlier[-8:]]
    game = Geschenkt()
    total = 0.0
    for _ in range(192):
        field = [_partner(luck, pool) for _ in range(luck.randint(2, 4))]
        seat = luck.randint(0, len(field))
        state = play(game, seated(Evolved(weights), field, seat), luck.getrandbits(31))
        total += worth(game, state, seat, 0.7, 12.0)
    return total / 192


class Price(Taker):
    """Part of what an Evolved has met: a plain price."""

    def __init__(self, limit: float, own: float, chip: float) -> None:
        self._limit, self._own, self._chip = limit, own, chip

    def wants(self, state: GeschenktState) -> bool:
        cost = self._own * state.cost(state.turn) + (1 - self._own) * state.open
        return cost <= self._limit + self._chip * state.pot


def _partner(luck: random.Random, pool: list[Evolved]) -> Policy:
    if pool and luck.random() < 0.4:
        return luck.choice(pool)
    return Price(
        luck.uniform(0, 15), luck.choice((1.0, luck.uniform(0.3, 1.0))), luck.choice((1.0, luck.uniform(1, 3)))
    )


def strangers() -> dict[str, Policy]:
    """List them by name."""
    return {
        "evolved": Evolved(),
        "evolved-2": Evolved(GESCHENKT["evolved 2"]),
        "blocker": Blocker(),
        "logistic": Logistic(),
        "runner": Runner(),
        "miser": Miser(),
        "worrier": Worrier(),
        "milker": Milker(),
        "hasty": Hasty(),
        "drifter": Drifter(),
        "chaser": Chaser(),
        "low-cards": LowCards(),
        "careless": Careless(),
        "flat": Flat(),
    }
