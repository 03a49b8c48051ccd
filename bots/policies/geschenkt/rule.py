"""The rule of Geschenkt: take the card when it is worth more to this seat than the chip that a pass costs."""

from abc import abstractmethod
from typing import cast

from bots.policies.base import Policy
from bots.policies.geschenkt.weights import (
    BASE,
    CARD_ABOVE,
    CARD_BELOW,
    COST,
    FEWEST_CHIPS,
    FREE,
    FREE_FOR_OTHERS,
    LEFT,
    OWN_CHIPS,
    POT,
    POT_EARLY,
    POVERTY,
    POVERTY_EARLY,
    SEATS,
    SOMEBODY_BROKE,
)
from engines.chance import FastChance
from engines.game import Move, State
from engines.geschenkt.rules import NOBODY, PASS, TAKE, GeschenktState
from engines.geschenkt.view import LOWEST


def marginal_cost(state: GeschenktState, seat: int) -> int:
    """The points by which the open card makes a seat's row dearer, less than 0 where it closes a gap (G10)."""
    card = state.open
    cost = 0 if state.owner[card - 1] == seat else card
    return cost - card - 1 if state.owner[card + 1] == seat else cost


class Taker(Policy):
    """Takes the card when it wants it or has no chip left (G6), and passes otherwise."""

    def choose(self, state: State, luck: FastChance) -> Move:
        table = cast(GeschenktState, state)
        return TAKE if table.chips[table.turn] == 0 or self.wants(table) else PASS

    @abstractmethod
    def wants(self, state: GeschenktState) -> bool:
        """Whether the seat to act would rather take the card than pay a chip."""


class Trained(Taker):
    """Weighs cost, pot, chips, runs that may still grow, and who else wants the card."""

    def wants(self, state: GeschenktState) -> bool:
        seat = state.turn
        pot = state.pot
        left = len(state.pile)
        cost = marginal_cost(state, seat)
        chips = state.chips[seat]
        fewest = 99
        for other in range(state.seats):
            if other != seat:
                fewest = min(fewest, state.chips[other])
        eager = BASE + COST * cost + (POT + POT_EARLY * left) * pot + OWN_CHIPS * chips + FEWEST_CHIPS * fewest
        eager += LEFT * left + (POVERTY + POVERTY_EARLY * left) / (1 + chips) + SEATS * (state.seats - 4)
        if left > 0:
            card = state.open
            to_come = left / (left + len(state.left_out))
            if state.owner[card - 1] == NOBODY and card > LOWEST:
                eager += CARD_BELOW * to_come
            if state.owner[card + 1] == NOBODY:
                eager += CARD_ABOVE * to_come
        if cost <= 0:
            eager += FREE + FREE_FOR_OTHERS * self._others_price(state)
        if fewest == 0:
            eager += SOMEBODY_BROKE
        return eager > 0.0

    def _others_price(self, state: GeschenktState) -> int:
        """What the card costs the opponent who would get it most cheaply if everybody passes it on."""
        price = 20
        for distance in range(1, state.seats):
            seat = (state.turn + distance) % state.seats
            price = min(price, marginal_cost(state, seat) - state.pot - distance)
        return max(price, -20)
