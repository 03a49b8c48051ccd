"""Ladders and pages about players: what everybody may know of how somebody plays."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.game import BadSetup
from engines.games import GAMES, find
from engines.info import places
from engines.words import N_
from net.house.member import Member
from net.messages.company import (
    AskLadder,
    AskPlayer,
    GameSheet,
    LadderLine,
    LadderLines,
    PlayerSheet,
    ResultLine,
    ShareLine,
    VersusLine,
)
from net.names import look_alike
from net.refusal import Refusal
from net.store.ladder import Standing
from net.store.store import FinishedGame, Store

if TYPE_CHECKING:
    from net.house.house import House

LINES = 20
LOOKED_AT = 1000
"""How many of somebody's latest games a page is made of."""

LAST = 5


async def show_ladder(house: "House", member: Member, message: AskLadder) -> None:
    """Tell who is strong in a game."""
    member.send(await ladder_lines(house.store, message.game, message.start, member.identity))


async def ladder_lines(store: Store, game: str, start: int, identity: str) -> LadderLines:
    """Read a part of a ladder, and somebody's own place on it."""
    _known(game)
    top = await store.ladder.top(game, LINES, start)
    own = await store.ladder.rung(game, identity)
    mine = (await store.ladder.standings(game, [identity])).get(identity) if own is not None else None
    people = own.people if own is not None else await store.ladder.people(game)
    return LadderLines(
        game=game,
        start=start,
        people=people,
        lines=tuple(_line(each, start + number, identity) for number, each in enumerate(top, 1)),
        own=None if own is None or mine is None else _line(mine, own.place, identity),
    )


def _known(game: str) -> None:
    try:
        find(game)
    except BadSetup as error:
        raise Refusal.literal(error) from None


def _line(standing: Standing, place: int, identity: str) -> LadderLine:
    return LadderLine(
        place=place,
        name=standing.name,
        rating=standing.rating.shown,
        games=standing.games,
        you=standing.identity == identity,
    )


async def show_player(house: "House", member: Member, message: AskPlayer) -> None:
    """Tell what everybody may know of somebody."""
    member.send(await player_sheet(house.store, message.name or member.name, member.identity))


async def player_sheet(store: Store, name: str, viewer: str) -> PlayerSheet:
    """Make the page of a player, with how they and the viewer did against each other."""
    identity = await store.identity_named(look_alike(name))
    if not identity:
        raise Refusal(N_("Nobody of that name is known here"))
    games = [game for game in await store.games_of(identity, LOOKED_AT) if not game.played_on and not game.daily]
    results = [_result(game, identity) for game in games if game.game in GAMES]
    return PlayerSheet(
        name=await store.name_of(identity),
        games=await _sheets(store, identity),
        shares=_shares(games, identity),
        last=tuple(results[:LAST]),
        best=_best(results),
        versus=_versus(games, identity, viewer),
    )


async def _sheets(store: Store, identity: str) -> tuple[GameSheet, ...]:
    found = []
    for game in GAMES:
        standing = (await store.ladder.standings(game, [identity])).get(identity)
        if standing is not None:
            rung = await store.ladder.rung(game, identity)
            course = await store.ladder.course(game, identity)
            found.append(
                GameSheet(
                    game=game,
                    rating=standing.rating.shown,
                    provisional=standing.rating.provisional,
                    games=standing.games,
                    place=0 if rung is None else rung.place,
                    people=0 if rung is None else rung.people,
                    course=tuple(step.rating.shown for step in course),
                )
            )
    return tuple(found)


def _shares(games: Sequence[FinishedGame], identity: str) -> tuple[ShareLine, ...]:
    played = Counter((game.game, len(game.names)) for game in games)
    won = Counter((game.game, len(game.names)) for game in games if game.won_by(identity))
    return tuple(
        ShareLine(game=game, seats=seats, played=count, won=won[game, seats])
        for (game, seats), count in sorted(played.items())
    )


def _result(game: FinishedGame, identity: str) -> ResultLine:
    seat = game.identities.index(identity)
    return ResultLine(
        game=game.game,
        finished=game.finished,
        names=game.names,
        place=_places(game)[seat],
        score=game.scores[seat],
        won=seat in game.winners,
    )


def _places(game: FinishedGame) -> list[int]:
    return places(game.scores, game.winners, low_wins=find(game.game).low_wins)


def _best(results: Sequence[ResultLine]) -> tuple[ResultLine, ...]:
    """The best score that somebody has won with in each game."""
    found: dict[str, ResultLine] = {}
    for result in results:
        best = found.get(result.game)
        sign = 1 if find(result.game).low_wins else -1
        if result.won and (best is None or sign * result.score < sign * best.score):
            found[result.game] = result
    return tuple(found[game] for game in GAMES if game in found)


def _versus(games: Sequence[FinishedGame], identity: str, viewer: str) -> tuple[VersusLine, ...]:
    met: dict[str, Counter[int]] = defaultdict(Counter)
    for game in games:
        if viewer != identity and viewer in game.identities and game.game in GAMES:
            taken = _places(game)
            theirs, mine = taken[game.identities.index(identity)], taken[game.identities.index(viewer)]
            met[game.game][(mine > theirs) - (mine < theirs)] += 1
    return tuple(
        VersusLine(game=game, met=count.total(), before=count[-1], behind=count[1]) for game, count in met.items()
    )
