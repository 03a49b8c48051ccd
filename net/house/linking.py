"""How another key becomes a way in: a code that is shown to whoever is in, and typed once from where the key is."""

import hashlib
import logging
import time
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from engines.games import GAMES
from engines.words import N_
from net.codes import link_code, read_code
from net.house import daily
from net.house.accounts import amend_games, change, reseat, tell_about
from net.house.entrance import TOO_MANY_GUESSES
from net.house.member import Member
from net.house.people import is_guest
from net.limits.allowances import Use
from net.limits.sources import Payer
from net.messages.account import BringKey
from net.nodes.nodes import Amendment
from net.store.store import RecordedGame

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

LINK = "link:"
LIFE = 600
NO_KEY = N_("No key came with you, so there is nothing to bring: ssh-keygen makes one.")
WRONG = N_("That code is not known, or its ten minutes are over: ask for a new one where you are in already.")
YOURS = N_("This key is yours already.")
ADDED = N_("From now on this key is a way in for {name}.")
TWO_NAMES = N_("This key has a name of its own here, {name}, and two accounts with keys are not made one.")
JOINED = N_("What this guest has played and where they sit is yours now, {name}; their code leads to you as well.")


class Brought(NamedTuple):
    """What came of it: a sentence for whoever has the key, the name in it, and whether the key is a way in now."""

    sentence: str
    name: str = ""
    done: bool = False


def credential_of(code: str) -> str:
    """The credential that a code is for as long as it lives; the code itself is kept nowhere."""
    return LINK + hashlib.sha256(code.encode()).hexdigest()[:32]


async def bring_key(house: "House", member: Member, _message: BringKey) -> None:
    """Give somebody a code with which another key becomes a way in for them."""
    code = link_code()
    await house.store.add_credential(credential_of(code), member.person)
    await change(house, member.person, link_until=time.time() + LIFE)
    await tell_about(house, member, link=code, link_for=LIFE)


async def link(house: "House", code: str, key: str | None, address: str) -> Brought:
    """Let a key that was proved be what its code says."""
    payer = Payer(key or "", address)
    if key is None:
        return Brought(NO_KEY)
    if not house.allowances.has(Use.GUESS, payer):
        return Brought(TOO_MANY_GUESSES)
    credential = credential_of(read_code(code))
    asker = await house.store.identity_of(credential)
    # Of two who come at once only one drops it.
    alive = asker != credential and await house.store.drop_credential(credential)
    if not alive or (await house.store.account_of(asker)).link_until < time.time():
        house.allowances.spend(Use.GUESS, payer)
        logger.info("wrong code", extra={"who": key, "source": payer.source})
        return Brought(WRONG)
    return await _bring(house, asker, key)


async def _bring(house: "House", asker: str, key: str) -> Brought:
    holder = await house.store.identity_of(key)
    name = await house.store.name_of(holder)
    if holder == asker:
        return Brought(YOURS, done=True)
    if not name:
        await house.store.add_credential(key, asker)
        _keep_for_ever(house, asker)
        logger.info("key added", extra={"who": asker})
        return Brought(ADDED, await house.store.name_of(asker), done=True)
    if not await is_guest(house.store, asker):
        return Brought(TWO_NAMES, name)
    await join(house, asker, holder, name)
    return Brought(JOINED, name, done=True)


def _keep_for_ever(house: "House", identity: str) -> None:
    for member in house.members:
        if member.person == identity:
            member.is_guest = False


async def join(house: "House", guest: str, holder: str, name: str) -> None:
    """Let a guest be part of somebody's account: their code, their games, seats and dailies are the account's, and
    their ratings where these are surer."""
    await house.store.add_credential(guest, holder)
    await reseat(house, Amendment(identity=guest, known_as=holder, name=name))
    await amend_games(house, guest, lambda kept: _pass_on(kept, guest, holder))
    for game in GAMES:
        await house.store.ladder.pass_on(game, guest, holder)
    await daily.pass_on(house.store, guest, holder)
    await house.store.erase(guest)
    logger.info("guest joined", extra={"who": holder})


def _pass_on(kept: RecordedGame, guest: str, holder: str) -> RecordedGame:
    players = tuple(holder if each == guest else each for each in kept.game.identities)
    return kept._replace(game=msgspec.structs.replace(kept.game, identities=players))
