"""The daily in words: what is played, how it went, and how everybody fared."""

from collections.abc import Callable, Iterator
from typing import Any

from net.messages.daily import DailyLine, DailySheet
from tui.wording import LEVEL_NAMES, title_of
from tui.words import _, ngettext, titled

Date = Callable[[float], str]


def plan_words(sheet: DailySheet) -> str:
    """What is played that day, and against whom."""
    bots = ngettext("{bots} bot, {level}", "{bots} bots, {level}", sheet.seats - 1)
    return _("{game} against {bots}").format(
        game=title_of(sheet.game), bots=bots.format(bots=sheet.seats - 1, level=_(LEVEL_NAMES[sheet.level]))
    )


def state_words(sheet: DailySheet, date: Date) -> str:
    """How far somebody is with it, and until when it can be begun."""
    if sheet.own is not None:
        return result_words(sheet)
    if sheet.state == "playing":
        return _("You are in the middle of it.")
    if sheet.state == "gone":
        return _("You gave it up: tomorrow there is another one.") if sheet.today else _("You gave it up.")
    if not sheet.today:
        return _("You did not play it.")
    return _("The same cards and bots for everybody, one try, no help. Begin it before {when}.").format(
        when=date(sheet.ends)
    )


def result_words(sheet: DailySheet) -> str:
    """How it went: place among all who finished, and how many that leaves behind."""
    assert sheet.own is not None
    words = _("You are number {place} of {people}, with {score} points and place {at_table} at your table.")
    told = words.format(place=sheet.own.place, people=sheet.people, score=sheet.own.score, at_table=sheet.own.at_table)
    if sheet.ahead_of is None:
        return told
    ahead = _("That is ahead of {share} of the others.").format(share=f"{sheet.ahead_of} %")
    return f"{told} {ahead}"


def streak_words(sheet: DailySheet) -> str:
    """How many days in a row, and the most there were."""
    if not sheet.best:
        return _("Play it every day, and your days in a row are counted here.")
    now = ngettext("{days} day in a row", "{days} days in a row", sheet.streak).format(days=sheet.streak)
    return _("{now}, {best} at best").format(now=now, best=sheet.best)


def closed_words(sheet: DailySheet) -> str:
    """Why others' results are not shown yet."""
    if not sheet.people:
        return _("Nobody has finished it yet.")
    words = ngettext(
        "{people} person finished it. How they did is shown once you have.",
        "{people} people finished it. How they did is shown once you have.",
        sheet.people,
    )
    return words.format(people=sheet.people)


def promise_words(sheet: DailySheet) -> str:
    """By what the deal was bound beforehand."""
    words = _("The cards are fixed already, and promised as {promise}: your record proves it once you have played.")
    return words.format(promise=sheet.promise.hex()[:16])


def daily_row(line: DailyLine) -> str:
    """Somebody's line on the ladder of a day, in columns."""
    mark = " *" if line.you else ""
    return f"{line.place:>6}  {line.name:<12}  {line.at_table:>6}  {line.score:>7}{mark}"


def daily_text(sheet: DailySheet, date: Date) -> Iterator[str]:
    """A day as lines of text."""
    yield titled(sheet.day, plan_words(sheet))
    yield state_words(sheet, date)
    yield streak_words(sheet)
    yield promise_words(sheet)
    if not sheet.open:
        yield closed_words(sheet)
        return
    place, name, at_table, points = _("place"), _("name"), _("table"), _("points")
    yield f"{place:>6}  {name:<12}  {at_table:>6}  {points:>7}"
    yield from map(daily_row, sheet.lines)
    if sheet.own is not None and sheet.own not in sheet.lines:
        yield daily_row(sheet.own)


def daily_object(sheet: DailySheet) -> dict[str, Any]:
    """A day for a program to read."""
    return {
        "day": sheet.day,
        "game": sheet.game,
        "seats": sheet.seats,
        "level": sheet.level,
        "ends": sheet.ends,
        "promise": sheet.promise.hex(),
        "people": sheet.people,
        "state": sheet.state,
        "streak": sheet.streak,
        "ladder": [
            {"place": line.place, "name": line.name, "score": line.score, "at_table": line.at_table}
            for line in sheet.lines
        ],
    }
