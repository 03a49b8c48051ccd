"""What a player of Da Capo sees. A card is its value, 1 to 10, or JOKER.

Cards counted by value are numbers in a row, one for each card, with nothing to read at 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engines.view import Memory, View

HIGHEST: Final = 10
JOKER: Final = 11
COPIES: Final = 15
STOCK: Final = 20
HAND: Final = 4
BUILDS: Final = 3
HELPERS: Final = 3

# A traffic entry is seat * TRAFFIC + card, with PLAYED more where the card left the hand.
TRAFFIC: Final = 32
PLAYED: Final = 16
RESHUFFLED: Final = 255


@dataclass(frozen=True, slots=True, kw_only=True)
class DaCapoMemory(Memory):
    """What lay open before it was set aside or shuffled again (C9, C13), counted by value.

    `aside` counts the set-aside cards. The rest is empty until the first reshuffle and then tells of the last one.
    `sources` counts the cards that hands and stocks hid at that moment, and the cards of the new draw pile. `dormant`
    is how many of each card the stocks can still hide, for all that this seat has seen. `traffic` is what the hands
    held at that moment, RESHUFFLED, and what they drew, played and laid since; a card that this seat did not see drawn
    is 0.
    """

    aside: tuple[int, ...]
    sources: tuple[tuple[int, ...], ...]
    dormant: tuple[int, ...]
    traffic: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DaCapoView(View):
    """The own hand, ascending, and the table: all piles from bottom to top, and how many cards the hidden ones have.

    `tops` are the open cards of the stocks, 0 for an empty one, and `stocks` counts their cards, the open one
    included. `helpers` has three piles for each seat. `left` counts the draw pile, `aside` the set-aside cards,
    `ends` the turns ended in a row with an empty hand (C15).
    """

    hand: tuple[int, ...]
    hands: tuple[int, ...]
    tops: tuple[int, ...]
    stocks: tuple[int, ...]
    helpers: tuple[tuple[tuple[int, ...], ...], ...]
    builds: tuple[tuple[int, ...], ...]
    left: int
    aside: int
    ends: int
    memory: DaCapoMemory


def wanted(build: Sequence[int]) -> int:
    """The value that a build pile takes next (C8)."""
    return len(build) + 1


def fits(view: DaCapoView, card: int) -> tuple[int, ...]:
    """List the build piles that take a card now; 0 is no card (C8)."""
    return tuple(place for place, build in enumerate(view.builds) if card in (JOKER, wanted(build)))


def unseen(view: DaCapoView) -> tuple[int, ...]:
    """Count by value the cards that lie face down for this seat, less those it saw being set aside (C9, C13)."""
    left = [0] + [COPIES] * JOKER
    piles = [view.hand, view.tops, *view.builds, *(pile for piles in view.helpers for pile in piles)]
    for card in (card for pile in piles for card in pile if card):
        left[card] -= 1
    return tuple(number - aside for number, aside in zip(left, view.memory.aside, strict=True))
