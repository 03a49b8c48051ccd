"""What is asked of streams: a message published where the last one is as expected, the last one read, many read.

What can't be known raises a StoreError: of a publish that got no answer nobody knows whether it was stored.
"""

import asyncio
import base64
import json
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from net.store.nats_connection import Full
from net.store.store import StoreError

ONE_TRY = 0.5
READ_TRIES = 20
READ_PAUSE = 0.1
MOST_AT_ONCE = 1000
NOT_AS_EXPECTED = (10071, 10164)
NO_ROOM = (10047, 10077, 10023)
BRIEFLY = "60s"


class NotAsExpected(Exception):
    """The last message of a subject is another one: nothing was stored."""


class Unsure(StoreError):
    """No answer came: it may have been stored, now or soon."""


class Stored(NamedTuple):
    """A message as it was read; `at` 0 and no data where there is none, or it was let go of."""

    at: int
    data: bytes
    subject: str = ""


class Write(NamedTuple):
    """One message of several that are stored together; no data lets go of what is there, `expected` is who was last."""

    subject: str
    data: bytes
    expected: int | None = None


NOTHING = Stored(0, b"")


class NatsData:
    """The verbs of the store, on one connection."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def publish(self, subject: str, data: bytes, expected: int | None = None) -> int:
        """Store a message where the last one of its subject is the `expected` one, and return its sequence."""
        headers = {} if expected is None else {"Nats-Expected-Last-Subject-Sequence": str(expected)}
        return await self._store(subject, data, headers)

    async def together(self, writes: Sequence[Write]) -> None:
        """Store several messages of one stream, all or none."""
        batch = secrets.token_hex(8)
        for number, write in enumerate(writes, start=1):
            headers = {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(number)}
            if write.expected is not None:
                headers["Nats-Expected-Last-Subject-Sequence"] = str(write.expected)
            if not write.data:
                headers["Nats-TTL"] = BRIEFLY
            if number == len(writes):
                await self._store(write.subject, write.data, {**headers, "Nats-Batch-Commit": "1"})
                return
            try:
                await self.client.publish(write.subject, write.data, headers=headers)
            except (Error, OSError) as error:
                raise StoreError(_not_stored(error)) from None

    async def _store(self, subject: str, data: bytes, headers: dict[str, str]) -> int:
        try:
            reply = await self.client.request(subject, data, timeout=ONE_TRY, headers=headers or None)
        except (Error, TimeoutError, OSError) as error:
            raise Unsure(_not_stored(error)) from None
        answer: dict[str, Any] = json.loads(reply.data)
        refusal = answer.get("error")
        if refusal is None:
            return int(answer["seq"])
        if refusal.get("err_code") in NOT_AS_EXPECTED:
            raise NotAsExpected
        if refusal.get("err_code") in NO_ROOM:
            raise Full("The data could not be stored (the cluster has no room left).")
        raise StoreError(f"The data could not be stored ({refusal.get('description')}).")

    async def last(self, stream: str, subject: str) -> Stored:
        """Read the last message of a subject from the stream's leader."""
        question = json.dumps({"last_by_subj": subject}).encode()
        reply = await self._ask(f"$JS.API.STREAM.MSG.GET.{stream}", question)
        answer: dict[str, Any] = json.loads(reply.data)
        if error := answer.get("error"):
            if error.get("code") == 404:
                return NOTHING
            raise StoreError(f"The data could not be read ({error.get('description')}).")
        message = answer["message"]
        return Stored(message["seq"], base64.b64decode(message.get("data", "")), message["subject"])

    async def glance(self, stream: str, subject: str) -> Stored:
        """Read the last message of a subject from any server: also without a leader, and perhaps a moment old."""
        return _direct(await self._ask(f"$JS.API.DIRECT.GET.{stream}.{subject}", b"", patient=True))

    async def at(self, stream: str, sequence: int) -> Stored:
        """Read one message by its sequence."""
        question = json.dumps({"seq": sequence}).encode()
        return _direct(await self._ask(f"$JS.API.DIRECT.GET.{stream}", question, patient=True))

    async def _ask(self, subject: str, question: bytes, *, patient: bool = False) -> Msg:
        """Ask something that may be asked again; `patient` does so for as long as servers choose a leader."""
        for attempt in range(READ_TRIES if patient else 1, 0, -1):
            try:
                return await self.client.request(subject, question, timeout=ONE_TRY)
            except (Error, TimeoutError, OSError) as error:
                if attempt == 1:
                    raise StoreError(f"The data could not be read ({type(error).__name__}).") from None
                await asyncio.sleep(READ_PAUSE)
        raise AssertionError("asked at least once")

    async def each(self, stream: str, subject: str, start: int = 1) -> list[Stored]:
        """Read all messages of a subject from a sequence on."""
        found: list[Stored] = []
        while True:
            question = {"seq": start, "next_by_subj": subject, "batch": MOST_AT_ONCE}
            some, more = await self._many(stream, question)
            found += some
            if not more or not some:
                return found
            start = some[-1].at + 1

    async def last_of_each(self, stream: str, subjects: str) -> list[Stored]:
        """Read the last message of each subject that fits a pattern; those that were let go of are left out."""
        found, _more = await self._many(stream, {"multi_last": [subjects], "batch": MOST_AT_ONCE})
        return [stored for stored in found if stored.data]

    async def _many(self, stream: str, question: dict[str, Any]) -> tuple[list[Stored], bool]:
        for attempt in range(READ_TRIES, 0, -1):
            try:
                return await self._many_once(stream, question)
            except (Error, TimeoutError, OSError) as error:
                if attempt == 1:
                    raise StoreError(f"The data could not be read ({type(error).__name__}).") from None
                await asyncio.sleep(READ_PAUSE)
        raise AssertionError("asked at least once")

    async def _many_once(self, stream: str, question: dict[str, Any]) -> tuple[list[Stored], bool]:
        inbox, answers = self.client.new_inbox(), Answers()
        subscription = await self.client.subscribe(inbox, cb=answers.take)
        try:
            await self.client.publish(f"$JS.API.DIRECT.GET.{stream}", json.dumps(question).encode(), reply=inbox)
            return answers.found, await answers.all_there()
        finally:
            await subscription.unsubscribe()

    async def delete(self, stream: str, sequence: int) -> None:
        """Let go of one message."""
        await self._order(f"$JS.API.STREAM.MSG.DELETE.{stream}", {"seq": sequence})

    async def purge(self, stream: str, subject: str, keep: int) -> None:
        """Let go of the messages of a subject but for the last ones."""
        await self._order(f"$JS.API.STREAM.PURGE.{stream}", {"filter": subject, "keep": keep})

    async def _order(self, subject: str, question: dict[str, Any]) -> None:
        reply = await self._ask(subject, json.dumps(question).encode(), patient=True)
        if error := json.loads(reply.data).get("error"):
            raise StoreError(f"The data could not be let go of ({error.get('description')}).")

    async def subjects(self, stream: str, pattern: str) -> list[str]:
        """List the subjects of a stream; for tools, because there may be many."""
        return list(await self.counts(stream, pattern))

    async def counts(self, stream: str, pattern: str) -> dict[str, int]:
        """How many messages each subject of a stream has; for tools too."""
        found: dict[str, int] = {}
        while True:
            question = json.dumps({"subjects_filter": pattern, "offset": len(found)}).encode()
            reply = await self._ask(f"$JS.API.STREAM.INFO.{stream}", question, patient=True)
            answer: dict[str, Any] = json.loads(reply.data)
            if error := answer.get("error"):
                raise StoreError(f"The data could not be read ({error.get('description')}).")
            some = answer["state"].get("subjects") or {}
            found |= some
            if not some or len(found) >= int(answer.get("total", 0)):
                return found


