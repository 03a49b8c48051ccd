"""What the house keeps of people: their names, how they can be known again, and for how long guests are remembered."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from engines.words import N_
from net.house.amending import amend_at, amend_everybody
from net.house.member import Member
from net.house.people import KEY, person_of, settle_name
from net.messages import Rename
from net.messages.account import AboutMe, Me
from net.names import look_alike
from net.nodes.nodes import Amendment
from net.refusal import Refusal
from net.store.store import Account, RecordedGame, StoreError

if TYPE_CHECKING:
    from net.house.house import House

DAY = 86_400.0
RENAME_AFTER = 30 * DAY
GUEST_KEPT = DAY
SWEEP_EVERY = 3600.0
FOR_EVER = float("inf")


async def change(house: "House", person: str, **changes: Any) -> Account:
    """Change what is kept of somebody, for all who are in by that account too."""
    account = msgspec.structs.replace(await house.store.account_of(person), **changes)
    await house.store.keep_account(person, account)
    for member in house.members:
        if member.person == person:
            member.account = account
    return account


async def tell_about(house: "House", member: Member, text: str = "", *, link: str = "", link_for: int = 0) -> None:
    """Tell somebody what is kept of them, and what was just done about it."""
    account = member.account
    keys = [word.removeprefix(KEY) for word in await house.store.credentials_of(member.person) if word.startswith(KEY)]
    member.send(
        AboutMe(
            name=member.name,
            resume=member.resume,
            keys=tuple(keys),
            rename_in=max(0.0, account.renamed + RENAME_AFTER - time.time()),
            muted=tuple(account.muted.values()),
            blocked=tuple(account.blocked.values()),
            link=link,
            link_for=link_for,
            text=text,
            sleep=account.sleep,
        )
    )


async def me(house: "House", member: Member, _message: Me) -> None:
    """Answer somebody who wants to know what is kept of them."""
    await tell_about(house, member)


async def rename(house: "House", member: Member, message: Rename) -> None:
    """Settle a person's name; on a server it can be changed every now and then, and the old one stays theirs."""
    if not member.name or house.rules.own:
        member.name = await settle_name(house.store, member.identity, message.name)
        await note_seen(house, member)
        await house.welcome(member)
    else:
        # By what is kept: they may have changed it at another node.
        wait = (await house.store.account_of(member.person)).renamed + RENAME_AFTER - time.time()
        if wait > 0:
            days = max(1, round(wait / DAY))
            raise Refusal(N_("A name is changed once in 30 days: wait {days:day|days} more"), {"days": days})
        await call(house, member.identity, message.name, renamed=time.time())


async def call(house: "House", identity: str, wanted: str, renamed: float | None = None) -> str:
    """Give somebody who has a name another one, at every table where they sit too; nobody else gets the old one.

    `renamed` is the time of day where they did it themselves, which they may not again for a while.
    """
    before = await house.store.name_of(identity)
    name = await settle_name(house.store, identity, wanted)
    if before and look_alike(before) != look_alike(name):
        await house.store.hold_name(look_alike(before), identity, FOR_EVER)
    if renamed is not None:
        await change(house, person_of(identity), renamed=renamed)
    await reseat(house, Amendment(identity=identity, known_as=identity, name=name))
    return name


async def reseat(house: "House", amendment: Amendment) -> None:
    """Let whoever is in or sits anywhere by one identity be there by another, or by another name."""
    if not amendment.renames:
        await amend_everybody(house, amendment)  # whoever is shown out sees no seat change
    for note in await house.store.seats_of(person_of(amendment.identity)):
        await amend_at(house, note.table, amendment)
    if amendment.renames:
        await amend_everybody(house, amendment)


async def amend_games(house: "House", identity: str, amend: Callable[[RecordedGame], RecordedGame]) -> None:
    """Let all finished games of somebody have other people in them; one that can't be read stays as it is."""
    done: set[int] = set()
    while games := [game for game in await house.store.games_of(identity) if game.id not in done]:
        for game in games:
            done.add(game.id)
            kept = await house.store.game(game.id)
            if kept is not None:
                await house.store.amend_game(amend(kept))


async def note_seen(house: "House", member: Member) -> None:
    """Remember when a guest was here: a name is held for them for a while."""
    if member.is_guest and member.name:
        with suppress(StoreError):
            await change(house, member.person, seen=time.time())


async def forget_old_guests(house: "House") -> None:
    """Free the names of guests who have been gone for long and left nothing behind."""
    with suppress(StoreError):
        for identity in await house.store.guests():
            await _forget_if_old(house, identity)


async def keep_forgetting(house: "House") -> None:
    """Free such names every now and then; never ends."""
    while True:
        if await house.nodes.is_first():
            await forget_old_guests(house)
        await asyncio.sleep(SWEEP_EVERY)


async def _forget_if_old(house: "House", identity: str) -> None:
    person = person_of(identity)
    here = any(member.person == person for member in house.members)
    if here or person in house.members:
        return
    if (await house.store.account_of(person)).seen + GUEST_KEPT < time.time():
        await house.store.forget(identity)
