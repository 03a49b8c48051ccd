"""Where luck comes from: the operating system, a seed, a record, or a fast generator for search."""

import random
from abc import ABC, abstractmethod

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
    """Gives recorded outcomes again, in order, and refuses those that don't fit the question."""

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


BUFFER = 8192


class FastChance(Chance):
    """A quick repeatable generator for search: small numbers cut from a buffer of random bytes.

    Two bytes a number, so a choice among n is even to n parts in 65,536: plenty for sampling, not for dealing.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._bytes: bytes = self._random.randbytes(BUFFER)
        self._at: int = 0

    def below(self, number: int) -> int:
        """Give a number from 0 up to, not including, `number`."""
        at = self._at
        if at >= BUFFER:
            self._bytes = self._random.randbytes(BUFFER)
            at = 0
        self._at = at + 2
        buffer = self._bytes
        return (((buffer[at] << 8) | buffer[at + 1]) * number) >> 16

    def unit(self) -> float:
        """Give a number from 0 up to, not including, 1."""
        return self.below(65536) / 65536.0

    def shuffle(self, cards: list[int]) -> None:
        # Reads the buffer as `below` does, without a call for every card.
        buffer = self._bytes
        at = self._at
        for last in range(len(cards) - 1, 0, -1):
            if at >= BUFFER:
                buffer = self._bytes = self._random.randbytes(BUFFER)
                at = 0
            other = (((buffer[at] << 8) | buffer[at + 1]) * (last + 1)) >> 16
            at += 2
            card = cards[last]
            cards[last] = cards[other]
            cards[other] = card
        self._at = at

    def pick(self, what: str, among: list[int]) -> int:
        return among[self.below(len(among))]
