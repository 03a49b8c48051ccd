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
    and `other` count the cards under the marker and at the other place; `room` is the share of unseen numbers that
    fit at each place, marked first; `number` is the one just played and `step` how far the pile grew by it; `playable`
    counts the own numbers that still fit, and `reach` is how far a pile may grow before the last of them fits no more.
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
        self.taken: int = 0
        self.step: float = 0.0
        self.number: float = 0.0
        self.card: int = 0
        self.special: int = 0
        direction = state.direction
        if move <= PLAY:
            self._collect(move - COLLECT)
        elif move <= LAY_LIMIT:
            self._play(move - PLAY)
        else:
            self.taken = 1
            if move < TURN_ROUND:
                self._lay_limit(move - LAY_LIMIT)
            elif move == TURN_ROUND:
                self.special = REVERSE
                direction = -direction
            else:
                self.special = STEAL
        self.next: int = (seat + direction) % state.seats
        self.marked: int = self.counts[self.marker]
        self.other: int = self.counts[1 - self.marker]
        self._look_at_table(known, len(state.hands[self.next]))
        self._look_at_hand(state.hands[seat])

    def _collect(self, card: int) -> None:
        place = self.marker
        self.taken = self.counts[place]
        self.card = card
        self.limits[place] = card if card else MIDDLE
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
        closed = 1.0 - (marked + other - both) / known.unseen
        shut = 1.0
        for _ in range(cards):
            shut *= closed
        self.shut: float = shut

    def _look_at_hand(self, hand: list[int]) -> None:
        low0, low1 = self.tops[0], self.tops[1]
        high0, high1 = self.limits[0], self.limits[1]
        playable = reach = highest = reverses = steals = limits = 0
        for card in hand:
            if card > HIGHEST:
                if card == REVERSE:
                    reverses += 1
                elif card == STEAL:
                    steals += 1
                else:
                    limits += 1
            elif card != self.card:
                highest = card
                fits0 = low0 < card < high0
                fits1 = low1 < card < high1
                if fits0 or fits1:
                    playable += 1
                if fits0 and card - low0 > reach:
                    reach = card - low0
                if fits1 and card - low1 > reach:
                    reach = card - low1
        self.playable: int = playable
        self.reach: float = reach / HIGHEST
        self.highest: float = highest / HIGHEST
        self.reverses: int = reverses - (1 if self.special == REVERSE else 0)
        self.steals: int = steals - (1 if self.special == STEAL else 0)
        self.lifts: int = limits - (1 if self.special == LIMIT else 0)

    def specials(self) -> int:
        """Count the specials still in hand."""
        return self.reverses + self.steals + self.lifts


def _top(pile: list[int]) -> int:
    return pile[-1] if pile else 0


def marked_cards(state: BumbesiState) -> int:
    """Count what a collection costs now (B10)."""
    return len(state.limits[state.marker]) + len(state.piles[state.marker])
