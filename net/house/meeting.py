"""How strangers meet: who wants to play now is led to the best table that waits, or opens one that waits for others."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from engines.games import GAMES
from net.house.member import Member
from net.house.order import at_odds
from net.messages import PlayNow, Sit, TableLine
from net.refusal import Refusal
from net.setup import Setup
from net.values import Phase, SeatKind

if TYPE_CHECKING:
    from net.house.house import House

WAIT = 45
"""Seconds that a table waits for others before bots take the free seats."""

SEATS = 4


async def find_table(house: "House", member: Member, message: PlayNow) -> Setup | None:
    """Seat somebody at the best waiting table of the games they like, or return how to open one for others to join."""
    liked = [game for game in message.games if game in GAMES] or list(GAMES)
    for line in best_first(house.shown_to(member), liked):
        if await _is_shunned(house, member, line.code):
            continue
        try:
            await house.usher.lead(member, Sit(code=line.code))
        except Refusal:
            continue  # somebody was quicker, or has closed it
        return None
    seats = GAMES[liked[0]].seats
    return Setup(game=liked[0], seats=SEATS if SEATS in seats else seats[-1], fill=WAIT)


async def find_or_claim(house: "House", member: Member, message: PlayNow) -> Setup | None:
    """Do the same when all is known that others have opened this very moment, and be the next who opens one."""
    while True:
        known = await house.nodes.meetings.catch_up()
        setup = await find_table(house, member, message)
        if setup is None or await house.nodes.meetings.claim(known):
            return setup


async def _is_shunned(house: "House", member: Member, code: str) -> bool:
    """Whether somebody at a table that is run here has blocked this person, or is blocked by them."""
    croupier = house.croupiers.get(code)
    people = [] if croupier is None else [seat.person for seat in croupier.table.seats.held()]
    return await at_odds(house, member.person, people)


def best_first(lines: Collection[TableLine], liked: Collection[str]) -> list[TableLine]:
    """The tables that wait and have room, those first that lack the fewest people, then where somebody is, then by what
    is liked most."""
    order = list(liked)
    waiting = [line for line in lines if line.setup.game in order and _has_room(line)]
    return sorted(
        waiting, key=lambda line: (_free(line), not _is_attended(line), order.index(line.setup.game), line.code)
    )


def _has_room(line: TableLine) -> bool:
    """Whether a table waits for anybody to play now, and somebody is there or in the house, who is told who comes."""
    awaited = any(seat.kind == SeatKind.PERSON and (seat.away is None or seat.elsewhere) for seat in line.seats)
    open_to_all = line.phase == Phase.WAITING and line.setup.public and line.seat is None
    return open_to_all and awaited and not line.setup.days and _free(line) > 0


def _is_attended(line: TableLine) -> bool:
    return any(seat.kind == SeatKind.PERSON and seat.away is None for seat in line.seats)


def _free(line: TableLine) -> int:
    return sum(seat.kind == SeatKind.FREE for seat in line.seats)
