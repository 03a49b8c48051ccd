"""Home counts games and the score opens its record in one step, and in a house of the version before as well."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import msgspec
import pytest

from engines.wire import Message
from net.house.house import House
from net.link import Link, LinkClosed, memory_link
from net.messages import Fetch, Leave, MyGames, MyTally, Open, Start, Update, Welcome
from net.setup import Setup
from tests.net.house_harness import open_house
from tests.tui.app_harness import Thinker, play_to_the_end, press, screen_of, shows, until, visiting
from tui.app import Errand
from tui.screens.home import HomePage

TABLE = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))


class Doorway:
    """A house through a doorway that notes what is asked; `older` is one that counts nothing and tells no record."""

    def __init__(self, house: House, *, older: bool) -> None:
        self.asked: list[type[Message]] = []
        self._house = house
        self._older = older

    async def serve(self, link: Link, identity: str) -> None:
        inner, outer = memory_link()
        served = asyncio.create_task(self._house.serve(inner, identity))
        telling = asyncio.create_task(self._tell(outer, link))
        try:
            while True:
                message = await link.receive()
                assert not (self._older and isinstance(message, MyTally))
                self.asked.append(type(message))
                outer.send(message)
        except LinkClosed:
            outer.close()
        await asyncio.gather(served, telling)

    async def _tell(self, outer: Link, link: Link) -> None:
        try:
            while True:
                link.send(self._as_before(await outer.receive()))
        except LinkClosed:
            link.close()

    def _as_before(self, message: Message) -> Message:
        if self._older and isinstance(message, Welcome):
            return msgspec.structs.replace(message, played=None, won=0)
        if self._older and isinstance(message, Update):
            return msgspec.structs.replace(message, record=None)
        return message


@pytest.fixture(params=[False, True], ids=["this house", "an older house"])
async def doorway(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Doorway]:
    async with open_house(tmp_path, Thinker()) as house:
        yield Doorway(house, older=request.param)


async def test_home_says_how_many_games_were_won_and_the_score_opens_the_record(doorway: Doorway) -> None:
    errand = Errand(ask=Open(setup=TABLE))
    async with visiting(cast(House, doorway), "Ada", errand) as (app, pilot):
        await until(pilot, lambda: app.stage is not None)
        app.say(Start())
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        await shows(app, pilot, "Replay")
        doorway.asked.clear()
        press(app, "r")
        await shows(app, pilot, "As Ada")
        assert doorway.asked == ([MyGames, Fetch] if doorway._older else [Fetch])
        press(app, "escape")
        await shows(app, pilot, "Replay")
        doorway.asked.clear()
        press(app, "q")
        await until(pilot, lambda: isinstance(app.page, HomePage))
        await until(pilot, lambda: "of 1" in screen_of(app))
        wanted = MyGames if doorway._older else MyTally
        await until(pilot, lambda: wanted in doorway.asked)
        assert ({MyTally, MyGames} - {wanted}).isdisjoint(doorway.asked)


async def test_home_says_it_at_the_first_sight(doorway: Doorway) -> None:
    async with visiting(cast(House, doorway), "Ada", Errand(ask=Open(setup=TABLE))) as (app, pilot):
        await until(pilot, lambda: app.stage is not None)
        app.say(Start())
        await play_to_the_end(app, pilot, press)
        app.say(Leave())
        await until(pilot, lambda: app.stage is None)
    async with visiting(cast(House, doorway), "Ada", Errand(start="home")) as (app, pilot):
        await until(pilot, lambda: isinstance(app.page, HomePage) and "of 1" in screen_of(app))
