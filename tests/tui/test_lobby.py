"""The ways from the lobby to a table, whatever their words are."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from net.house.house import House
from net.messages import Open
from net.setup import Setup
from tests.net.house_harness import open_house
from tests.tui.app_harness import Thinker, press, screen_of, shows, until, visiting
from tui.language import Tongue


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path, Thinker()) as house:
        yield house


@pytest.fixture
def one_word_for_both(monkeypatch: pytest.MonkeyPatch) -> str:
    """A language in which sitting down and watching are the same word."""
    word = "Entrer"
    english = Tongue.gettext
    monkeypatch.setattr(
        Tongue, "gettext", lambda self, text: word if text in ("Sit down", "Watch") else english(self, text)
    )
    return word


@pytest.mark.parametrize(("key", "seat"), [("enter", 1), ("w", None)])
async def test_a_key_does_what_it_means_and_not_what_its_word_says(
    house: House, one_word_for_both: str, key: str, seat: int | None
) -> None:
    async with visiting(house, "Ada") as (ada, hers), visiting(house, "Chloé") as (chloe, theirs):
        ada.say(Open(setup=Setup(game="geschenkt", seats=3, public=True, spectators=True)))
        await until(hers, lambda: ada.stage is not None)
        await shows(chloe, theirs, "waiting for 2")
        assert screen_of(chloe).count(one_word_for_both) == 2
        press(chloe, key)
        await until(theirs, lambda: chloe.stage is not None)
        assert chloe.stage is not None
        assert chloe.stage.table.seat == seat
