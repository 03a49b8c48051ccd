"""The one message that shows a table to a client, built for its seat or for a spectator."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from math import isinf
from typing import Any

from engines.view import heard
from engines.wire import view_to_wire
from net.messages import SeatLine, TableLine, TalkLine, Update
from net.messages.company import RatingLine
from net.tables.promises import dealt_line
from net.tables.seats import Seat
from net.tables.table import Spoken, Table
from net.values import Phase

MOST_NAMED = 20


@dataclass(slots=True)
class Bookmark:
    """How far a client has read along; a new one has read nothing."""

    new: bool = True
    number: int = 0
    chapter: int = 0
    history: int = 0
    events: int = 0
    talk: int = 0


def update(
    table: Table,
    seat: int | None,
    place: Bookmark,
    now: float,
    *,
    program: bool,
    record: int | None = None,
    rated: tuple[RatingLine | None, ...] = (),
    deaf_to: Container[str] = (),
) -> Update:
    """Tell a client what is new since its place, and move the place on; a program always gets the whole history.

    `record` is the id of the finished game, for those who played it, and `rated` what it has made of the ratings; what
    those say to whom they are `deaf_to` is left out.
    """
    if place.number != table.number:
        place.events = 0
    if program or place.chapter != table.chapter:
        place.history = 0
    history = () if table.live is None else tuple(table.live.recording.history)
    told = Update(
        code=table.code,
        setup=table.setup,
        phase=table.phase,
        seq=table.seq,
        number=table.number,
        seat=seat,
        seats=seat_lines(table, now),
        view=_view(table, seat, memory=program or table.setup.memory_aid or table.phase is Phase.OVER),
        legal=_legal(table, seat),
        history_from=place.history,
        history=history[place.history :],
        events=tuple(heard(list(table.events.since(place.events)), seat)),
        talk=heard_talk(table.talk.since(place.talk), deaf_to),
        left=seconds_left(table, now),
        standing=table.standing(),
        paused=table.stands,
        watchers=len(table.watching),
        anew=place.new,
        record=record,
        watching=tuple(table.watching[:MOST_NAMED]),
        played_on=table.played_on,
        orders=True,
        held=table.held,
        silent=table.silent,
        promise=None if table.deals.next is None else table.deals.next.line(),
        dealt=None if table.live is None or table.live.proof is None else dealt_line(table.live.proof),
        rated=rated,
        bots_in=None if isinf(table.fill_at) else round(max(0.0, table.fill_at - now), 1),
    )
    place.new = False
    place.number, place.chapter = table.number, table.chapter
    place.history, place.events, place.talk = len(history), table.events.end, table.talk.end
    return told


def heard_talk(talk: Iterable[Spoken], deaf_to: Container[str]) -> tuple[TalkLine, ...]:
    """The lines that somebody hears who does not want to hear some people."""
    return tuple(line for line, by in talk if line.text and by not in deaf_to)


def _view(table: Table, seat: int | None, *, memory: bool) -> dict[str, Any] | None:
    if table.live is None:
        return None
    view = table.game.view(table.live.recording.state, seat)
    return view_to_wire(view if memory else view.without_memory())


def _legal(table: Table, seat: int | None) -> tuple[str, ...]:
    if table.live is None or table.live.over or table.live.turn != seat:
        return ()
    return tuple(table.live.legal())


def seat_lines(table: Table, now: float) -> tuple[SeatLine, ...]:
    """Describe who sits at the table."""
    grace = table.setup.grace if table.phase is Phase.PLAYING else None
    return tuple(_seat_line(table, seat, now, grace) for seat in table.seats)


def _seat_line(table: Table, seat: Seat, now: float, grace: int | None) -> SeatLine:
    return table.presence.told(seat.line(table.host, now, grace))


def seconds_left(table: Table, now: float) -> float | None:
    """Return the seconds on the turn clock."""
    return None if table.deadline is None else round(max(0.0, table.deadline - now), 1)


def table_line(table: Table, identity: str, now: float, deaf_to: Container[str] = ()) -> TableLine:
    """Describe the table to somebody in the lobby; who is away there is away, no matter for how long."""
    seat = table.seats.of(identity)
    turn = None if seat is None else turn_of(table)
    yours = turn is not None and turn == seat
    until = None if table.deadline is None else table.clock.day_of(table.deadline)
    said, said_by, speaker = (0, "", "") if seat is None else last_said(table)
    return TableLine(
        code=table.code,
        setup=table.setup,
        seats=tuple(_seat_line(table, each, each.away_since or 0.0, None) for each in table.seats),
        phase=table.phase,
        number=table.number,
        watchers=len(table.watching),
        seat=seat,
        your_turn=yours,
        left=seconds_left(table, now) if yours and until is None else None,
        until=until,
        turn=turn,
        said=said,
        said_by="" if speaker in deaf_to else said_by,
    )


def turn_of(table: Table) -> int | None:
    """The seat to act in a game that goes on."""
    return None if table.live is None or table.live.over else table.live.turn


def last_said(table: Table) -> tuple[int, str, str]:
    """How many lines of talk there were at a table, and the name and the identity of who said the last of them."""
    for line, by in table.talk.since(table.talk.end - 1):
        return table.talk.end, line.name, by
    return 0, "", ""
