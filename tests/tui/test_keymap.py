"""Keys that a person sets: they trade places everywhere, in what is pressed and in what is written."""

from pathlib import Path

import pytest

from tests.tui.app_harness import CALM, at_home, at_table, press, screen_of, shows, until
from tui.keymap import ACTIONS, ALLOWED, LONG_NAMES, PLAYED, USUAL, KeyMap, is_keys, with_key
from tui.screens.home import HomePage
from tui.screens.keys import KeysPage
from tui.settings import BadSettings, load_settings


def test_every_key_means_one_thing_whatever_is_set() -> None:
    for keys in (USUAL, "jkltuwq?", "lkhtuwq?", "?kltuwqh", "def.,;'g"):
        keymap = KeyMap(keys)
        pressed = [LONG_NAMES.get(letter, letter) for letter in ALLOWED]
        assert sorted(keymap.usual(key) for key in pressed) == sorted(pressed)
        assert [keymap.own(keymap.usual(key)) for key in pressed] == pressed
        assert [keymap.own(LONG_NAMES.get(usual, usual)) for usual in USUAL] == [LONG_NAMES.get(k, k) for k in keys]
        for untouched in ("1", "enter", "a", "x", "escape", "ctrl+p", "space", "row 3"):
            assert keymap.usual(untouched) == keymap.own(untouched) == untouched


def test_a_key_that_is_in_use_changes_places() -> None:
    assert with_key(USUAL, "h", "j") == "jkltuwq?"
    assert with_key(USUAL, "h", "l") == "lkhtuwq?"
    assert with_key("jkltuwq?", "h", "h") == USUAL
    assert set(ACTIONS) == set(USUAL)


@pytest.mark.parametrize("keys", ["", "hkltuwq", "hkltuwqq", "akltuwq?", "1kltuwq?", "HKLTUWQ?"])
def test_keys_that_can_not_be_set_are_refused_with_a_sentence(tmp_path: Path, keys: str) -> None:
    assert not is_keys(keys)
    with pytest.raises(BadSettings, match="8 different keys that no game needs"):
        load_settings({}, {"TABLEE_KEYS": keys}, tmp_path / "none")
    assert PLAYED == "abcrsxyz"


async def test_a_key_is_set_on_its_page_works_at_the_table_and_is_written_there(tmp_path: Path) -> None:
    saved: dict[str, str | bool] = {}
    async with at_home(tmp_path, save=saved.update) as (app, pilot):
        press(app, "s")
        await shows(app, pilot, "h k l t u w q ?")
        while "Enter sets them" not in screen_of(app) or "►" not in screen_of(app).split("keys")[0].splitlines()[-1]:
            press(app, "down")
            await pilot.pause()
        press(app, "enter")
        await until(pilot, lambda: isinstance(app.page, KeysPage))
        press(app, "enter")
        await shows(app, pilot, "Press the key for it")
        press(app, "x")
        await shows(app, pilot, "A game needs that key")
        press(app, "enter")
        press(app, "j")
        await until(pilot, lambda: saved == {"keys": "jkltuwq?"})
        press(app, "escape")
        await shows(app, pilot, "j k l t u w q ?")
        press(app, "escape")
        await until(pilot, lambda: isinstance(app.page, HomePage))


async def test_the_table_answers_to_the_set_key_and_writes_it(tmp_path: Path) -> None:
    async with at_table(tmp_path, "geschenkt") as (app, pilot):
        app.change_settings(
            load_settings({"name": "Ada", "motion": False, "keys": "jkltuwq?"}, {}, tmp_path / "no"), {}
        )
        app.page.draw_again()  # type: ignore[union-attr]
        await shows(app, pilot, " j hint")
        press(app, "h")
        press(app, "j")
        await shows(app, pilot, "share of games won")
        assert CALM.keys == USUAL
