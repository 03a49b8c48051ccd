"""The moves of Da Capo as numbers: a row for what is played, and in it a code for each of the three places it goes to.

Row 0 is the own stock, rows 1 to 11 a card from the hand; then come the helper piles, the stocks to rob and the cards
to lay, each with rows of their own: HELP + helper, ROB + seat, LAY + card.
"""

from typing import Final

from engines.dacapo.view import HELPERS, JOKER

MOST_SEATS: Final = 6
PLACES: Final = 3

HELP: Final = JOKER + 1
ROB: Final = HELP + HELPERS
LAY: Final = ROB + MOST_SEATS - 1
END: Final = (LAY + JOKER + 1) * PLACES

BIT: Final = [1 << number for number in range(JOKER + 1)]


def card_text(card: int) -> str:
    """A card's text."""
    return "J" if card == JOKER else str(card)


def texts() -> list[str]:
    """List the text of every move by its code."""
    cards = [card_text(card) for card in range(1, JOKER + 1)]
    rows = [
        "stock",
        *(f"hand {card}" for card in cards),
        *(f"help {helper}" for helper in range(HELPERS)),
        *(f"rob {seat}" for seat in range(MOST_SEATS)),
        *(f"lay {card}" for card in cards),
    ]
    return [f"{row} {place}" for row in rows for place in range(PLACES)] + ["end"]


def _to_places(row: int) -> list[list[int]]:
    """List a row's moves for each set of places."""
    return [[row * PLACES + place for place in range(PLACES) if places & BIT[place]] for places in range(BIT[PLACES])]


def _cards_in(held: int) -> list[int]:
    return [card for card in range(1, JOKER + 1) if held & BIT[card]]


# The moves of a row by the set of build piles that the card fits on: PLAYS[row][fits].
PLAYS: Final = [_to_places(row) for row in range(LAY + 1)]
ENDS: Final = [END]

# By the set of cards in a hand: the cards, and the moves that lay one of them.
CARDS: Final = [_cards_in(held) for held in range(2 * BIT[JOKER])]
LAYS: Final = [[(LAY + card) * PLACES + place for card in cards for place in range(PLACES)] for cards in CARDS]
