"""What a player of Cuckoo sees. A card is its rank, from 1 for an ace to 13 for a king."""

from dataclasses import dataclass
from typing import Final

from engines.view import Memory, View

NO_CARD: Final = 0
ACE: Final = 1
KING: Final = 13
COPIES: Final = 4
LIVES: Final = 3
MOST_SEATS: Final = 6

TEXTS = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True, slots=True, kw_only=True)
class CuckooMemory(Memory):
    """What swapping has taught, and how the last round ended.

    `seen` is every seat's card as far as this seat has had it in hand or seen it shown, else NO_CARD. `no_king` lists
    the seats whose card was swapped without a cry (K6): everybody knows that it is no king. `last` has
    every seat's card at the end of the round before, NO_CARD for who was out, and then the card that the dealer cut or
    NO_CARD (K7, K8); in the first round it is empty.
    """

    seen: tuple[int, ...]
    no_king: tuple[int, ...]
    last: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CuckooView(View):
    """Everybody's card: the own one, those that lie `open`, None for the others and NO_CARD for who is out.

    `open` lists seats: those with a king that was shown (K6), and once the game is over everybody who was in to the
    last. `left` counts the draw pile.
    """

    round: int
    dealer: int
    lives: tuple[int, ...]
    cards: tuple[int | None, ...]
    open: tuple[int, ...]
    left: int
    memory: CuckooMemory
