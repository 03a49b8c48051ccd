"""Who may sit where: each question returns the entries that would happen, or raises a Refusal."""

from bots.bot import LEVELS
from engines.words import N_
from net.refusal import Refusal
from net.tables import entries as log
from net.tables.table import Table


def sit(
    table: Table, identity: str, name: str, seat: int | None, now: float, *, program: bool = False
) -> list[log.Entry]:
    """Let somebody have a seat, this one or the first that is free; who has one already keeps it."""
    if table.seats.of(identity) is not None:
        return []
    free = table.seats.free()
    if not free:
        raise Refusal(N_("The table is full"))
    if seat is not None and seat not in free:
        raise Refusal(N_("That seat is taken"))
    chosen = free[0] if seat is None else seat
    return [log.Sat(at=now, seat=chosen, identity=identity, name=name, program=program)]


def fill(table: Table, identity: str, level: str, seat: int | None, now: float) -> list[log.Entry]:
    """Put a bot on a seat, or on every free one."""
    check_host(table, identity)
    if level not in LEVELS:
        raise Refusal(N_("There is no such bot"))
    if seat is not None and table.seats[_there(table, seat)].identity:
        raise Refusal(N_("That seat is taken"))
    wanted = table.seats.free() if seat is None else [seat]
    names = table.seats.bot_names(level, len(wanted))
    return [log.Filled(at=now, seat=number, level=level, name=name) for number, name in zip(wanted, names, strict=True)]


def free(table: Table, identity: str, seat: int, now: float) -> list[log.Entry]:
    """Take a bot, or somebody who is away, off a seat; in a running game a bot plays it until somebody sits down."""
    check_host(table, identity)
    if table.seats[_there(table, seat)].here:
        raise Refusal(N_("{who:seat} is here and keeps the seat"), {"who": seat})
    return [log.Freed(at=now, seat=seat)]


def give_up(table: Table, identity: str, now: float) -> list[log.Entry]:
    """Let somebody go for good; a table that everybody has left closes."""
    seat = table.seats.of(identity)
    if seat is None:
        return []
    left: list[log.Entry] = [log.Freed(at=now, seat=seat)]
    return left if len(table.seats.held()) > 1 else [*left, log.Closed(at=now)]


def check_host(table: Table, identity: str) -> None:
    """Refuse what only the owner may do, or while they are away the first person who is here."""
    if identity != table.host:
        raise Refusal(N_("Only the table's owner can do that"))


def _there(table: Table, seat: int) -> int:
    if seat >= len(table.seats):
        raise Refusal(N_("There is no such seat"))
    return seat
