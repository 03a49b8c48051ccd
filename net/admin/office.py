"""The office: where operators' commands are carried out, and noted."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from net.admin.countdown import Countdown
from net.admin.offices import BANS, KEYS, ORDER, Passed, pass_on, together
from net.admin.orders import Answer, BadOrder, Operator, Order, Reach, Row, split
from net.door.bans import BadSubject
from net.door.settings import BadServerSettings, ServerSettings
from net.house.house import House
from net.nodes.questions import Questions
from net.ssh.host_key import HostKeys, NoHostKey
from net.ssh.server import Server
from net.store.store import Store, StoreError

logger = logging.getLogger(__name__)

JSON = "--json"
HELP = ("help", "--help", "-h")


@dataclass(slots=True)
class Office:
    """The house and its door as operators need them; `reread` reads the settings file anew."""

    house: House
    server: Server
    store: Store
    folder: Path
    reread: Callable[[], ServerSettings]
    orders: dict[str, Order]
    questions: Questions
    keys: HostKeys
    countdown: Countdown = field(init=False)

    def __post_init__(self) -> None:
        self.countdown = Countdown(self.house, self.server.stop)
        self.questions.answer(ORDER, self._obey)
        self.questions.answer(BANS, self._heed)
        self.questions.answer(KEYS, self._show_keys)

    async def ask_line(self, operator: Operator, line: str) -> tuple[str, int]:
        """Carry out a command as it was typed; return what to write, and the exit code."""
        try:
            words = split(line)
        except BadOrder as error:
            return f"{error}\n", 2
        return await self.ask(operator, words)

    async def ask(self, operator: Operator, words: Sequence[str]) -> tuple[str, int]:
        """Carry out a command; return what to write, and the exit code."""
        given = [word for word in words if word != JSON]
        answer = await self._answer(operator, given)
        if len(given) == len(words):
            return answer.text, answer.status
        value = {"ok": not answer.status, "said": answer.said, "rows": answer.rows or []}
        return f"{msgspec.json.encode(value).decode()}\n", answer.status

    async def _answer(self, operator: Operator, words: list[str]) -> Answer:
        if not words or words[0] in HELP:
            return self.help()
        order = self.orders.get(words[0])
        if order is None:
            return Answer(f"There is no command {words[0]!r}: `help` lists them.", status=2)
        answer = await self._do_here(order, words, operator)
        if order.reach is Reach.EVERYWHERE or (order.reach is Reach.ANYWHERE and answer.status):
            others = await pass_on(self.questions, words, operator)
            answer = together(order, {self.questions.name: answer, **others}) if others else answer
        if answer.status:
            logger.warning("order refused", extra={"who": operator.name, "why": answer.said})
        if order.noted:
            await self.note(operator, words, answer)
        return answer

    async def _do_here(self, order: Order, words: list[str], operator: Operator) -> Answer:
        try:
            answer: Answer = await order.act(self, order.parser.parse_args(words[1:]), operator)
        except (BadOrder, BadSubject, BadServerSettings) as error:
            return Answer(str(error), status=2)
        except (StoreError, NoHostKey) as error:
            return Answer(str(error), status=1)
        return replace(answer, said=order.tells(answer.rows or ())) if order.tells else answer

    async def _obey(self, data: bytes) -> bytes:
        """Carry out an order that came to another node, where it is noted."""
        passed = msgspec.json.decode(data, type=Passed)
        order = self.orders[passed.words[0]]
        return msgspec.json.encode(await self._do_here(order, passed.words, passed.by))

    async def _heed(self, _data: bytes) -> bytes:
        """Let the bans hold that another node has changed."""
        self.server.bans.replace(await self.store.ledger.bans())
        self.server.entrance.show_out_banned()
        return b""

    async def tell_bans(self) -> None:
        """Let the bans hold everywhere."""
        await self.questions.ask_all(BANS)

    async def _show_keys(self, _data: bytes) -> bytes:
        """Show the host keys that another node has changed."""
        self.server.show_keys(await self.keys.read())
        return b""

    async def show_keys(self) -> None:
        """Show the host keys as they are kept now, at every node."""
        await self._show_keys(b"")
        await self.questions.ask_all(KEYS)

    async def note(self, operator: Operator, words: list[str], answer: Answer) -> None:
        """Write a deed into the audit log and the server's log; where nothing can be stored, the log line stands."""
        outcome = answer.said if not answer.status else f"refused: {answer.said}"
        logger.info("operator", extra={"who": operator.name, "why": " ".join(words)})
        try:
            await self.store.ledger.note(time.time(), operator.name, " ".join(words), outcome)
        except StoreError:
            logger.error("deed can't be noted", extra={"who": operator.name, "why": " ".join(words)})

    def help(self) -> Answer:
        """List the commands."""
        rows: list[Row] = [{"command": order.usage, "does": order.summary} for order in self.orders.values()]
        return Answer("Every command takes --json.", rows)

    async def hang_up(self, operator: Operator) -> None:
        """Do what SIGHUP asks for: settings that can't be used leave those of before, and a line in the log."""
        await self.ask(operator, ["reload"])

    async def reload(self) -> str:
        """Read the settings anew and let them hold; return what was done."""
        settings = await asyncio.to_thread(self.reread)
        later = self.server.adopt(settings)
        self.house.rules = replace(self.house.rules, limits=settings.limits)
        return "The settings were read anew." + (f" After a restart: {', '.join(later)}." if later else "")
