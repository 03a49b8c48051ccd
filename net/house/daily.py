"""The daily in a house: one try for everybody, the page of a day, and who may see how others played it."""

import logging
from typing import TYPE_CHECKING

import msgspec

from engines.games import find
from engines.promise import luck_of
from engines.words import N_
from net import daily as days
from net.house.member import Member
from net.messages import Sit
from net.messages.daily import AskDaily, DailyLine, DailySheet, PlayDaily
from net.refusal import Refusal
from net.setup import Setup
from net.store.daily import DailyTry, Ranked
from net.store.store import FinishedGame, Store
from net.tables import entries as log
from net.tables.live import draw_deal

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

LINES = 20
FOR_PEOPLE = N_("The daily is for people, not for programs")
NO_DAY = N_("There was no deal on that day")


async def play(house: "House", member: Member, _message: PlayDaily) -> None:
    """Lead somebody to the table of their one try, or where it is over tell them how the day goes."""
    if member.program:
        raise Refusal(FOR_PEOPLE)
    day = days.day_at(house.floor.time.source.wall())
    attempt = await house.store.daily.find(day, member.person)
    if attempt is None:
        await _begin(house, member, day)
    elif attempt.finished or not await _is_open(house.store, attempt):
        member.send(await sheet_for(house, day, member.person))
    else:
        await house.usher.lead(member, Sit(code=attempt.table))


async def _begin(house: "House", member: Member, day: str) -> None:
    setup = days.plan_of(day)
    opening = house.lobby.open(setup, member.identity, member.name, now=house.floor.now, person=member.person)
    croupier = await house.floor.open_table([*opening, await _dealt(house, setup)])
    attempt = await house.store.daily.begin(day, member.person, croupier.table.code)
    if attempt.table != croupier.table.code:
        # They came by two doors at once; the other table counts.
        await croupier.do(lambda now: [log.Closed(at=now)])
        await house.usher.lead(member, Sit(code=attempt.table))
        return
    logger.info("daily begun", extra={"table": croupier.table.code})
    croupier.join(member)


async def _dealt(house: "House", setup: Setup) -> log.Dealt:
    secret = days.secret_of(await _secret(house), setup.daily)
    chance = luck_of(days.proof_of(setup, secret))
    return log.Dealt(at=0.0, luck=draw_deal(find(setup.game), setup, chance), daily=secret)


async def _secret(house: "House") -> bytes:
    return days.ALONE if house.rules.own else await house.store.daily.secret()


async def _is_open(store: Store, attempt: DailyTry) -> bool:
    end = await store.last(attempt.table)
    return end is not None and not end.closed


async def ask(house: "House", member: Member, message: AskDaily) -> None:
    """Tell how a day goes."""
    today = days.day_at(house.floor.time.source.wall())
    day = message.day or today
    if not days.is_day(day) or day > today:
        raise Refusal(NO_DAY)
    member.send(await sheet_for(house, day, member.person, message.start))


async def today_for(house: "House", person: str) -> DailySheet:
    """Make today's page as somebody may see it; nobody at all has an empty identity."""
    return await sheet_for(house, days.day_at(house.floor.time.source.wall()), person)


async def sheet_for(house: "House", day: str, person: str, start: int = 0) -> DailySheet:
    """Make the page of a day as somebody may see it."""
    store, today = house.store, days.day_at(house.floor.time.source.wall())
    setup = days.plan_of(day)
    mine = await store.daily.tries_of(person) if person else []
    attempt = next((each for each in mine if each.day == day), None)
    streak, best = days.streaks([each.day for each in mine if each.finished], today)
    may_see = await may_look(house, day, person)
    field = await store.daily.field(day, attempt.value if attempt is not None else 0)
    top = await store.daily.top(day, LINES, start) if may_see else []
    finished = attempt is not None and attempt.finished
    return DailySheet(
        day=day,
        game=setup.game,
        seats=setup.seats,
        level=setup.keeper,
        ends=days.end_of(day),
        state=await _state(store, attempt),
        promise=days.proof_of(setup, days.secret_of(await _secret(house), day)).promise,
        people=field.people,
        ahead_of=round(100 * field.worse / (field.people - 1)) if finished and field.people > 1 else None,
        streak=streak,
        best=best,
        open=may_see,
        start=start,
        lines=tuple([await _line(house, each, person) for each in top]),
        own=await _line(house, Ranked(await store.name_of(person), attempt), person) if finished and attempt else None,
        today=day == today,
    )


async def _state(store: Store, attempt: DailyTry | None) -> str:
    if attempt is None:
        return "new"
    if attempt.finished:
        return "finished"
    return "playing" if await _is_open(store, attempt) else "gone"


async def _line(house: "House", ranked: Ranked, person: str) -> DailyLine:
    name, attempt = ranked
    field = await house.store.daily.field(attempt.day, attempt.value)
    return DailyLine(
        place=field.better + 1,
        name=name,
        score=attempt.score,
        at_table=attempt.place + 1,
        id=attempt.game,
        you=attempt.identity == person,
    )


async def may_look(house: "House", day: str, person: str) -> bool:
    """Whether somebody may see how others played a day: they have done so, or can't any more."""
    attempt = await house.store.daily.find(day, person) if person else None
    if attempt is not None:
        return attempt.finished or not await _is_open(house.store, attempt)
    return day < days.day_at(house.floor.time.source.wall())


async def check_look(house: "House", game: FinishedGame, person: str) -> None:
    """Let nobody see a game of somebody else's daily who may still play that deal."""
    if not await may_look(house, game.daily, person):
        raise Refusal(N_("Play the daily first: then you may see how others did"))


async def check_day_over(house: "House", game: FinishedGame) -> None:
    """Let a daily be shown to just anybody only when nobody can begin it any more."""
    if game.daily and game.daily >= days.day_at(house.floor.time.source.wall()):
        raise Refusal(N_("A daily is shared once its day is over"))


async def count(store: Store, game: FinishedGame) -> None:
    """Let a finished daily count for whoever played it."""
    if not game.daily:
        return
    setup = days.plan_of(game.daily)
    for seat, identity in enumerate(game.identities):
        if identity:
            place, score = days.place_in(setup, game.scores, game.winners, seat), game.scores[seat]
            value = days.value_of(place, score, low_wins=find(game.game).low_wins)
            await store.daily.finish(
                DailyTry(
                    day=game.daily,
                    identity=identity,
                    table=game.table,
                    game=game.id,
                    place=place,
                    score=score,
                    value=value,
                    at=game.finished,
                )
            )


async def pass_on(store: Store, guest: str, holder: str) -> None:
    """Let the tries of a guest be those of the account that takes them in; of two at one deal the first counts."""
    own = {attempt.day: attempt for attempt in await store.daily.tries_of(holder)}
    for attempt in await store.daily.tries_of(guest):
        if attempt.day not in own or _is_first(attempt, own[attempt.day]):
            await store.daily.keep(msgspec.structs.replace(attempt, identity=holder))
    await store.daily.forget(guest)


def _is_first(attempt: DailyTry, other: DailyTry) -> bool:
    """Whether a try was finished before another."""
    return attempt.finished and (not other.finished or attempt.at < other.at)
