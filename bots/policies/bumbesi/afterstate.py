"""What a move of Bumbesi leaves behind: the table as the next player will find it, and the own hand."""

from itertools import accumulate
from typing import Final

from engines.bumbesi.moves import COLLECT, LAY_LIMIT, PLAY, TURN_ROUND, place_and_card
from engines.bumbesi.rules import BumbesiState
from engines.bumbesi.view import HIGHEST, LIMIT, LOWEST, REVERSE, STEAL
from engines.game import Move

# The limit to expect where it is turned up from the draw pile (B11).
MIDDLE: Final = 35
# About as many cards as the draw pile holds after the deal.
FULL: Final = 68.0
# A one for each number, at its own place in the list.
EVERY_NUMBER: Final = [0] * LOWEST + [1] * HIGHEST


class Known:
    """What the seat to act knows about numbers: how many of 1, 2, … up to each one it has not seen."""

    def __init__(self, state: BumbesiState) -> None:
        unseen = EVERY_NUMBER[:]
        for cards in state.bins:
            _cross_out(unseen, cards)
        for place in range(2):
            _cross_out(unseen, state.limits[place])
            _cross_out(unseen, state.piles[place])
        _cross_out(unseen, state.hands[state.turn])
        self.up_to: list[int] = list(accumulate(unseen))
        self.unseen: float = float(max(self.up_to[HIGHEST], 1))

    def between(self, low: int, high: int) -> int:
        """Count the unseen numbers above the one and below the other."""
        return self.up_to[high - 1] - self.up_to[low] if high > low + 1 else 0


def _cross_out(unseen: list[int], cards: list[int]) -> None:
    for card in cards:
        if card <= HIGHEST:
            unseen[card] = 0


class Afterstate:
    """The table and the own hand after a move, before the hand is refilled.

    `taken` are the points it costs at once; `shut` is the chance that the next player has no number to play; `marked`
    and `other` count the cards under the marker and at the other place; `room` is the share of unseen numbers that fit
    somewhere, or at each place; `number` is the one just played, `step` how far the pile grew by it, and `laid` the new
    limit of a collection. `fit_marked` and `fit_other` count the own numbers that still fit at each place, and the
    waits are the largest shares of unseen numbers that may be played there before the last of them fits no more;
    `second_wait` is that of the second-best card, wherever it fits.
    """

    def __init__(self, state: BumbesiState, known: Known, move: Move) -> None:
        seat = state.turn
        self.limits: list[int] = [state.limits[0][-1], state.limits[1][-1]]
        self.tops: list[int] = [_top(state.piles[0]), _top(state.piles[1])]
        self.counts: list[int] = [
            len(state.limits[0]) + len(state.piles[0]),
            len(state.limits[1]) + len(state.piles[1]),
        ]
        self.marker: int = state.marker
        self.taken: float = 0.0
        self.step: float = 0.0
        self.number: float = 0.0
        self.laid: float = 0.0
        self.card: int = 0
        self.special: int = 0
        direction = state.direction
        if move <= PLAY:
            self._collect(move - COLLECT)
        elif move <= LAY_LIMIT:
            self._play(move - PLAY)
        else:
            self.taken = 1.0
            if move < TURN_ROUND:
                self._lay_limit(move - LAY_LIMIT)
            elif move == TURN_ROUND:
                self.special = REVERSE
                direction = -direction
            else:
                self.special = STEAL
        self.next: int = (seat + direction) % state.seats
        # Every line of weights multiplies these, so they are turned into what multiplies quickly once.
        self.marked: float = float(self.counts[self.marker])
        self.other: float = float(self.counts[1 - self.marker])
        self.marked_top: float = self.tops[self.marker] / HIGHEST
        self.other_top: float = self.tops[1 - self.marker] / HIGHEST
        self.marked_limit: float = self.limits[self.marker] / HIGHEST
        self.other_limit: float = self.limits[1 - self.marker] / HIGHEST
        self._look_at_table(known, len(state.hands[self.next]))
        self._look_at_numbers(known, state.hands[seat])
        self._look_at_specials(state.hands[seat])

    def _collect(self, card: int) -> None:
        place = self.marker
        self.taken = float(self.counts[place])
        self.card = card
        self.limits[place] = card if card else MIDDLE
        self.laid = self.limits[place] / HIGHEST
        self.tops[place] = 0
        self.counts[place] = 1
        self.marker = 1 - place

    def _play(self, number: int) -> None:
        place, card = place_and_card(number)
        self.card = card
        self.number = card / HIGHEST
        self.step = (card - self.tops[place]) / HIGHEST
        self.tops[place] = card
        self.counts[place] += 1

    def _lay_limit(self, number: int) -> None:
        place, card = place_and_card(number)
        self.card = card
        self.special = LIMIT
        self.limits[place] = card
        self.counts[place] += 1

    def _look_at_table(self, known: Known, cards: int) -> None:
        tops, limits, mine = self.tops, self.limits, self.marker
        marked = known.between(tops[mine], limits[mine])
        other = known.between(tops[1 - mine], limits[1 - mine])
        both = known.between(max(tops[0], tops[1]), min(limits[0], limits[1]))
        self.marked_room: float = marked / known.unseen
        self.other_room: float = other / known.unseen
        self.room: float = (marked + other - both) / known.unseen
        closed = 1.0 - self.room
        shut = 1.0
        for _ in range(cards):
            shut *= closed
        self.shut: float = shut

    def _look_at_numbers(self, known: Known, hand: list[int]) -> None:
        mine = self.marker
        low, high = self.tops[mine], self.limits[mine]
        low_other, high_other = self.tops[1 - mine], self.limits[1 - mine]
        numbers = highest = fit_marked = fit_other = wait_marked = wait_other = longest = second = 0
        for card in hand:
            if card > HIGHEST:
                break
            if card == self.card:
                continue
            numbers += 1
            highest = card
            wait = 0
            if low < card < high:
                fit_marked += 1
                wait = wait_marked = known.between(low, card)
            if low_other < card < high_other:
                fit_other += 1
                wait_other = known.between(low_other, card)
                wait = max(wait, wait_other)
            second = max(second, min(longest, wait))
            longest = max(longest, wait)
        self.numbers: float = float(numbers)
        self.highest: float = highest / HIGHEST
        self.fit_marked: float = float(fit_marked)
        self.fit_other: float = float(fit_other)
        self.wait_marked: float = wait_marked / known.unseen
        self.wait_other: float = wait_other / known.unseen
        self.second_wait: float = second / known.unseen

    def _look_at_specials(self, hand: list[int]) -> None:
        reverses = steals = limits = 0
        for card in hand:
            if card == REVERSE:
                reverses += 1
            elif card == STEAL:
                steals += 1
            elif card == LIMIT:
                limits += 1
        self.reverses: float = float(reverses - (1 if self.special == REVERSE else 0))
        self.steals: float = float(steals - (1 if self.special == STEAL else 0))
        self.lifts: float = float(limits - (1 if self.special == LIMIT else 0))


def _top(pile: list[int]) -> int:
    return pile[-1] if pile else 0


def marked_cards(state: BumbesiState) -> int:
    """Count what a collection costs now (B10)."""
    return len(state.limits[state.marker]) + len(state.piles[state.marker])
