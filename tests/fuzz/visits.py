"""One visit at a screen over ssh as bytes: what is typed, and now and then another size, or a pause.

A visit is parted into steps by `NEXT`. A step that begins with `SIZE` sets the size that its next two bytes name; one
that begins with `WAIT` lets the app draw; everything else is typed.
"""

import asyncio
from random import Random

import asyncssh

from tests.fuzz.mutation import mutated

NEXT, SIZE, WAIT = b"\xfe", b"\xff", b"\xfd"
MOST_STEPS = 12
PAUSE = 0.03

KEYS = (
    *(b"\r", b"\x1b", b"\t", b" ", b"\x7f", b"\x03", b"\x10", b"\x1a", b"q", b"?", b"p", b"h", b"l", b"u", b"w", b"t"),
    *(b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1bOQ", b"\x1b[5~", b"\x1b[6~", b"\x1b[Z", b"\x1b[1;5C"),
    *(b"1", b"2", b"3", b"n", b"n1\r", b"b2", b"o", b"s", b"v", b"r", b"m", b"c", b"g", b"x", b"y", b"/"),
)
MICE = (b"\x1b[<0;10;5M", b"\x1b[<0;10;5m", b"\x1b[<64;40;12M", b"\x1b[<35;80;24M", b"\x1b[<0;9999;9999M", b"\x1b[M !!")
PASTES = (b"\x1b[200~Ada\x1b[201~", b"\x1b[200~" + b"many words " * 40, "\x1b[200~日本\u202e\x1b[201~".encode())
ODD = (b"\x1b[999999999999;5u", b"\x1b[8;500;500t", b"\x1b]2;title\x07", b"\x1bP", b"\x1b[?1;2c", b"\x9b5n", b"\xc3")
SIZES = tuple(SIZE + bytes(pair) for pair in ((0, 0), (1, 1), (20, 5), (40, 20), (80, 24), (120, 40), (250, 250)))
STEPS = (*KEYS, *KEYS, *MICE, *PASTES, *ODD, *SIZES, WAIT, WAIT)


def new_visit(luck: Random) -> bytes:
    """Make up a visit: mostly keys that mean something, some of them changed by a few bits."""
    steps = [luck.choice(STEPS) for _ in range(luck.randint(1, MOST_STEPS))]
    return NEXT.join(mutated(KEYS, luck) if luck.random() < 0.1 else step for step in steps)


async def type_visit(channel: asyncssh.SSHClientChannel[bytes], visit: bytes) -> None:
    """Do what a visit says, step by step, as far as the session lasts."""
    for step in visit.split(NEXT):
        if channel.is_closing():
            return
        if step.startswith(SIZE) and len(step) > 2:
            channel.change_terminal_size(step[1], step[2])
        elif not step.startswith(WAIT):
            channel.write(step)
        await asyncio.sleep(PAUSE if step.startswith(WAIT) else 0)
