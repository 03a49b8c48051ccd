"""Who somebody is, amended in the whole house: by another name, by another identity, or forgotten.

Tables are run by one house each, and people are in at one of them, so all are told.
"""

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from engines.words import N_
from net.house.croupier import Croupier, Moved
from net.house.people import person_of
from net.messages import Goodbye, Reason
from net.nodes.nodes import Amendment
from net.refusal import Refusal
from net.sleep import Sleep
from net.store.store import StoreError
from net.tables import entries as log
from net.tables import seating
from net.tables.table import Table
from net.tables.update import Bookmark

if TYPE_CHECKING:
    from net.house.house import House

TRIES = 50
AGAIN_AFTER = 0.1

FORGOTTEN = N_("You are forgotten here. Goodbye.")
COME_AGAIN = N_("Your key's account has taken you in: please come in again, with the key or with your code.")


async def amend_everybody(house: "House", amendment: Amendment) -> None:
    """Let whoever is in, in this house or another, be known otherwise, or be shown out."""
    house.nodes.tell_amended(amendment)
    await amend_people(house, amendment)


async def amend_people(house: "House", amendment: Amendment) -> None:
    """Let whoever is in this house be known otherwise, or be shown out."""
    if amendment.renames:
        for member in house.members.of(amendment.identity):
            member.name = amendment.name
            await house.welcome(member)
        return
    text, reason = (FORGOTTEN, Reason.REFUSED) if amendment.forgets else (COME_AGAIN, Reason.CLOSING)
    for member in [member for member in house.members if member.person == amendment.identity]:
        house.send_away(member, Goodbye(text=text, reason=reason))
    if amendment.forgets:
        house.hide_talk(amendment.identity)


async def amend_at(house: "House", code: str, amendment: Amendment) -> None:
    """Let somebody be known otherwise at a table, whichever house runs it; one that nobody runs is brought back."""
    for _ in range(TRIES):
        try:
            croupier = house.croupiers.get(code)
            if croupier is None:
                end = await house.store.last(code)
                if end is None or end.closed:
                    return
                if house.nodes.is_open(end.node) and await house.nodes.amend(end.node, code, amendment):
                    return
                croupier = await house.floor.wake(code, end)
            await amend(croupier, amendment)
        except (Moved, StoreError):
            await asyncio.sleep(AGAIN_AFTER)
        except Refusal:
            return
        else:
            return


async def amend(croupier: Croupier, amendment: Amendment) -> None:
    """Let somebody be known otherwise at a table that is run here."""
    for member in croupier.members:
        if amendment.renames and member.identity == amendment.identity:
            member.name = amendment.name
    await croupier.do(partial(_entries, croupier.table, amendment))


def _entries(table: Table, amendment: Amendment, now: float) -> list[log.Entry]:
    if amendment.forgets:
        return _leave(table, amendment.identity, amendment.name, now)
    return seating.rename(table, amendment.identity, amendment.known_as, amendment.name, now)


def _leave(table: Table, person: str, name: str, now: float) -> list[log.Entry]:
    """Give up every seat that somebody and their programs have at a table, and forget their part in it."""
    held = [seat.identity for seat in table.seats.held() if person_of(seat.identity) == person]
    left = [entry for identity in held for entry in seating.give_up(table, identity, now)]
    closes = [entry for entry in left if isinstance(entry, log.Closed)]
    return [*(entry for entry in left if entry not in closes), log.Forgot(at=now, identity=person, name=name), *closes]


async def note_sleep(croupier: Croupier, person: str, sleep: Sleep | None) -> None:
    """Let a table that is run here know when somebody sleeps who may have a seat there."""
    for seat in croupier.table.seats.held():
        if seat.person == person:
            with suppress(Refusal, Moved):
                await croupier.do(partial(seating.note_sleep, croupier.table, seat.identity, sleep))


async def account_changed(house: "House", person: str) -> None:
    """Another house has changed what is kept of somebody: who is at a table here sees it without whom they shun, and
    tables here know when they sleep."""
    account = await house.store.account_of(person)
    for croupier in list(house.croupiers.values()):
        for member in [member for member in croupier.members if member.person == person]:
            member.account = account
            member.bookmark = Bookmark()
            croupier.show(member)
        await note_sleep(croupier, person, account.sleep)
    for member in house.members:
        if member.person == person:
            member.account = account
