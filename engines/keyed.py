"""Luck that follows from a key: whoever has it recomputes each card.

It compiles with the engines, for a compiled class like Chance takes no subclass that is not.
"""

import hmac
from typing import Final

from engines.chance import Chance

WORD_BITS: Final = 32


class KeyedChance(Chance):
    """Luck cut from a key; `asked` counts the questions so far, and a `start` player that is settled is no luck.

    Each question has numbers of its own, so that a table brought back from its log goes on where it was.
    """

    def __init__(self, key: bytes, start: int | None, asked: int) -> None:
        self._key: bytes = key
        self._start: int | None = start
        self._asked: int = asked

    def shuffle(self, cards: list[int]) -> None:
        numbers = self._next()
        for place in range(len(cards) - 1, 0, -1):
            other = numbers.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]

    def pick(self, what: str, among: list[int]) -> int:
        numbers = self._next()
        if what == "start" and self._start is not None:
            return self._start
        return among[numbers.below(len(among))]

    def _next(self) -> "Numbers":
        self._asked += 1
        return Numbers(self._key, self._asked - 1)


class Numbers:
    """Even random numbers for one question of luck, cut from HMAC-SHA256 of its number and a counter."""

    def __init__(self, key: bytes, question: int) -> None:
        self._key: bytes = key
        self._question: int = question
        self._block: int = 0
        self._words: list[int] = []

    def below(self, number: int) -> int:
        """A number from 0 up to, not including, `number`; words that would favour small ones are thrown away."""
        fair = (1 << WORD_BITS) // number * number
        while True:
            word = self._word()
            if word < fair:
                return word % number

    def _word(self) -> int:
        if not self._words:
            about = self._question.to_bytes(8, "big") + self._block.to_bytes(8, "big")
            block = hmac.digest(self._key, about, "sha256")
            self._block += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -4, -4)]
        return self._words.pop()
