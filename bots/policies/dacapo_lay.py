"""Which card of Da Capo to lay on which helper pile: what is buried matters most."""

from typing import Final

from bots.policies.dacapo_outlook import COUNT, STEPS, VARIETY, Outlook, missing
from engines.dacapo.moves import BIT, LAY, PLACES
from engines.dacapo.view import HELPERS, JOKER

# What it is worth to lay a card on an empty pile, on one that is higher by none, one or two, or by more.
EMPTY: Final = 1.29
DOWN: Final = [2.6, 0.72, 0.05]
DOWN_FAR: Final = 0.43
DOWN_EACH: Final = -0.19
# On a lower card, with so much more for each step up, and on or with a joker.
UP: Final = -1.27
UP_EACH: Final = 0.13
ON_JOKER: Final = -3.58
LAY_JOKER: Final = -2.95
# For each card that the pile already has, to break up an orderly pair, and to bury a step to the own stock card.
DEPTH: Final = -0.19
BREAK_ORDER: Final = -0.43
BURY_STEP: Final = -1.76
# To lay a 1, or one of several of its kind.
LAY_ONE: Final = 0.36
LAY_TWIN: Final = 1.13
# With so many cards missing to the own stock card afterwards.
STILL_MISSING: Final = [1.32, 1.07, 0.11, 0.45, 0.0]


def best_lay(look: Outlook) -> int:
    """Give the best move that lays a card of the hand."""
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


def _steps(look: Outlook) -> int:
    """Give the set of values that the shortest way to the own stock card takes."""
    shortest = STEPS[look.heights[0]][look.top]
    for height in look.heights:
        steps = STEPS[height][look.top]
        if COUNT[steps] < COUNT[shortest]:
            shortest = steps
    return shortest


def _parting(look: Outlook, card: int) -> float:
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


def _afterwards(look: Outlook, card: int, helper: int) -> float:
    """Weigh what can still be reached."""
    cards = look.beside(helper) | BIT[card]
    jokers = look.jokers - (1 if look.helper_tops[helper] == JOKER else 0)
    far = missing(look.heights, look.top, cards, jokers)
    return STILL_MISSING[min(far, len(STILL_MISSING) - 1)] + VARIETY * COUNT[cards]
