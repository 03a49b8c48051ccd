"""Inputs that nobody meant to send: seeded, so that a run can be had again."""

from collections.abc import Sequence
from random import Random

ODD = (
    b"",
    b"\0",
    b"\xff",
    b"\x7f",
    b"\x80",
    b"\xc1",
    b"\x1b[",
    b"\xdf\xff\xff\xff\xff",
    b"\xdd\0\1\0\0",
    b"\xcf" + b"\xff" * 8,
)
MOST_CHANGES = 6
LONGEST = 4096


def mutated(seeds: Sequence[bytes], luck: Random) -> bytes:
    """Change one of the seeds at a few places, or put two together."""
    data = bytearray(luck.choice(seeds))
    for _ in range(luck.randint(1, MOST_CHANGES)):
        luck.choice((_flip, _cut, _insert, _splice))(data, seeds, luck)
    return bytes(data[:LONGEST])


def _flip(data: bytearray, _seeds: Sequence[bytes], luck: Random) -> None:
    if data:
        data[luck.randrange(len(data))] ^= 1 << luck.randrange(8)


def _cut(data: bytearray, _seeds: Sequence[bytes], luck: Random) -> None:
    start = luck.randint(0, len(data))
    del data[start : start + luck.randint(0, 16)]


def _insert(data: bytearray, _seeds: Sequence[bytes], luck: Random) -> None:
    at = luck.randint(0, len(data))
    data[at:at] = luck.choice((*ODD, luck.randbytes(luck.randint(1, 8))))


def _splice(data: bytearray, seeds: Sequence[bytes], luck: Random) -> None:
    other = luck.choice(seeds)
    start = luck.randint(0, len(other))
    at = luck.randint(0, len(data))
    data[at:at] = other[start : start + luck.randint(1, 64)]
