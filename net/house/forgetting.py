"""How somebody is forgotten: nothing says any more who they were, and what they played was played by a player."""

import logging
import time
from typing import TYPE_CHECKING

import msgspec

from engines.games import GAMES
from engines.record import BadRecord, dump, load
from engines.words import N_
from net.house.accounts import DAY, amend_games
from net.house.amending import amend_at, amend_everybody
from net.house.member import Member
from net.messages.account import ForgetMe
from net.names import clean_name, look_alike
from net.nodes.nodes import Amendment
from net.refusal import Refusal
from net.store.store import RecordedGame
from net.tables.table import SOMEBODY

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

NAME_HELD = 30 * DAY
"""How long nobody gets the name of somebody who was forgotten."""

OTHER_NAME = N_("That is not your name, so nothing was forgotten")


async def forget_me(house: "House", member: Member, message: ForgetMe) -> None:
    """Forget somebody who has said their name to it."""
    if look_alike(clean_name(message.name)) != look_alike(member.name):
        raise Refusal(OTHER_NAME)
    await forget(house, member.person)


async def forget(house: "House", person: str) -> None:
    """Forget somebody, with their programs' seats: at open tables, in the lobby, in finished games and in the store."""
    name = await house.store.name_of(person)
    amendment = Amendment(identity=person, known_as="", name=name)
    await house.forget_talk(person)
    await amend_everybody(house, amendment)
    await amend_games(house, person, lambda kept: _unname(kept, person))
    for code in await house.store.mentions(person):
        await amend_at(house, code, amendment)
        # Of a closed table nobody reads it any more, and the games that were played there have records.
        await house.let_go(code)
    for game in GAMES:
        await house.store.ladder.forget(game, person)
    await house.store.daily.forget(person)
    await house.store.erase(person)
    await house.store.hold_name(look_alike(name), "", time.time() + NAME_HELD)
    logger.info("somebody forgotten")


def _unname(kept: RecordedGame, person: str) -> RecordedGame:
    """A finished game in which nobody can tell who that seat was."""
    game = kept.game
    seats = {seat for seat, identity in enumerate(game.identities) if identity == person}
    names = tuple(SOMEBODY if seat in seats else name for seat, name in enumerate(game.names))
    identities = tuple("" if seat in seats else identity for seat, identity in enumerate(game.identities))
    unnamed = msgspec.structs.replace(game, names=names, identities=identities)
    try:
        record = load(kept.record)
    except BadRecord:
        return RecordedGame(unnamed, kept.record)
    players = tuple(SOMEBODY if seat in seats else name for seat, name in enumerate(record.players))
    return RecordedGame(unnamed, dump(msgspec.structs.replace(record, players=players)))
