"""Lines that come in for as long as a table stands."""

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Line = TypeVar("Line")

KEPT = 400


class Backlog(Generic[Line]):
    """The latest lines; a reader remembers the number of the next line it wants."""

    def __init__(self, kept: int = KEPT) -> None:
        self._lines: deque[Line] = deque(maxlen=kept)
        self.end = 0

    def add(self, line: Line) -> None:
        """Add a line, dropping the oldest when there are too many."""
        self._lines.append(line)
        self.end += 1

    def since(self, number: int) -> tuple[Line, ...]:
        """Return the lines from this number on, as far as they are still there."""
        wanted = self.end - number
        return tuple(self._lines)[-wanted:] if wanted > 0 else ()

    def change(self, change: Callable[[Line], Line]) -> None:
        """Put another line in the place of each; their numbers stay."""
        self._lines = deque(map(change, self._lines), maxlen=self._lines.maxlen)
