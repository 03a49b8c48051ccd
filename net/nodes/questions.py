"""What nodes ask each other beside their tables: orders of operators, figures, how each of them is."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from net.nodes.bus import VERSION
from net.store.nats_connection import NoCluster

logger = logging.getLogger(__name__)

PATIENCE = 2.0
# For whoever has just come and is not known yet.
GRACE = 0.05
# Of whoever is there, also a busy one should have said how it speaks.
FIRST_GRACE = 0.3
SUBJECT = "ask"
FROM = "From"
HELLO = "hello"
SPEECH = str(VERSION).encode()

How = Callable[[bytes], Awaitable[bytes]]


class OtherNodes(NoCluster):
    """The nodes that are there speak otherwise."""


class Questions(Protocol):
    """How a node asks all others, and answers them; `name` is its own, empty for one that is alone."""

    name: str

    async def ask_all(self, question: str, data: bytes = b"", grace: float = GRACE) -> dict[str, bytes]:
        """Ask all other nodes; return what those answered that did in time, `grace` for those not known yet."""

    def answer(self, question: str, how: How) -> None:
        """Settle how questions of others are answered here."""


class NobodyElse:
    """The questions of a house that is alone."""

    name = ""

    async def ask_all(self, question: str, data: bytes = b"", grace: float = GRACE) -> dict[str, bytes]:
        """There is nobody to ask."""
        return {}

    def answer(self, question: str, how: How) -> None:
        """There is nobody who asks."""


class NatsQuestions:
    """Asks over NATS; who is there is known from who asked and answered before."""

    def __init__(self, client: Client, name: str) -> None:
        self.name = name
        self._client = client
        self._ways: dict[str, How] = {}
        self._known: set[str] = set()
        self._answering: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to answer, and let the others know that there is one more to ask; raise where they speak otherwise."""
        self.answer(HELLO, self._greet)
        await self._client.subscribe(f"{SUBJECT}.*", cb=self._asked)
        greeted = await self.ask_all(HELLO, grace=FIRST_GRACE)
        if others := sorted(node for node, speech in greeted.items() if speech != SPEECH):
            raise OtherNodes(
                f"The house is open at nodes of another version of Tablée ({', '.join(others)}), with which this one "
                "can't speak: stop them all, then start the new ones."
            )

    def answer(self, question: str, how: How) -> None:
        """Settle how questions of others are answered here."""
        self._ways[question] = how

    async def ask_all(self, question: str, data: bytes = b"", grace: float = GRACE) -> dict[str, bytes]:
        """Ask all other nodes; whoever does not answer in time is not waited for the next time."""
        answers: dict[str, bytes] = {}
        came = asyncio.Event()

        async def keep(message: Msg) -> None:
            # Where nobody is, the server itself answers, and has no name.
            if node := (message.headers or {}).get(FROM):
                answers[node] = message.data
                came.set()

        inbox = self._client.new_inbox()
        with contextlib.suppress(Error):
            subscription = await self._client.subscribe(inbox, cb=keep)
            await self._client.publish(f"{SUBJECT}.{question}", data, reply=inbox, headers={FROM: self.name})
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while not self._known <= answers.keys():
                        came.clear()
                        await came.wait()
            await asyncio.sleep(grace)
            await subscription.unsubscribe()
        self._known = set(answers)
        return answers

    async def _greet(self, _data: bytes) -> bytes:
        return SPEECH

    async def _asked(self, message: Msg) -> None:
        asker = (message.headers or {}).get(FROM, "")
        how = self._ways.get(message.subject.removeprefix(f"{SUBJECT}."))
        if asker in ("", self.name) or how is None:
            return
        self._known.add(asker)
        # What takes long must not keep the next question waiting.
        task = asyncio.create_task(self._reply(message, how))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _reply(self, message: Msg, how: How) -> None:
        try:
            data = await how(message.data)
            await self._client.publish(message.reply, data, headers={FROM: self.name})
        except Exception as error:  # whatever a question breaks, the house goes on
            logger.error("question failed", extra={"why": type(error).__name__})
