"""The people of a store on NATS: each fact is the one message of its subject, and facts that belong together are
written together. What decides a write is read from the leader, what is only shown from any server."""

import logging
from collections.abc import Collection, Sequence
from math import isinf
from typing import TypeVar

import msgspec

from net.store.nats_data import NatsData, NotAsExpected, Stored, Unsure, Write, pack, unpack
from net.store.nats_streams import BOOK, KEPT, OF, TALK, hashed
from net.store.store import Account, NameTaken, Report, SeatNote, Store, StoreError

logger = logging.getLogger(__name__)

TRIES = 20
GUEST = "guest:"
DUE = "kept.due."
HOUR = 3600.0
KEY = "key:"

Fact = TypeVar("Fact")


class Who(msgspec.Struct, frozen=True, array_like=True):
    """Somebody's name, and the key that all names have that look like it."""

    identity: str
    name: str
    key: str


class Held(msgspec.Struct, frozen=True, array_like=True):
    """Who alone may have a name until a time of day."""

    identity: str
    until: float


class NatsPeople(Store):
    """The half of the store that knows people."""

    _data: NatsData

    async def identity_of(self, credential: str) -> str:
        stored = await self._data.glance(KEPT, _subject("credential", credential))
        return unpack(stored.data, type=str) if stored.data else credential

    async def credentials_of(self, identity: str) -> list[str]:
        spoken_for = (await self._data.glance(KEPT, _subject("credential", identity))).data
        added = await self._data.last_of_each(KEPT, f"kept.speaks.{hashed(identity)}.*")
        return [*([] if spoken_for else [identity]), *(unpack(each.data, type=str) for each in _in_order(added))]

    async def add_credential(self, credential: str, identity: str) -> None:
        await self._data.together(
            [
                *await self._silence(credential),
                Write(_subject("credential", credential), pack(identity)),
                Write(_speaks(identity, credential), pack(credential)),
            ]
        )

    async def drop_credential(self, credential: str) -> bool:
        stored = await self._data.last(KEPT, _subject("credential", credential))
        if not stored.data:
            return False
        identity = unpack(stored.data, type=str)
        gone = [Write(_subject("credential", credential), b"", stored.at), Write(_speaks(identity, credential), b"")]
        try:
            await self._data.together(gone)
        except NotAsExpected:
            return False
        return True

    async def _silence(self, credential: str) -> list[Write]:
        """Take a credential away from the identity for which it speaks."""
        stored = await self._data.last(KEPT, _subject("credential", credential))
        return [Write(_speaks(unpack(stored.data, type=str), credential), b"")] if stored.data else []

    async def account_of(self, identity: str) -> Account:
        return _read(await self._data.glance(KEPT, _subject("account", identity)), Account) or Account()

    async def keep_account(self, identity: str, account: Account) -> None:
        await self._data.publish(_subject("account", identity), pack(account))

    async def identity_named(self, key: str) -> str:
        stored = await self._data.glance(KEPT, _subject("name", key))
        return unpack(stored.data, type=str) if stored.data else ""

    async def name_of(self, identity: str) -> str:
        who = _read(await self._data.glance(KEPT, _subject("who", identity)), Who)
        return who.name if who is not None else ""

    async def guests(self) -> list[str]:
        found = []
        for subject in await self._data.subjects(KEPT, "kept.who.*"):
            who = _read(await self._data.glance(KEPT, subject), Who)
            if who is not None and who.identity.startswith(GUEST):
                spoken = await self.credentials_of(who.identity)
                if not any(credential.startswith(KEY) for credential in spoken):
                    found.append(who.identity)
        return found

    async def set_name(self, identity: str, name: str, key: str, *, now: float = 0.0) -> None:
        for _ in range(TRIES):
            taken = await self._data.last(KEPT, _subject("name", key))
            held = _read(await self._data.last(KEPT, _subject("held", key)), Held)
            if (taken.data and unpack(taken.data, type=str) != identity) or (
                held is not None and held.until > now and held.identity != identity
            ):
                raise NameTaken(f"Somebody else is called {name}, or nearly so.")
            before = await self._data.last(KEPT, _subject("who", identity))
            writes = [
                Write(_subject("name", key), pack(identity), taken.at),
                Write(_subject("who", identity), pack(Who(identity, name, key)), before.at),
            ]
            old = _read(before, Who)
            if old is not None and old.key != key:
                writes.append(Write(_subject("name", old.key), b""))
            try:
                await self._data.together(writes)
                return
            except (NotAsExpected, Unsure):
                continue  # looked at again: somebody was quicker, or it was stored and is ours now
        raise StoreError("The name could not be stored.")

    async def hold_name(self, key: str, identity: str, until: float) -> None:
        await self._data.publish(_subject("held", key), pack(Held(identity, until)))

    async def settings_of(self, identity: str) -> dict[str, str | bool]:
        stored = await self._data.glance(KEPT, _subject("settings", identity))
        return _read(stored, dict[str, str | bool]) or {}

    async def keep_settings(self, identity: str, settings: dict[str, str | bool]) -> None:
        await self._data.publish(_subject("settings", identity), pack(settings))

    async def forget(self, identity: str) -> None:
        played = (await self._data.last(OF, f"of.{hashed(identity)}")).at
        # A program is kept as long as its person has a seat.
        seated = await self.seats_of(identity) or await self.seats_of(identity.partition("+")[0])
        linked = [credential for credential in await self.credentials_of(identity) if credential != identity]
        if not (played or seated or linked):
            await self._data.together(await self._forgotten(identity))

    async def erase(self, identity: str) -> None:
        gone = await self._forgotten(identity)
        for credential in await self.credentials_of(identity):
            if credential != identity:
                gone += [Write(_subject("credential", credential), b""), Write(_speaks(identity, credential), b"")]
        for subject in await self._data.subjects(KEPT, "kept.held.*"):
            held = _read(await self._data.glance(KEPT, subject), Held)
            if held is not None and held.identity == identity:
                gone.append(Write(subject, b""))
        await self._data.together(gone)

    async def _forgotten(self, identity: str) -> list[Write]:
        who = _read(await self._data.last(KEPT, _subject("who", identity)), Who)
        names = [] if who is None else [_subject("name", who.key)]
        facts = [_subject(fact, identity) for fact in ("who", "settings", "account")]
        return [Write(subject, b"") for subject in (*names, *facts)]

    async def note_seats(
        self,
        table: str,
        version: int,
        notes: Sequence[SeatNote],
        gone: Collection[str] = (),
        due: float | None = None,
    ) -> None:
        by_person: dict[str, list[SeatNote]] = {person: [] for person in gone}
        for note in notes:
            by_person.setdefault(note.person, []).append(note)
        writes = [
            Write(f"kept.seat.{hashed(person)}.{table}", pack(theirs) if theirs else b"")
            for person, theirs in by_person.items()
        ]
        if due is not None:
            writes += await self._due_writes(table, due)
        if writes:
            await self._data.together(writes)

    async def _due_writes(self, table: str, due: float) -> list[Write]:
        """Note a table for the hour in which it must be looked at, and for no other."""
        subject = "" if isinf(due) else f"{DUE}{_hour(due)}.{table}"
        noted = await self._data.last_of_each(KEPT, f"{DUE}*.{table}")
        gone = [Write(stored.subject, b"") for stored in noted if stored.subject != subject]
        return [*gone, *([Write(subject, pack(due))] if subject else [])]

    async def due(self, now: float, since: float = 0.0) -> list[str]:
        if since:
            hours = range(_hour(since), _hour(now) + 1)
            noted = [stored for hour in (0, *hours) for stored in await self._data.each(KEPT, f"{DUE}{hour}.*")]
        else:
            subjects = [name for name in await self._data.subjects(KEPT, f"{DUE}*.*") if _hour_in(name) <= _hour(now)]
            noted = [await self._data.glance(KEPT, subject) for subject in subjects]
        found = [(unpack(stored.data, type=float), stored.subject) for stored in noted if stored.data]
        return [subject.rpartition(".")[2] for due, subject in sorted(found) if due <= now]

    async def seats_of(self, person: str) -> list[SeatNote]:
        found = await self._data.last_of_each(KEPT, f"kept.seat.{hashed(person)}.*")
        return [note for stored in _in_order(found) for note in _read(stored, list[SeatNote]) or ()]

    async def say(self, line: bytes) -> None:
        await self._data.publish("talk", line)

    async def talk(self) -> list[bytes]:
        return [stored.data for stored in await self._data.each(TALK, "talk")]

    async def unsay(self, lines: Sequence[bytes]) -> None:
        for stored in await self._data.each(TALK, "talk"):
            if stored.data in lines:
                await self._data.delete(TALK, stored.at)

    async def keep_report(self, report: Report) -> int:
        return await self._data.publish("book.report", pack(report))

    async def reports(self, most: int = 100) -> list[Report]:
        found = (await self._data.each(BOOK, "book.report"))[-most:]
        reports = [(stored.at, _read(stored, Report)) for stored in found]
        return [msgspec.structs.replace(report, id=at) for at, report in reversed(reports) if report is not None]


def _hour(at: float) -> int:
    return int(at // HOUR)


def _hour_in(subject: str) -> int:
    return int(subject.split(".")[2])


def _subject(fact: str, about: str) -> str:
    return f"kept.{fact}.{hashed(about)}"


def _speaks(identity: str, credential: str) -> str:
    return f"kept.speaks.{hashed(identity)}.{hashed(credential)}"


def _in_order(found: Sequence[Stored]) -> list[Stored]:
    return sorted(found, key=lambda stored: stored.at)


def _read(stored: Stored, kind: type[Fact]) -> Fact | None:
    """Read a fact; a damaged one must not keep anybody out."""
    if not stored.data:
        return None
    try:
        return unpack(stored.data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        logger.error("fact can't be read", extra={"why": stored.subject})
        return None
