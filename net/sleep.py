"""When somebody sleeps: from when to when, by the clock on their wall."""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Annotated
from zoneinfo import ZoneInfo

import msgspec

LONGEST = 10 * 60
"""The minutes of a day that somebody may sleep: more would make of a day a week."""

DAY = 24 * 60

Minute = Annotated[int, msgspec.Meta(ge=0, lt=DAY)]


class Sleep(msgspec.Struct, frozen=True, kw_only=True):
    """From which minute of the day to which, in a zone of the tz database."""

    start: Minute
    end: Minute
    zone: Annotated[str, msgspec.Meta(max_length=40)] = "UTC"

    @property
    def minutes(self) -> int:
        """How long it is."""
        return (self.end - self.start) % DAY

    def over(self, at: float) -> float:
        """The end of the sleep into which a time of day falls, or that time where it falls into none."""
        moment = datetime.fromtimestamp(at, tz=find_zone(self.zone) or UTC)
        for days in (-1, 0):
            night = (moment + timedelta(days=days)).date()
            begins = _at(night, self.start, moment)
            ends = _at(night + timedelta(days=self.end < self.start), self.end, moment)
            if begins.timestamp() <= at < ends.timestamp():
                return ends.timestamp()
        return at


def _at(day: date, minute: int, like: datetime) -> datetime:
    return datetime.combine(day, time(minute // 60, minute % 60), tzinfo=like.tzinfo)


@lru_cache(maxsize=256)
def find_zone(name: str) -> ZoneInfo | None:
    """The zone of a name; None where this machine knows none of it."""
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        return None
