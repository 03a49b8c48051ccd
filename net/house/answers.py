"""What the house does about each message; a Refusal goes back to the client as it is."""

import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from bots.bot import Budget, Decision
from engines.chance import Chance, LiveChance
from engines.record import BadRecord, Record, load
from engines.wire import Message
from engines.words import N_
from net import messages as said
from net.house.archive import game_line
from net.house.croupier import Croupier
from net.house.patron import Patron
from net.house.people import settle_name
from net.names import clean_talk
from net.refusal import Refusal
from net.setup import Setup
from net.tables import seating, turns
from net.tables.table import Table

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

ADVISER = "expert"
SPARE = 2.0
WRONG_GUESS = 4.0
MOST_LIKINGS = 20
NOT_YOURS = N_("That is none of your finished games")


async def answer(house: "House", patron: Patron, message: Message) -> None:
    """Do what a client asks for, or raise why not."""
    if not patron.name and not isinstance(message, said.Rename):
        raise Refusal(N_("Choose a name first"))
    do = ANSWERS.get(type(message))
    if do is None:
        raise Refusal(N_("You are in already"))
    await do(house, patron, message)


async def rename(house: "House", patron: Patron, message: said.Rename) -> None:
    """Settle a person's name; on a server it is chosen once."""
    if patron.name and not house.rules.own:
        raise Refusal(N_("A name is chosen once"))
    patron.name = await settle_name(house.store, patron.identity, message.name)
    house.welcome(patron)


async def open_table(house: "House", patron: Patron, message: said.Open) -> None:
    """Set a table up and lead its owner there."""
    luck: Chance | None = None
    if message.seed is not None:
        if not house.rules.own:
            raise Refusal(N_("Here the cards are shuffled by the house"))
        luck = LiveChance(message.seed)
    await _check_share(house, patron)
    entries = house.lobby.open(message.setup, patron.identity, patron.name, program=patron.program)
    house.to_table(patron, await house.open_table(entries, luck))


async def _check_share(house: "House", patron: Patron) -> None:
    """Let nobody keep too many tables; one that they have finished with makes room."""
    owned = sum(table.owner == patron.identity for table in house.lobby.tables.values())
    if owned < house.rules.tables_each or house.rules.own:
        return
    outworn = house.lobby.outworn(patron.identity)
    if outworn is None:
        raise Refusal(N_("You have {tables:table|tables} open: leave one first"), {"tables": owned})
    await house.close_table(outworn)


async def sit(house: "House", patron: Patron, message: said.Sit) -> None:
    """Lead somebody to their seat, old or new."""
    table = _find(house, patron, message.code)
    croupier = house.croupiers[table.code]
    await croupier.do(
        lambda now: seating.sit(table, patron.identity, patron.name, message.seat, now, program=patron.program)
    )
    house.to_table(patron, croupier)


def _find(house: "House", patron: Patron, code: str) -> Table:
    """Give the table of a code; whoever guesses soon has to wait."""
    try:
        return house.lobby.find(code)
    except Refusal:
        patron.deeds.spend(time.monotonic(), WRONG_GUESS)
        raise


async def watch(house: "House", patron: Patron, message: said.Watch) -> None:
    """Let somebody look on."""
    table = _find(house, patron, message.code)
    if not table.setup.spectators and table.seats.of(patron.identity) is None:
        raise Refusal(N_("Nobody may watch at this table"))
    house.to_table(patron, house.croupiers[table.code])


async def leave(house: "House", patron: Patron, message: said.Leave) -> None:
    """Lead somebody back to the lobby; their seat is held while there is something to come back to."""
    croupier = house.croupier_of(patron)
    table = croupier.table
    done = table.phase == "over" and (table.match is None or table.match.over)
    if message.give_up or done:
        await croupier.do(lambda now: seating.give_up(table, patron.identity, now))
    if patron.code:
        croupier.part(patron, on_purpose=True)
        house.to_lobby(patron)


async def fill(house: "House", patron: Patron, message: said.Fill) -> None:
    """Put bots on seats."""
    croupier = house.croupier_of(patron)
    await croupier.do(lambda now: seating.fill(croupier.table, patron.identity, message.level, message.seat, now))


async def free(house: "House", patron: Patron, message: said.Free) -> None:
    """Clear a seat."""
    croupier = house.croupier_of(patron)
    await croupier.do(lambda now: seating.free(croupier.table, patron.identity, message.seat, now))


async def start(house: "House", patron: Patron, _message: said.Start) -> None:
    """Deal."""
    croupier = house.croupier_of(patron)
    await croupier.do(lambda now: turns.start(croupier.table, patron.identity, now))


async def again(house: "House", patron: Patron, _message: said.Again) -> None:
    """Note the wish for another game."""
    croupier = house.croupier_of(patron)
    await croupier.do(lambda now: turns.again(croupier.table, patron.identity, now))


async def play(house: "House", patron: Patron, message: said.Play) -> None:
    """Make a move and acknowledge it, once it is stored."""
    croupier, seat = _place(house, patron)
    await croupier.do(lambda now: turns.play(croupier.table, seat, message.seq, message.move, now))
    patron.send(said.Accepted(seq=message.seq, move=message.move))


