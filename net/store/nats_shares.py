"""The shared games of a store on NATS."""

from net.store.nats_data import NatsData, NotAsExpected, Unsure, Write, pack, unpack
from net.store.nats_streams import KEPT
from net.store.shares import Share, Shares
from net.store.store import StoreError

TRIES = 5


class NatsShares(Shares):
    """Two facts for each game and seat that is shared: its token, and what the token leads to."""

    def __init__(self, data: NatsData) -> None:
        self._data = data

    async def keep(self, share: Share, token: str) -> str:
        for _ in range(TRIES):
            before = await self._data.last(KEPT, _shared(share))
            if before.data:
                return unpack(before.data, type=str)
            writes = [Write(_shared(share), pack(token), before.at), Write(_by(token), pack(share))]
            try:
                await self._data.together(writes)
                return token
            except (NotAsExpected, Unsure):
                continue  # looked at again: somebody was quicker, or it was stored
        raise StoreError("The data could not be stored (no answer came).")

    async def token_of(self, share: Share) -> str:
        found = (await self._data.glance(KEPT, _shared(share))).data
        return unpack(found, type=str) if found else ""

    async def find(self, token: str) -> Share | None:
        # The leader is asked: what was taken back is found no more, whichever server one talks to.
        found = (await self._data.last(KEPT, _by(token))).data
        return unpack(found, type=Share) if found else None

    async def drop(self, share: Share) -> None:
        token = await self.token_of(share)
        if token:
            await self._data.together([Write(_shared(share), b""), Write(_by(token), b"")])


def _shared(share: Share) -> str:
    return f"kept.shared.{share.game}.{share.seat}"


def _by(token: str) -> str:
    return f"kept.share.{token}"
