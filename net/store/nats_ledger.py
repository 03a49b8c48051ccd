"""The operators' part of a store on NATS."""

import asyncio
import tempfile
from pathlib import Path

from net.store.backup import back_up
from net.store.ledger import Ban, Deed, Ledger, Pruned
from net.store.nats_data import NatsData, Write, pack, unpack
from net.store.nats_games import NatsGames
from net.store.nats_pruning import Pruning
from net.store.nats_streams import BOOK, KEPT, hashed
from net.store.taking_out import take_out


class NatsLedger(Ledger):
    """Bans as messages of their own; the audit log in a stream that lets nobody delete."""

    def __init__(self, data: NatsData, store: NatsGames) -> None:
        self._data = data
        self._store = store

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

    async def back_up(self, folder: Path, target: Path) -> int:
        """Take the house out of the cluster into a file like that of a house of one process; return its size."""
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".tablee-") as room:
            await take_out(self._data, self._store, Path(room))
            return await asyncio.to_thread(back_up, Path(room), target)

    async def prune(self, before: float) -> Pruned:
        return await Pruning(self._data, self._store, before).run()
