"""When something was, as its reader's clock shows it."""

import re
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

ZONE = re.compile(r"[A-Za-z][A-Za-z0-9_+/-]{0,39}")


def find_zone(name: str) -> tzinfo | None:
    """Find a time zone by its name, as `Europe/Paris`; None for one that this machine does not know."""
    named = name.removeprefix(":")
    if not ZONE.fullmatch(named):
        return None
    try:
        return ZoneInfo(named)
    except (KeyError, ValueError, OSError):  # no such zone, or the name of a folder of zones
        return None


def date_words(at: float, zone: tzinfo | None) -> str:
    """Write a day and time of a zone; UTC says that it is UTC, because few live by it. None is this machine's zone."""
    then = datetime.fromtimestamp(at, UTC).astimezone(zone)
    return f"{then:%Y-%m-%d %H:%M}{' UTC' if zone is UTC else ''}"
