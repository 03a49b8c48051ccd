"""What is done about each message, in the house or at the table where somebody is.

A Refusal goes back to the client as it is.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from bots.bot import Budget, Decision
from engines.chance import Chance, LiveChance
from engines.record import BadRecord, Record, load
from engines.wire import Message
from engines.words import N_
from net import messages as said
from net.house import accounts, company, daily, forgetting, linking, order, sleeping
from net.house.archive import game_line
from net.house.croupier import Croupier
from net.house.meeting import find_or_claim, find_table
from net.house.member import Member
from net.house.paid_thinker import PaidThinker
from net.house.people import check_letters
from net.house.practice import my_figures, my_practice, practised
from net.house.reviews import NOT_YOURS, ask_what_if, lead_review, my_review
from net.house.sharing import share
from net.house.speed import tell_speed
from net.house.usher import LAST_GAMES
from net.limits.allowances import Use
from net.messages import account as asked
from net.messages.company import AskLadder, AskPlayer
from net.messages.daily import AskDaily, PlayDaily
from net.names import clean_talk
from net.refusal import Refusal
from net.setup import Setup
from net.store.store import SeatNote
from net.tables import orders, promises, seating, turns
from net.tables.live import LiveGame
from net.values import Phase

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

ADVISER = "expert"
# A hint waits for its turn rather than be a guess.
SPARE = 10.0
MOST_SETTINGS = 20
# What begins a game, or makes ready for one.
BEGINNINGS = (said.Open, said.PlayOn, said.Start, said.Again, PlayDaily)
CROWDED = N_("Many tables are open from where you are: no more can be opened now")


# Whoever only looks on needs no name.
NAMELESS = (said.Rename, said.Watch, said.Leave)


async def answer(house: "House", member: Member, message: Message) -> None:
    """Do what a client asks for, or raise why not."""
    if not member.name and not isinstance(message, NAMELESS):
        raise Refusal(N_("Choose a name first"))
    if isinstance(message, said.Say):
        check_letters(message.text)
        await order.check_may_speak(house, member)
    if house.draining and isinstance(message, BEGINNINGS):
        raise Refusal(LAST_GAMES)
    if member.tunnel is not None and _is_for_table(message):
        member.tunnel.send(message)
    elif (play_along := AT_TABLE.get(type(message))) is not None:
        await play_along(member.at_table, member, message)
    elif (do := IN_HOUSE.get(type(message))) is not None:
        await do(house, member, message)
    else:
        raise Refusal(N_("You are in already"))


IN_HOUSE_AND_AT_TABLE = (said.Leave, said.Hint, said.Say, said.MyReview, said.Lead)
"""What a house answers in the lobby, or where the table is run."""


def _is_for_table(message: Message) -> bool:
    return type(message) in AT_TABLE or isinstance(message, IN_HOUSE_AND_AT_TABLE)


async def open_table(house: "House", member: Member, message: said.Open) -> None:
    """Set a table up and lead its owner there."""
    check_letters(message.setup.title)
    if message.setup.daily:
        raise Refusal(N_("The house sets up the table of a daily"))
    luck: Chance | None = None
    if message.seed is not None:
        if not house.rules.own:
            raise Refusal(N_("Here the cards are shuffled by the house"))
        luck = LiveChance(message.seed)
    await _check_share(house, member)
    entries = house.lobby.open(
        message.setup,
        member.identity,
        member.name,
        now=house.floor.now,
        program=member.program,
        person=member.person,
        sleep=member.account.sleep,
    )
    (await house.floor.open_table(entries, luck)).join(member)


async def play_now(house: "House", member: Member, message: said.PlayNow) -> None:
    """Lead somebody to a table that waits, or open one for them and whoever comes."""
    if await find_table(house, member, message) is None:
        return
    async with house.opening:
        # Whoever asked at the same moment, here or at another node, may have opened one meanwhile.
        try:
            setup = await find_or_claim(house, member, message)
            if setup is not None:
                await open_table(house, member, said.Open(setup=setup))
        finally:
            house.nodes.meetings.opened()


async def _check_share(house: "House", member: Member) -> None:
    """Let nobody keep too many tables; one that they have finished with makes room."""
    mine = [note for note in await house.store.seats_of(member.person) if note.owns]
    others = [person for person in house.lobby.owners() if person != member.person]
    owners = [*others, *(note.person for note in mine)]
    if house.allowances.room(house.rules.limits.tables_each, member.payer, owners):
        return
    if await _close_outworn(house, member, mine):
        return
    logger.info("table refused", extra=member.logged())
    if len(mine) < house.rules.limits.tables_each:
        raise Refusal(CROWDED)
    raise Refusal(N_("You have {tables:table|tables} open: leave one first"), {"tables": len(mine)})


async def _close_outworn(house: "House", member: Member, mine: list[SeatNote]) -> bool:
    """Close the oldest of somebody's tables where nobody is and nothing is played, in memory or not."""
    outworn = house.lobby.outworn(member.identity)
    if outworn is not None:
        return await house.floor.close_table(outworn, "its owner opens another")
    for note in mine:
        if note.identity == member.identity and note.line.phase != Phase.PLAYING:
            croupier = await house.usher.wake(note.table)
            if croupier is not None and await house.floor.close_table(croupier.table, "its owner opens another"):
                return True
    return False


