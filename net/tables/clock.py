"""A table's own time: seconds in which it was in use, or where turns take days the time of day.

Both are fed with the moments of the house, and who asks need not know which of them is asked.
"""

from typing import NamedTuple, Protocol

from net.setup import Setup
from net.sleep import Sleep

MERCY = 3600.0
"""No turn of days ends before the house has been open for so many seconds: who could not come in must not be late."""


class Moment(NamedTuple):
    """Now, as a house knows it: the seconds in which it `worked` since it was opened, the time of `day`, and since
    which time of day it has been open without a break."""

    worked: float
    day: float = 0.0
    open_since: float = 0.0


class Clock(Protocol):
    """What a table knows of time."""

    @property
    def can_stand(self) -> bool:
        """Whether time may stand still, so that nothing happens at a table where nobody is."""
        ...

    @property
    def running(self) -> bool:
        """Whether time passes at the table."""
        ...

    def start(self, now: Moment) -> None:
        """Let time pass from now on."""
        ...

    def stop(self, now: Moment) -> None:
        """Let time stand still from now on."""
        ...

    def read(self, now: Moment) -> float:
        """Return the table's time."""
        ...

    def excuse(self, since: float) -> None:
        """Take note that nobody could play until then."""
        ...

    def end(self, since: float, seconds: float, sleep: Sleep | None) -> float:
        """When a turn ends that may take so long, of somebody who may `sleep`."""
        ...

    def day_of(self, time: float) -> float | None:
        """The time of day that one of the table's times is; None where it counts seconds alone."""
        ...


class TableClock:
    """Counts the seconds that a table was in use: it stands while nobody sits there, in a pause and in a closed house.

    It is fed from a clock that only runs forward, never from the time of day, and never runs back.
    """

    can_stand = True

    def __init__(self, seconds: float = 0.0) -> None:
        self._seconds = seconds
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether time passes at the table."""
        return self._since is not None

    def start(self, now: Moment) -> None:
        """Let time pass from now on."""
        if self._since is None:
            self._since = now.worked

    def stop(self, now: Moment) -> None:
        """Let time stand still from now on."""
        self._seconds = self.read(now)
        self._since = None

    def read(self, now: Moment) -> float:
        """Return the table's time."""
        if self._since is not None and now.worked > self._since:
            self._seconds += now.worked - self._since
            self._since = now.worked
        return self._seconds

    def excuse(self, since: float) -> None:
        """It stood anyhow."""

    def end(self, since: float, seconds: float, sleep: Sleep | None) -> float:
        """When a turn ends that may take so long."""
        return since + seconds

    def day_of(self, time: float) -> float | None:
        """None: it may stand still at any moment."""


class DayClock:
    """The time of day, whoever is there: it begins no earlier than the table's log ends, and goes on from there where
    the house's own time of day was set back since."""

    can_stand = False
    running = True

    def __init__(self, written: float = 0.0) -> None:
        self._written = written
        self._ahead: float | None = None
        self._excused = 0.0

    def start(self, now: Moment) -> None:
        """It runs anyhow."""

    def stop(self, now: Moment) -> None:
        """It does not stand still for anybody."""

    def read(self, now: Moment) -> float:
        """Return the table's time."""
        if self._ahead is None:
            self._ahead = max(0.0, self._written - now.day)
        self._excused = max(self._excused, now.open_since + self._ahead)
        return max(self._written, now.day + self._ahead)

    def excuse(self, since: float) -> None:
        """Take note that nobody could play until then."""
        self._excused = max(self._excused, since)

    def end(self, since: float, seconds: float, sleep: Sleep | None) -> float:
        """When a turn ends: not in somebody's sleep, and not before they could have come in for a while."""
        end = max(since + seconds, self._excused + MERCY)
        return end if sleep is None else sleep.over(end)

    def day_of(self, time: float) -> float | None:
        """The very same."""
        return time


def clock_of(setup: Setup, written: float) -> Clock:
    """The clock of a table whose log was written last at a time of its own."""
    return DayClock(written) if setup.by_day else TableClock(written)
