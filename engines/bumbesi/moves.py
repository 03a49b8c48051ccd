"""The moves of Bumbesi as numbers: each kind has a block of them, in which a card or a seat counts on.

`collect 40` is COLLECT + 40, `play 51 1` is PLAY_B + 51, and a collection without a card is COLLECT alone.
"""

from typing import Final

from engines.bumbesi.view import HIGHEST, LOWEST

PLACE: Final = HIGHEST
COLLECT: Final = 0
PLAY: Final = COLLECT + HIGHEST
PLAY_B: Final = PLAY + PLACE
LAY_LIMIT: Final = PLAY + 2 * PLACE
LAY_LIMIT_B: Final = LAY_LIMIT + PLACE
TURN_ROUND: Final = LAY_LIMIT + 2 * PLACE + 1
STEAL_FROM: Final = TURN_ROUND + 1

MOST_SEATS: Final = 6


def texts() -> list[str]:
    """List every move's text at its number."""
    cards = range(LOWEST, HIGHEST + 1)
    return [
        "collect",
        *(f"collect {card}" for card in cards),
        *(f"play {card} {place}" for place in (0, 1) for card in cards),
        *(f"limit {card} {place}" for place in (0, 1) for card in cards),
        "reverse",
        *(f"steal {seat}" for seat in range(MOST_SEATS)),
    ]


def place_and_card(number: int) -> tuple[int, int]:
    """Take apart what is left of a `play` or `limit` move once the start of its block is gone."""
    return (0, number) if number <= PLACE else (1, number - PLACE)
