"""What is not stored, between the nodes of one house: messages to one of them or to all, in the order in which they
were sent, and lost where a connection is."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error, NoRespondersError

from net.store.nats_connection import ClusterSettings, Unreachable, connect, hang_up
from net.store.nats_data import NatsData

logger = logging.getLogger(__name__)

MOST_WAITING = 20_000
MOST_WAITING_BYTES = 32 << 20
# Of all that nodes say to each other; those of another one are not understood, and not heard.
VERSION = 1
ALL = f"v{VERSION}.house"
ONE = f"v{VERSION}.node"
ALIVE = "alive"
LOST = "lost"
PATIENCE = 0.5
LAST_WORDS = 1.0

Ear = Callable[[Msg], None]


class Bus:
    """One connection, with a single subscription for all that is meant for a node, made before anybody knows it."""

    def __init__(self, settings: ClusterSettings, name: str, broken: Callable[[], None]) -> None:
        self.name = name
        self._settings = settings
        self._broken = broken
        self._client: Client | None = None
        self._ears: dict[str, Ear] = {}
        self._waiting: deque[tuple[str, bytes, str]] = deque()
        self._kick = asyncio.Event()
        self._sender: asyncio.Task[None] | None = None
        self._closing = False

    async def open(self, ears: dict[str, Ear]) -> None:
        """Connect, and call an ear with each message of its kind."""
        self._ears = ears
        self._client = await connect(self._settings, self.name, reconnected=self._reconnected, echo=False)
        for subject in (f"{ONE}.{self.name}.>", f"{ALL}.*"):
            await self._client.subscribe(
                subject, cb=self._heard, pending_msgs_limit=MOST_WAITING, pending_bytes_limit=MOST_WAITING_BYTES
            )
        await self._client.flush()
        self._sender = asyncio.create_task(self._send())

    async def close(self) -> None:
        """Send what waits, and hang up."""
        if self._client is None or self._sender is None:
            return
        self._closing = True
        self._kick.set()
        _, late = await asyncio.wait([self._sender], timeout=LAST_WORDS)
        if late:
            # Where something is just being sent nats-py swallows this: the sender ends by itself when nothing waits.
            self._waiting.clear()
            self._sender.cancel()
        await asyncio.gather(self._sender, return_exceptions=True)
        await hang_up(self._client)

    @property
    def connected(self) -> bool:
        """Whether anything can be sent now."""
        return self._client is not None and self._client.is_connected

    @property
    def data(self) -> NatsData:
        """What is stored, on the same connection."""
        if self._client is None:
            raise Unreachable("Nothing can be stored before the house is open.")
        return NatsData(self._client)

    def tell(self, node: str, kind: str, data: bytes) -> None:
        """Send something to one node, after all that was sent before.

        Where it is not there the servers say so at once, to the ear `LOST`, because it could be answered.
        """
        self._put(f"{ONE}.{node}.{kind}", data, f"{ONE}.{self.name}.{node}.{LOST}")

    def tell_all(self, kind: str, data: bytes) -> None:
        """Send something to all nodes."""
        self._put(f"{ALL}.{kind}", data)

    def answer(self, message: Msg, data: bytes) -> None:
        """Answer a question, after all that was sent before."""
        self._put(message.reply, data)

    def _put(self, subject: str, data: bytes, reply: str = "") -> None:
        self._waiting.append((subject, data, reply))
        self._kick.set()

    async def ask(self, node: str, kind: str, data: bytes, patience: float) -> bytes | None:
        """Ask one node something; None where it is not there or does not answer in time."""
        if self._client is None:
            return None
        try:
            return (await self._client.request(f"{ONE}.{node}.{kind}", data, timeout=patience)).data
        except (Error, TimeoutError, OSError):
            return None

    async def is_gone(self, node: str) -> bool:
        """Whether the servers know that a node listens no more; one that is silent, or far, may only be slow."""
        if self._client is None:
            return False
        try:
            await self._client.request(f"{ONE}.{node}.{ALIVE}", b"", timeout=PATIENCE)
        except NoRespondersError:
            return True
        except (Error, TimeoutError, OSError):
            return False
        return False

    async def _send(self) -> None:
        while not self._closing or self._waiting:
            await self._kick.wait()
            self._kick.clear()
            while self._waiting and self._client is not None:
                subject, data, reply = self._waiting.popleft()
                try:
                    await self._client.publish(subject, data, reply)
                except (Error, OSError) as error:
                    # Whoever misses it notices by the numbers of what comes later.
                    logger.warning("not sent to other nodes", extra={"why": type(error).__name__})

    async def _heard(self, message: Msg) -> None:
        kind = message.subject.rpartition(".")[2]
        if (ear := self._ears.get(kind)) is not None:
            try:
                ear(message)
            except Exception:
                logger.exception("message of another node failed", extra={"why": kind})

    async def _reconnected(self) -> None:
        self._broken()
