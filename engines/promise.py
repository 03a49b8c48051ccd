"""Deals that can be checked: what a house promises before the cards, what players add to it, and the luck of both.

Before a deal the house settles a secret and publishes its `promise`, a digest of it. Then every seat may add bytes of
its own: first a digest of them, its `pledge`, and once all pledges lie open the bytes. All luck of the game follows
from the secret and what was added, so neither the house nor the last to add could choose it; at the end everything is
revealed, and whoever has the record recomputes each card. `engines/README.md` tells every byte.
"""

import hashlib
import hmac

import msgspec

from engines.keyed import KeyedChance

SECRET_BYTES = 32
DEAL = b"tablee deal 1\n"
LUCK = b"tablee luck 1\n"


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


def luck_of(proof: Proof, asked: int = 0) -> KeyedChance:
    """The luck that follows from a house's secret and what the seats have added, after so many questions."""
    return KeyedChance(
        hmac.digest(proof.secret, LUCK + framed(proof.promise, *proof.added), "sha256"), proof.start, asked
    )
