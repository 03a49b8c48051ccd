"""Deals that can be checked, on the screen and in plain lines: a word added, a promise shown, a deal checked."""

from pathlib import Path

import msgspec
import pytest

from engines.record import load
from net.messages import Open
from net.setup import Setup
from tests.net.house_harness import open_house
from tests.tui.app_harness import SIZES, at_the_table, play_to_the_end, press, screen_of, shows, until, visiting
from tui.app import Errand
from tui.fairness import check_deal, short
from tui.screens.score import ScorePage

ALONE = Setup(game="geschenkt", seats=3, bots=("easy", "easy"))


@pytest.mark.parametrize("size", SIZES)
async def test_a_word_is_added_and_the_deal_is_checked_at_the_end(tmp_path: Path, size: tuple[int, int]) -> None:
    errand = Errand(start="lobby", ask=Open(setup=ALONE))
    async with open_house(tmp_path) as house, visiting(house, "Ada", errand, size) as (app, pilot):
        await at_the_table(app, pilot)
        table = app.table
        assert table is not None
        promise = table.update.promise
        assert promise is not None
        for key in ("escape", "d"):
            press(app, key)
            await pilot.pause()
        await shows(app, pilot, short(promise.promise)[:9])
        for key in (*"luck", "enter"):
            press(app, key)
        await until(pilot, lambda: table.update.promise is not None and table.update.promise.added == (0,))
        press(app, "enter")
        await until(pilot, lambda: table.update.dealt is not None)
        assert table.update.dealt is not None
        assert (table.update.dealt.promise, table.update.dealt.added) == (promise.promise, (0,))
        await play_to_the_end(app, pilot, press)
        press(app, "enter")
        await until(pilot, lambda: isinstance(app.page, ScorePage))
        press(app, "d")
        await shows(app, pilot, "Checked: every card of deal 1")
        assert short(promise.promise)[:9] in " ".join(screen_of(app).split())


async def test_a_record_with_another_promise_than_the_one_that_was_shown_is_found_out(tmp_path: Path) -> None:
    errand = Errand(start="lobby", ask=Open(setup=ALONE))
    async with open_house(tmp_path) as house, visiting(house, "Ada", errand) as (app, pilot):
        await at_the_table(app, pilot)
        press(app, "enter")
        await until(pilot, lambda: app.table is not None and app.table.update.dealt is not None)
        await play_to_the_end(app, pilot, press)
        kept = await house.store.game(1)
    assert kept is not None
    record = load(kept.record)
    assert record.proof is not None
    seen = record.proof.promise
    assert "as promised before the deal" in check_deal(record, {1: seen})
    assert "as the record promises" in check_deal(record, {})
    assert "NOT as promised: before it another promise" in check_deal(record, {1: bytes(32)})
    assert "NOT as promised" in check_deal(msgspec.structs.replace(record, rules=record.rules), {1: b""})
    name, pile = record.chance[-1]
    altered = (*record.chance[:-1], (name, (*pile[:-2], pile[-1], pile[-2])))
    assert "card 32" in check_deal(msgspec.structs.replace(record, chance=altered), {1: seen})
    assert "Nothing was promised" in check_deal(msgspec.structs.replace(record, proof=None), {})
