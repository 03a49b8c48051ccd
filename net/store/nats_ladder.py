"""The ratings of a store on NATS: everybody's last rating and its course, and each node's own picture of the ladders.

A ladder is read from its stream once, and then only what is new of it.
"""

from bisect import bisect_left, insort
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

import msgspec

from bots.rating import Rating
from net.store.ladder import Ladder, Rung, Standing, Step
from net.store.nats_data import NatsData, NotAsExpected, Stored, Unsure, Write, pack, unpack
from net.store.nats_people import Who
from net.store.nats_streams import KEPT, hashed
from net.store.store import StoreError

STEPS_KEPT = 200
TRIES = 20


class Rated(msgspec.Struct, frozen=True, array_like=True):
    """Somebody's rating in a kind of game after so many rated games."""

    identity: str
    mu: float
    sigma: float
    games: int

    @property
    def rating(self) -> Rating:
        """The rating as one thing."""
        return Rating(self.mu, self.sigma)


class Picture:
    """A ladder as a node knows it: who stands on it in order, and up to which message it was read."""

    def __init__(self) -> None:
        self.read = 0
        self.order: list[tuple[float, str]] = []
        self._places: dict[str, tuple[float, str]] = {}

    def take(self, stored: Stored) -> None:
        """Put somebody where they stand now, or nowhere where their rating is provisional or they are forgotten."""
        self.read = max(self.read, stored.at)
        if not stored.data:
            return
        rated = unpack(stored.data, type=Rated)
        before = self._places.pop(rated.identity, None)
        if before is not None:
            del self.order[bisect_left(self.order, before)]
        if rated.games and not rated.rating.provisional:
            self._places[rated.identity] = (-rated.mu, rated.identity)
            insort(self.order, (-rated.mu, rated.identity))

    def place(self, identity: str) -> int | None:
        """Somebody's place, 1 for the first; who is as strong as another shares theirs."""
        found = self._places.get(identity)
        return None if found is None else bisect_left(self.order, (found[0], "")) + 1


