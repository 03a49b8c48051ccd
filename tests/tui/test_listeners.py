"""The app, plain mode and a bot listen to the same conversation: whatever happens, each ends up where the others do."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from engines.wire import Message
from net.client import conversation
from net.link import Link, LinkClosed, MemoryLink, memory_link
from net.messages import Sit
from net.ssh.dial import Line as SshLine
from tests.net.client_cases import (
    CASES,
    CODE,
    CUT,
    DIAL,
    ENDED,
    LOBBY,
    OFFLINE,
    TABLE,
    WITHOUT_REDIAL,
    Case,
    Line,
    Where,
)
from tests.net.visitors import until
from tests.tui.app_harness import CALM, screen_of
from tui.app import Errand, TableeApp
from tui.bot_seat import BotSeat, NoSeat
from tui.look import Look
from tui.plain.player import PlainPlayer
from tui.screens.lobby import LobbyPage
from tui.screens.shell import Venue
from tui.screens.table import TablePage

PATIENCE = 20.0
LINE_WAS_CUT = "The line was cut; trying again in "

Present = Callable[[], tuple[Where | None, str]]
"""Where somebody seems to be by what they see or hear, and all of that."""


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "FIRST_RETRY", 0.001)
    monkeypatch.setattr(conversation, "LONGEST_RETRY", 0.002)


class ScriptedHouse:
    """A house that does what a case says, and notes what was said to it on each line."""

    def __init__(self) -> None:
        self.said: list[list[Message]] = []
        self._plan: asyncio.Queue[Line] = asyncio.Queue()
        self._near: MemoryLink
        self._reading: list[asyncio.Task[None]] = []

    async def dial(self) -> Link:
        if self.said and await self._plan.get() is not DIAL:
            raise ConnectionRefusedError("nobody answers")
        return self.link()

    def link(self) -> MemoryLink:
        self._near, far = memory_link()
        said: list[Message] = []
        self.said.append(said)
        self._reading.append(asyncio.create_task(self._note(self._near, said)))
        return far

    async def _note(self, near: MemoryLink, said: list[Message]) -> None:
        with suppress(LinkClosed):
            while True:
                said.append(await near.receive())

    async def perform(self, case: Case) -> None:
        for step in case.steps:
            if isinstance(step, Message):
                self._near.send(step)
            elif step is CUT:
                # What the client has to say to all this comes first.
                await until(lambda: len(self.said[-1]) >= len(case.said[len(self.said) - 1]))
                self._near.close()
            else:
                lines = len(self.said)
                self._plan.put_nowait(step)
                if step is DIAL:
                    await until(lambda lines=lines: len(self.said) > lines)  # type: ignore[misc]

    async def close(self) -> None:
        for task in self._reading:
            task.cancel()
        await asyncio.gather(*self._reading, return_exceptions=True)


@asynccontextmanager
async def on_a_screen(house: ScriptedHouse, *, redials: bool) -> AsyncIterator[Present]:
    venue = Venue(address="tablee.example", redial=house.dial if redials else None)
    errand = Errand(start="lobby", ask=Sit(code=CODE))
    app = TableeApp(house.link(), CALM, Look(), venue=venue, errand=errand)
    seen: list[str] = []

    def present() -> tuple[Where | None, str]:
        if app._exit:
            return ENDED, app.return_value or ""
        picture = screen_of(app)
        seen.append(picture)
        if "OFFLINE" in picture or "trying again in" in picture:
            return OFFLINE, "\n".join(seen)
        at_table = TABLE if isinstance(app.page, TablePage) else None
        return LOBBY if isinstance(app.page, LobbyPage) else at_table, "\n".join(seen)

    async with app.run_test(size=(120, 40)):
        yield present


class Reader:
    """Somebody who reads all lines and types nothing."""

    def __init__(self) -> None:
        self.text = ""

    async def read(self) -> str | None:
        await asyncio.Event().wait()
        return None

    async def write(self, text: str) -> None:
        self.text += text


@asynccontextmanager
async def in_lines(house: ScriptedHouse, *, redials: bool) -> AsyncIterator[Present]:
    reader = Reader()
    redial = house.dial if redials else None
    ask = Sit(code=CODE)
    player = PlainPlayer(house.link(), reader, name="Ada", own=False, language="en", ask=ask, redial=redial)
    playing = asyncio.create_task(player.run())

    def present() -> tuple[Where | None, str]:
        if playing.done():
            return ENDED, reader.text
        last = (reader.text.splitlines() or [""])[-1]
        if last.startswith(LINE_WAS_CUT):
            return OFFLINE, reader.text
        places = {"watch CODE looks on.": LOBBY, "q leave.": TABLE}
        return next((where for words, where in places.items() if last.endswith(words)), None), reader.text

    try:
        yield present
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


class ScriptedLine(SshLine):
    """A line that leads to a scripted house."""

    def __init__(self, house: ScriptedHouse) -> None:
        self._house = house

    async def dial(self) -> Link:
        return await self._house.dial()

    async def hang_up(self) -> None:
        pass


@asynccontextmanager
async def as_a_bot(house: ScriptedHouse, *, redials: bool) -> AsyncIterator[Present]:
    told: list[str] = []

    async def play() -> None:
        try:
            await BotSeat(ScriptedLine(house), "easy", "Ada", CODE, told.append).run()
        except NoSeat as error:
            told.append(str(error))

    playing = asyncio.create_task(play())
    await until(lambda: bool(house.said))

    def present() -> tuple[Where | None, str]:
        text = "\n".join(told)
        if playing.done():
            # A bot has nothing to do in the lobby.
            left = text.endswith("The table has closed.") or not text.endswith(("somewhere else", "Bye"))
            return LOBBY if left else ENDED, text
        if told and told[-1].startswith(LINE_WAS_CUT):
            return OFFLINE, text
        return TABLE, text

    try:
        yield present
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def check(case: Case, listen: Callable[..., object], *, redials: bool, program: bool = False) -> None:
    house = ScriptedHouse()
    where: Where | None = None
    text = ""
    async with listen(house, redials=redials) as present:  # type: ignore[attr-defined]
        await house.perform(case)
        try:
            async with asyncio.timeout(PATIENCE):
                while where is not case.where or case.sentence not in text or not _said(house, case, program):
                    await asyncio.sleep(0.002)
                    where, text = present()
        except TimeoutError:
            raise AssertionError(f"{where} instead of {case.where}, {house.said}, told:\n{text}") from None
    await house.close()


def _said(house: ScriptedHouse, case: Case, program: bool) -> bool:
    """Whether exactly what the case names was said, but for what a screen asks for by itself."""
    wanted = [[type(message) for message in said] for said in case.said]
    if program:
        # It hangs up instead of going back to the lobby.
        return [[type(message) for message in said] for said in house.said][-1][:2] == wanted[-1][:2]
    return [[type(message) for message in said] for said in house.said] == wanted


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("listen", [on_a_screen, in_lines], ids=["app", "plain"])
async def test_a_person_gets_where_the_case_leads(listen: Callable[..., Awaitable[None]], case: Case) -> None:
    await check(case, listen, redials=True)


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_a_bot_gets_where_the_case_leads(case: Case) -> None:
    await check(case, as_a_bot, redials=True, program=True)


@pytest.mark.parametrize("case", WITHOUT_REDIAL, ids=str)
@pytest.mark.parametrize("listen", [on_a_screen, in_lines], ids=["app", "plain"])
async def test_who_came_with_ssh_leaves_with_the_line(listen: Callable[..., Awaitable[None]], case: Case) -> None:
    await check(case, listen, redials=False)
