"""The store of a house of several nodes: streams on NATS JetStream."""

from net.store.nats_connection import ClusterSettings, connect, hang_up
from net.store.nats_daily import NatsDaily
from net.store.nats_data import NatsData
from net.store.nats_games import NatsGames
from net.store.nats_ladder import NatsLadder
from net.store.nats_ledger import NatsLedger
from net.store.nats_logs import NatsLogs, Place
from net.store.nats_people import NatsPeople
from net.store.nats_shares import NatsShares
from net.store.nats_streams import check_streams
from net.store.store import StoreError, StoreTally


class NatsStore(NatsLogs, NatsPeople, NatsGames):
    """Logs, people and games in streams that all nodes share; `node` is the name of this one, new at each start."""

    def __init__(self, data: NatsData, node: str) -> None:
        self.node = node
        self.ledger = NatsLedger(data, self)
        self.ladder = NatsLadder(data)
        self.shares = NatsShares(data)
        self.daily = NatsDaily(data)
        self._data = data
        self._places: dict[str, Place] = {}
        self._tally = StoreTally()

    @classmethod
    async def open(cls, settings: ClusterSettings, node: str) -> "NatsStore":
        """Reach the cluster and see that it is ready for a house; NoCluster says why not."""
        client = await connect(settings, node)
        try:
            await check_streams(client)
        except StoreError:
            await hang_up(client)
            raise
        return cls(NatsData(client), node)

    @property
    def tally(self) -> StoreTally:
        """What was done since the store was opened."""
        return self._tally

    async def close(self) -> None:
        await hang_up(self._data.client)
