"""What is counted, and the one interface to all counts: a house of several machines would share them behind it."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum, auto

from net.bucket import Bucket
from net.limits.crowd import Crowd
from net.limits.house_limits import HouseLimits
from net.limits.sources import Payer

SWEEP_AT = 128
MOST_NOTED = 5000
MOST_MET = 20_000


class Use(Enum):
    """What somebody uses up by and by."""

    ACTION = auto()
    MESSAGE = auto()
    TALK = auto()
    GUESS = auto()
    BOT_SECOND = auto()


class Allowances(ABC):
    """What everybody has left of what they may do; a new session finds what the last one left over.

    `crowd` counts who is connected from where, here and in the other houses.
    """

    def __init__(self) -> None:
        self.crowd = Crowd()

    @abstractmethod
    def spend(self, use: Use, payer: Payer, amount: float = 1.0) -> float:
        """Use something up, there or not, and return the seconds that whoever does it should wait."""

    @abstractmethod
    def take(self, use: Use, payer: Payer) -> bool:
        """Use something up if the person and each network have some left; false where they have not."""

    @abstractmethod
    def has(self, use: Use, payer: Payer) -> bool:
        """Whether there is anything left."""

    @abstractmethod
    def used(self, use: Use, payer: Payer) -> float:
        """How much was used lately, of the purse that has most taken out for its size."""

    @abstractmethod
    def room(self, most: int, payer: Payer, holders: Iterable[str]) -> bool:
        """Whether somebody may hold one thing more, where one may hold `most` and these people hold one each."""

    @abstractmethod
    def payer(self, person: str) -> Payer:
        """Return who is charged for somebody, with the networks where they were met last."""

    @abstractmethod
    def meet(self, payer: Payer) -> None:
        """Remember where somebody came from, so that what they hold counts there."""

    @abstractmethod
    def part(self, payer: Payer) -> None:
        """Forget where somebody came from who has gone and holds nothing; what they have used up is remembered."""

    @abstractmethod
    def take_account(self) -> list[tuple[int, str, int, float]]:
        """What was used up here since the last time, for other houses: the use, the purse, its share and how much."""

    @abstractmethod
    def spent_elsewhere(self, use: int, purse: str, share: int, amount: float) -> None:
        """Take note of what was used up in another house."""


class Unlimited(Allowances):
    """One's own house: nobody is slowed down."""

    def spend(self, use: Use, payer: Payer, amount: float = 1.0) -> float:
        return 0.0

    def take(self, use: Use, payer: Payer) -> bool:
        return True

    def has(self, use: Use, payer: Payer) -> bool:
        return True

    def used(self, use: Use, payer: Payer) -> float:
        return 0.0

    def room(self, most: int, payer: Payer, holders: Iterable[str]) -> bool:
        return True

    def payer(self, person: str) -> Payer:
        return Payer(person)

    def meet(self, payer: Payer) -> None:
        pass

    def part(self, payer: Payer) -> None:
        pass

    def take_account(self) -> list[tuple[int, str, int, float]]:
        return []

    def spent_elsewhere(self, use: int, purse: str, share: int, amount: float) -> None:
        pass


class CountedAllowances(Allowances):
    """Buckets in this process: one for each use, person and network; those that are full again are forgotten."""

    def __init__(self, limits: HouseLimits | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._buckets: dict[tuple[Use, str], Bucket] = {}
        self._sweep_at = SWEEP_AT
        self._met: dict[str, Payer] = {}
        self._account: dict[tuple[Use, str, int], float] | None = None
        self._limits: HouseLimits
        self._rates: dict[Use, tuple[float, float]]
        self.set(limits or HouseLimits())

    def set(self, limits: HouseLimits) -> None:
        """Count by these limits from now on; what was used up until now is forgiven."""
        self._limits = limits
        self._buckets.clear()
        self._rates = {
            Use.ACTION: (limits.actions_per_second, limits.actions_burst),
            Use.MESSAGE: (limits.messages_per_second, limits.messages_burst),
            Use.TALK: (limits.talk_per_minute / 60, limits.talk_burst),
            Use.GUESS: (limits.guesses_per_minute / 60, limits.guesses_burst),
            Use.BOT_SECOND: (limits.bot_seconds_per_minute / 60, limits.bot_seconds_burst),
        }

    def spend(self, use: Use, payer: Payer, amount: float = 1.0) -> float:
        now = self._clock()
        wait = 0.0
        for bucket, _share in self._of(use, payer, now):
            bucket.spend(now, amount)
            wait = max(wait, bucket.wait(now))
        if self._account is not None:
            self._note(self._account, use, payer, amount)
        return wait

    def _note(self, account: dict[tuple[Use, str, int], float], use: Use, payer: Payer, amount: float) -> None:
        for circle, purse in enumerate(payer.purses):
            if purse and len(account) < MOST_NOTED:
                key = (use, purse, self._share(circle))
                account[key] = account.get(key, 0.0) + amount

    def take_account(self) -> list[tuple[int, str, int, float]]:
        account, self._account = self._account or {}, {}
        return [(use.value, purse, share, amount) for (use, purse, share), amount in account.items()]

    def spent_elsewhere(self, use: int, purse: str, share: int, amount: float) -> None:
        now = self._clock()
        with suppress(ValueError):  # a use that only a newer house knows
            self._bucket(Use(use), purse, share, now).spend(now, amount)

    def take(self, use: Use, payer: Payer) -> bool:
        if not self.has(use, payer):
            return False
        self.spend(use, payer)
        return True

    def has(self, use: Use, payer: Payer) -> bool:
        now = self._clock()
        return all(bucket.has(now) for bucket, _share in self._of(use, payer, now))

    def used(self, use: Use, payer: Payer) -> float:
        now = self._clock()
        return max((bucket.missing(now) / share for bucket, share in self._of(use, payer, now)), default=0.0)

    def room(self, most: int, payer: Payer, holders: Iterable[str]) -> bool:
        held = [self.payer(person).purses for person in holders]
        return all(
            sum(len(purses) > circle and purses[circle] == purse for purses in held) < most * self._share(circle)
            for circle, purse in enumerate(payer.purses)
            if purse
        )

    def payer(self, person: str) -> Payer:
        return self._met.get(person) or Payer(person)

    def meet(self, payer: Payer) -> None:
        self._met.pop(payer.person, None)
        self._met[payer.person] = payer
        if len(self._met) > MOST_MET:
            del self._met[next(iter(self._met))]

    def part(self, payer: Payer) -> None:
        if self._met.get(payer.person) == payer:
            del self._met[payer.person]

    def _share(self, circle: int) -> int:
        return int(self._limits.crowd**circle)

    def _of(self, use: Use, payer: Payer, now: float) -> list[tuple[Bucket, int]]:
        """List the buckets that somebody pays from, each with how many people's worth it holds."""
        if len(self._buckets) > self._sweep_at:
            self._forget_the_quiet(now)
        shares = ((purse, self._share(circle)) for circle, purse in enumerate(payer.purses) if purse)
        return [(self._bucket(use, purse, share, now), share) for purse, share in shares]

    def _bucket(self, use: Use, purse: str, share: int, now: float) -> Bucket:
        if (use, purse) not in self._buckets:
            rate, burst = self._rates[use]
            self._buckets[use, purse] = Bucket(rate * share, burst * share, now)
        return self._buckets[use, purse]

    def _forget_the_quiet(self, now: float) -> None:
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        self._sweep_at = max(SWEEP_AT, 2 * len(self._buckets))
