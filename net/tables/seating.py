"""Who may sit where: each question returns the entries that would happen, or raises a Refusal.

In a running game a seat is a hand: whoever has held one takes no other, and the hand that somebody gives up is played
on by a bot and shown to nobody else.
"""

from bots.bot import LEVELS
from engines.words import N_
from net.refusal import Refusal
from net.sleep import Sleep
from net.tables import entries as log
from net.tables.table import Table
from net.values import Phase


def sit(
    table: Table, identity: str, name: str, seat: int | None, now: float, *, program: bool = False, person: str = ""
) -> list[log.Entry]:
    """Let somebody have a seat, this one or the first that is free; who has one already keeps it.

    Of a program, `person` is the identity of whoever runs it.
    """
    if table.seats.of(identity) is not None:
        return []
    _check_newcomer(table, person or identity)
    free = table.seats.free()
    if not free:
        raise Refusal(N_("The table is full"))
    if seat is not None and seat not in free:
        raise Refusal(N_("That seat is taken"))
    chosen = free[0] if seat is None else seat
    return [log.Sat(at=now, seat=chosen, identity=identity, name=name, program=program, person=person)]


def _check_newcomer(table: Table, person: str) -> None:
    """Let nobody see two hands of one game, in person or through a program, where somebody else plays."""
    if table.phase is Phase.PLAYING and table.played_on:
        raise Refusal(N_("This game goes on from an older one, whose cards are known: wait for the next one"))
    if table.phase is Phase.PLAYING and person in table.dealt_in:
        raise Refusal(N_("You have had a seat in this game: wait for the next one"))
    people = {seat.person for seat in table.seats.held()}
    if person in people and len(people) > 1:
        raise Refusal(N_("You have a seat here already, and others play too"))
    if person not in people and len(people) < len(table.seats.held()):
        raise Refusal(N_("Somebody plays here alone with a program"))


def fill(table: Table, identity: str, level: str, seat: int | None, now: float) -> list[log.Entry]:
    """Put a bot on a seat, or on every free one."""
    check_host(table, identity)
    if level not in LEVELS:
        raise Refusal(N_("There is no such bot"))
    if table.setup.daily:
        raise Refusal(N_("The daily is played against the same bots by everybody"))
    if seat is not None and table.seats[_there(table, seat)].identity:
        raise Refusal(N_("That seat is taken"))
    wanted = table.seats.free() if seat is None else [seat]
    names = table.seats.bot_names(level, len(wanted))
    return [log.Filled(at=now, seat=number, level=level, name=name) for number, name in zip(wanted, names, strict=True)]


def free(table: Table, identity: str, seat: int, now: float) -> list[log.Entry]:
    """Take a bot, or somebody who is away for longer than the table's grace, off a seat.

    In a running game the hand stays hidden: another bot plays on for a person, and a bot's seat is open to others only
    while no second person plays.
    """
    check_host(table, identity)
    if table.setup.daily:
        raise Refusal(N_("The daily is played against the same bots by everybody"))
    taken = table.seats[_there(table, seat)]
    if taken.identity:
        _check_gone(table, seat, now)
        return [log.Freed(at=now, seat=seat, taken=True), *stand_in(table, seat, now)]
    if table.phase is Phase.PLAYING and (seat in table.dealt_in.values() or len(table.dealt_in) > 1):
        raise Refusal(N_("A hand is not handed on in the middle of a game"))
    return [log.Freed(at=now, seat=seat)]


def _check_gone(table: Table, seat: int, now: float) -> None:
    holder = table.seats[seat]
    if holder.away_since is None:
        raise Refusal(N_("{who:seat} is here and keeps the seat"), {"who": seat})
    if holder.identity == table.owner:
        raise Refusal(N_("The table is {who:seat}'s, and so is the seat"), {"who": seat})
    if holder.elsewhere or table.setup.grace is None or now < holder.away_since + table.setup.grace:
        raise Refusal(N_("{who:seat} may still come back and keeps the seat"), {"who": seat})


def stand_in(table: Table, seat: int, now: float) -> list[log.Entry]:
    """Let a bot with a name play on for somebody who leaves a running game."""
    if table.phase is not Phase.PLAYING:
        return []
    (name,) = table.seats.bot_names(table.setup.keeper, 1)
    return [log.Filled(at=now, seat=seat, level=table.setup.keeper, name=name)]


def give_up(table: Table, identity: str, now: float) -> list[log.Entry]:
    """Let somebody go for good; a table that everybody has left closes."""
    seat = table.seats.of(identity)
    if seat is None:
        return []
    if len(table.seats.held()) == 1:
        return [log.Freed(at=now, seat=seat), log.Closed(at=now)]
    return [log.Freed(at=now, seat=seat), *stand_in(table, seat, now)]


def rename(table: Table, identity: str, known_as: str, name: str, now: float) -> list[log.Entry]:
    """Let somebody who sits here have another name, or another identity.

    Who has a seat here by that identity too, or has had one in this game, would see a second hand: a bot gets it.
    """
    seat = table.seats.of(identity)
    if seat is None:
        return []
    if known_as != identity and (table.seats.of(known_as) is not None or known_as in table.dealt_in):
        return give_up(table, identity, now)
    return [log.Renamed(at=now, seat=seat, identity=known_as, name=name)]


def note_sleep(table: Table, identity: str, sleep: Sleep | None, now: float) -> list[log.Entry]:
    """Note when somebody who has a seat sleeps, where the table lets that count."""
    seat = table.seats.of(identity)
    if seat is None or not table.setup.nights or table.seats[seat].sleep == sleep:
        return []
    return [log.Slept(at=now, seat=seat, sleep=sleep)]


def check_host(table: Table, identity: str) -> None:
    """Refuse what only the owner may do, or while they are away the first person who is here."""
    if identity != table.host:
        raise Refusal(N_("Only the table's owner can do that"))


def _there(table: Table, seat: int) -> int:
    if seat >= len(table.seats):
        raise Refusal(N_("There is no such seat"))
    return seat