class Answers:
    """Many messages that answer one question; taken one by one as they come, because waiting for each costs more."""

    def __init__(self) -> None:
        self.found: list[Stored] = []
        self._more: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def take(self, message: Msg) -> None:
        """Take the next message; the last one says whether there are more."""
        if self._more.done():
            return
        headers = message.headers or {}
        status = headers.get("Status")
        if status is None:
            self.found.append(_direct(message))
        elif status in ("204", "404"):
            self._more.set_result(status == "204" and int(headers.get("Nats-Num-Pending", "0")) > 0)
        else:
            self._more.set_exception(StoreError(f"The data could not be read ({headers.get('Description')})."))

    async def all_there(self) -> bool:
        """Wait for the last one, and return whether there are more; a TimeoutError where they stop coming."""
        known = -1
        while not self._more.done() and len(self.found) > known:
            known = len(self.found)
            await asyncio.wait([self._more], timeout=ONE_TRY)
        if not self._more.done():
            raise TimeoutError
        return await self._more


def _direct(message: Msg) -> Stored:
    headers = message.headers or {}
    status = headers.get("Status")
    if status == "404":
        return NOTHING
    if status is not None:
        raise StoreError(f"The data could not be read ({headers.get('Description')}).")
    return Stored(int(headers["Nats-Sequence"]), message.data, headers["Nats-Subject"])


def _not_stored(error: Exception) -> str:
    return f"The data could not be stored ({type(error).__name__})."


pack = msgspec.msgpack.encode
unpack = msgspec.msgpack.decode
