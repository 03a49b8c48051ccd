"""The host key that a cluster keeps, so that all nodes show the same one."""

import asyncssh
from nats.aio.client import Client

from net.store.nats_data import NatsData, NotAsExpected
from net.store.nats_streams import KEPT

SUBJECT = "kept.hostkey"


async def keep_host_key(client: Client, key: asyncssh.SSHKey) -> asyncssh.SSHKey:
    """Keep a host key unless there is one already; return the one that is kept."""
    try:
        await NatsData(client).publish(SUBJECT, key.export_private_key(), expected=0)
    except NotAsExpected:
        return await kept_host_key(client) or key
    return key


async def kept_host_key(client: Client) -> asyncssh.SSHKey | None:
    """The host key that the cluster keeps; None where it keeps none."""
    found = await NatsData(client).last(KEPT, SUBJECT)
    return asyncssh.import_private_key(found.data) if found.data else None
