"""Who one is in a shared house, in sentences and lines to type, for screens and plain mode alike."""

import re

import msgspec

from net.messages.account import AboutMe
from net.sleep import Sleep
from tui.tables.seats import name_list
from tui.words import _, ngettext

DAY = 86_400
SLEEP = re.compile(r"(\d{1,2})(?::(\d\d))?\s*-\s*(\d{1,2})(?::(\d\d))?")


def read_sleep(text: str, zone: str) -> Sleep | None:
    """Read when somebody sleeps, as 23:00-7:00; None where it is written in another way."""
    found = SLEEP.fullmatch(text.strip())
    if found is None:
        return None
    start, end = (int(found[hour]) * 60 + int(found[hour + 1] or 0) for hour in (1, 3))
    try:
        return msgspec.convert({"start": start % 1440, "end": end % 1440, "zone": zone}, Sleep)
    except msgspec.ValidationError:
        return None


def sleep_hours(sleep: Sleep) -> str:
    """From when to when somebody sleeps, as they would write it."""
    return "-".join(f"{minutes // 60}:{minutes % 60:02}" for minutes in (sleep.start, sleep.end))


def sleep_words(sleep: Sleep) -> str:
    """When somebody sleeps, and by which clock."""
    return f"{sleep_hours(sleep)} ({sleep.zone})"


def ways_in(address: str, page: str, user: str, path: str) -> tuple[str, ...]:
    """How others come in: what they type, and what they open where there is a page; nothing where nobody can."""
    if not address:
        return ()
    return (f"ssh {user}@{address}", *((f"{page}{path}",) if page else ()))


def ssh_line(user: str, address: str) -> str:
    """A line to type in a terminal."""
    return f"ssh {user}@{address}"


def come_back_words(name: str, code: str, address: str) -> tuple[str, str]:
    """What a guest's code is for, and the line that brings them back."""
    sentence = _(
        "You are here as a guest, {name}. This line brings you back to your name and seat; keep it for yourself."
    )
    return sentence.format(name=name), ssh_line(code, address)


def link_words(about: AboutMe, address: str) -> tuple[str, str]:
    """What a code that brings a key is for, and the line to type where that key is."""
    minutes = max(1, about.link_for // 60)
    sentence = ngettext(
        "Type this where the other key is, within {minutes} minute; it works once.",
        "Type this where the other key is, within {minutes} minutes; it works once.",
        minutes,
    )
    return sentence.format(minutes=minutes), ssh_line(f"link-{about.link}", address)


def about_lines(about: AboutMe | None, address: str) -> list[str]:
    """What the house knows of somebody, a sentence or a line to type each."""
    if about is None:
        return []
    lines = []
    if about.keys:
        keys = ngettext("{keys} key lets you in.", "{keys} keys let you in.", len(about.keys))
        lines.append(keys.format(keys=len(about.keys)))
    if about.resume:
        lines += [_("As a guest you come back with:"), ssh_line(about.resume, address)]
    if about.muted:
        lines.append(_("You don't hear {names}.").format(names=name_list(about.muted)))
    if about.blocked:
        lines.append(_("You have blocked {names}.").format(names=name_list(about.blocked)))
    if about.sleep is not None:
        lines.append(_("You sleep {times}: no turn of days ends then.").format(times=sleep_words(about.sleep)))
    if about.rename_in:
        days = max(1, round(about.rename_in / DAY))
        wait = ngettext("In {days} day you may take another name.", "In {days} days you may take another name.", days)
        lines.append(wait.format(days=days))
    user = f"export-{about.resume}" if about.resume and not about.keys else "export"
    return [*lines, _("All that is kept of you:"), f"ssh -T {user}@{address}"]
