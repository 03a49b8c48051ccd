"""The luck that a browser adds to promised deals: its own bytes, pledged before they are shown, and proved."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engines.promise import pledge_of
from engines.record import dump
from net.messages import Fetch, RecordFile, Sit, Start, Update
from net.setup import Setup
from tests.net.visitors import until
from tests.web.browser import Browser
from tests.web.web_harness import Page, PageHouse, page_house
from tui.commands.verify import command

PAIR = Setup(game="geschenkt", seats=3, bots=("easy",))
OTHER = "ffeeddccbbaa99887766554433221100"
DATA = "00112233445566778899aabbccddeeff"


async def deal_of(page: Page, **wanted: bool) -> dict[str, Any]:
    """Wait until the last that a page was told of its deal is what is wanted; it may have been told already."""
    while True:
        deals = [told for told in page.told if told["type"] == "deal"]
        if deals and all(deals[-1][name] == value for name, value in wanted.items()):
            return deals[-1]
        await page.hear()


def digest(deal: dict[str, Any], data: str = DATA) -> str:
    return pledge_of(bytes.fromhex(deal["promise"]), deal["seat"], bytes.fromhex(data)).hex()


async def test_a_page_is_told_what_is_promised_and_adds_to_it(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        code = await house.served.open_table(PAIR, "Bob")
        async with house.page(f"/ws?asked={code}") as page:
            await page.name("Ada")
            deal = await deal_of(page, pledged=False)
            await page.say({"type": "pledge", "deal": deal["number"], "digest": digest(deal)})
            await deal_of(page, pledged=True, asked=False)
            async with house.served.caller("Bob") as bob:
                await bob.ask(Sit(code=code), Update)
                bob.tell(Start())
                await deal_of(page, pledged=True, asked=True)
                await page.say({"type": "luck", "deal": deal["number"], "data": DATA})
                await until(lambda: house.served.table(code).live is not None)
                live = house.served.table(code).live
                assert live is not None
                proof = live.proof
                assert proof is not None
                assert proof.added == (b"", bytes.fromhex(DATA), b"")
                assert proof.withheld == ()


@pytest.mark.parametrize(
    "said",
    [
        {"type": "pledge", "deal": 7, "digest": "0" * 64},
        {"type": "luck", "deal": 1, "data": DATA},
        {"type": "noluck"},
    ],
)
async def test_F104_a_page_adds_only_what_is_due_and_only_once(tmp_path: Path, said: dict[str, Any]) -> None:
    """Of a flood of pledges the house hears one, and of bytes that were never pledged nothing."""
    async with page_house(tmp_path) as house:
        code = await house.served.open_table(PAIR, "Bob")
        async with house.page(f"/ws?asked={code}") as page:
            await page.say(said)
            await page.name("Ada")
            deal = await deal_of(page, pledged=False)
            for _ in range(300):
                await page.say(said)
            await page.say({"type": "pledge", "deal": deal["number"], "digest": digest(deal)})
            # What is said comes to the table after everything before it.
            await page.press("t")
            await page.type("hello there\r")
            await until(lambda: house.served.table(code).talk.end > 0)
            promise = house.served.table(code).deals.next
            assert promise is not None
            assert promise.pledges == {}


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"pledge","deal":1,"digest":"' + "g" * 64 + '"}',
        '{"type":"pledge","deal":1,"digest":"' + "0" * 63 + '"}',
        '{"type":"luck","deal":1,"data":"' + "0" * 34 + '"}',
        '{"type":"luck","deal":-1,"data":"' + DATA + '"}',
        '{"type":"luck","deal":1,"data":"' + DATA + '\\n"}',
    ],
)
async def test_F98_luck_that_is_none_ends_that_page(tmp_path: Path, text: str) -> None:
    async with page_house(tmp_path) as house, house.page() as page:
        await page.socket.send(text)
        await page.socket.wait_closed()
        assert page.socket.close_code == 1007


async def test_F102_of_two_tabs_at_one_seat_one_adds_its_luck(tmp_path: Path) -> None:
    async with page_house(tmp_path) as house:
        code = await house.served.open_table(PAIR, "Bob")
        async with house.page(f"/ws?asked={code}") as first:
            await first.name("Ada")
            cookie = {"Cookie": first.cookie.partition(";")[0]}
            async with house.page(f"/ws?asked={code}", additional_headers=cookie) as second:
                deals = [await deal_of(page, pledged=False) for page in (first, second)]
                for page, deal, data in ((first, deals[0], DATA), (second, deals[1], OTHER)):
                    await page.say({"type": "pledge", "deal": deal["number"], "digest": digest(deal, data)})
                for page in (first, second):
                    await deal_of(page, pledged=True)
                async with house.served.caller("Bob") as bob:
                    await bob.ask(Sit(code=code), Update)
                    bob.tell(Start())
                    for page, data in ((second, OTHER), (first, DATA)):
                        deal = await deal_of(page, asked=True)
                        await page.say({"type": "luck", "deal": deal["number"], "data": data})
                    await until(lambda: house.served.table(code).live is not None)
                    live = house.served.table(code).live
                    assert live is not None
                    assert live.proof is not None
                    assert live.proof.added[1] == bytes.fromhex(DATA)
                    await second.sees("of 24")
                    heard = " ".join(line for told in second.told for line in told.get("lines", ()))
                    for words in ("pledged", "too late"):
                        assert words not in second.glass.text
                        assert words not in heard


async def finish(house: PageHouse, code: str, folder: Path) -> str:
    """Save the record of the game that was played at a table, and return what `tablee verify` says of it."""
    async with house.served.caller("Bob") as bob:
        update = await bob.ask(Sit(code=code), Update)
        assert update.record is not None
        record = (await bob.ask(Fetch(id=update.record), RecordFile)).record
    file = folder / "game.tablee"
    file.write_bytes(dump(record))
    done = CliRunner().invoke(command, [str(file)], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


@pytest.mark.xdist_group("browser")
async def test_after_a_game_in_chromium_verify_says_that_the_browsers_seat_added_luck(
    tmp_path: Path, browser: Browser
) -> None:
    async with page_house(tmp_path / "house") as house, browser.person() as tab:
        await house.served.have_been_here("Bob")
        code = await house.served.open_table(PAIR, "Bob")
        async with house.served.window("Bob", code) as bob:
            await tab.come_in(f"{house.url}/t/{code}", "Ada")
            await tab.sees("WAITING")
            # A tab that is loaded again still knows what it has pledged.
            await until(lambda: bool(house.served.table(code).deals.next.pledges))  # type: ignore[union-attr]
            await tab.page.reload()
            await tab.sees("WAITING")
            await bob.sees("Deal")
            await bob.press("\r")
            await asyncio.gather(tab.play_by_keys(), bob.play_to_the_end())
        assert "Luck was added by Ada: the house could not know it" in await finish(house, code, tmp_path)


@pytest.mark.xdist_group("browser")
async def test_F105_a_browser_without_digests_says_so_and_adds_nothing(tmp_path: Path, browser: Browser) -> None:
    """Over plain http browsers have digests for this machine only; nothing weaker takes their place."""
    async with page_house(tmp_path) as house, browser.person() as tab:
        await tab.page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
        code = await house.served.open_table(PAIR, "Bob")
        await tab.come_in(f"{house.url}/t/{code}", "Ada")
        await tab.hears("This page adds no luck to the deal")
        await tab.sees("adds no luck")
        promise = house.served.table(code).deals.next
        assert promise is not None
        assert promise.pledges == {}
