"""What can be told of hidden cards after a reshuffle, from cards that once lay open (C13).

From a reshuffle on, hidden cards have two ages: the old ones, which hands and stocks hid at that moment, and the new
ones, which were shuffled. Stocks hide only old cards, the draw pile only new ones, hands can have both.
"""

from collections.abc import Sequence
from typing import Final

from engines.dacapo.view import COPIES, JOKER, PLAYED, RESHUFFLED, TRAFFIC

UNSURE: Final = 0
OLD: Final = 1
NEW: Final = 2


def count(cards: Sequence[int]) -> list[int]:
    """Count cards by value."""
    numbers = [0] * (JOKER + 1)
    for card in cards:
        numbers[card] += 1
    return numbers


def listed(numbers: Sequence[int]) -> list[int]:
    """List counted cards, ascending."""
    return [card for card in range(1, JOKER + 1) for _ in range(numbers[card])]


def is_play(entry: int) -> bool:
    """Whether this traffic is a card that left a hand."""
    return entry != RESHUFFLED and entry % TRAFFIC > PLAYED


class Reshuffle:
    """What hands and stocks hid when the draw pile ran out, the hands alone, and what was shuffled.

    `turned` is how many of the State's `turned` cards had been turned up by then.
    """

    def __init__(self, hidden: list[int], hands: list[list[int]], shuffled: list[int], turned: int) -> None:
        self.hidden = hidden
        self.hands = hands
        self.shuffled = shuffled
        self.turned = turned


def dormant(reshuffles: list[Reshuffle], turned: list[int], seat: int | None) -> list[int]:
    """Count how many of each card the stocks can still hide, for all that a seat has seen at each reshuffle."""
    most = [COPIES] * (JOKER + 1)
    for reshuffle in reshuffles:
        then = count(reshuffle.hidden)
        for card in turned[reshuffle.turned :]:
            then[card] -= 1
        if seat is not None:
            for card in reshuffle.hands[seat]:
                then[card] -= 1
        most = [min(number, other) for number, other in zip(most, then, strict=True)]
    return most


class Ages:
    """What the traffic of the other hands tells of the age of hidden cards.

    Of each card at most `old` and `new` are hidden with that age; each hand has from `fewest` to `most` old cards.
    Not asked is which hand played which of the cards that could have either age. So the story that a sampled world
    tells can contradict itself when it is played on and sampled again; the numbers then stay within what is possible.
    """

    def __init__(self, seats: int, old: list[int], new: list[int], traffic: list[int]) -> None:
        self.old = old
        self.new = new
        self.fewest: list[int] = []
        self.most: list[int] = []
        self._seats = seats
        self._traffic = traffic
        self._ages = [UNSURE] * len(traffic)
        while self._look():
            pass

    def _look(self) -> bool:
        """Go through the traffic, and return whether the age of one more card became clear."""
        clear = False
        size = [0] * self._seats
        old = [0] * self._seats
        new = [0] * self._seats
        reshuffled = False
        for at, entry in enumerate(self._traffic):
            seat = entry // TRAFFIC
            if entry == RESHUFFLED:
                reshuffled = True
            elif is_play(entry):
                size[seat] -= 1
                if self._ages[at] == UNSURE and self._settle(at, entry % TRAFFIC - PLAYED, old[seat], new[seat]):
                    clear = True
                old[seat] = min(size[seat], old[seat] - 1 if self._ages[at] == OLD else old[seat])
                new[seat] = min(size[seat], new[seat] - 1 if self._ages[at] == NEW else new[seat])
            else:
                size[seat] += 1
                if reshuffled:
                    new[seat] += 1
                else:
                    old[seat] += 1
        self.fewest = [size[seat] - new[seat] for seat in range(self._seats)]
        self.most = [max(0, number) for number in old]
        return clear

    def _settle(self, at: int, card: int, old: int, new: int) -> bool:
        """Settle the age of a card that left a hand of at most so many old and new cards, if only one will do."""
        if new == 0 or self.new[card] == 0:
            self._ages[at] = OLD
            self.old[card] = max(0, self.old[card] - 1)
        elif old == 0 or self.old[card] == 0:
            self._ages[at] = NEW
            self.new[card] -= 1
        return self._ages[at] != UNSURE
