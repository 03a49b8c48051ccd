"""Dates are told by the reader's clock, or as UTC where nobody knows it."""

import time
from datetime import UTC
from pathlib import Path

import pytest

from net.door.caller import Caller
from net.sleep import Sleep
from tests.net.house_harness import open_house
from tests.tui.app_harness import page_of, shows, visiting
from tui.dates import date_words, find_zone
from tui.rooms import zone_of
from tui.screens.settings import SettingsPage
from tui.settings import BadSettings, load_settings

NOON = 1_763_467_200.0  # 2025-11-18 12:00 UTC


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ("Europe/Paris", "2025-11-18 13:00"),
        (":America/New_York", "2025-11-18 07:00"),
        ("", "2025-11-18 12:00 UTC"),
        ("../../etc/passwd", "2025-11-18 12:00 UTC"),
        ("Europe", "2025-11-18 12:00 UTC"),
        ("Middle/Earth", "2025-11-18 12:00 UTC"),
    ],
)
def test_the_zone_is_the_one_that_the_client_sends(sent: str, words: str) -> None:
    assert date_words(NOON, zone_of(Caller(environment={"TZ": sent}))) == words


def test_on_ones_own_machine_it_is_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert date_words(NOON, None) == "2025-11-18 21:00"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_setting_that_is_no_zone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="time zone like Europe/Paris"):
        load_settings({"zone": "Middle/Earth"}, {}, tmp_path / "none")
    assert load_settings({"zone": "Asia/Tokyo"}, {}, tmp_path / "none").zone == "Asia/Tokyo"


async def test_whoever_comes_from_afar_sets_a_zone_and_the_house_remembers_it(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        async with visiting(house, "Ada") as (app, pilot):
            app._system_zone = UTC
            await pilot.press("f2")
            await shows(app, pilot, "you sleep")
            await pilot.press("up", "up", *"Mars")
            await pilot.press("enter")
            await shows(app, pilot, "There is no time zone of that name.")
            await pilot.press(*["backspace"] * 4, *"Asia/Tokyo")
            await pilot.press("enter", "escape")
            assert not isinstance(page_of(app), SettingsPage)
            assert app.date(NOON) == "2025-11-18 21:00"
        async with visiting(house, "Ada") as (app, pilot):
            await pilot.pause()
            assert app.settings.zone == "Asia/Tokyo"
            assert find_zone(app.settings.zone) is not None


async def test_when_one_sleeps_is_settled_among_the_settings(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, visiting(house, "Ada") as (app, pilot):
        app._system_zone = find_zone("Europe/Paris")
        await pilot.press("f2")
        await shows(app, pilot, "you sleep")
        await pilot.press("up", *"late")
        await pilot.press("enter")
        await shows(app, pilot, "Type it as 23:00-7:00.")
        await pilot.press(*["backspace"] * 4, *"23:00-7:00")
        await pilot.press("enter", "escape")
        account = house.store.account_of
        night = Sleep(start=23 * 60, end=7 * 60, zone="Europe/Paris")
        while (await account("key:Ada")).sleep != night:
            await pilot.pause(0.01)
        await pilot.press("f2")
        await shows(app, pilot, "23:00-7:00")
        await pilot.press("up", "enter", *["backspace"] * 10)
        await pilot.press("enter", "escape")
        while (await account("key:Ada")).sleep is not None:
            await pilot.pause(0.01)
