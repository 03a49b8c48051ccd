"""Runs a conversation over a link, and over the next one when that is cut."""

import asyncio
import time
from collections.abc import Awaitable, Callable

from engines.wire import BadMessage, Message
from net.client.conversation import Conversation, Listener
from net.link import Link, LinkClosed

Dial = Callable[[], Awaitable[Link]]
"""Makes a new link to the house, or raises an OSError."""


async def nothing() -> None:
    """Do nothing after what was heard."""


class Client:
    """One end of a line to a house, where a listener is told what is said there.

    `redial` makes a new link when the old one is cut; without it the conversation ends then. `settle` is awaited after
    everything that happens, before anything else is heard: the place for what takes time.
    """

    def __init__(
        self,
        link: Link,
        listener: Listener,
        *,
        name: str = "",
        errand: Message | None = None,
        own: bool = False,
        program: bool = False,
        redial: Dial | None = None,
        settle: Callable[[], Awaitable[None]] = nothing,
    ) -> None:
        self.link = link
        self.conversation = Conversation(
            listener, name=name, errand=errand, own=own, program=program, returns=redial is not None
        )
        self._redial = redial
        self._settle = settle

    async def run(self) -> None:
        """Come in, and stay until the conversation is over."""
        conversation = self.conversation
        conversation.dialled(time.monotonic())
        self._send()
        while not conversation.over:
            if self._redial is not None and conversation.dial_at is not None:
                await self._dial(self._redial, conversation.dial_at)
            else:
                await self._listen()
            self._send()
            await self._settle()

    async def _listen(self) -> None:
        try:
            message = await self.link.receive()
        except (LinkClosed, BadMessage):
            self.link.close()
            self.conversation.cut(time.monotonic())
        else:
            self.conversation.hear(message, time.monotonic())

    async def _dial(self, redial: Dial, at: float) -> None:
        await asyncio.sleep(max(0.0, at - time.monotonic()))
        try:
            self.link = await redial()
        except OSError:
            self.conversation.dial_failed(time.monotonic())
        else:
            self.conversation.dialled(time.monotonic())

    def say(self, message: Message) -> None:
        """Tell the house something; while there is no line it is lost."""
        self.conversation.say(message)
        self._send()

    def _send(self) -> None:
        for message in self.conversation.take():
            self.link.send(message)

    def hang_up(self) -> None:
        """End the conversation; the house keeps the seat."""
        self.conversation.end()
        self.link.close()
