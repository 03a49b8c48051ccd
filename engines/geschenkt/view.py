"""What a player of Geschenkt sees. A card is its number, 3 to 35."""

from dataclasses import dataclass
from typing import Final

from engines.view import Memory, View

LOWEST: Final = 3
HIGHEST: Final = 35
TACTICAL_GAPS = (10, 20, 30)


@dataclass(frozen=True, slots=True, kw_only=True)
class GeschenktMemory(Memory):
    """Everybody's chips: hidden in the hand (G2), but anyone can count what was paid and taken."""

    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GeschenktView(View):
    """The open card (0 once the game is over), the chips on it, and every row of cards, ascending.

    `chips` knows only the own chips, and all of them once the game is over; so does `left_out` (G3).
    """

    variant: str
    open: int
    pot: int
    left: int
    rows: tuple[tuple[int, ...], ...]
    chips: tuple[int | None, ...]
    left_out: tuple[int, ...]
    memory: GeschenktMemory


def cost(row: tuple[int, ...]) -> int:
    """What a row of cards costs: the lowest card of each run (G10)."""
    return sum(card for card in row if card - 1 not in row)
