"""Leads people to tables: to one that is run here, through a tunnel to one that another house runs, or by bringing back
one that nobody runs."""

import asyncio
import logging
import random
import time
from typing import TYPE_CHECKING

from engines.words import N_
from net.codes import read_code
from net.house.croupier import Croupier, Moved
from net.house.entrance import TOO_MANY_GUESSES
from net.house.floor import Floor
from net.house.lobby import GONE
from net.house.member import Member
from net.house.order import check_welcome
from net.limits.allowances import Use
from net.messages import Sit, Watch
from net.nodes.nodes import Call, Front, Nodes
from net.refusal import Refusal
from net.store.store import LogEnd, Store, StoreError
from net.tables import seating

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

PATIENCE = 5.0
AGAIN_AFTER = 0.1
LAST_GAMES = N_("The house closes when the games in progress are over, and no new one begins")
OUT_OF_REACH = N_("The table can't be reached now, so it stands still; it goes on as soon as it can")

Wish = Sit | Watch


class Usher:
    """Finds who runs a table; where nobody does, this house brings it back."""

    def __init__(self, house: "House", store: Store, floor: Floor, nodes: Nodes) -> None:
        self._house = house
        self._store = store
        self._floor = floor
        self._nodes = nodes

    async def lead(self, member: Member, wish: Wish) -> None:
        """Lead somebody to a table, or raise why they can't go there."""
        code = read_code(wish.code)
        async with member.leading:
            await self._lead(member, code, wish)

    async def lead_back(self, member: Member, wish: Wish) -> None:
        """Lead somebody to whoever runs their table now, once it can be reached; ask again what was not answered."""
        while not member.link.closed:
            try:
                await self.lead(member, wish)
                break
            except Refusal as refusal:
                self._house.refuse(member, "sit", refusal)
                self._house.to_lobby(member)
                return
            except StoreError:
                self._house.refuse(member, "play", Refusal(OUT_OF_REACH))
                await asyncio.sleep(AGAIN_AFTER)
        if member.unanswered is not None:
            # Its outcome is unknown; the table takes the same answer to the same state only once.
            await self._house.hear(member, member.unanswered)

    async def _lead(self, member: Member, code: str, wish: Wish) -> None:
        give_up = time.monotonic() + PATIENCE
        while not member.link.closed:
            if (croupier := self._floor.croupiers.get(code)) is not None:
                try:
                    await self.welcome_at(croupier, member, wish)
                except Moved:
                    continue
                return
            try:
                end = await self._end_of(member, code)
                if await self._dial(member, end.node, code, wish):
                    return
                await self._floor.wake(code, end)
            except StoreError:
                if time.monotonic() > give_up:
                    raise
                # Whoever was quicker may still be at it, or the servers choose a leader.
                await asyncio.sleep(random.uniform(AGAIN_AFTER / 5, AGAIN_AFTER))

    async def wake(self, code: str) -> Croupier | None:
        """Bring back a table that nobody runs; None where another house runs it, or where that is not possible now."""
        try:
            if (croupier := self._floor.croupiers.get(code)) is not None:
                return croupier
            end = await self._store.last(code)
            if end is None or end.closed or self._nodes.is_open(end.node):
                return None
            return await self._floor.wake(code, end)
        except (Refusal, StoreError):
            return None

    async def _end_of(self, member: Member, code: str) -> LogEnd:
        end = await self._store.last(code) if code else None
        if end is None or end.closed or not end.version:
            self._guessed_wrong(member)
            raise Refusal(GONE)
        return end

    def _guessed_wrong(self, member: Member) -> None:
        if not self._house.allowances.take(Use.GUESS, member.payer):
            raise Refusal(TOO_MANY_GUESSES)
        logger.info("wrong code", extra=member.logged())

    async def _dial(self, member: Member, node: str, code: str, wish: Wish) -> bool:
        if node == self._nodes.name:
            return False
        call = Call(
            code=code,
            wish=wish,
            identity=member.identity,
            person=member.person,
            name=member.name,
            address=member.payer.address,
            program=member.program,
            reviews=member.reviews,
            may_guess=self._house.allowances.has(Use.GUESS, member.payer),
        )
        passage = Passage(self._house, member, type(wish)(code=code))
        tunnel = await self._nodes.dial(node, call, passage)
        if tunnel is None:
            return False
        member.depart(on_purpose=True)
        if member.link.closed:
            tunnel.hang_up(on_purpose=False)
            return True
        member.tunnel = tunnel
        member.arrive(code)
        tunnel.begin()
        return True

    async def welcome_at(self, croupier: Croupier, member: Member, wish: Wish, *, may_guess: bool = True) -> None:
        """Let somebody sit down or look on at a table that is run here."""
        table = croupier.table
        known = table.setup.public or table.seats.of(member.identity) is not None
        if not known and not (may_guess and self._house.allowances.has(Use.GUESS, member.payer)):
            raise Refusal(TOO_MANY_GUESSES)
        if isinstance(wish, Sit):
            await self._seat(croupier, member, wish.seat)
        elif not table.setup.spectators and table.seats.of(member.identity) is None:
            raise Refusal(N_("Nobody may watch at this table"))
        if not member.link.closed:
            croupier.join(member)
            self._house.reviews.greet(member)

    async def _seat(self, croupier: Croupier, member: Member, seat: int | None) -> None:
        table = croupier.table
        if table.seats.of(member.identity) is None:
            if self._house.draining:
                raise Refusal(LAST_GAMES)
            await self._check_seats(member)
            await check_welcome(self._house, member, table)
        await croupier.do(
            lambda now: seating.sit(
                table, member.identity, member.name, seat, now, program=member.program, person=member.person
            )
        )
        await croupier.do(lambda now: seating.note_sleep(table, member.identity, member.account.sleep, now))

    async def _check_seats(self, member: Member) -> None:
        """Let nobody hold too many seats."""
        house = self._house
        others = [person for person in house.lobby.holders() if person != member.person]
        mine = [member.person] * len(await self._store.seats_of(member.person))
        if not house.allowances.room(house.rules.limits.seats_each, member.payer, [*others, *mine]):
            logger.info("seat refused", extra=member.logged())
            raise Refusal(N_("You, or others where you are, hold many seats already: give one up first"))


class Passage(Front):
    """What comes to somebody here through their tunnel."""

    def __init__(self, house: "House", member: Member, way_back: Wish) -> None:
        self._house = house
        self._member = member
        self._way_back = way_back

    def heard(self, data: bytes) -> None:
        self._member.send_bytes(data)

    def answered(self, data: bytes) -> None:
        self._member.unanswered = None
        self._member.send_bytes(data)

    def led_out(self) -> None:
        self._member.tunnel = None
        self._house.to_lobby(self._member)

    def cut(self) -> None:
        self._member.tunnel = None
        self._house.spawn(self._house.usher.lead_back(self._member, self._way_back))
