"""What is seen of a motion for a moment: a card in the air, or something that is no single card."""

from collections.abc import Sequence
from dataclasses import dataclass

from tui.draw import cards
from tui.draw.canvas import Canvas
from tui.draw.cards import Face

CARD, STACK, CHIP = "card", "stack", "chip"
TO_COME, BACK, EDGE = "to come", "back", "edge"
DEPTH = 2


@dataclass(frozen=True, slots=True)
class Flight:
    """Something on its way, where it is now; a card or a stack without text flies face down.

    `look` is one of the words above. The last three belong to a card that is turned up: not there yet, its back, and
    its edge.
    """

    x: int
    y: int
    text: str = ""
    look: str = CARD


def draw_others(canvas: Canvas, motion: Sequence[Flight]) -> tuple[Flight, ...]:
    """Draw what is on its way and no single card, and return the cards that are left to draw."""
    for flight in motion:
        if flight.look == STACK:
            _draw_stack(canvas, flight)
        elif flight.look == CHIP:
            canvas.put(flight.x, flight.y, canvas.glyphs.chip, canvas.palette.chip, bold=True)
    return tuple(flight for flight in motion if flight.look == CARD)


def _draw_stack(canvas: Canvas, flight: Flight) -> None:
    x, y = flight.x, flight.y
    if not flight.text:
        cards.pile(canvas, x, y, cards.SMALL_WIDTH, cards.SMALL_HEIGHT, DEPTH)
        return
    for edge in range(DEPTH, 0, -1):
        cards.body(canvas, x + edge, y, cards.SMALL_WIDTH, cards.SMALL_HEIGHT, canvas.palette.paper_dim)
    cards.small(canvas, x, y, Face(flight.text))


def draw_turning(canvas: Canvas, motion: Sequence[Flight], x: int, y: int, width: int, height: int) -> bool:
    """Draw a card that is being turned up here, and return whether one is."""
    here = next((flight for flight in motion if flight.look in (TO_COME, BACK, EDGE)), None)
    if here is None or (here.x, here.y) != (x, y):
        return False
    if here.look == TO_COME:
        cards.slot(canvas, x, y, width, height)
    elif here.look == BACK:
        cards.back(canvas, x, y, width, height)
    else:
        for row in range(y, y + height):
            canvas.put(x + width // 2, row, "│", canvas.palette.ink, canvas.palette.paper)
    return True


def on_the_table(motion: Sequence[Flight]) -> tuple[object, ...]:
    """The part of a motion that changes the table itself: while it is the same, only what is in the air moves."""
    return (chips_in_flight(motion), *(flight for flight in motion if flight.look in (TO_COME, BACK, EDGE)))


def chips_in_flight(motion: Sequence[Flight]) -> int:
    """Count the chips that have not come down yet."""
    return sum(flight.look == CHIP for flight in motion)
