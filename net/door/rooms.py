"""Where a door shows its callers to: rooms that are handed in by whoever can draw."""

import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from net.door.caller import Caller
from net.door.lines import ChannelLines
from net.door.screen import Terminal
from net.link import Link

INNERMOST = 3


def as_it_is(_caller: Caller, sentence: str) -> str:
    """Leave a sentence in English."""
    return sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Rooms:
    """Where callers are shown to, by what they came with; `words` puts a sentence into a caller's language.

    A room may return an exit code, for scripts. `office` is for operators: it takes a command, empty for a prompt.
    """

    terminal: Callable[[Caller, Terminal], Awaitable[int | None]]
    plain: Callable[[Caller, ChannelLines], Awaitable[int | None]]
    wire: Callable[[Caller, Link], Awaitable[None]]
    office: Callable[[Caller, str, ChannelLines], Awaitable[int]] | None = None
    words: Callable[[Caller, str], str] = as_it_is


def where(error: BaseException) -> str:
    """Name the lines where an error happened; its message and values may hold hidden cards, so they stay out."""
    frames = traceback.extract_tb(error.__traceback__)[-INNERMOST:]
    return " < ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(frames))
