"""Deals that can be checked: what a house promises before the cards, what players add to it, and the luck of both.

Before a deal the house settles a secret and publishes its `promise`, a digest of it. Then every seat may add bytes of
its own: first a digest of them, its `pledge`, and once all pledges lie open the bytes. All luck of the game follows
from the secret and what was added, so neither the house nor the last to add could choose it; at the end everything is
revealed, and whoever has the record recomputes each card. `engines/README.md` tells every byte.
"""

import hashlib
import hmac

import msgspec

from engines.chance import Chance

SECRET_BYTES = 32
DEAL = b"tablee deal 1\n"
LUCK = b"tablee luck 1\n"
WORD_BITS = 32


class DroppedDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that was promised and never played, revealed so that numbers have no gaps."""

    number: int
    secret: bytes


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """All that is needed to recompute a game's luck.

    `number` counts the deals of a table, `added` is what each seat gave, empty for none. `start` is the start player
    where a match settles it and not luck. `dropped` are the deals between this game and the one before, `withheld` the
    seats that pledged something and did not show it.
    """

    table: str
    number: int
    promise: bytes
    secret: bytes
    added: tuple[bytes, ...]
    start: int | None = None
    dropped: tuple[DroppedDeal, ...] = ()
    withheld: tuple[int, ...] = ()


def framed(*parts: bytes) -> bytes:
    """Join parts so that no two lists of them give the same bytes: each behind its length."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def promise_of(table: str, number: int, game: str, rules: int, secret: bytes) -> bytes:
    """The digest by which a house is bound to a secret, for one deal at one table by one version of the rules."""
    about = framed(table.encode(), str(number).encode(), game.encode(), str(rules).encode(), secret)
    return hashlib.sha256(DEAL + about).digest()


def pledge_of(promise: bytes, seat: int, added: bytes) -> bytes:
    """The digest by which a seat is bound to what it adds to a promised deal."""
    return hashlib.sha256(LUCK + framed(promise, str(seat).encode(), added)).digest()


class PromisedChance(Chance):
    """Luck that follows from a house's secret and what the seats have added; `asked` counts the questions so far.

    Each question has numbers of its own, so that a table brought back from its log goes on where it was.
    """

    def __init__(self, proof: Proof, asked: int = 0) -> None:
        self._key = hmac.digest(proof.secret, LUCK + framed(proof.promise, *proof.added), "sha256")
        self._start = proof.start
        self._asked = asked

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
        self._key = key
        self._question = question
        self._block = 0
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
