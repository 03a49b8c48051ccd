"""Who comes in: the account for which a credential speaks, or a new guest; whoever says a wrong code is told so."""

import logging
import time
from typing import TYPE_CHECKING

from engines.words import N_
from net.codes import read_resume
from net.house.member import Member
from net.house.people import guest, guest_identity, is_guest, program_identity
from net.limits.allowances import Use
from net.limits.sources import Payer
from net.link import Link
from net.messages import PROTOCOL, Enter, Goodbye, Reason

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

TOO_MANY_GUESSES = N_("Too many wrong codes came from you, or from where you are: wait a while")
UNKNOWN_CODE = N_("Nobody of that code is known here: type it again, or come as somebody new, with play@ and no code")


class BadEntry(ValueError):
    """A first word that lets nobody in, with the goodbye that answers it."""

    def __init__(self, text: str, reason: Reason = Reason.REFUSED) -> None:
        super().__init__(text)
        self.goodbye = Goodbye(text=text, reason=reason)


async def first_word(link: Link) -> Enter:
    """Wait for the first word of somebody who wants to come in."""
    enter = await link.receive()
    if not isinstance(enter, Enter):
        raise BadEntry(N_("Say who you are first"))
    if enter.protocol != PROTOCOL:
        raise BadEntry(N_("This program and the house are of different versions"), Reason.VERSION)
    return enter


async def is_known(house: "House", code: str, address: str) -> bool:
    """Whether a guest's code is somebody's; a wrong one is charged, and after too many a BadEntry says so."""
    stranger = Payer("", address)
    if not house.allowances.has(Use.GUESS, stranger):
        raise BadEntry(TOO_MANY_GUESSES)
    person = await house.store.identity_of(guest_identity(code))
    known = person in house.members or bool(await house.store.name_of(person))
    if not known:
        house.allowances.spend(Use.GUESS, stranger)
    return known


async def recognise(
    house: "House", link: Link, enter: Enter, credential: str | None, code: str, address: str, *, minted: bool = False
) -> Member:
    """Find out who somebody is by what they have proved, or by the code that they say.

    A code that was `minted` for them just now is no guess.
    """
    said = "" if credential is not None or minted else enter.resume or code
    resume, stranger = "", Payer("", address)
    if said and not house.allowances.has(Use.GUESS, stranger):
        raise BadEntry(TOO_MANY_GUESSES)
    if credential is None:
        credential, resume = guest(enter.resume or code)
    person = await house.store.identity_of(credential)
    identity = program_identity(person, enter.name) if enter.program else person
    name = await house.store.name_of(identity)
    if said and not (name and read_resume(said)):
        # It may be a guess: nobody becomes a new guest by it, and somebody pays.
        house.allowances.spend(Use.GUESS, stranger)
        logger.info("wrong code", extra={"source": stranger.source})
        raise BadEntry(UNKNOWN_CODE)
    return Member(
        link=link,
        identity=identity,
        payer=Payer(person, address),
        name=name,
        resume=resume,
        program=enter.program,
        changes=enter.changes,
        reviews=enter.reviews,
        tables=enter.tables,
        settings=await house.store.settings_of(identity),
        account=await house.store.account_of(person),
        is_guest=await is_guest(house.store, identity),
        since=time.time(),
    )
