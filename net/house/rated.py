"""Which games are rated, and what they make of everybody's rating."""

from collections.abc import Sequence
from typing import NamedTuple

from bots.manners import split
from bots.rating import Rating, bot_rating, rate
from engines.games import find
from engines.info import places
from net.house.people import person_of
from net.messages.company import RatingLine
from net.store.ladder import Ladder
from net.store.store import FinishedGame, Store

MOST_A_DAY = 10
"""How often the same people are rated in a day: among themselves they could lift one of them as high as they like."""

DAY = 24 * 3600.0
TRIES = 5
RECENT = 60


class Player(NamedTuple):
    """Who sat on a seat: somebody with an identity, or a bot whose rating is settled."""

    identity: str
    bot: Rating | None


def is_rated(game: FinishedGame, recent: Sequence[FinishedGame]) -> bool:
    """Whether a finished game counts for the ladder; `recent` are the latest games of one of its players.

    Nothing counts that somebody had help with: hints, moves taken back, a bot that stood in, cards that were known;
    nor a daily, of which others may have told.
    """
    helped = game.hints or game.taken_back or game.stand_ins or game.played_on or game.daily
    return not helped and players(game) is not None and not _too_often(game, recent)


def players(game: FinishedGame) -> list[Player] | None:
    """Everybody at a table; None where one of them has no rating, or nobody is a person."""
    found = []
    for identity, name in zip(game.identities, game.names, strict=True):
        bot = None if identity else bot_rating(game.game, split(name)[0].partition("-")[0])
        if not identity and bot is None:
            return None
        found.append(Player(identity, bot))
    return found if any(player.identity and person_of(player.identity) == player.identity for player in found) else None


def _too_often(game: FinishedGame, recent: Sequence[FinishedGame]) -> bool:
    people = sorted(filter(None, game.identities))
    same = [other for other in recent if sorted(filter(None, other.identities)) == people]
    return sum(other.finished > game.finished - DAY and other.id != game.id for other in same) >= MOST_A_DAY


async def settle_ratings(store: Store, game: FinishedGame) -> tuple[RatingLine | None, ...]:
    """Rate a finished game if it counts, and tell what it has changed for each seat; empty where nothing."""
    person = next((identity for identity in game.identities if identity), "")
    if not person or not await rate_game(store.ladder, game, await store.games_of(person, RECENT)):
        return ()
    changed = await store.ladder.changed_by(game.id)
    return tuple(_line(*changed[identity]) if identity in changed else None for identity in game.identities)


def _line(before: Rating, after: Rating) -> RatingLine:
    return RatingLine(before=before.shown, after=after.shown, provisional=after.provisional)


async def rate_game(ladder: Ladder, game: FinishedGame, recent: Sequence[FinishedGame]) -> bool:
    """Let a finished game change the ratings of its players; false where it does not count."""
    seated = players(game)
    if seated is None or not is_rated(game, recent):
        return False
    identities = [player.identity for player in seated if player.identity]
    taken = places(game.scores, game.winners, low_wins=find(game.game).low_wins)
    for _ in range(TRIES):
        known = await ladder.standings(game.game, identities)
        before = [
            player.bot or (known[player.identity].rating if player.identity in known else Rating()) for player in seated
        ]
        rated = zip(seated, rate(before, taken), strict=True)
        after = {player.identity: rating for player, rating in rated if player.identity}
        games = {identity: known[identity].games if identity in known else 0 for identity in identities}
        if await ladder.rate(game.game, game.id, game.finished, after, games):
            return True
    return False