async def take_back(house: "House", patron: Patron, message: said.TakeBack) -> None:
    """Go back to somebody's last decision."""
    croupier, seat = _place(house, patron)
    await croupier.do(lambda now: turns.take_back(croupier.table, seat, message.seq, now))


async def hurry(house: "House", patron: Patron, _message: said.Hurry) -> None:
    """Let the bots play faster for somebody who is alone with them."""
    house.croupier_of(patron).hurry()


async def hint(house: "House", patron: Patron, message: said.Hint) -> None:
    """Mark the hint in the record, then let a bot think about it on the side."""
    croupier, seat = _place(house, patron)
    if patron.advising:
        raise Refusal(N_("A hint is on its way"))
    await croupier.do(lambda now: turns.hint(croupier.table, seat, message.seq, now))
    live = croupier.table.live
    if live is not None and croupier.table.seq == message.seq:
        patron.advising = True
        house.spawn(_advise(house, patron, croupier.table.seq, live.decision()))


async def _advise(house: "House", patron: Patron, seq: int, decision: Decision) -> None:
    seconds = house.rules.hint
    try:
        advice = await house.thinker.choose(ADVISER, decision, Budget(seconds=seconds), seconds + SPARE)
        patron.send(said.Advised(seq=seq, move=advice.move, choices=advice.choices, iterations=advice.iterations))
    except Exception:
        logger.exception("hint failed", extra={"table": patron.code})
        patron.send(said.Refused(about="hint", text=N_("There is no hint this time"), values={}))
    finally:
        patron.advising = False


def _place(house: "House", patron: Patron) -> tuple[Croupier, int | None]:
    """Give the table and the seat of a patron: no message can name another."""
    croupier = house.croupier_of(patron)
    return croupier, croupier.table.seats.of(patron.identity)


async def say(house: "House", patron: Patron, message: said.Say) -> None:
    """Pass on what somebody says, at their table or in the lobby."""
    if patron.code:
        croupier = house.croupier_of(patron)
        await croupier.do(
            lambda now: turns.say(croupier.table, patron.identity, patron.name, message.text, message.phrase, now)
        )
        return
    phrase = message.phrase
    text = clean_talk(message.text) if phrase is None else said.PHRASES[phrase]
    if text:
        await house.say_in_lobby(patron, text, phrase=phrase is not None)


async def like(house: "House", patron: Patron, message: said.Like) -> None:
    """Remember somebody's settings for their next visit, the latest ones if there are too many."""
    likings = {**patron.likings, **message.likings}
    patron.likings = dict(list(likings.items())[-MOST_LIKINGS:])
    await house.store.set_likings(patron.identity, patron.likings)


async def my_games(house: "House", patron: Patron, _message: said.MyGames) -> None:
    """List somebody's finished games."""
    games = await house.store.games_of(patron.identity)
    patron.send(said.Games(games=tuple(game_line(game, patron.identity) for game in games)))


async def fetch(house: "House", patron: Patron, message: said.Fetch) -> None:
    """Give a record to one of its players."""
    patron.send(said.RecordFile(id=message.id, record=await _own_record(house, patron, message.id)))


async def _own_record(house: "House", patron: Patron, number: int) -> Record:
    game = await house.store.game(number)
    if game is None or patron.identity not in game.identities:
        raise Refusal(NOT_YOURS)
    try:
        return load(game.record)
    except BadRecord as error:
        raise Refusal.literal(error) from None


async def play_on(house: "House", patron: Patron, message: said.PlayOn) -> None:
    """Open a table in the middle of a record, with bots on the other seats."""
    record = await _record_of(house, patron, message)
    setup = Setup(
        game=record.game,
        seats=record.seats,
        variant=record.options.get("variant", ""),
        bots=(message.level,) * (record.seats - 1),
        grace=None,
        public=False,
        hints=True,
        take_back=True,
    )
    if message.seat >= record.seats:
        raise Refusal(N_("There is no such seat"))
    await _check_share(house, patron)
    played = turns.play_on(record, message.moves, 0.0)
    opening = house.lobby.open(setup, patron.identity, patron.name, message.seat, program=patron.program)
    house.to_table(patron, await house.open_table([*opening, *played]))


async def _record_of(house: "House", patron: Patron, message: said.PlayOn) -> Record:
    if message.id is not None:
        return await _own_record(house, patron, message.id)
    if message.record is None or not house.rules.own:
        raise Refusal(NOT_YOURS)
    return message.record


Answer = Callable[["House", Patron, Any], Awaitable[None]]

ANSWERS: dict[type[Message], Answer] = {
    said.Rename: rename,
    said.Open: open_table,
    said.Sit: sit,
    said.Watch: watch,
    said.Leave: leave,
    said.Fill: fill,
    said.Free: free,
    said.Start: start,
    said.Again: again,
    said.Play: play,
    said.TakeBack: take_back,
    said.Hint: hint,
    said.Hurry: hurry,
    said.Say: say,
    said.Like: like,
    said.MyGames: my_games,
    said.Fetch: fetch,
    said.PlayOn: play_on,
}
