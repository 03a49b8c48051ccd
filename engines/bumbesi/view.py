"""What a player of Bumbesi sees. A card is its number, 1 to 70, or one of the three specials above."""

from dataclasses import dataclass
from typing import Final

from engines.view import Memory, View

LOWEST: Final = 1
HIGHEST: Final = 70
REVERSE: Final = 71
STEAL: Final = 72
LIMIT: Final = 73
SPECIALS = (REVERSE, STEAL, LIMIT)
COPIES = {REVERSE: 6, STEAL: 5, LIMIT: 4}
HAND: Final = 5

SOME_SPECIAL: Final = 0

Option = tuple[int, tuple[tuple[int, ...], ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class BumbesiMemory(Memory):
    """What was open once, to everybody or to this seat alone.

    `bins` holds the cards of every bin, ascending. `options` lists where the cards that this seat has seen go into
    hidden hands may be now: each option is its weight and, for each seat, the cards that seat then holds for certain,
    SOME_SPECIAL standing for a special of unknown kind. `barred` names, for each kind of SPECIALS, the seats that do
    not hold the copy which was last turned up and shuffled back: their hands were dealt or drawn before.
    """

    bins: tuple[tuple[int, ...], ...]
    options: tuple[Option, ...]
    barred: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BumbesiView(View):
    """Two places 0 and 1, each a limit (the covered ones beneath, the valid one last) and its pile (top card last).

    `hands` knows the own cards, ascending, and everybody's once the game is over; `sizes` counts them all. `direction`
    is 1 clockwise and -1 back. `left` counts the draw pile, `bins` the points, and `specials` those of the points
    that are played specials (B15).
    """

    hands: tuple[tuple[int, ...] | None, ...]
    sizes: tuple[int, ...]
    limits: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[int, ...], ...]
    marker: int
    direction: int
    left: int
    bins: tuple[int, ...]
    specials: tuple[int, ...]
    memory: BumbesiMemory


def surely_held(memory: BumbesiMemory, seat: int) -> tuple[int, ...]:
    """List the cards that every option puts into this seat's hand, ascending."""
    first, *others = [list(held[seat]) for _, held in memory.options]
    sure = []
    for card in first:
        if all(card in held for held in others):
            sure.append(card)
            for held in others:
                held.remove(card)
    return tuple(sure)


def window(view: BumbesiView, place: int) -> range:
    """The numbers that fit under a limit now (B5); none where no limit lies."""
    limits, pile = view.limits[place], view.piles[place]
    return range(pile[-1] + 1 if pile else LOWEST, limits[-1] if limits else LOWEST)


def places_for(view: BumbesiView, card: int) -> tuple[int, ...]:
    """List the places whose pile takes a number (B5)."""
    return tuple(place for place in (0, 1) if card in window(view, place))


def cards_at(view: BumbesiView, place: int) -> int:
    """Count what lies at a place: a point each for whoever collects it (B10)."""
    return len(view.limits[place]) + len(view.piles[place])


def next_seat(view: BumbesiView, direction: int) -> int:
    """The seat that plays after the one to act, if play goes on in this direction (B7)."""
    return (view.turn + direction) % view.seats


def unseen(view: BumbesiView) -> tuple[int, ...]:
    """List the numbers that are still to come or in a hidden hand, for one who remembers every bin."""
    seen = {card for cards in (*view.limits, *view.piles, *view.memory.bins) for card in cards}
    seen.update(card for hand in view.hands if hand is not None for card in hand)
    return tuple(card for card in range(LOWEST, HIGHEST + 1) if card not in seen)
