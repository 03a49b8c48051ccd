"""What the seat to act in Da Capo makes of the table: how far each stock card is from being played, and for whom."""

from typing import Final

from bots.policies.dacapo.taste import Taste
from engines.dacapo.moves import BIT
from engines.dacapo.rules import DaCapoState
from engines.dacapo.view import HIGHEST, JOKER


def _steps(height: int, top: int) -> int:
    """The set of values that a pile of this height takes before it takes the card `top`."""
    steps = 0
    while top != JOKER and height != top - 1:
        steps |= BIT[height + 1]
        height = grown(height)
    return steps


def grown(height: int) -> int:
    """A build pile's height after one more card; a complete pile makes room for a new one (C9)."""
    return 0 if height == HIGHEST - 1 else height + 1


STEPS: Final = [[0] + [_steps(height, top) for top in range(1, JOKER + 1)] for height in range(HIGHEST)]
COUNT: Final = [bin(cards).count("1") for cards in range(2 * BIT[JOKER])]


def missing(heights: list[int], top: int, cards: int, jokers: int) -> int:
    """Count the cards that must turn up before `top` can be played by somebody who has this set of cards."""
    without = ~cards
    fewest = HIGHEST
    for height in heights:
        number = COUNT[STEPS[height][top] & without]
        if number < fewest:  # noqa: PLR1730 - quicker than min where it counts
            fewest = number
    return fewest - jokers if fewest > jokers else 0


class Rival:
    """What one opponent shows, and how much they count: the stock card, the open cards, a joker among them."""

    def __init__(self, state: DaCapoState, seat: int, weight: float) -> None:
        self.top: int = state.tops[seat]
        self.cards: int = 0
        self.jokers: int = 0
        self.weight: float = weight
        for card in state.helper_tops[seat]:
            if card == JOKER:
                self.jokers = 1
            elif card:
                self.cards |= BIT[card]


class Evaluator:
    """Judges tables for the seat to act, from its hand by value, the cards it can reach, and what its rivals show.

    The jokers that can be reached are in the set, and also counted.
    """

    def __init__(self, state: DaCapoState, taste: Taste) -> None:
        seat = state.turn
        self.taste: Taste = taste
        self.state: DaCapoState = state
        self.seat: int = seat
        self.top: int = state.tops[seat]
        self.heights: list[int] = [len(build) for build in state.builds]
        self.helpers: list[list[int]] = state.helpers[seat]
        self.helper_tops: list[int] = state.helper_tops[seat]
        self.hand: list[int] = [0] * (JOKER + 1)
        for card in state.hands[seat]:
            self.hand[card] += 1
        self.cards: int = state.held[seat]
        self.jokers: int = self.hand[JOKER]
        for card in self.helper_tops:
            if card == JOKER:
                self.jokers += 1
            if card:
                self.cards |= BIT[card]
        self._rivals: list[Rival] = []
        for distance in range(1, state.seats):
            seat = 0 if seat + 1 == state.seats else seat + 1
            self._rivals.append(Rival(state, seat, taste.later[distance - 1]))

    def raised(self, place: int) -> list[int]:
        """The heights of the build piles after one more card here."""
        heights = self.heights[:]
        heights[place] = grown(heights[place])
        return heights

    def worth(self, heights: list[int], cards: int, jokers: int) -> float:
        """Weigh a table with build piles of these heights, where the own seat can reach these cards."""
        return self.hope(heights, cards, jokers) + self.threat(heights)

    def hope(self, heights: list[int], cards: int, jokers: int) -> float:
        """Weigh what is missing to the own stock card, and the choice of cards."""
        far = missing(heights, self.top, cards, jokers)
        return self.taste.hope[min(far, len(self.taste.hope) - 1)] + self.taste.variety * COUNT[cards]

    def threat(self, heights: list[int]) -> float:
        """Weigh what the others miss for their stock cards, for all that their open cards tell."""
        threat = self.taste.threat
        total = 0.0
        for rival in self._rivals:
            far = missing(heights, rival.top, rival.cards, rival.jokers)
            if far < len(threat):
                total += rival.weight * threat[far]
        return total

    def after_hand(self, card: int) -> int:
        """The set of cards that can be reached once a card has left the hand."""
        if self.hand[card] > 1 or card in self.helper_tops:
            return self.cards
        return self.cards & ~BIT[card]

    def after_helper(self, helper: int) -> int:
        """The set of cards that can be reached once the top of a helper pile is gone."""
        pile = self.helpers[helper]
        return self.beside(helper) | (BIT[pile[-2]] if len(pile) > 1 else 0)

    def beside(self, helper: int) -> int:
        """The set of cards that can be reached without this helper pile."""
        cards = self.state.held[self.seat]
        for other in range(len(self.helper_tops)):
            card = self.helper_tops[other]
            if other != helper and card:
                cards |= BIT[card]
        return cards
