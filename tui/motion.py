"""What flies where when something has happened at a table: motion shows who did what, and never holds up a key.

A table names its places on the canvas (`pile`, `open`, `seat N`, ...), and a game says which of its events moves what
between them: its `motions` are made of the functions at the end of this module. An event without a motion, or whose
places are not on the table now, just happens.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engines.view import Event
from tui.draw.canvas import Area
from tui.draw.cards import SMALL_HEIGHT, SMALL_WIDTH
from tui.draw.flights import BACK, CARD, CHIP, EDGE, STACK, TO_COME, Flight

FRAME = 0.05
SLIDE = 0.24
TURN = 0.06
SETTLE = 0.36
MOST = 2
INDEX = 2

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
    leaves: bool = False

    @property
    def lands(self) -> float:
        """The time at which it is over."""
        return self.begins + self.lasts

    def at(self, now: float) -> Flight | None:
        """Where it is, while it is in the air."""
        share = (now - self.begins) / self.lasts
        if not 0 <= share < 1:
            return None
        eased = share**3 if self.leaves else 1 - (1 - share) ** 3
        x, y = (round(a + (b - a) * eased) for a, b in zip(self.start, self.end, strict=True))
        return Flight(x, y, self.text, self.look)


class Unfolding:
    """What has just happened, laid out in time, one thing after the other; of many cards only the first ones fly.

    `next` is when the next thing begins, `before` the event before the one that is being told.
    """

    def __init__(
        self, motions: Mapping[str, "Motion"], places: Mapping[str, Area], card: Callable[[int], str], now: float
    ) -> None:
        self.found: list[Journey] = []
        self.now = now
        self.next = now
        self.before: Event | None = None
        self._motions = motions
        self._places = places
        self._card = card
        self._flown = 0

    @property
    def crowded(self) -> bool:
        """Whether enough flies already for one look."""
        return self._flown >= MOST

    def add(self, event: Event) -> None:
        """Let an event happen after what happened before it."""
        if event.kind in self._motions:
            self._motions[event.kind](self, event)
        self.before = event

    def find(self, event: Event, names: str) -> Area | None:
        """Find a place on the table by its names, parted by `|`: the first that the table has counts.

        `{seat}` stands for whoever acts, any other blank for a number of the event.
        """
        seat = {} if event.seat is None else {"seat": event.seat}
        filled = names.format_map(_Blanks({**event.args, **seat}))
        return next((self._places[name] for name in filled.split("|") if name in self._places), None)

    def route(self, event: Event, start: str, end: str) -> tuple[Spot, Spot] | None:
        """Find the way between two places; None where one is missing, or both are the same."""
        here, there = self.find(event, start), self.find(event, end)
        return None if here is None or there is None or here == there else (_spot(here), _spot(there))

    def index(self, event: Event) -> str:
        """What stands in the corner of an event's card; nothing where it is face down."""
        return self._card(event.args["card"])[:INDEX] if "card" in event.args else ""

    def start(self, journey: Journey, flown: int = 1) -> None:
        """Set something off; what comes next waits until it has landed."""
        self.found.append(journey)
        self.next = journey.lands
        self._flown += flown


Motion = Callable[[Unfolding, Event], None]


class _Blanks(dict[str, int]):
    """The numbers of an event; of one that it lacks no place has the name."""

    def __missing__(self, name: str) -> int:
        return -1


def journeys(
    motions: Mapping[str, Motion],
    events: Sequence[Event],
    places: Mapping[str, Area],
    card: Callable[[int], str],
    now: float,
) -> tuple[Journey, ...]:
    """What flies after these events, at a table whose game moves cards so."""
    unfolding = Unfolding(motions, places, card, now)
    for event in events:
        unfolding.add(event)
    return tuple(unfolding.found)


def deal(seats: int, places: Mapping[str, Area], now: float) -> tuple[Journey, ...]:
    """The flights of a deal from the pile, one card for each seat."""
    if "pile" not in places:
        return ()
    pile = _spot(places["pile"])
    ends = [_spot(places[f"seat {seat}"]) for seat in range(seats) if f"seat {seat}" in places]
    return tuple(Journey(pile, end, "", now + SLIDE / MOST * place) for place, end in enumerate(ends))


def flights(journeys: Sequence[Journey], now: float) -> tuple[Flight, ...]:
    """What is in the air now."""
    return tuple(flight for flight in (journey.at(now) for journey in journeys) if flight is not None)


def lands(journeys: Sequence[Journey]) -> float:
    """The time at which everything has arrived."""
    return max((journey.lands for journey in journeys), default=0.0)


def _spot(area: Area) -> Spot:
    """Where a small card lies that stands in the middle of a place."""
    return area.x + (area.width - SMALL_WIDTH) // 2, area.y + (area.height - SMALL_HEIGHT) // 2


def fly(start: str, end: str) -> Motion:
    """A card flies from one place to another."""

    def move(now: Unfolding, event: Event) -> None:
        route = None if now.crowded else now.route(event, start, end)
        if route is not None:
            now.start(Journey(*route, now.index(event), now.next))

    return move


def pay(start: str, end: str) -> Motion:
    """A chip falls into the middle of a place."""

    def move(now: Unfolding, event: Event) -> None:
        here, there = now.find(event, start), now.find(event, end)
        if here is not None and there is not None and not now.crowded:
            middle = (there.x + there.width // 2, there.y)
            now.start(Journey((here.x, here.y), middle, "", now.next, look=CHIP))

    return move


def turn_up(place: str, pile: str = "") -> Motion:
    """A card is turned where it lies: back, edge, face; from a pile it comes first, along with what flew last."""

    def move(now: Unfolding, event: Event) -> None:
        here, source = now.find(event, place), now.find(event, pile)
        if here is None or now.crowded:
            return
        if source is not None:
            begins = now.found[-1].begins if now.found else now.next
            now.start(Journey(_spot(source), _spot(here), "", begins), flown=0)
        spot = (here.x, here.y)
        if now.next > now.now:
            now.found.append(Journey(spot, spot, "", now.now, now.next - now.now, TO_COME))
        for look in (BACK, EDGE):
            # Nothing else flies after a card that everybody looks at.
            now.start(Journey(spot, spot, "", now.next, TURN, look), flown=MOST)

    return move


def carry(start: str, end: str) -> Motion:
    """A stack of cards is carried from one place to another, however much flies already."""

    def move(now: Unfolding, event: Event) -> None:
        route = now.route(event, start, end)
        if route is not None:
            now.start(Journey(*route, "", now.next, SETTLE, STACK))

    return move


def complete(place: str) -> Motion:
    """A finished pile slides up and out, with the value on top that the event before has brought."""

    def move(now: Unfolding, event: Event) -> None:
        pile = now.find(event, place)
        if pile is not None:
            x, y = _spot(pile)
            top = "" if now.before is None else str(now.before.args.get("value", ""))
            now.start(Journey((x, y), (x, -SMALL_HEIGHT), top, now.next, SETTLE, STACK, leaves=True))

    return move
