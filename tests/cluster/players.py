"""People who play on through every trouble: they come back through another node, and remember what was acknowledged."""

import asyncio
import random
import time
from contextlib import suppress

from engines.wire import LARGE, Decoder, Message, encode
from net import messages as said
from net.messages import FROM_HOUSE

SILENCE = 5.0
CONNECT = 1.0
ENTER = 2.0
PATIENCE = 20.0
PAUSE = 0.1
READ = 65536

Play = tuple[int, str]


class Player:
    """Somebody at a table; `sent` and `accepted` are their moves by the numbers of the states that they answer.

    `returns` are the seconds from each end of a line until they saw their seat again.
    """

    def __init__(self, name: str, ports: list[int], home: int) -> None:
        self.name = name
        self.code = ""
        self.seat = -1
        self.sent: set[Play] = set()
        self.accepted: dict[int, str] = {}
        self.progress: list[float] = []
        self.goodbyes: list[str] = []
        self.returns: list[float] = []
        self.paused = 0
        self.times_in = 0
        self.stopped = False
        self.rest = False
        self._ports = ports
        self._home = home
        self._writer: asyncio.StreamWriter | None = None
        self._read: list[Message] = []
        self._away_since: float | None = None

    @property
    def identity(self) -> str:
        """Who they are to the house."""
        return f"key:{self.name}"

    async def come_in(self) -> None:
        """Come in at the first node that answers, rather one's own."""
        while not self.stopped:
            others = [port for port in self._ports if port != self._ports[self._home]]
            for port in (self._ports[self._home], *random.sample(others, len(others))):
                with suppress(OSError, TimeoutError, EOFError):
                    await self._dial(port)
                    self.times_in += 1
                    return
            await asyncio.sleep(PAUSE)

    async def _dial(self, port: int) -> None:
        self._let_go()
        async with asyncio.timeout(CONNECT):
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port)
        self._decoder, self._read = Decoder(*FROM_HOUSE, largest=LARGE), []
        self._writer.write(f"{self.identity}\n".encode())
        self.tell(said.Enter(name=self.name))
        async with asyncio.timeout(ENTER):
            while not isinstance(await self._next(), said.LobbyUpdate):
                pass

    def tell(self, message: Message) -> None:
        """Say something, if there is a line."""
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(encode(message))

    async def _next(self) -> Message:
        while not self._read:
            data = await self._reader.read(READ)
            if not data:
                raise EOFError
            self._read += self._decoder.feed(data)
        message = self._read.pop(0)
        if isinstance(message, said.Goodbye):
            self.goodbyes.append(message.reason)
            raise EOFError
        return message

    async def ask(self, message: Message) -> said.Update:
        """Say something that leads to a table, once more where the house refuses, and look at the table."""
        refusals = []
        self.tell(message)
        try:
            async with asyncio.timeout(PATIENCE):
                while not isinstance(heard := await self._next(), said.Update):
                    if isinstance(heard, said.Refused):
                        refusals.append(heard.text)
                        await asyncio.sleep(PAUSE)
                        self.tell(message)
        except TimeoutError:
            raise AssertionError(f"{self.name} said {message} and was answered {refusals}") from None
        self.code = heard.code
        return heard

    async def play(self) -> None:
        """Play whenever it is one's turn, until stopped."""
        pending: Play | None = None
        while not self.stopped:
            try:
                async with asyncio.timeout(SILENCE):
                    message = await self._next()
            except (TimeoutError, EOFError, OSError):
                self._away_since = time.monotonic() if self._away_since is None else self._away_since
                await self.come_in()
                self.tell(said.Sit(code=self.code))
                continue
            if isinstance(message, said.Update):
                pending = self._look(message, pending)
            elif isinstance(message, said.Accepted):
                self.accepted[message.seq] = message.move
                self.progress.append(time.monotonic())
                pending = None
            elif isinstance(message, said.Refused):
                pending = None
                self.paused += "stands still" in message.text
                await asyncio.sleep(PAUSE)
                self.tell(said.Sit(code=self.code))

    def _look(self, update: said.Update, pending: Play | None) -> Play | None:
        self.seat = self.seat if update.seat is None else update.seat
        if self._away_since is not None and update.seat is not None:
            self.returns.append(time.monotonic() - self._away_since)
            self._away_since = None
        self.paused += "stands still" in update.paused
        if update.phase == "over":
            self.tell(said.Again())
            return None
        if not update.legal or self.rest or (pending is not None and pending[0] == update.seq and not update.anew):
            return pending
        chosen = pending[1] if pending is not None and pending[0] == update.seq else update.legal[-(update.seq % 2)]
        self.sent.add((update.seq, chosen))
        self.tell(said.Play(seq=update.seq, move=chosen))
        return update.seq, chosen

    def hang_up(self) -> None:
        """Leave for good."""
        self.stopped = True
        self._let_go()

    def _let_go(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
            self._writer = None
