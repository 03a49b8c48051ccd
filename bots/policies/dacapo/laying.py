"""Which card of Da Capo to lay on which helper pile: what is buried matters most."""

from bots.policies.dacapo.evaluation import COUNT, STEPS, Evaluator, missing
from bots.policies.dacapo.weights import (
    BREAK_ORDER,
    BURY_STEP,
    DEPTH,
    DOWN,
    DOWN_EACH,
    DOWN_FAR,
    EMPTY,
    LAY_JOKER,
    LAY_ONE,
    LAY_TWIN,
    ON_JOKER,
    STILL_MISSING,
    UP,
    UP_EACH,
    VARIETY,
)
from engines.dacapo.moves import BIT, LAY, PLACES
from engines.dacapo.view import HELPERS, JOKER


def best_lay(look: Evaluator) -> int:
    """The best move that lays a card of the hand."""
    steps = _steps(look)
    best = -1
    most = -1.0e9
    for card in range(1, JOKER + 1):
        if look.hand[card]:
            parting = _parting(look, card)
            for helper in range(HELPERS):
                worth = parting + _resting(look.helpers[helper], card, steps) + _afterwards(look, card, helper)
                if worth > most:
                    most = worth
                    best = (LAY + card) * PLACES + helper
    return best


def _steps(look: Evaluator) -> int:
    """The set of values that the shortest way to the own stock card takes."""
    shortest = STEPS[look.heights[0]][look.top]
    for height in look.heights:
        steps = STEPS[height][look.top]
        if COUNT[steps] < COUNT[shortest]:
            shortest = steps
    return shortest


def _parting(look: Evaluator, card: int) -> float:
    """Weigh that a card leaves the hand."""
    if card == JOKER:
        return LAY_JOKER
    return (LAY_ONE if card == 1 else 0.0) + (LAY_TWIN if look.hand[card] > 1 else 0.0)


def _resting(pile: list[int], card: int, steps: int) -> float:
    """Weigh what a card comes to lie on."""
    depth = len(pile)
    if depth == 0:
        return EMPTY
    top = pile[depth - 1]
    worth = DEPTH * depth
    if top == JOKER:
        return worth + ON_JOKER
    if card == JOKER:
        return worth
    if top != card and steps & BIT[top]:
        worth += BURY_STEP
    in_order = top - card in (0, 1)
    if not in_order and depth > 1 and pile[depth - 2] == top + 1:
        worth += BREAK_ORDER
    return worth + _descent(top - card)


def _descent(down: int) -> float:
    """Weigh a card that is lower than the one below it by so much, or higher."""
    if down < 0:
        return UP - UP_EACH * down
    if down > 2:
        return DOWN_FAR + DOWN_EACH * down
    return DOWN[down]


def _afterwards(look: Evaluator, card: int, helper: int) -> float:
    """Weigh what can still be reached."""
    cards = look.beside(helper) | BIT[card]
    jokers = look.jokers - (1 if look.helper_tops[helper] == JOKER else 0)
    far = missing(look.heights, look.top, cards, jokers)
    return STILL_MISSING[min(far, len(STILL_MISSING) - 1)] + VARIETY * COUNT[cards]
