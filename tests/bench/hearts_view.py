"""What a player of hearts sees; a card is suit * 13 + rank + 1."""

from dataclasses import dataclass

from engines.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class HeartsView(View):
    """The own hand, all that fell, which suits others could not follow, and the trick on the table.

    `void` has four suits for each seat. The trick is told by how many cards lie there, the suit that was led, the card
    that takes it so far, whose that is, and the points on it.
    """

    hand: tuple[int, ...]
    fallen: tuple[int, ...]
    sizes: tuple[int, ...]
    void: tuple[bool, ...]
    points: tuple[int, ...]
    broken: bool
    led: int
    best: int
    taker: int
    stake: int
