"""Which card of Da Capo to lay on which helper pile: what is buried matters most."""

from bots.policies.dacapo.evaluation import COUNT, STEPS, Evaluator, missing
from bots.policies.dacapo.taste import Taste
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
                worth = (
                    parting + resting(look.taste, look.helpers[helper], card, steps) + _afterwards(look, card, helper)
                )
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
        return look.taste.lay_joker
    return (look.taste.lay_one if card == 1 else 0.0) + (look.taste.lay_twin if look.hand[card] > 1 else 0.0)


def resting(taste: Taste, pile: list[int], card: int, steps: int) -> float:
    """Weigh what a card comes to lie on."""
    depth = len(pile)
    if depth == 0:
        return taste.empty
    top = pile[depth - 1]
    worth = taste.depth * depth
    if top == JOKER:
        return worth + taste.on_joker
    if card == JOKER:
        return worth
    if top != card and steps & BIT[top]:
        worth += taste.bury_step
    in_order = top - card in (0, 1)
    if not in_order and depth > 1 and pile[depth - 2] == top + 1:
        worth += taste.break_order
    return worth + _descent(taste, top - card)


def _descent(taste: Taste, down: int) -> float:
    """Weigh a card that is lower than the one below it by so much, or higher."""
    if down < 0:
        return taste.up - taste.up_each * down
    if down > 2:
        return taste.down_far + taste.down_each * down
    return taste.down[down]


def _afterwards(look: Evaluator, card: int, helper: int) -> float:
    """Weigh what can still be reached."""
    cards = look.beside(helper) | BIT[card]
    jokers = look.jokers - (1 if look.helper_tops[helper] == JOKER else 0)
    far = missing(look.heights, look.top, cards, jokers)
    return look.taste.still_missing[min(far, len(look.taste.still_missing) - 1)] + look.taste.variety * COUNT[cards]
