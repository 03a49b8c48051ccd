"""What flies where when something has happened at a table: motion shows who did what, and never holds up a key.

A table names its places on the canvas: `pile`, `open`, `seat N` for everybody, and `place N` for what is numbered there
(a limit with its pile, a build pile). An event whose places are not named just happens.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engines.view import Event
from tui.draw.canvas import Area
from tui.draw.cards import SMALL_HEIGHT, SMALL_WIDTH
from tui.tables.scene import Flight

FRAME = 0.05
SLIDE = 0.24
MOST = 2
INDEX = 2

WITH_HANDS = ("bumbesi", "dacapo")

# Where a card flies in each kind of event: from, to; `{seat}` acts and the other blanks are the event's own numbers.
ROUTES = {
    "took": ("open", "seat {seat}"),
    "turned up": ("pile", "open"),
    "gave": ("open", "seat {receiver}"),
    "refused": ("seat {seat}", "open"),
    "drew": ("pile", "seat {seat}"),
    "played": ("seat {seat}", "place {where}"),
    "played stock": ("seat {seat}", "place {where}"),
    "played helper": ("seat {seat}", "place {where}"),
    "robbed": ("seat {victim}", "place {where}"),
    "lifted": ("seat {seat}", "place {where}"),
    "laid": ("seat {seat}", "place {where}"),
    "collected": ("place {where}", "seat {seat}"),
    "stole": ("seat {victim}", "seat {seat}"),
}


@dataclass(frozen=True, slots=True)
class Journey:
    """A card on its way between two spots; without text it flies face down."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str
    begins: float

    def at(self, now: float) -> Flight | None:
        """Give where the card is, while it is in the air."""
        share = (now - self.begins) / SLIDE
        if not 0 <= share < 1:
            return None
        eased = 1 - (1 - share) ** 3
        x, y = (round(a + (b - a) * eased) for a, b in zip(self.start, self.end, strict=True))
        return Flight(x, y, self.text)


def journeys(
    events: Sequence[Event], places: Mapping[str, Area], card: Callable[[int], str], now: float
) -> tuple[Journey, ...]:
    """Give the flights of what has just happened, one after the other; of much at once only the first ones."""
    found: list[Journey] = []
    for event in events:
        route = _route(event, places)
        if route is not None and len(found) < MOST:
            text = card(event.args["card"]) if "card" in event.args else ""
            found.append(Journey(*route, text[:INDEX], now + SLIDE * len(found)))
    return tuple(found)


def deal(game: str, seats: int, places: Mapping[str, Area], now: float) -> tuple[Journey, ...]:
    """Give the flights of a deal, one card for each seat that gets any."""
    if game not in WITH_HANDS or "pile" not in places:
        return ()
    pile = _spot(places["pile"])
    ends = [_spot(places[f"seat {seat}"]) for seat in range(seats) if f"seat {seat}" in places]
    return tuple(Journey(pile, end, "", now + SLIDE / MOST * place) for place, end in enumerate(ends))


def flights(journeys: Sequence[Journey], now: float) -> tuple[Flight, ...]:
    """Give the cards that are in the air now."""
    return tuple(flight for flight in (journey.at(now) for journey in journeys) if flight is not None)


def lands(journeys: Sequence[Journey]) -> float:
    """Give the time at which the last card has arrived."""
    return max((journey.begins + SLIDE for journey in journeys), default=0.0)


def _route(event: Event, places: Mapping[str, Area]) -> tuple[tuple[int, int], tuple[int, int]] | None:
    if event.kind not in ROUTES:
        return None
    where = event.args.get("place", event.args.get("build", -1))
    blanks = {"seat": -1, "receiver": -1, "victim": -1, **event.args, "where": where}
    if event.seat is not None:
        blanks["seat"] = event.seat
    start, end = (places.get(name.format(**blanks)) for name in ROUTES[event.kind])
    return None if start is None or end is None or start == end else (_spot(start), _spot(end))


def _spot(area: Area) -> tuple[int, int]:
    """Give where a small card lies that stands in the middle of a place."""
    return area.x + (area.width - SMALL_WIDTH) // 2, area.y + (area.height - SMALL_HEIGHT) // 2
