"""Takes a house out of a cluster, into a data folder that one process can open."""

from pathlib import Path

from net.store.backup import KEYS
from net.store.nats_contents import contents_of
from net.store.nats_data import NatsData
from net.store.nats_streams import HOST_KEY, KEPT, NEXT_HOST_KEY
from net.store.sqlite_store import SqliteStore
from net.store.store import Store
from net.store.transfer import Counts, Transfer


async def take_out(data: NatsData, source: Store, folder: Path) -> Counts:
    """Take everything out, with the host keys that the cluster keeps; return how much has arrived."""
    target = await SqliteStore.open(folder)
    try:
        counts = await Transfer(source, await contents_of(data), target).run()
    finally:
        await target.close()
    for subject, name in zip((HOST_KEY, NEXT_HOST_KEY), KEYS, strict=True):
        if key := (await data.last(KEPT, subject)).data:
            path = folder / name
            path.touch(mode=0o600)
            path.write_bytes(key)
    return counts
