"""The operators' part of a store on NATS."""

from net.store.ledger import Ban, Deed, Ledger, Pruned
from net.store.nats_data import NatsData, Write, pack, unpack
from net.store.nats_streams import BOOK, KEPT, hashed
from net.store.store import StoreError


class NatsLedger(Ledger):
    """Bans as messages of their own; the audit log in a stream that lets nobody delete."""

    def __init__(self, data: NatsData) -> None:
        self._data = data

    async def bans(self) -> list[Ban]:
        found = [unpack(stored.data, type=Ban) for stored in await self._data.last_of_each(KEPT, "kept.ban.*")]
        return sorted(found, key=lambda ban: ban.since)

    async def ban(self, ban: Ban) -> None:
        await self._data.publish(f"kept.ban.{hashed(ban.subject)}", pack(ban))

    async def unban(self, subject: str) -> None:
        await self._data.together([Write(f"kept.ban.{hashed(subject)}", b"")])

    async def note(self, at: float, by: str, command: str, outcome: str) -> None:
        await self._data.publish("book.audit", pack([at, by, command, outcome]))

    async def audit(self, most: int) -> list[Deed]:
        found = (await self._data.each(BOOK, "book.audit"))[-most:]
        kind = tuple[float, str, str, str]
        return [Deed(stored.at, *unpack(stored.data, type=kind)) for stored in reversed(found)]

    async def prune(self, before: float) -> Pruned:
        raise StoreError("A house on NATS lets go of nothing by itself: see the streams' limits.")