class NatsLadder(Ladder):
    """Ratings as messages of their own, compared before they are written."""

    def __init__(self, data: NatsData) -> None:
        self._data = data
        self._pictures: dict[str, Picture] = {}

    async def standings(self, kind: str, identities: Collection[str]) -> dict[str, Standing]:
        found = {}
        for identity in identities:
            rated = _rated(await self._data.last(KEPT, _subject(kind, identity)))
            if rated is not None:
                found[identity] = Standing(identity, await self._name(identity), rated.rating, rated.games)
        return found

    async def _name(self, identity: str) -> str:
        stored = await self._data.glance(KEPT, f"kept.who.{hashed(identity)}")
        return unpack(stored.data, type=Who).name if stored.data else ""

    async def rate(
        self, kind: str, game: int, at: float, after: Mapping[str, Rating], games: Mapping[str, int]
    ) -> bool:
        if (await self._data.last(KEPT, _marker(game))).data:
            return True
        changes: dict[str, tuple[Rating, Rating]] = {}
        writes = []
        for identity, rating in after.items():
            stored = await self._data.last(KEPT, _subject(kind, identity))
            before = _rated(stored)
            if (0 if before is None else before.games) != games[identity]:
                return False
            changes[identity] = (Rating() if before is None else before.rating, rating)
            writes.append(
                Write(_subject(kind, identity), pack(Rated(identity, *rating, games[identity] + 1)), stored.at)
            )
            steps = [*await self.course(kind, identity), Step(at, game, rating)][-STEPS_KEPT:]
            writes.append(Write(_course(kind, identity), pack(steps)))
        try:
            await self._data.together([*writes, Write(_marker(game), pack(changes), 0)])
        except (NotAsExpected, Unsure):
            return bool((await self._data.last(KEPT, _marker(game))).data)
        return True

    async def top(self, kind: str, most: int = 50, start: int = 0) -> list[Standing]:
        order = (await self._picture(kind)).order[start : start + most]
        found = await self.standings(kind, [identity for _mu, identity in order])
        return [found[identity] for _mu, identity in order if identity in found]

    async def people(self, kind: str) -> int:
        return len((await self._picture(kind)).order)

    async def rung(self, kind: str, identity: str) -> Rung | None:
        picture = await self._picture(kind)
        place = picture.place(identity)
        return None if place is None else Rung(place, len(picture.order))

    async def _picture(self, kind: str) -> Picture:
        """The ladder with what is new on it."""
        picture = self._pictures.setdefault(kind, Picture())
        for stored in await self._data.each(KEPT, f"kept.rating.{kind}.*", picture.read + 1):
            picture.take(stored)
        return picture

    async def course(self, kind: str, identity: str, most: int = STEPS_KEPT) -> list[Step]:
        stored = await self._data.glance(KEPT, _course(kind, identity))
        steps = unpack(stored.data, type=list[Step]) if stored.data else []
        return steps[-most:]

    async def changed_by(self, game: int) -> dict[str, tuple[Rating, Rating]]:
        return _changes(await self._data.last(KEPT, _marker(game)))

    async def pass_on(self, kind: str, identity: str, heir: str) -> None:
        await self._change(lambda: self._passed_on(kind, identity, heir))

    async def _passed_on(self, kind: str, identity: str, heir: str) -> list[Write]:
        left = await self._data.last(KEPT, _subject(kind, identity))
        known = await self._data.last(KEPT, _subject(kind, heir))
        passed, own = _rated(left), _rated(known)
        if passed is None or (own is not None and own.sigma <= passed.sigma):
            return await self._gone(kind, identity, left)
        theirs = msgspec.structs.replace(passed, identity=heir)
        return [
            _taken_off(kind, identity, left),
            Write(_course(kind, identity), b""),
            Write(_subject(kind, heir), pack(theirs), known.at),
            Write(_course(kind, heir), pack(await self.course(kind, identity))),
            *await self._amended(kind, {heir: "", identity: heir}),
        ]

    async def _gone(self, kind: str, identity: str, left: Stored) -> list[Write]:
        course = Write(_course(kind, identity), b"")
        return [_taken_off(kind, identity, left), course, *await self._amended(kind, {identity: ""})]

    async def _amended(self, kind: str, known_as: Mapping[str, str]) -> list[Write]:
        """Of the games in people's courses: what they have changed is another's now, or nobody's.

        A course is the last STEPS_KEPT games; which the ones before were is known no more, and they stay as they are.
        """
        writes = []
        for game in sorted({step.game for identity in known_as for step in await self.course(kind, identity)}):
            marker = await self._data.last(KEPT, _marker(game))
            changes = {known_as.get(identity, identity): change for identity, change in _changes(marker).items()}
            changes.pop("", None)
            writes += [Write(_marker(game), pack(changes), marker.at)] if marker.data else []
        return writes

    async def _change(self, plan: Callable[[], Awaitable[list[Write]]]) -> None:
        """Store what is planned, or where a game was rated meanwhile what is planned then."""
        for _ in range(TRIES):
            try:
                return await self._data.together(await plan())
            except NotAsExpected:
                continue
        raise StoreError("The data could not be stored (the ratings change too fast).")

    async def bring(self, kind: str, standing: Standing, course: Sequence[Step]) -> None:
        identity, rated = standing.identity, Rated(standing.identity, *standing.rating, standing.games)
        steps = Write(_course(kind, identity), pack(course[-STEPS_KEPT:]))
        await self._data.together([Write(_subject(kind, identity), pack(rated)), steps])

    async def bring_change(self, kind: str, game: int, at: float, changed: Mapping[str, tuple[Rating, Rating]]) -> None:
        await self._data.together([Write(_marker(game), pack(changed))])

    async def forget(self, kind: str, identity: str) -> None:
        await self._change(lambda: self._forgotten(kind, identity))

    async def _forgotten(self, kind: str, identity: str) -> list[Write]:
        return await self._gone(kind, identity, await self._data.last(KEPT, _subject(kind, identity)))


def _taken_off(kind: str, identity: str, before: Stored) -> Write:
    # A line with no games takes them off every node's picture.
    return Write(_subject(kind, identity), pack(Rated(identity, *Rating(), 0)), before.at)


def _subject(kind: str, identity: str) -> str:
    return f"kept.rating.{kind}.{hashed(identity)}"


def _course(kind: str, identity: str) -> str:
    return f"kept.course.{kind}.{hashed(identity)}"


def _marker(game: int) -> str:
    return f"kept.rated.{game}"


def _changes(stored: Stored) -> dict[str, tuple[Rating, Rating]]:
    return unpack(stored.data, type=dict[str, tuple[Rating, Rating]]) if stored.data else {}


def _rated(stored: Stored) -> Rated | None:
    rated = unpack(stored.data, type=Rated) if stored.data else None
    return None if rated is None or not rated.games else rated
