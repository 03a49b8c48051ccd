"""What a rule of Geschenkt looks at: numbers of about the size of 1 that everybody at the table can work out."""

from typing import TYPE_CHECKING, Final

from engines.geschenkt.rules import NOBODY, GeschenktState
from engines.geschenkt.view import HIGHEST, LOWEST

if TYPE_CHECKING:
    from mypy_extensions import i64

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


class Look:
    """The open card as the seat to act sees it; attributes instead of a list, because they need no boxes when compiled.

    What stays the same while a card goes round is worked out once (`turn_up`), and the rest for each turn (`see`).
    """

    def __init__(self) -> None:
        self.always: float = 1.0
        self.cost: float = 0.0
        self.pot: float = 0.0
        self.chips: float = 0.0
        self.poverty: float = 0.0
        self.fewest_chips: float = 0.0
        self.left: float = 0.0
        self.card_below_to_come: float = 0.0
        self.card_above_to_come: float = 0.0
        self.free: float = 0.0
        self.free_for_others: float = 0.0
        self.pot_early: float = 0.0
        self.poverty_early: float = 0.0
        self.seats: float = 0.0
        self.somebody_broke: float = 0.0
        self.cheapest_for_others: float = 0.0
        self.cheapest_for_the_next: float = 0.0
        self.standing: float = 0.0
        self.card: float = 0.0
        self.wanted_by_others: float = 0.0
        self.cost_early: float = 0.0
        self.chips_beside_others: float = 0.0
        self._costs: list[int] = []

    def turn_up(self, state: GeschenktState) -> None:
        """Look at a card that was not open before."""
        card = state.open
        left = len(state.pile)
        chance = left / (left + len(state.left_out)) if left else 0.0
        self.left = left / FULL_PILE
        self.card_below_to_come = chance if state.owner[card - 1] == NOBODY and card > LOWEST else 0.0
        self.card_above_to_come = chance if state.owner[card + 1] == NOBODY and card < HIGHEST else 0.0
        self.seats = float(state.seats - 4)
        self.card = card / HIGHEST
        self._costs = [state.cost(seat) for seat in range(state.seats)]

    def see(self, state: GeschenktState) -> None:
        """Look at the same card with the eyes of whoever is to act now."""
        seat = state.turn
        chips = float(state.chips[seat])
        cost = self._costs[seat]
        self.cost = cost / 10.0
        self.pot = state.pot / 10.0
        self.chips = chips / MOST_CHIPS
        self.poverty = 1.0 / (1.0 + chips)
        self._see_others(state)
        self.free = 1.0 if cost <= 0 else 0.0
        self.free_for_others = self.cheapest_for_others if cost <= 0 else 0.0
        self.pot_early = self.pot * self.left
        self.poverty_early = self.poverty * self.left
        self.cost_early = self.cost * self.left

    def _see_others(self, state: GeschenktState) -> None:
        seats: i64 = state.seats
        seat: i64 = state.turn
        pot: i64 = state.pot
        chips: i64 = state.chips[seat]
        fewest: i64 = 99
        all_chips: i64 = 0
        cheapest: i64 = FAR
        wanted: i64 = 0
        best: i64 = 1000
        other: i64 = seat
        for distance in range(1, seats):
            other = other + 1 if other + 1 < seats else 0
            theirs: i64 = state.chips[other]
            cost: i64 = self._costs[other]
            points: i64 = state.costs[other]
            price = cost - pot - distance
            all_chips += theirs
            # Quicker than min where it counts.
            if theirs < fewest:  # noqa: PLR1730
                fewest = theirs
            if price < cheapest:  # noqa: PLR1730
                cheapest = price
            if points - theirs < best:  # noqa: PLR1730
                best = points - theirs
            if cost <= 0:
                wanted += 1
            if distance == 1:
                self.cheapest_for_the_next = float(max(min(price, FAR), -FAR)) / 10.0
        self.fewest_chips = float(fewest) / MOST_CHIPS
        self.somebody_broke = 1.0 if fewest == 0 else 0.0
        self.cheapest_for_others = float(max(cheapest, -FAR)) / 10.0
        own: i64 = state.costs[seat]
        self.standing = max(-1.0, min(1.0, float(best - own + chips) / WIDE))
        self.wanted_by_others = float(wanted) / float(seats - 1)
        self.chips_beside_others = (float(chips) - float(all_chips) / float(seats - 1)) / MOST_CHIPS

    def values(self) -> list[float]:
        """All that is seen, in the order of NAMES."""
        return [
            self.always,
            self.cost,
            self.pot,
            self.chips,
            self.poverty,
            self.fewest_chips,
            self.left,
            self.card_below_to_come,
            self.card_above_to_come,
            self.free,
            self.free_for_others,
            self.pot_early,
            self.poverty_early,
            self.seats,
            self.somebody_broke,
            self.cheapest_for_others,
            self.cheapest_for_the_next,
            self.standing,
            self.card,
            self.wanted_by_others,
            self.cost_early,
            self.chips_beside_others,
        ]


class Line:
    """A weight for each thing that a Look sees."""

    def __init__(self, weights: list[float]) -> None:
        self.always: float = weights[0]
        self.cost: float = weights[1]
        self.pot: float = weights[2]
        self.chips: float = weights[3]
        self.poverty: float = weights[4]
        self.fewest_chips: float = weights[5]
        self.left: float = weights[6]
        self.card_below_to_come: float = weights[7]
        self.card_above_to_come: float = weights[8]
        self.free: float = weights[9]
        self.free_for_others: float = weights[10]
        self.pot_early: float = weights[11]
        self.poverty_early: float = weights[12]
        self.seats: float = weights[13]
        self.somebody_broke: float = weights[14]
        self.cheapest_for_others: float = weights[15]
        self.cheapest_for_the_next: float = weights[16]
        self.standing: float = weights[17]
        self.card: float = weights[18]
        self.wanted_by_others: float = weights[19]
        self.cost_early: float = weights[20]
        self.chips_beside_others: float = weights[21]

    def weigh(self, look: Look) -> float:
        """What all that is seen comes to, in four sums that a processor adds up side by side; the order is fixed."""
        first = (
            self.always * look.always
            + self.cost * look.cost
            + self.pot * look.pot
            + self.chips * look.chips
            + self.poverty * look.poverty
            + self.fewest_chips * look.fewest_chips
        )
        second = (
            self.left * look.left
            + self.card_below_to_come * look.card_below_to_come
            + self.card_above_to_come * look.card_above_to_come
            + self.free * look.free
            + self.free_for_others * look.free_for_others
            + self.pot_early * look.pot_early
        )
        third = (
            self.poverty_early * look.poverty_early
            + self.seats * look.seats
            + self.somebody_broke * look.somebody_broke
            + self.cheapest_for_others * look.cheapest_for_others
            + self.cheapest_for_the_next * look.cheapest_for_the_next
        )
        fourth = (
            self.standing * look.standing
            + self.card * look.card
            + self.wanted_by_others * look.wanted_by_others
            + self.cost_early * look.cost_early
            + self.chips_beside_others * look.chips_beside_others
        )
        return (first + second) + (third + fourth)


def look_at(state: GeschenktState) -> Look:
    """Look at the open card with the eyes of the seat to act."""
    look = Look()
    look.turn_up(state)
    look.see(state)
    return look
