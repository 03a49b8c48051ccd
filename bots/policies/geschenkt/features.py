"""What a rule of Geschenkt looks at: numbers of about the size of 1 that everybody at the table can work out."""

from typing import Final

from engines.geschenkt.rules import NOBODY, GeschenktState
from engines.geschenkt.view import HIGHEST, LOWEST

NAMES: Final = [
    "always",
    "cost",
    "pot",
    "chips",
    "poverty",
    "fewest chips",
    "left",
    "card below to come",
    "card above to come",
    "free",
    "free for others",
    "pot early",
    "poverty early",
    "seats",
    "somebody broke",
    "cheapest for others",
    "cheapest for the next",
    "standing",
    "card",
    "wanted by others",
    "cost early",
    "chips beside others",
]

# Prices are cut off where nobody would act on the difference.
FAR: Final = 20
# The leads that count as wide, in points.
WIDE: Final = 30.0
MOST_CHIPS: Final = 11.0
FULL_PILE: Final = 24.0


def marginal_cost(state: GeschenktState, seat: int) -> int:
    """The points by which the open card makes a seat's row dearer, less than 0 where it closes a gap (G10)."""
    card = state.open
    cost = 0 if state.owner[card - 1] == seat else card
    return cost - card - 1 if state.owner[card + 1] == seat else cost


def features(state: GeschenktState) -> list[float]:
    """Look at the open card with the eyes of the seat to act, in the order of NAMES."""
    seat = state.turn
    seats = state.seats
    pot = state.pot
    chips = state.chips[seat]
    cost = marginal_cost(state, seat)
    early = len(state.pile) / FULL_PILE
    fewest = 99
    all_chips = 0
    cheapest = FAR
    cheapest_next = FAR
    wanted = 0
    for distance in range(1, seats):
        other = (seat + distance) % seats
        theirs = state.chips[other]
        all_chips += theirs
        if theirs < fewest:  # noqa: PLR1730 - quicker than min where it counts
            fewest = theirs
        theirs_to_pay = marginal_cost(state, other)
        if theirs_to_pay <= 0:
            wanted += 1
        price = theirs_to_pay - pot - distance
        if price < cheapest:  # noqa: PLR1730 - as above
            cheapest = price
        if distance == 1:
            cheapest_next = min(price, FAR)
    cheapest = max(cheapest, -FAR)
    poverty = 1.0 / (1 + chips)
    below, above = _to_come(state)
    free = cost <= 0
    return [
        1.0,
        cost / 10.0,
        pot / 10.0,
        chips / MOST_CHIPS,
        poverty,
        fewest / MOST_CHIPS,
        early,
        below,
        above,
        1.0 if free else 0.0,
        cheapest / 10.0 if free else 0.0,
        pot / 10.0 * early,
        poverty * early,
        float(seats - 4),
        1.0 if fewest == 0 else 0.0,
        cheapest / 10.0,
        max(cheapest_next, -FAR) / 10.0,
        _standing(state),
        state.open / HIGHEST,
        wanted / (seats - 1),
        cost / 10.0 * early,
        (chips - all_chips / (seats - 1)) / MOST_CHIPS,
    ]


def _to_come(state: GeschenktState) -> tuple[float, float]:
    """How likely the card below the open one and the one above it are still in the pile."""
    left = len(state.pile)
    if left == 0:
        return 0.0, 0.0
    card = state.open
    chance = left / (left + len(state.left_out))
    below = chance if state.owner[card - 1] == NOBODY and card > LOWEST else 0.0
    return below, chance if state.owner[card + 1] == NOBODY and card < HIGHEST else 0.0


def _standing(state: GeschenktState) -> float:
    """How far the seat to act is ahead of its best opponent, from -1 to 1 for a wide lead."""
    points = state.scores()
    best = 1000
    for seat in range(state.seats):
        if seat != state.turn:
            best = min(best, points[seat])
    return max(-1.0, min(1.0, (best - points[state.turn]) / WIDE))
