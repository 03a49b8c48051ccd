"""What keeps a table in order: each question returns the entries that would happen, or raises a Refusal."""

from engines.words import N_
from net.refusal import Refusal
from net.tables import entries as log
from net.tables.seating import check_host, stand_in
from net.tables.table import HELD, Table
from net.values import Phase, SeatKind

LONG_WAIT = 180.0


def hold(table: Table, identity: str, now: float, *, on: bool) -> list[log.Entry]:
    """Let the table stand still until whoever hosts it lets it go on."""
    check_host(table, identity)
    if not table.clock.can_stand:
        raise Refusal(N_("A table by the day does not stand still: everybody has days for a turn"))
    return [] if table.held == on else [log.Held(at=now, on=on)]


def set_clock(table: Table, identity: str, seconds: int | None, now: float) -> list[log.Entry]:
    """Change the seconds that a turn may take, between two games; None takes the clock away."""
    check_host(table, identity)
    if table.setup.by_day:
        raise Refusal(N_("At this table a turn takes days"))
    if table.phase is Phase.PLAYING:
        raise Refusal(N_("The clock is changed between games"))
    return [log.ClockSet(at=now, seconds=seconds or None)]


def silence(table: Table, identity: str, now: float, *, on: bool) -> list[log.Entry]:
    """Let those who watch be silent, or speak again."""
    check_host(table, identity)
    return [] if table.silent == on else [log.Silenced(at=now, on=on)]


def hand_over(table: Table, identity: str, seat: int, now: float) -> list[log.Entry]:
    """Make somebody else who is here the table's owner."""
    if identity != table.owner:
        raise Refusal(N_("Only the table's owner can do that"))
    if seat >= len(table.seats) or table.seats[seat].kind is not SeatKind.PERSON or not table.seats[seat].here:
        raise Refusal(N_("A table is handed over to somebody who sits there"))
    return [log.HandedOver(at=now, seat=seat)]


def replace(table: Table, identity: str, seat: int, now: float) -> list[log.Entry]:
    """Vote to let a bot play for somebody who has not moved for long; it does when all who wait here want it."""
    voter = table.seats.of(identity)
    if voter is None:
        raise Refusal(N_("You are only watching"))
    _check_late(table, seat, now)
    if voter == seat or voter in table.votes:
        return []
    others = {number for number, each in enumerate(table.seats) if each.here and number != seat}
    vote: list[log.Entry] = [log.Voted(at=now, seat=voter, late=seat)]
    if others - table.votes - {voter}:
        return vote
    return [*vote, log.Freed(at=now, seat=seat, taken=True), *stand_in(table, seat, now)]


def _check_late(table: Table, seat: int, now: float) -> None:
    live = table.live
    if live is None or live.over or live.turn != seat or not table.seats[seat].identity:
        raise Refusal(N_("The table does not wait for anybody there"))
    if table.held:
        raise Refusal(HELD)
    if table.deadline is not None:
        raise Refusal(N_("Here the clock decides"))
    waited = now - table.turn_since
    if waited < LONG_WAIT:
        raise Refusal(N_("Wait {seconds:second|seconds} more"), {"seconds": round(LONG_WAIT - waited) or 1})
