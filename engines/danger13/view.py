"""What a player of Danger 13 sees. A card is its kind plus its number: `PLUS + 3` is the plus card of value 3."""

from dataclasses import dataclass
from typing import Final

from engines.view import Memory, View

PLAIN: Final = 0
PLUS: Final = 10
DOUBLE: Final = 20
DRAW: Final = 30
ARROW: Final = 40
SHIELD: Final = 50
HAND: Final = 60
PRIZE: Final = 70

LIMIT: Final = 13
SHIELDED_LIMIT: Final = 18

# The rulebook gives the totals of each kind and its range, not how many there are of each value (D1). The number
# is a card's value, except that a prize has its signs.
HOUSE_COMPOSITION: dict[int, dict[int, int]] = {
    PLAIN: {1: 5, 2: 5, 3: 6, 4: 5},
    PLUS: {0: 4, 1: 4, 2: 5, 3: 4, 4: 4},
    DOUBLE: {1: 3, 2: 4, 3: 4, 4: 4, 5: 3},
    DRAW: {0: 4, 1: 4, 2: 5, 3: 4, 4: 4},
    ARROW: {0: 6},
    SHIELD: {0: 5},
    HAND: {0: 8},
    PRIZE: {1: 6, 2: 3},
}

LETTERS = {PLAIN: "P", PLUS: "A", DOUBLE: "B", DRAW: "D", ARROW: "R", SHIELD: "S", HAND: "H", PRIZE: "Q"}
UNNUMBERED = (ARROW, SHIELD, HAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Danger13Memory(Memory):
    """What everybody has seen and could remember: all won piles, and the discard pile, sorted.

    `unseen` holds the cards that nobody has seen yet, in layers from the top of the packet to the bottom of the pile,
    each sorted. There is one layer until the discard pile becomes the draw pile (D18): then the cards that the packet
    has from before are told apart from the new ones.
    """

    won: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    unseen: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Danger13View(View):
    """The open card (0 once the game is over), everybody's row from left to right, and the piles as counts.

    `turn` gives the open card away, or, where `asked` is true, receives it and may refuse (D8). `packet` counts the
    cards still unseen in the dealer's packet, `served` says who was given one of it. `won` knows only the own pile,
    and all of them once the game is over (D21).
    """

    round: int
    packets: int
    marker: int
    dealer: int
    open: int
    asked: bool
    packet: int
    served: tuple[bool, ...]
    rows: tuple[tuple[int, ...], ...]
    limits: tuple[int, ...]
    pile: int
    discard: int
    last_round: bool
    won_counts: tuple[int, ...]
    won: tuple[tuple[int, ...] | None, ...]
    memory: Danger13Memory


def kind(card: int) -> int:
    """A card's kind: PLAIN, PLUS and so on."""
    return card - card % 10


def value(card: int) -> int:
    """What a card counts in a row; a card without a value counts 0 (D2)."""
    return card % 10 if card < ARROW else 0


def signs(card: int) -> int:
    """How many plus signs a card has."""
    if card >= PRIZE:
        return card % 10
    return {PLUS: 1, DOUBLE: 2}.get(kind(card), 0)


def text(card: int) -> str:
    """A card's text, like `P3` or `R`."""
    letter = LETTERS[kind(card)]
    return letter if card in UNNUMBERED else f"{letter}{card % 10}"


@dataclass(frozen=True, slots=True)
class RowAfter:
    """What a row is like once it has accepted a card, before a draw card brings another (D9 to D14).

    `lost` is the card that an arrow takes away and `won` the signs of a prize, each 0 for none.
    """

    total: int
    limit: int
    lost: int = 0
    won: int = 0
    draws: bool = False

    @property
    def room(self) -> int:
        """How far the row is below its limit; without room the round stops (D14)."""
        return self.limit - self.total


def total(row: tuple[int, ...]) -> int:
    """Add up a row."""
    return sum(value(card) for card in row)


def limit(row: tuple[int, ...]) -> int:
    """The limit of a row, which a shield raises (D11)."""
    return SHIELDED_LIMIT if SHIELD in row else LIMIT


def after(row: tuple[int, ...], card: int) -> RowAfter:
    """Work out what an accepted card does to a row."""
    if card == ARROW:
        left = row[:-1]
        return RowAfter(total(left), limit(left), lost=row[-1] if row else 0)
    if card > PRIZE:
        return RowAfter(total(row), limit(row), won=signs(card))
    longer = (*row, card)
    draws = kind(card) == DRAW and total(longer) < limit(longer)
    return RowAfter(total(longer), limit(longer), draws=draws)
