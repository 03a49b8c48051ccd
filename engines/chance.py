"""Where luck comes from: the operating system, a seed, a record, or a fast generator for search."""

import random
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from mypy_extensions import i64

Outcome = tuple[str, tuple[int, ...]]


class ChanceMismatch(ValueError):
    """A recorded outcome is not one that this position could have had."""


class Chance(ABC):
    """Luck, asked for by name so that it can be written down and played back."""

    @abstractmethod
    def shuffle(self, cards: list[int]) -> None:
        """Shuffle a pile in place, top card first."""

    @abstractmethod
    def pick(self, what: str, among: list[int]) -> int:
        """Pick one of these: the `start` seat, or a `stolen` card."""


class LiveChance(Chance):
    """The operating system's randomness, or a repeatable sequence where a seed is given."""

    def __init__(self, seed: int | None = None) -> None:
        self._random: random.Random = random.SystemRandom() if seed is None else random.Random(seed)

    def shuffle(self, cards: list[int]) -> None:
        self._random.shuffle(cards)

    def pick(self, what: str, among: list[int]) -> int:
        return among[self._random.randrange(len(among))]


class RecordingChance(Chance):
    """Passes every question on and writes the outcome down."""

    def __init__(self, source: Chance, outcomes: list[Outcome]) -> None:
        self._source = source
        self.outcomes = outcomes

    def shuffle(self, cards: list[int]) -> None:
        self._source.shuffle(cards)
        self.outcomes.append(("pile", tuple(cards)))

    def pick(self, what: str, among: list[int]) -> int:
        chosen = self._source.pick(what, among)
        self.outcomes.append((what, (chosen,)))
        return chosen


class PlaybackChance(Chance):
    """Plays recorded outcomes back, in order, and refuses those that don't fit the question."""

    def __init__(self, outcomes: list[Outcome]) -> None:
        self._outcomes = outcomes
        self.taken = 0

    def _next(self, what: str) -> tuple[int, ...]:
        if self.taken >= len(self._outcomes):
            raise ChanceMismatch(f"outcome {self.taken + 1} is missing: {what}")
        name, values = self._outcomes[self.taken]
        self.taken += 1
        if name != what:
            raise ChanceMismatch(f"outcome {self.taken} is {name}, not {what}")
        return values

    def shuffle(self, cards: list[int]) -> None:
        values = list(self._next("pile"))
        if sorted(values) != sorted(cards):
            raise ChanceMismatch(f"outcome {self.taken} shuffles other cards than the pile holds")
        cards[:] = values

    def pick(self, what: str, among: list[int]) -> int:
        values = self._next(what)
        if len(values) != 1 or values[0] not in among:
            raise ChanceMismatch(f"outcome {self.taken} picks something that was not there")
        return values[0]


class GivenStart(Chance):
    """Another source of luck, except that the start player is known: the later games of a match."""

    def __init__(self, source: Chance, start: int) -> None:
        self._source = source
        self._start = start

    def shuffle(self, cards: list[int]) -> None:
        self._source.shuffle(cards)

    def pick(self, what: str, among: list[int]) -> int:
        return self._start if what == "start" else self._source.pick(what, among)


MOST_BYTES: Final = 8192
FEW_BYTES: Final = 64


class FastChance(Chance):
    """A quick repeatable generator for search: small numbers cut from a buffer of random bytes.

    Two bytes a number, so a choice among n is even to n parts in 65,536: plenty for sampling, not for dealing. The
    buffer starts small, for a bot that asks once, and doubles; the numbers are the same whatever its size.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._bytes: bytes = b""
        self._at: i64 = 0
        self._size: i64 = 0

    def below(self, number: int) -> int:
        """A random number from 0 up to, not including, `number`."""
        at = self._at
        if at == self._size:
            self._refill()
            at = 0
        self._at = at + 2
        buffer = self._bytes
        high: i64 = buffer[at]
        return ((high << 8 | buffer[at + 1]) * number) >> 16

    def _refill(self) -> None:
        """Fill the buffer anew, twice as large as it was up to a limit."""
        size = min(max(2 * len(self._bytes), FEW_BYTES), MOST_BYTES)
        self._bytes = self._random.randbytes(size)
        self._size = size
        self._at = 0

    def unit(self) -> float:
        """A random number from 0 up to, not including, 1."""
        return self.below(65536) / 65536.0

    def shuffle(self, cards: list[int]) -> None:
        # Reads the buffer as `below` does, without a call for every card, and moves cards without a look at them.
        pile = cast("list[object]", cards)
        buffer = self._bytes
        at = self._at
        size = self._size
        last: i64 = len(cards) - 1
        for place in range(last, 0, -1):
            if at == size:
                self._refill()
                buffer = self._bytes
                size = self._size
                at = 0
            high: i64 = buffer[at]
            other = ((high << 8 | buffer[at + 1]) * (place + 1)) >> 16
            at += 2
            card = pile[place]
            pile[place] = pile[other]
            pile[other] = card
        self._at = at

    def pick(self, what: str, among: list[int]) -> int:
        return among[self.below(len(among))]
