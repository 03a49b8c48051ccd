"""What flies where when something has happened at a table: motion shows who did what, and never holds up a key.

A table names its places on the canvas: `pile`, `open`, `seat N` for everybody, and `place N` for what is numbered there
(a limit with its pile, a build pile). Some tables also name `chips`, `card N`, and by seat `row N`, `won N`, `stock N`
and `helper N M`. An event whose places are not named just happens.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engines.view import Event
from tui.draw.canvas import Area
from tui.draw.cards import SMALL_HEIGHT, SMALL_WIDTH
from tui.draw.flights import BACK, BUST, CARD, CHIP, EDGE, ROW, STACK, TO_COME, Flight

FRAME = 0.05
SLIDE = 0.24
TURN = 0.06
SETTLE = 0.36
WORD = 1.0
MOST = 2
INDEX = 2

WITH_HANDS = ("bumbesi", "dacapo")

# Where a card flies in each kind of event: from, to; `{seat}` acts and the other blanks are the event's own numbers.
# Of several places, the first that the table names counts.
ROUTES = {
    "took": ("open", "card {card}|seat {seat}"),
    "gave": ("open", "seat {receiver}"),
    "refused": ("seat {seat}", "open"),
    "drew": ("pile", "seat {seat}"),
    "played": ("seat {seat}", "place {where}"),
    "played stock": ("stock {seat}|seat {seat}", "place {where}"),
    "played helper": ("helper {seat} {helper}|seat {seat}", "place {where}"),
    "robbed": ("stock {victim}|seat {victim}", "place {where}"),
    "lifted": ("seat {seat}", "place {where}"),
    "laid": ("seat {seat}", "helper {seat} {helper}|place {where}"),
    "collected": ("place {where}", "seat {seat}"),
    "stole": ("seat {victim}", "seat {seat}"),
    "kept": ("row {seat}", "won {seat}"),
}

Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Journey:
    """Something on its way between two spots; what leaves the table starts slowly, all else ends slowly."""

    start: Spot
    end: Spot
    text: str
    begins: float
    lasts: float = SLIDE
    look: str = CARD
    count: int = 1
    leaves: bool = False

    @property
    def lands(self) -> float:
        """The time at which it is over."""
        return self.begins + self.lasts

    def at(self, now: float) -> Flight | None:
        """Give where it is, while it is in the air."""
        share = (now - self.begins) / self.lasts
        if not 0 <= share < 1:
            return None
        eased = share**3 if self.leaves else 1 - (1 - share) ** 3
        x, y = (round(a + (b - a) * eased) for a, b in zip(self.start, self.end, strict=True))
        return Flight(x, y, self.text, self.look, self.count)


class Unfolding:
    """What has just happened, laid out in time, one thing after the other; of many cards only the first ones fly."""

    def __init__(self, places: Mapping[str, Area], card: Callable[[int], str], now: float) -> None:
        self.found: list[Journey] = []
        self._places = places
        self._card = card
        self._now = now
        self._next = now
        self._flown = 0
        self._topped = ""

    def add(self, event: Event) -> None:
        """Let an event happen after what happened before it."""
        settles = {
            "collected": self._collect,
            "completed": self._complete,
            "busted": self._bust,
            "kept": self._keep,
        }
        if event.kind in settles:
            settles[event.kind](event)
        elif self._flown < MOST:
            {"turned up": self._turn_up, "passed": self._pay}.get(event.kind, self._fly)(event)
        self._topped = str(event.args.get("value", ""))

    def _start(self, journey: Journey) -> None:
        self.found.append(journey)
        self._next = journey.lands

    def _fly(self, event: Event) -> None:
        route = _route(event, self._places)
        if route is not None:
            text = self._card(event.args["card"]) if "card" in event.args else ""
            self._start(Journey(*route, text[:INDEX], self._next))
            self._flown += 1

    def _pay(self, event: Event) -> None:
        """Let the chip of whoever passes fall onto the card."""
        seat, chips = self._places.get(f"seat {event.seat}"), self._places.get("chips")
        if seat is not None and chips is not None:
            start, end = (seat.x, seat.y), (chips.x + chips.width // 2, chips.y)
            self._start(Journey(start, end, "", self._next, look=CHIP))
            self._flown += 1

    def _turn_up(self, event: Event) -> None:
        """Bring a card from the pile face down, along with what flew last, and turn it: back, edge, face."""
        # A stock's next card lies there already and is only turned.
        here = _find(f"open|stock {event.seat}", self._places)
        pile = self._places.get("pile") if "open" in self._places else None
        if here is None:
            return
        if pile is not None:
            self._start(Journey(_spot(pile), _spot(here), "", self.found[-1].begins if self.found else self._next))
        spot = (here.x, here.y)
        if self._next > self._now:
            self.found.append(Journey(spot, spot, "", self._now, self._next - self._now, TO_COME))
        for look in (BACK, EDGE):
            self._start(Journey(spot, spot, "", self._next, TURN, look))
        self._flown = MOST

    def _collect(self, event: Event) -> None:
        route = _route(event, self._places)
        if route is not None:
            self._start(Journey(*route, "", self._next, SETTLE, STACK))
            self._flown += 1

    def _complete(self, event: Event) -> None:
        """Let a finished pile slide up and out."""
        place = self._places.get(f"place {event.args['build']}")
        if place is not None:
            x, y = _spot(place)
            self._start(Journey((x, y), (x, -SMALL_HEIGHT), self._topped, self._next, SETTLE, STACK, leaves=True))
            self._flown += 1

    def _bust(self, event: Event) -> None:
        """Let a lost row, now dim, slide off to the left; the word stays a little longer, and no new card flies."""
        row = self._places.get(f"row {event.seat}")
        self._flown = MOST
        if row is not None:
            spot, begins = (row.x, row.y), self._next
            gone = (-row.width - SMALL_WIDTH, row.y)
            self._start(Journey(spot, gone, "", begins, SETTLE, ROW, event.args["cards"], leaves=True))
            self.found.append(Journey(spot, spot, "", begins, WORD, BUST))

    def _keep(self, event: Event) -> None:
        """Let what a row keeps fly to what its seat has won, two seats at a time."""
        route = _route(event, self._places) if event.args.get("cards") else None
        if route is not None:
            self.found.append(Journey(*route, "+", self._next))
            self._next += SLIDE / MOST


def journeys(
    events: Sequence[Event], places: Mapping[str, Area], card: Callable[[int], str], now: float
) -> tuple[Journey, ...]:
    """Give the motions of what has just happened."""
    unfolding = Unfolding(places, card, now)
    for event in events:
        unfolding.add(event)
    return tuple(unfolding.found)


def deal(game: str, seats: int, places: Mapping[str, Area], now: float) -> tuple[Journey, ...]:
    """Give the flights of a deal, one card for each seat that gets any."""
    if game not in WITH_HANDS or "pile" not in places:
        return ()
    pile = _spot(places["pile"])
    ends = [_spot(places[f"seat {seat}"]) for seat in range(seats) if f"seat {seat}" in places]
    return tuple(Journey(pile, end, "", now + SLIDE / MOST * place) for place, end in enumerate(ends))


def flights(journeys: Sequence[Journey], now: float) -> tuple[Flight, ...]:
    """Give what is in the air now."""
    return tuple(flight for flight in (journey.at(now) for journey in journeys) if flight is not None)


def lands(journeys: Sequence[Journey]) -> float:
    """Give the time at which everything has arrived."""
    return max((journey.lands for journey in journeys), default=0.0)


def _route(event: Event, places: Mapping[str, Area]) -> tuple[Spot, Spot] | None:
    if event.kind not in ROUTES:
        return None
    where = event.args.get("place", event.args.get("build", -1))
    blanks = {"seat": -1, "receiver": -1, "victim": -1, "helper": -1, "card": -1, **event.args, "where": where}
    if event.seat is not None:
        blanks["seat"] = event.seat
    start, end = (_find(name.format(**blanks), places) for name in ROUTES[event.kind])
    return None if start is None or end is None or start == end else (_spot(start), _spot(end))


def _find(names: str, places: Mapping[str, Area]) -> Area | None:
    return next((places[name] for name in names.split("|") if name in places), None)


def _spot(area: Area) -> Spot:
    """Give where a small card lies that stands in the middle of a place."""
    return area.x + (area.width - SMALL_WIDTH) // 2, area.y + (area.height - SMALL_HEIGHT) // 2