async def lead(house: "House", member: Member, message: said.Sit | said.Watch) -> None:
    """Lead somebody to their seat, old or new, or let them look on."""
    await house.usher.lead(member, message)


async def leave(house: "House", member: Member, message: said.Leave) -> None:
    """Lead somebody back to the lobby; their seat is held while there is something to come back to."""
    croupier = member.at_table
    table = croupier.table
    if message.give_up or (table.is_over and not croupier.sees_another(member)):
        with member.going():
            await croupier.do(lambda now: seating.give_up(table, member.identity, now))
    if member.croupier is not None:
        croupier.part(member, on_purpose=True)
        house.to_lobby(member)


async def fill(croupier: Croupier, member: Member, message: said.Fill) -> None:
    """Put bots on seats."""
    await croupier.do(lambda now: seating.fill(croupier.table, member.identity, message.level, message.seat, now))


async def free(croupier: Croupier, member: Member, message: said.Free) -> None:
    """Clear a seat."""
    if await croupier.do(lambda now: seating.free(croupier.table, member.identity, message.seat, now)):
        logger.info("seat freed", extra={"table": croupier.table.code, **member.logged()})


async def start(croupier: Croupier, member: Member, _message: said.Start) -> None:
    """Deal."""
    await croupier.do(lambda now: turns.start(croupier.table, member.identity, now))


async def again(croupier: Croupier, member: Member, _message: said.Again) -> None:
    """Note the wish for another game."""
    await croupier.do(lambda now: turns.again(croupier.table, member.identity, now))


async def pledge(croupier: Croupier, member: Member, message: said.Pledge) -> None:
    """Bind a seat to what it will add to the luck of the next deal."""
    seat = member.seat
    await croupier.do(lambda now: promises.pledge(croupier.table, seat, message.deal, message.digest, now))


async def add_luck(croupier: Croupier, member: Member, message: said.AddLuck) -> None:
    """Take what a seat adds to the luck of the next deal."""
    seat = member.seat
    await croupier.do(lambda now: promises.add(croupier.table, seat, message.deal, message.data, now))


async def play(croupier: Croupier, member: Member, message: said.Play) -> None:
    """Make a move and acknowledge it, once it is stored."""
    seat = member.seat
    await croupier.do(lambda now: turns.play(croupier.table, seat, message.seq, message.move, now))
    member.send(said.Accepted(seq=message.seq, move=message.move))


async def take_back(croupier: Croupier, member: Member, message: said.TakeBack) -> None:
    """Go back to somebody's last decision."""
    seat = member.seat
    await croupier.do(lambda now: turns.take_back(croupier.table, seat, message.seq, now))


