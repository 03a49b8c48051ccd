"""All that is kept of somebody, as JSON lines: who they are, then each finished game, then each line that they said."""

import asyncio
import base64
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import msgspec

from engines.record import BadRecord, load
from engines.words import N_
from net.codes import read_resume
from net.house.entrance import UNKNOWN_CODE
from net.house.people import guest_identity
from net.house.table_log import readable
from net.limits.allowances import Use
from net.limits.sources import Payer
from net.refusal import Refusal
from net.store.shares import Share
from net.store.store import RecordedGame
from net.tables import entries as log

if TYPE_CHECKING:
    from net.house.house import House

# To read every log costs as much as many things that one does.
COST = 20
UNKNOWN = N_("Nothing is kept of you here.")
BUSY = N_("Much was asked from where you are: try again in a minute")


async def export(house: "House", credential: str | None, code: str, address: str) -> AsyncIterator[str]:
    """Tell somebody all that is kept of them, a line each; a Refusal says why not."""
    if credential is None or code:
        credential = _by_code(house, code, address)
    person = await house.store.identity_of(credential)
    name = await house.store.name_of(person)
    if not name:
        raise Refusal(UNKNOWN if not code else UNKNOWN_CODE)
    payer = Payer(person, address)
    if house.allowances.spend(Use.ACTION, payer, COST) > COST:
        raise Refusal(BUSY)
    yield _line(kind="person", **await _person(house, person, name))
    for game in await house.store.games_of(person, most=2**31):
        kept = await house.store.game(game.id)
        if kept is not None:
            shared = await house.store.shares.token_of(Share(game.id, game.identities.index(person)))
            yield _line(kind="game", **_game(kept, person), shared=shared)
    for attempt in await house.store.daily.tries_of(person):
        yield _line(kind="daily", **msgspec.to_builtins(attempt))
    async for said in _talk(house, person):
        yield said


def _by_code(house: "House", code: str, address: str) -> str:
    """The credential of a guest's code; a wrong one is a guess that is paid for."""
    if not code:
        raise Refusal(UNKNOWN)
    if not house.allowances.take(Use.GUESS, Payer("", address)):
        raise Refusal(BUSY)
    return guest_identity(read_resume(code))


async def _person(house: "House", person: str, name: str) -> dict[str, Any]:
    account = await house.store.account_of(person)
    seats = [
        {"table": note.table, "seat": note.line.seat + 1}
        for note in await house.store.seats_of(person)
        if note.line.seat is not None
    ]
    return {
        "name": name,
        "identity": person,
        "credentials": await house.store.credentials_of(person),
        "settings": await house.store.settings_of(person),
        "account": msgspec.to_builtins(account),
        "seats": seats,
    }


def _game(kept: RecordedGame, person: str) -> dict[str, Any]:
    """A finished game: how it went, its moves to read, and the record as a file in base64."""
    game = kept.game
    try:
        moves = list(load(kept.record).moves)
    except BadRecord:
        moves = []
    return {
        "id": game.id,
        "table": game.table,
        "number": game.number,
        "game": game.game,
        "finished": game.finished,
        "seat": game.identities.index(person) + 1,
        "names": game.names,
        "scores": game.scores,
        "winners": [seat + 1 for seat in game.winners],
        "hints": game.hints,
        "moves": moves,
        "record": base64.b64encode(kept.record).decode(),
    }


async def _talk(house: "House", person: str) -> AsyncIterator[str]:
    """What somebody has said, in the lobby and at any table whose log is kept."""
    for entry in readable(await house.store.talk()):
        if isinstance(entry, log.Said) and entry.identity == person:
            yield _line(kind="talk", name=entry.name, text=entry.text)
    for name in await house.store.mentions(person):
        for entry in readable(await house.store.read(name)):
            if isinstance(entry, log.Said) and entry.identity == person:
                yield _line(kind="talk", table=name, at=entry.at, name=entry.name, text=entry.text)
        await asyncio.sleep(0)


def _line(**values: Any) -> str:
    return msgspec.json.encode(values).decode()
