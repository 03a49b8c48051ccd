"""How much may pass in a while: one measure for keys, bytes, messages and visits."""


class Bucket:
    """Lets so much through per second, and a burst of it at once."""

    __slots__ = ("_level", "_since", "burst", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self._level = burst
        self._since = now

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take an amount out if it is there; false where it is not."""
        self._fill(now)
        if self._level < amount:
            return False
        self._level -= amount
        return True

    def spend(self, now: float, amount: float = 1.0) -> None:
        """Take an amount out, there or not."""
        self._fill(now)
        self._level -= amount

    def has(self, now: float, amount: float = 1.0) -> bool:
        """Whether an amount is there."""
        self._fill(now)
        return self._level >= amount

    def missing(self, now: float) -> float:
        """Return how much was taken out and has not flowed in again."""
        self._fill(now)
        return self.burst - self._level

    def wait(self, now: float) -> float:
        """Return the seconds until what was overspent has flowed in again; 0 where nothing was."""
        self._fill(now)
        return max(0.0, -self._level / self.rate)

    def is_full(self, now: float) -> bool:
        """Whether nothing is missing."""
        self._fill(now)
        return self._level >= self.burst

    def _fill(self, now: float) -> None:
        if now > self._since:
            self._level = min(self.burst, self._level + (now - self._since) * self.rate)
            self._since = now
