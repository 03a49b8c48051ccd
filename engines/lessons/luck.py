"""Luck that a lesson gives: who starts, and which cards lie on top."""

from collections.abc import Callable

from engines.chance import Chance, ChanceMismatch
from engines.lessons.lesson import WHATEVER, Deal

# Knuth's multiplicative hash: neighbours end up far apart, and always in the same order.
SPREAD = 2654435761
WORD = 2**32


class GivenLuck(Chance):
    """Answers every question as a Deal says, and refuses a deal that the cards don't allow."""

    def __init__(self, deal: Deal, card: Callable[[int], str]) -> None:
        self._start = deal.start
        self._piles = list(deal.piles)
        self._stolen = list(deal.stolen)
        self._card = card

    def shuffle(self, cards: list[int]) -> None:
        wanted = self._piles.pop(0) if self._piles else ()
        named = [self._find(text, cards) if text != WHATEVER else None for text in wanted]
        cards.sort()
        order = sorted(range(len(cards)), key=lambda place: place * SPREAD % WORD)
        others = [cards[place] for place in order]
        top = [others.pop(0) if card is None else card for card in named]
        cards[:] = top + others

    def _find(self, text: str, cards: list[int]) -> int:
        """Take the card of this text out of a pile."""
        for place, card in enumerate(cards):
            if self._card(card) == text:
                return cards.pop(place)
        raise ChanceMismatch(f"there is no card {text!r} left to put on the pile")

    def pick(self, what: str, among: list[int]) -> int:
        if what == "start":
            return self._start
        text = self._stolen.pop(0) if self._stolen else self._card(among[0])
        for card in among:
            if self._card(card) == text:
                return card
        raise ChanceMismatch(f"there is no card {text!r} to be picked")
