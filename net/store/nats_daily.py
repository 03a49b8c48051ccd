"""The dailies of a store on NATS: a message for each day and person, and each node's own picture of the last days."""

import secrets
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable

from net.store.daily import Daily, DailyTry, Field, Ranked
from net.store.nats_data import NatsData, NotAsExpected, Stored, Unsure, Write, pack, unpack
from net.store.nats_people import Who
from net.store.nats_streams import KEPT, hashed
from net.store.store import StoreError

SECRET = "kept.secret.daily"
SECRET_BYTES = 32
TRIES = 5
DAYS_PICTURED = 3
# Who was forgotten: it says so to every node, and nothing else.
GONE = DailyTry(day="", identity="", table="")


Replaces = Callable[[DailyTry], bool]


class Picture:
    """A day as a node knows it: who finished it in order, and up to which message it was read."""

    def __init__(self) -> None:
        self.read = 0
        self.order: list[tuple[int, float, str]] = []
        self.tries: dict[str, DailyTry] = {}

    def take(self, stored: Stored) -> None:
        """Put somebody where they stand, or nowhere."""
        self.read = max(self.read, stored.at)
        who = stored.subject.rpartition(".")[2]
        before = self.tries.pop(who, None)
        if before is not None:
            del self.order[bisect_left(self.order, _key(before, who))]
        attempt = unpack(stored.data, type=DailyTry) if stored.data else GONE
        if attempt.finished:
            self.tries[who] = attempt
            insort(self.order, _key(attempt, who))


class NatsDaily(Daily):
    """Tries as facts, compared before they are written."""

    def __init__(self, data: NatsData) -> None:
        self._data = data
        self._pictures: dict[str, Picture] = {}

    async def secret(self) -> bytes:
        for _ in range(TRIES):
            found = await self._data.last(KEPT, SECRET)
            if found.data:
                return unpack(found.data, type=bytes)
            try:
                await self._data.publish(SECRET, pack(secrets.token_bytes(SECRET_BYTES)), found.at)
            except (NotAsExpected, Unsure):
                continue  # looked at again: another node was quicker
        raise StoreError("The data could not be stored (no answer came).")

    async def keep_secret(self, secret: bytes) -> None:
        await self._data.publish(SECRET, pack(secret))

    async def begin(self, day: str, identity: str, table: str) -> DailyTry:
        attempt = DailyTry(day=day, identity=identity, table=table)
        return await self._compare(attempt, replaces=lambda _before: False)

    async def find(self, day: str, identity: str) -> DailyTry | None:
        return _read(await self._data.last(KEPT, _subject(day, identity)))

    async def finish(self, attempt: DailyTry) -> None:
        before = await self.find(attempt.day, attempt.identity)
        if before is not None:
            await self._compare(attempt, replaces=lambda known: not known.finished and known.table == attempt.table)

    async def _compare(self, attempt: DailyTry, replaces: Replaces) -> DailyTry:
        """Keep a try where there is none, or one that it replaces; return the one that is kept."""
        for _ in range(TRIES):
            stored = await self._data.last(KEPT, _subject(attempt.day, attempt.identity))
            before = _read(stored)
            if before is not None and not replaces(before):
                return before
            try:
                await self._data.publish(_subject(attempt.day, attempt.identity), pack(attempt), stored.at)
            except (NotAsExpected, Unsure):
                continue  # looked at again: somebody was quicker, or it was stored
            return attempt
        raise StoreError("The data could not be stored (no answer came).")

    async def keep(self, attempt: DailyTry) -> None:
        await self._data.publish(_subject(attempt.day, attempt.identity), pack(attempt))

    async def top(self, day: str, most: int = 50, start: int = 0) -> list[Ranked]:
        picture = await self._picture(day)
        tries = [picture.tries[who] for _value, _at, who in picture.order[start : start + most]]
        return [Ranked(await self._name(attempt.identity), attempt) for attempt in tries]

    async def _name(self, identity: str) -> str:
        stored = await self._data.glance(KEPT, f"kept.who.{hashed(identity)}")
        return unpack(stored.data, type=Who).name if stored.data else ""

    async def field(self, day: str, value: int = 0) -> Field:
        order = (await self._picture(day)).order
        better = bisect_left(order, value, key=lambda each: each[0])
        return Field(len(order), better, len(order) - bisect_right(order, value, key=lambda each: each[0]))

    async def _picture(self, day: str) -> Picture:
        """A day with what is new of it; only the latest that were asked for are remembered."""
        picture = self._pictures.pop(day, None) or Picture()
        self._pictures[day] = picture
        for old in list(self._pictures)[:-DAYS_PICTURED]:
            del self._pictures[old]
        for stored in await self._data.each(KEPT, f"kept.daily.{day}.*", picture.read + 1):
            picture.take(stored)
        return picture

    async def tries_of(self, identity: str) -> list[DailyTry]:
        found = await self._data.last_of_each(KEPT, f"kept.daily.*.{hashed(identity)}")
        tries = [attempt for stored in found if (attempt := _read(stored)) is not None]
        return sorted(tries, key=lambda attempt: attempt.day)

    async def forget(self, identity: str) -> None:
        gone = [Write(_subject(attempt.day, identity), pack(GONE)) for attempt in await self.tries_of(identity)]
        if gone:
            await self._data.together(gone)


def _subject(day: str, identity: str) -> str:
    return f"kept.daily.{day}.{hashed(identity)}"


def _key(attempt: DailyTry, who: str) -> tuple[int, float, str]:
    return (attempt.value, attempt.at, who)


def _read(stored: Stored) -> DailyTry | None:
    attempt = unpack(stored.data, type=DailyTry) if stored.data else GONE
    return attempt if attempt.identity else None
