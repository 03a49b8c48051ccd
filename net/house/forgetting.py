"""How somebody is forgotten: nothing says any more who they were, and what they played was played by a player."""

import logging
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from engines.games import GAMES
from engines.record import BadRecord, dump, load
from engines.words import N_
from net.house.accounts import DAY, amend_games
from net.house.member import Member
from net.house.people import person_of
from net.messages import Goodbye, Reason
from net.messages.account import ForgetMe
from net.names import clean_name, look_alike
from net.refusal import Refusal
from net.store.store import RecordedGame
from net.tables import entries as log
from net.tables import seating
from net.tables.table import SOMEBODY, Table

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

NAME_HELD = 30 * DAY
"""How long nobody gets the name of somebody who was forgotten."""

FORGOTTEN = N_("You are forgotten here. Goodbye.")
OTHER_NAME = N_("That is not your name, so nothing was forgotten")


async def forget_me(house: "House", member: Member, message: ForgetMe) -> None:
    """Forget somebody who has said their name to it."""
    if look_alike(clean_name(message.name)) != look_alike(member.name):
        raise Refusal(OTHER_NAME)
    await forget(house, member.person)


async def forget(house: "House", person: str) -> None:
    """Forget somebody, with their programs' seats: at open tables, in the lobby, in finished games and in the store."""
    name = await house.store.name_of(person)
    for member in [member for member in house.members if member.person == person]:
        house.send_away(member, Goodbye(text=FORGOTTEN, reason=Reason.REFUSED))
    await house.forget_talk(person)
    await amend_games(house, person, lambda kept: _unname(kept, person))
    for code in await house.store.mentions(person):
        croupier = await house.usher.wake(code)
        if croupier is None:
            # Nobody reads it any more, and the games that were played there have records.
            await house.let_go(code)
            continue
        with suppress(Refusal):
            await croupier.do(partial(_leave, croupier.table, person, name))
    for game in GAMES:
        await house.store.ladder.forget(game, person)
    await house.store.erase(person)
    await house.store.hold_name(look_alike(name), "", time.time() + NAME_HELD)
    logger.info("somebody forgotten")


def _leave(table: Table, person: str, name: str, now: float) -> list[log.Entry]:
    """Give up every seat that somebody and their programs have at a table, and forget their part in it."""
    held = [seat.identity for seat in table.seats.held() if person_of(seat.identity) == person]
    left = [entry for identity in held for entry in seating.give_up(table, identity, now)]
    closes = [entry for entry in left if isinstance(entry, log.Closed)]
    return [*(entry for entry in left if entry not in closes), log.Forgot(at=now, identity=person, name=name), *closes]


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