async def hurry(croupier: Croupier, _member: Member, _message: said.Hurry) -> None:
    """Let the bots play faster for somebody who is alone with them."""
    croupier.hurry()


async def hold(croupier: Croupier, member: Member, message: said.Hold) -> None:
    """Let the table stand still, or go on."""
    await croupier.do(lambda now: orders.hold(croupier.table, member.identity, now, on=message.on))


async def set_clock(croupier: Croupier, member: Member, message: said.SetClock) -> None:
    """Change how long a turn may take."""
    await croupier.do(lambda now: orders.set_clock(croupier.table, member.identity, message.seconds, now))


async def hand_over(croupier: Croupier, member: Member, message: said.HandOver) -> None:
    """Make somebody else the owner of the table."""
    await croupier.do(lambda now: orders.hand_over(croupier.table, member.identity, message.seat, now))


async def silence(croupier: Croupier, member: Member, message: said.Silence) -> None:
    """Let those who watch be silent, or speak."""
    await croupier.do(lambda now: orders.silence(croupier.table, member.identity, now, on=message.on))


async def replace(croupier: Croupier, member: Member, message: said.Replace) -> None:
    """Count a vote to let a bot play for somebody."""
    await croupier.do(lambda now: orders.replace(croupier.table, member.identity, message.seat, now))


async def hint(house: "House", member: Member, message: said.Hint) -> None:
    """Mark the hint in the record, then let a bot think about it on the side."""
    croupier, seat = member.at_table, member.seat
    if member.advising:
        raise Refusal(N_("A hint is on its way"))
    await croupier.do(lambda now: turns.hint(croupier.table, seat, message.seq, now))
    live = croupier.table.live
    if live is not None and croupier.table.seq == message.seq:
        member.advising = True
        house.spawn(_advise(house, member, croupier.table.code, message.seq, live.decision(croupier.table.seats.bots)))


async def _advise(house: "House", member: Member, code: str, seq: int, decision: Decision) -> None:
    seconds = house.rules.limits.hint_seconds
    try:
        thinker = PaidThinker(house.thinker, house.allowances, lambda: member.payer)
        advice = await thinker.choose(ADVISER, decision, Budget(seconds=seconds), seconds + SPARE)
        member.send(said.Advised(seq=seq, move=advice.move, choices=advice.choices, iterations=advice.iterations))
    except Exception:
        logger.exception("hint failed", extra={"table": code})
        member.send(said.Refused(about="hint", text=N_("There is no hint this time"), values={}))
    finally:
        member.advising = False


async def say(house: "House", member: Member, message: said.Say) -> None:
    """Pass on what somebody says, at their table or in the lobby."""
    if not house.allowances.take(Use.TALK, member.payer):
        raise Refusal(N_("You say much at once: wait a moment"))
    if member.croupier is not None:
        croupier = member.croupier
        await croupier.do(
            lambda now: turns.say(
                croupier.table,
                member.identity,
                member.name,
                message.text,
                message.phrase,
                now,
                person=member.person,
            )
        )
        return
    phrase = message.phrase
    text = clean_talk(message.text) if phrase is None else said.PHRASES[phrase]
    if text:
        await house.say_in_lobby(member, text, phrase=phrase is not None)


async def keep_settings(house: "House", member: Member, message: said.KeepSettings) -> None:
    """Remember somebody's settings for their next visit, the latest ones if there are too many."""
    settings = {**member.settings, **message.settings}
    member.settings = dict(list(settings.items())[-MOST_SETTINGS:])
    await house.store.keep_settings(member.identity, member.settings)


async def my_games(house: "House", member: Member, _message: said.MyGames) -> None:
    """List somebody's finished games."""
    games = await house.store.games_of(member.identity)
    member.send(said.Games(games=tuple(game_line(game, member.identity) for game in games)))


async def my_tally(house: "House", member: Member, _message: said.MyTally) -> None:
    """Count somebody's finished games."""
    played, won = await house.store.tally_of(member.identity)
    member.send(said.Tally(played=played, won=won))


