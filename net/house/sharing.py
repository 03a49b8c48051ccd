"""Finished games that their players share: whoever has the link sees all of it, and needs no name for that."""

import base64
import logging
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bots.findings import Review
from bots.kept_review import kept_for
from engines.record import BadRecord, Record, load
from engines.timeline import Timeline
from engines.words import N_
from net.house.daily import check_day_over
from net.house.entrance import TOO_MANY_GUESSES
from net.house.member import Member
from net.house.reviews import NOT_YOURS
from net.limits.allowances import Use
from net.limits.sources import Payer
from net.messages.sharing import Share, Shared
from net.refusal import Refusal
from net.store import shares

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

TOKEN_BYTES = 16
NOTHING = N_("Nothing is shared by that link: it is mistyped, or whoever shared the game took it back.")


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A finished game as a link shows it: the record, the seat of whoever shares it, and what was judged of it."""

    record: Record
    seat: int
    finished: float
    review: Review | None = None


def new_token() -> str:
    """Make what nobody can guess, of letters that survive being typed in either case."""
    return base64.b32encode(secrets.token_bytes(TOKEN_BYTES)).decode().rstrip("=").lower()


async def share(house: "House", member: Member, message: Share) -> None:
    """Give somebody the token of one of their finished games, or let it lead nowhere any more."""
    kept = await house.store.game(message.id)
    if kept is None or member.identity not in kept.game.identities:
        raise Refusal(NOT_YOURS)
    if message.on:
        await check_day_over(house, kept.game)
    shared = shares.Share(message.id, kept.game.identities.index(member.identity))
    if message.on:
        token = await house.store.shares.keep(shared, new_token())
    else:
        token = ""
        await house.store.shares.drop(shared)
    logger.info("game shared" if token else "game shared no more", extra=member.logged())
    member.send(Shared(id=message.id, token=token))


async def open_shared(house: "House", token: str, address: str) -> SharedGame:
    """Find what a token leads to; a wrong one is a guess that is paid for, and a Refusal says why not."""
    stranger = Payer("", address)
    if not house.allowances.has(Use.GUESS, stranger):
        raise Refusal(TOO_MANY_GUESSES)
    shared = await house.store.shares.find(token) if token.isascii() and token.isalnum() else None
    kept = await house.store.game(shared.game) if shared is not None else None
    # Of somebody who was forgotten nothing is shared any more.
    if shared is None or kept is None or not kept.game.identities[shared.seat]:
        house.allowances.spend(Use.GUESS, stranger)
        logger.info("wrong code", extra={"source": stranger.source})
        raise Refusal(NOTHING)
    try:
        record = load(kept.record)
        Timeline(record)
    except BadRecord as error:
        raise Refusal.literal(error) from None
    judged = await house.store.review(shared.game, shared.seat)
    review = kept_for(judged, kept.record, shared.seat, house.reviews.budget)
    return SharedGame(record, shared.seat, kept.game.finished, review)
