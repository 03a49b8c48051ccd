"""A house as the other nodes know it: whoever comes through a tunnel, and what they tell of themselves."""

import logging
from typing import TYPE_CHECKING

from net.house.amending import account_changed, amend, amend_people
from net.house.croupier import Croupier, Moved
from net.house.member import Member
from net.limits.crowd import Count
from net.limits.sources import Payer
from net.link import LinkClosed
from net.messages import Goodbye
from net.nodes.elsewhere import Report
from net.nodes.nodes import Amendment, Call, FarLink, Host, Spent
from net.nodes.sessions import Told
from net.refusal import Refusal
from net.store.store import StoreError
from net.tables.table import Spoken

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)


class HouseHost(Host[Member]):
    """What a house does for the others, and hears from them."""

    def __init__(self, house: "House") -> None:
        self._house = house

    async def runs(self, code: str) -> bool:
        return await self._house.floor.runs(code)

    async def welcome_far(self, call: Call, link: FarLink) -> Member | None:
        croupier = self._house.croupiers.get(call.code)
        if croupier is None:
            return None
        member = Member(
            link=link,
            identity=call.identity,
            payer=Payer(call.person, call.address),
            name=call.name,
            program=call.program,
            account=await self._house.store.account_of(call.person),
        )
        try:
            await self._house.usher.welcome_at(croupier, member, call.wish, may_guess=call.may_guess)
        except Moved:
            return None
        except StoreError as error:
            raise Refusal.literal(error) from None
        return member

    async def serve_far(self, guest: Member, link: FarLink) -> None:
        """Answer what somebody says at a table here; the house where they came in has let them wait for their turn."""
        try:
            while guest.croupier is not None:
                await self._house.hear(guest, await link.receive())
        except LinkClosed:
            pass
        finally:
            link.close()
            guest.depart(on_purpose=link.left_on_purpose)

    def overtaken(self, code: str, epoch: int) -> None:
        croupier = self._house.croupiers.get(code)
        if croupier is not None and croupier.epoch < epoch:
            croupier.overtaken()

    def came_or_went(self, identities: set[str]) -> None:
        self._house.came_or_went(identities)

    def members(self) -> Told:
        return self._house.members.told()

    def report(self) -> Report:
        people, programs = self._house.members.count()
        return Report(
            people=people,
            programs=programs,
            postings=self._house.lobby.postings(self._house.floor.now),
            crowd=self._house.allowances.crowd.told(),
        )

    def elsewhere_changed(self, gone: set[str]) -> None:
        for identity in gone:
            for member in self._house.members.of(identity):
                self._house.spawn(self._house.find_again(member))
        self._house.news()

    def heard_in_lobby(self, spoken: Spoken) -> None:
        self._house.lobby.talk.add(spoken)
        self._house.news()

    async def heard_announced(self, spoken: Spoken) -> None:
        await self._house.hear_announced(spoken)

    async def amend(self, code: str, amendment: Amendment) -> bool:
        if not await self._house.floor.runs(code):
            return False
        try:
            await amend(self._house.croupiers[code], amendment)
        except Moved:
            return False
        except Refusal:
            pass
        return True

    async def amended(self, amendment: Amendment) -> None:
        await amend_people(self._house, amendment)

    async def account_changed(self, person: str) -> None:
        await account_changed(self._house, person)

    def spent(self) -> list[Spent]:
        return [Spent(*spent) for spent in self._house.allowances.take_account()]

    def heard_spent(self, spent: list[Spent]) -> None:
        for use, purse, share, amount in spent:
            self._house.allowances.spent_elsewhere(use, purse, share, amount)

    def heard_crowd(self, node: str, counts: dict[str, Count]) -> None:
        self._house.allowances.crowd.hear(node, counts)

    def is_gone(self, node: str) -> None:
        self._house.allowances.crowd.forget(node)


def hand_over(house: "House", croupier: Croupier, goodbye: Goodbye) -> None:
    """Let everybody go from a table that stands still here: whoever came through a tunnel looks for it elsewhere."""
    for member in list(croupier.members):
        if member.far is not None:
            member.link.close()
        else:
            house.send_away(member, goodbye)
