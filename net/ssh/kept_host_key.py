"""The host key that a cluster keeps, so that all nodes show the same one."""

from pathlib import Path

import asyncssh
from nats.aio.client import Client

from net.ssh.host_key import KEY_FILE, HostKeys, NoHostKey, ShownKeys, new_key, read_key
from net.store.nats_data import NatsData, NotAsExpected, Write
from net.store.nats_streams import HOST_KEY, KEPT, NEXT_HOST_KEY


async def keep_host_key(client: Client, key: asyncssh.SSHKey) -> asyncssh.SSHKey:
    """Keep a host key unless there is one already; return the one that is kept."""
    data = NatsData(client)
    try:
        await data.publish(HOST_KEY, key.export_private_key(), expected=0)
    except NotAsExpected:
        return await _kept(data, HOST_KEY) or key
    return key


async def _kept(data: NatsData, subject: str) -> asyncssh.SSHKey | None:
    found = await data.last(KEPT, subject)
    return asyncssh.import_private_key(found.data) if found.data else None


class KeptKeys(HostKeys):
    """Keys that the cluster keeps for all nodes; without any the one in the folder of each machine."""

    def __init__(self, data: NatsData, folder: Path) -> None:
        self._data = data
        self._folder = folder

    async def read(self) -> ShownKeys:
        current = await _kept(self._data, HOST_KEY) or self._in_folder()
        return ShownKeys(current, await _kept(self._data, NEXT_HOST_KEY))

    def _in_folder(self) -> asyncssh.SSHKey:
        """The host key of a data folder; one that were made here would be another on each machine."""
        path = self._folder / KEY_FILE
        if not path.exists():
            raise NoHostKey(f"The cluster keeps no host key, and {self._folder} has none: all machines need the same.")
        return read_key(path)

    async def announce(self) -> asyncssh.SSHKey | None:
        if not (await self._data.last(KEPT, HOST_KEY)).data:
            raise NoHostKey(
                "The cluster keeps no host key, and each machine has a copy of its own: "
                "`tablee cluster init --host-key FILE` lets it keep one."
            )
        key, before = new_key(), await self._data.last(KEPT, NEXT_HOST_KEY)
        if before.data:
            return None
        try:
            await self._data.publish(NEXT_HOST_KEY, key.export_private_key(), expected=before.at)
        except NotAsExpected:
            return None  # another node was quicker
        return key

    async def finish(self) -> bool:
        current, following = [await self._data.last(KEPT, subject) for subject in (HOST_KEY, NEXT_HOST_KEY)]
        if not following.data:
            return False
        try:
            await self._data.together(
                [Write(HOST_KEY, following.data, current.at), Write(NEXT_HOST_KEY, b"", following.at)]
            )
        except NotAsExpected:
            return False
        return True
