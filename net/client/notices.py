"""What somebody should be told who looks elsewhere: it is their turn, or somebody came, wants more or speaks to them.

Nothing here has a screen or a clock: from what was known of a table and what is known now it follows what is new.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from net.client.my_tables import wishes
from net.client.seen_table import SeenTable
from net.messages import SeatLine, TableLine, TalkLine
from net.values import Phase, SeatKind

PEOPLE = (SeatKind.PERSON, SeatKind.PROGRAM)


class NoticeKind(StrEnum):
    """What has happened."""

    TURN = "turn"
    SAT = "sat"
    REMATCH = "rematch"
    SPOKEN = "spoken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something that concerns us at the table of this `code`, or without one in the lobby.

    `name` is who sat down, wants another game or spoke; `here` that it is the table where we are, and `shared` that
    other people sit there.
    """

    kind: NoticeKind
    code: str = ""
    game: str = ""
    name: str = ""
    here: bool = False
    shared: bool = True


class Glimpse(NamedTuple):
    """What a table was like when we last heard of it; where we sit the talk is heard line by line, and not counted."""

    turn: bool
    seated: frozenset[int]
    wishes: frozenset[str]
    said: int | None


class Lookout:
    """Remembers how each of our tables was, and tells what is new there; what is heard for the first time is not."""

    def __init__(self) -> None:
        self._known: dict[str, Glimpse] = {}

    def look(self, lines: Mapping[str, TableLine], here: str = "") -> list[Notice]:
        """Take in all our tables but the one where we are."""
        for code in self._known.keys() - lines.keys() - {here}:
            del self._known[code]
        return [notice for line in lines.values() for notice in self._look(line)]

    def _look(self, line: TableLine) -> Iterable[Notice]:
        now = Glimpse(line.your_turn, _seated(line.seats, line.seat), frozenset(wishes(line)), line.said)
        before = self._known.get(line.code)
        self._known[line.code] = now
        if before is None:
            return
        told = Notice(kind=NoticeKind.TURN, code=line.code, game=line.setup.game, shared=bool(now.seated))
        yield from _news(told, before, now, line.seats)
        if before.said is not None and now.said is not None and now.said > before.said and line.said_by:
            yield _changed(told, NoticeKind.SPOKEN, line.said_by)

    def look_at(self, table: SeenTable, me: str) -> list[Notice]:
        """Take in what was just heard at the table where we are; `me` is our name."""
        update = table.update
        if update.seat is None:
            self._known.pop(table.code, None)
            return []
        over = update.phase == Phase.OVER and not update.seats[update.seat].again
        wanted = [
            seat.name for number, seat in enumerate(update.seats) if over and seat.again and number != update.seat
        ]
        now = Glimpse(table.your_turn, _seated(update.seats, update.seat), frozenset(wanted), None)
        before = self._known.get(table.code)
        self._known[table.code] = now
        if before is None:
            return []
        told = Notice(kind=NoticeKind.TURN, code=table.code, game=update.setup.game, here=True, shared=bool(now.seated))
        spoken = [_changed(told, NoticeKind.SPOKEN, line.name) for line in table.said if line.name != me]
        return [*_news(told, before, now, update.seats), *spoken[-1:]]

    def listen(self, talk: Iterable[TalkLine], me: str) -> list[Notice]:
        """Take in new lines of the lobby's talk: one that names us is for us."""
        return [
            Notice(kind=NoticeKind.SPOKEN, name=line.name)
            for line in talk
            if me and line.name != me and re.search(rf"(?<!\w){re.escape(me)}(?!\w)", line.text, re.IGNORECASE)
        ]


def _news(told: Notice, before: Glimpse, now: Glimpse, seats: tuple[SeatLine, ...]) -> Iterable[Notice]:
    if now.turn and not before.turn:
        yield told
    for number in sorted(now.seated - before.seated):
        yield _changed(told, NoticeKind.SAT, seats[number].name)
    for name in sorted(now.wishes - before.wishes):
        yield _changed(told, NoticeKind.REMATCH, name)


def _changed(told: Notice, kind: NoticeKind, name: str) -> Notice:
    return Notice(kind=kind, code=told.code, game=told.game, name=name, here=told.here, shared=told.shared)


def _seated(seats: tuple[SeatLine, ...], mine: int | None) -> frozenset[int]:
    return frozenset(number for number, seat in enumerate(seats) if seat.kind in PEOPLE and number != mine)
