"""Reviews through every door: two people with the real ssh look at one together, and nobody before the game is over."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engines.wire import Message
from net.messages import Lead, MyReview, Refused, Sit, Start, Update, WhatIf
from net.setup import Setup
from net.ssh.dial import Line
from tests.net.first_visits import first_visit, open_a_table, play_a_game
from tests.net.laptop import Laptop
from tests.net.served import Served, served_house, server_process
from tests.net.ssh_windows import ENTER
from tests.net.visitors import until
from tui.app import Errand, TableeApp
from tui.look import Look
from tui.screens.review import ReviewPage
from tui.screens.shell import Venue
from tui.settings import Settings

PAIR = Setup(game="geschenkt", seats=3, bots=("easy",))
AGAINST_BOTS = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))
TOO_EARLY = (MyReview(), MyReview(id=1), MyReview(id=1, seat=1), WhatIf(id=1, at=0), Lead(id=1, seat=0))


async def test_two_people_with_ssh_look_at_one_review_and_talk(tmp_path: Path) -> None:
    async with server_process(tmp_path / "data") as server, AsyncExitStack() as windows:
        hers, his = Laptop(tmp_path / "Ada", server.port), Laptop(tmp_path / "Bob", server.port)
        ada = await windows.enter_async_context(hers.window(*hers.ssh("play@127.0.0.1"), size=(100, 30)))
        code = await open_a_table(ada)
        async with his.window(*his.ssh(f"{code}@127.0.0.1"), size=(100, 30)) as bob:
            await first_visit(bob, "Bob")
            await play_a_game(ada, bob)
            for window in (ada, bob):
                await window.type("Enter")
                await window.shows("Review")
            await ada.type("v")
            await ada.shows("show to all")
            await ada.type("s")
            await ada.shows("lead no more")
            await bob.shows("Ada shows the review")
            await bob.type("v")
            await bob.shows("show to all")
            await ada.type("Right", "Right", "Right")
            await ada.shows("move 3 of")
            await bob.shows("move 3 of")
            await bob.type("c")
            await bob.type("aha")
            await bob.shows("aha")
            await bob.type("Enter")
            await ada.shows("aha")
            await ada.type("c")
            await ada.type("so it was")
            await ada.shows("so it was")
            await ada.type("Enter")
            await bob.shows("so it was")
        # While the table stands its code opens it again, and the review that is shown there.
        # Whoever has not opened the score is told at the table, and looks along from there.
        async with his.window(*his.ssh(f"{code}@127.0.0.1"), size=(100, 30)) as bob:
            await bob.shows("See the scores")
            await bob.shows("Ada shows the review")
            await bob.type("v")
            await bob.shows("move 3 of")


async def sit_down_and_deal(served: Served) -> str:
    """Let Ada and Bob sit at a table at which the game has begun; return its code."""
    await served.have_been_here("Ada", "Bob")
    code = await served.open_table(PAIR, "Ada")
    async with served.caller("Bob") as bob:
        await bob.ask(Sit(code=code), Update)
        async with served.caller("Ada") as ada:
            await ada.ask(Sit(code=code), Update)
            ada.tell(Start())
            while (await ada.hear(Update)).phase != "playing":
                pass
    return code


@pytest.mark.parametrize("wish", TOO_EARLY, ids=lambda wish: type(wish).__name__)
async def test_F68_on_the_wire_nobody_gets_a_review_before_the_game_is_over(tmp_path: Path, wish: Message) -> None:
    async with served_house(tmp_path) as served:
        code = await sit_down_and_deal(served)
        async with served.caller("Ada") as ada:
            await ada.ask(Sit(code=code), Update)
            await ada.ask(wish, Refused)
            assert b"reviewed" not in ada.told


async def test_F68_on_a_screen_and_in_lines_nobody_gets_a_review_before_the_game_is_over(tmp_path: Path) -> None:
    async with served_house(tmp_path) as served:
        await served.have_been_here("Ada", "Bob")
        hers, his = [await served.open_table(AGAINST_BOTS, name) for name in ("Ada", "Bob")]
        async with served.window("Ada", hers) as ada, served.script("Bob", his) as bob:
            await ada.sees("Deal")
            await ada.press(ENTER)
            await ada.sees("Your turn - ")
            await ada.press("v")
            await ada.settles()
            assert "REVIEW" not in ada.glass.text
            await bob.hears("Waiting for players.")
            bob.say("1")
            await bob.hears("A number, or ")
            for wish in ("v", "review 1"):
                bob.say(wish)
                assert (await bob.hear()).startswith("Say a number from 1 to 2")


async def test_F68_whoever_joins_gets_no_review_before_the_game_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TABLEE_CONFIG", str(tmp_path / "config"))
    async with served_house(tmp_path) as served:
        code = await served.open_table(PAIR, "Ada")
        line = Line("127.0.0.1", served.port, "play", say_yes)
        errand = Errand(start="lobby", ask=Sit(code=code))
        venue = Venue(address="127.0.0.1", redial=line.dial)
        app = TableeApp(await line.dial(), Settings(name="Zoe"), Look(), venue=venue, errand=errand)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: app.table is not None)
            async with served.caller("Ada") as ada:
                await ada.ask(Sit(code=code), Update)
                ada.tell(Start())
                await until(lambda: app.table is not None and app.table.update.phase == "playing")
                await pilot.press("v")
                app.say(MyReview())
                await pilot.pause()
                assert not isinstance(app.page, ReviewPage)
        await line.hang_up()


async def say_yes(_host: str, _fingerprint: str) -> bool:
    return True
