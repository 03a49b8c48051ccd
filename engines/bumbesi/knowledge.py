"""What one seat can conclude about hidden hands from all that it has seen (B3, B8, B11).

A State only notes what happens; a Witness thinks it over when somebody looks, so that search does not pay for it.

A perfect memory would keep a little more about a special that was shuffled back. Once that copy may have been played,
drawn by the viewer or become one of a hand of specials, a Witness lets it go, though what was played since could still
speak against some hands; nor does it tie that copy to one option of a theft. And it does not weigh how often a kind
turned up, which hints at how many the pile held.
"""

from math import gcd
from typing import Final

from engines.bumbesi.view import HIGHEST, REVERSE, SOME_SPECIAL, SPECIALS, Option

SPECTATOR: Final = -1

LEFT_HAND: Final = 0
DREW: Final = 1
STOLE: Final = 2
HELD_NO_NUMBER: Final = 3
SHUFFLED_BACK: Final = 4

Happening = tuple[int, int, int, int, int]
"""One of the above, the seat that did it, the card, the victim, and how many cards the hand held that it is about."""


class Witness:
    """The knowledge of one viewer, in the form that BumbesiMemory documents; own cards are not in it.

    It looks at the card of a happening only where the viewer saw it too.
    """

    def __init__(self, viewer: int, seats: int) -> None:
        self.viewer: int = viewer
        self.seats: int = seats
        self.options: list[Option] = [(1, ((),) * seats)]
        self.barred: list[tuple[int, ...]] = [()] * len(SPECIALS)

    def copy(self) -> "Witness":
        """An independent twin."""
        twin = Witness(self.viewer, self.seats)
        twin.options = self.options[:]
        twin.barred = self.barred[:]
        return twin

    def knows_nothing(self) -> bool:
        """Whether the viewer knows nothing that the table does not show."""
        return not any(self.barred) and not any(any(hands) for _, hands in self.options)

    def see(self, happening: Happening) -> None:
        """Draw the conclusions from one happening."""
        kind, seat, card, victim, held = happening
        if kind == LEFT_HAND:
            self._see_leave(seat, card, held)
        elif kind == DREW:
            self._draw(seat, card)
        elif kind == STOLE:
            self._steal(seat, victim, card, held)
        elif kind == HELD_NO_NUMBER:
            self._hold_no_number(seat, held)
        else:
            self.barred[card - REVERSE] = tuple(other for other in range(self.seats) if other != self.viewer)

    def _draw(self, seat: int, card: int) -> None:
        for kind, special in enumerate(SPECIALS):
            if seat != self.viewer:
                self._unbar(kind, seat)
            elif card == special:
                self.barred[kind] = ()

    def _unbar(self, kind: int, seat: int) -> None:
        self.barred[kind] = tuple(other for other in self.barred[kind] if other != seat)

    def _see_leave(self, seat: int, card: int, held: int) -> None:
        """See a card leave another's hand: it was a known one, or else the hand had room for an unknown one."""
        if seat == self.viewer:
            return
        options = []
        for weight, hands in self.options:
            sure = hands[seat]
            if card in sure:
                options.append((weight, _without(hands, seat, card)))
            elif card > HIGHEST and SOME_SPECIAL in sure:
                options.append((weight, _without(hands, seat, SOME_SPECIAL)))
            elif len(sure) < held and (card > HIGHEST or not any(card in other for other in hands)):
                options.append((weight, hands))
        self._settle(options)
        # The copy shuffled back may have been this one; what is left then bars nobody.
        if card > HIGHEST and seat not in self.barred[card - REVERSE]:
            self.barred[card - REVERSE] = ()

    def _steal(self, thief: int, victim: int, card: int, held: int) -> None:
        if self.viewer == thief:
            self._see_leave(victim, card, held)
        elif self.viewer == victim:
            self._settle([(weight, _with(hands, thief, card)) for weight, hands in self.options])
        else:
            self._lose_sight(thief, victim, held)

    def _lose_sight(self, thief: int, victim: int, held: int) -> None:
        """Weigh every card that may have changed hands unseen, each of them as likely as the next."""
        options = []
        for weight, hands in self.options:
            sure = hands[victim]
            for card in sure:
                options.append((weight, _with(_without(hands, victim, card), thief, card)))
            if len(sure) < held:
                options.append((weight * (held - len(sure)), hands))
        self._settle(options)
        for kind in range(len(SPECIALS)):
            if victim not in self.barred[kind]:
                self._unbar(kind, thief)

    def _hold_no_number(self, seat: int, held: int) -> None:
        """Learn from a collection without a card that the whole hand is specials (B11)."""
        if seat == self.viewer:
            return
        options = []
        for weight, hands in self.options:
            sure = hands[seat]
            if all(card > HIGHEST or card == SOME_SPECIAL for card in sure):
                whole = (SOME_SPECIAL,) * (held - len(sure)) + sure
                options.append((weight, (*hands[:seat], whole, *hands[seat + 1 :])))
        self._settle(options)
        # A copy that this hand may have drawn since it was shuffled back is now one of these specials.
        for kind in range(len(SPECIALS)):
            if seat not in self.barred[kind]:
                self.barred[kind] = ()

    def _settle(self, options: list[Option]) -> None:
        """Merge equal options and keep the weights small."""
        weights: dict[tuple[tuple[int, ...], ...], int] = {}
        for weight, hands in options:
            weights[hands] = weights.get(hands, 0) + weight
        shared = gcd(*weights.values())
        self.options = [(weight // shared, hands) for hands, weight in weights.items()]


def _without(hands: tuple[tuple[int, ...], ...], seat: int, card: int) -> tuple[tuple[int, ...], ...]:
    rest = list(hands[seat])
    rest.remove(card)
    return (*hands[:seat], tuple(rest), *hands[seat + 1 :])


def _with(hands: tuple[tuple[int, ...], ...], seat: int, card: int) -> tuple[tuple[int, ...], ...]:
    return (*hands[:seat], tuple(sorted((*hands[seat], card))), *hands[seat + 1 :])


def fresh_witnesses(seats: int) -> list[Witness]:
    """A fresh witness for every seat, and at the end one for the spectators."""
    return [Witness(viewer, seats) for viewer in [*range(seats), SPECTATOR]]