async def fetch(house: "House", member: Member, message: said.Fetch) -> None:
    """Hand a record to one of its players."""
    member.send(said.RecordFile(id=message.id, record=await _own_record(house, member, message.id)))


async def _own_record(house: "House", member: Member, number: int) -> Record:
    kept = await house.store.game(number)
    if kept is None or (member.identity not in kept.game.identities and not kept.game.daily):
        raise Refusal(NOT_YOURS)
    if member.identity not in kept.game.identities:
        await daily.check_look(house, kept.game, member.person)
    try:
        return load(kept.record)
    except BadRecord as error:
        raise Refusal.literal(error) from None


async def play_on(house: "House", member: Member, message: said.PlayOn) -> None:
    """Open a table in the middle of a record, with bots on the other seats."""
    record = await _record_of(house, member, message)
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
    await _check_share(house, member)
    played = turns.play_on(record, message.moves, 0.0)
    opening = house.lobby.open(
        setup,
        member.identity,
        member.name,
        message.seat,
        now=house.floor.now,
        program=member.program,
        person=member.person,
    )
    (await house.floor.open_table([*opening, *played])).join(member)


async def consult(house: "House", member: Member, message: said.Consult) -> None:
    """Let a bot think about a move of a finished game, with what its seat knew then."""
    if member.advising:
        raise Refusal(N_("A hint is on its way"))
    record = await _record_of(house, member, message)
    try:
        live = LiveGame.played_on(record, min(message.moves, len(record.moves)))
    except BadRecord as error:
        raise Refusal.literal(error) from None
    if live.over:
        raise Refusal(N_("The game is over there: choose an earlier move"))
    member.advising = True
    house.spawn(_advise(house, member, "", message.moves, live.decision()))


async def _record_of(house: "House", member: Member, message: said.PlayOn | said.Consult) -> Record:
    if message.id is not None:
        return await _own_record(house, member, message.id)
    if message.record is None or not house.rules.own:
        raise Refusal(NOT_YOURS)
    return message.record


InHouse = Callable[["House", Member, Any], Awaitable[None]]
AtTable = Callable[[Croupier, Member, Any], Awaitable[None]]

IN_HOUSE: dict[type[Message], InHouse] = {
    said.Rename: accounts.rename,
    asked.Me: accounts.me,
    asked.BringKey: linking.bring_key,
    asked.ForgetMe: forgetting.forget_me,
    asked.Mute: order.mute,
    asked.Block: order.block,
    asked.ReportPerson: order.report,
    asked.SetSleep: sleeping.set_sleep,
    said.Open: open_table,
    said.PlayNow: play_now,
    said.Sit: lead,
    said.Watch: lead,
    said.Leave: leave,
    said.Hint: hint,
    said.Say: say,
    said.KeepSettings: keep_settings,
    said.MyGames: my_games,
    said.MyTally: my_tally,
    said.AskSpeed: tell_speed,
    said.Fetch: fetch,
    said.PlayOn: play_on,
    said.MyPractice: my_practice,
    said.Practised: practised,
    said.MyFigures: my_figures,
    said.Consult: consult,
    PlayDaily: daily.play,
    AskDaily: daily.ask,
    AskLadder: company.show_ladder,
    AskPlayer: company.show_player,
    said.MyReview: my_review,
    said.Lead: lead_review,
    said.WhatIf: ask_what_if,
    said.Share: share,
}

AT_TABLE: dict[type[Message], AtTable] = {
    said.Fill: fill,
    said.Free: free,
    said.Start: start,
    said.Again: again,
    said.Pledge: pledge,
    said.AddLuck: add_luck,
    said.Play: play,
    said.TakeBack: take_back,
    said.Hurry: hurry,
    said.Hold: hold,
    said.SetClock: set_clock,
    said.HandOver: hand_over,
    said.Silence: silence,
    said.Replace: replace,
}
