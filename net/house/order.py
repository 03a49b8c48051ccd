"""Order among players: whom somebody does not hear, whom they keep from their tables, and whom they report."""

import logging
import time
from typing import TYPE_CHECKING

from engines.words import N_
from net.house.accounts import change, tell_about
from net.house.member import Member
from net.house.people import person_of
from net.limits.allowances import Use
from net.messages.account import Block, Mute, ReportPerson
from net.names import clean_name, clean_talk, look_alike
from net.refusal import Refusal
from net.store.store import Report
from net.tables.table import Spoken, Table
from net.tables.update import Bookmark

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

MOST_SHUNNED = 200
TALK_REPORTED = 20
NOBODY = N_("Nobody here has that name")
YOURSELF = N_("That is you")
FULL = N_("Your list is full: hear somebody again first")
MUTED = N_("You don't hear them any more.")
HEARD = N_("You hear them again.")
BLOCKED = N_("You don't hear them any more, and they can't sit down at your tables.")
REPORTED = N_("Whoever runs this house will read it, with what was said here last.")
UNWANTED = N_("Whoever this table belongs to does not want to play with you")
SILENT = N_("Whoever runs this house asks you to be silent for a while")


async def find_person(house: "House", name: str) -> tuple[str, str]:
    """Find somebody by a name, or one that looks like it; return their identity and how the name is written."""
    identity = await house.store.identity_named(look_alike(clean_name(name)))
    if not identity:
        raise Refusal(NOBODY)
    return person_of(identity), await house.store.name_of(identity)


async def mute(house: "House", member: Member, message: Mute) -> None:
    """Let somebody not hear another person, or hear them again."""
    muted = await _listed(house, member, member.account.muted, message.name, on=message.on)
    await change(house, member.person, muted=muted)
    await _show_anew(house, member, MUTED if message.on else HEARD)


async def block(house: "House", member: Member, message: Block) -> None:
    """Let somebody neither hear another person nor have them at their tables, or not mind them again."""
    blocked = await _listed(house, member, member.account.blocked, message.name, on=message.on)
    await change(house, member.person, blocked=blocked)
    await _show_anew(house, member, BLOCKED if message.on else HEARD)


async def _listed(house: "House", member: Member, known: dict[str, str], name: str, *, on: bool) -> dict[str, str]:
    """A list with somebody on it, or without whoever has that name or had it when they came on it."""
    if not on:
        key = look_alike(clean_name(name))
        return {identity: each for identity, each in known.items() if look_alike(each) != key}
    identity, written = await find_person(house, name)
    if identity == member.person:
        raise Refusal(YOURSELF)
    if len(known) >= MOST_SHUNNED:
        raise Refusal(FULL)
    return {**known, identity: written}


async def _show_anew(house: "House", member: Member, text: str) -> None:
    """Show the talk without the lines that are not wanted any more, or with them again."""
    await tell_about(house, member, text)
    house.nodes.tell_account(member.person)  # the table may be another house's, which shows it anew
    if member.croupier is not None:
        member.bookmark = Bookmark()
        member.croupier.show(member)
    elif member.tunnel is None:
        house.to_lobby(member)


async def report(house: "House", member: Member, message: ReportPerson) -> None:
    """Keep for operators what somebody has to say against another person, with the last talk where they are."""
    if not house.allowances.take(Use.TALK, member.payer):
        raise Refusal(N_("You say much at once: wait a moment"))
    identity, name = await find_person(house, message.name)
    table = None if member.croupier is None else member.croupier.table
    talk = house.lobby.talk if table is None else table.talk
    number = await house.store.keep_report(
        Report(
            at=time.time(),
            by=member.person,
            by_name=member.name,
            about=identity,
            about_name=name,
            where="lobby" if table is None else table.code,
            why=clean_talk(message.why),
            talk=tuple(_line(spoken) for spoken in talk.since(talk.end - TALK_REPORTED)),
        )
    )
    logger.warning("report", extra={"who": member.person, "why": f"report {number}"})
    await tell_about(house, member, REPORTED)


def _line(spoken: Spoken) -> str:
    return f"{spoken.line.name}: {spoken.line.text}"


async def check_welcome(house: "House", member: Member, table: Table) -> None:
    """Refuse a seat at the table of somebody who has blocked whoever wants it, or whom they have blocked."""
    owner = person_of(table.owner)
    if await at_odds(house, member.person, [owner]):
        raise Refusal(UNWANTED)


async def at_odds(house: "House", person: str, others: list[str]) -> bool:
    """Whether somebody has blocked any of the others, or one of these them: they are not seated together."""
    theirs = (await house.store.account_of(person)).blocked
    accounts = [await house.store.account_of(other) for other in others if other and other != person]
    return any(other in theirs for other in others) or any(person in account.blocked for account in accounts)


async def check_may_speak(house: "House", member: Member) -> None:
    """Refuse the word to whom an operator has silenced, wherever they came in."""
    if (await house.store.account_of(member.person)).silent_until > time.time():
        raise Refusal(SILENT)
