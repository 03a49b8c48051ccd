"""Letters of any script: how wide they are, which are let in, and who may not pass for whom."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from net import messages as said
from net.house.people import UNSHOWN
from net.letters import can_be_shown, cells
from net.names import clean_name, clean_talk, has_unshown, is_reserved, look_alike
from net.setup import Setup
from tests.net.house_harness import Person, enter, open_house
from tui.wording import LEVEL_NAMES

LOCALES = Path(__file__).parents[2] / "tui" / "locale"


@pytest.mark.parametrize("name", ["東京", "こんにちは", "한글이름", "שלום", "مرحبا", "Ζωή", "Ёлка", "Zoé", "Õ-Ü 7"])
def test_letters_of_one_or_two_cells_are_let_in_as_they_are(name: str) -> None:
    assert not has_unshown(name)
    assert clean_name(name) == name
    assert all(can_be_shown(letter) for letter in name)


def test_cells_are_counted_as_a_terminal_does() -> None:
    assert [cells(text) for text in ("Ada", "Zoé", "東京", "東京 x", "한글")] == [3, 3, 4, 6, 4]


@pytest.mark.parametrize("text", ["🎉 won", "नमस्ते", "สวัสดี", "Z̵̢oe", "♠ Ace"])
def test_F84_what_can_t_be_shown_is_known(text: str) -> None:
    assert has_unshown(text)


def test_what_nobody_sees_is_dropped_without_a_word() -> None:
    assert not has_unshown("E\u200bv\u00ade\x07")
    assert clean_talk("E\u200bv\u00ade\x07") == "Eve"


@pytest.mark.parametrize("twin", ["Ꭺda", "ꓮda", "Аda", "𝐀da", "ΑDA", "Adα", "Àda", "ạda"])
def test_F84_names_that_look_alike_in_any_script_have_one_key(twin: str) -> None:
    assert look_alike(twin) == look_alike("Ada")


@pytest.mark.parametrize("pair", [("東京", "大阪"), ("Ada", "Ida"), ("Anna", "Hannah"), ("한글", "한국")])
def test_names_that_differ_have_keys_that_differ(pair: tuple[str, str]) -> None:
    assert look_alike(pair[0]) != look_alike(pair[1])


@pytest.mark.parametrize("language", sorted(path.name for path in LOCALES.iterdir() if path.is_dir()))
def test_F84_bots_levels_are_reserved_in_every_language_that_ships(language: str) -> None:
    with (LOCALES / language / "LC_MESSAGES" / "tablee.po").open("rb") as file:
        catalogue = read_po(file)
    for level in (*LEVEL_NAMES.values(), "a player"):
        message = catalogue.get(level)
        assert message is not None
        assert is_reserved(str(message.string)), message.string
        assert is_reserved(f"{message.string}-1")


@pytest.mark.parametrize(
    "name",
    ["Moderator", "Modérateur", "ADMIN", "house", "maison", "fort-1", "facile-2", "Renard", "Вot"],
)
def test_F84_nobody_passes_for_the_house_or_a_bot(name: str) -> None:
    assert is_reserved(name)


async def test_F84_a_look_alike_is_refused_beside_the_name_and_letters_that_can_t_be_shown_are(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        await enter(house, "Ada")
        tokyo = Person(house, "key:tokyo")
        assert (await tokyo.ask(said.Enter(name="東京"), said.Welcome)).name == "東京"
        eve = Person(house, "key:eve")
        await eve.ask(said.Enter(), said.Welcome)
        for twin in ("Ꭺda", "ꓮda"):
            assert (await eve.ask(said.Rename(name=twin), said.Refused)).about == "rename"
        assert (await eve.ask(said.Rename(name="Eve 🎉"), said.Refused)).text == UNSHOWN
        assert (await eve.ask(said.Rename(name="Eve"), said.Welcome)).name == "Eve"
        assert (await eve.ask(said.Say(text="hé 🎉"), said.Refused)).text == UNSHOWN
        setup = Setup(game="geschenkt", seats=3, title="🎉")
        assert (await eve.ask(said.Open(setup=setup), said.Refused)).text == UNSHOWN
        eve.tell(said.Say(text="你好, hé"))
        while not any(line.text == "你好, hé" for line in (await tokyo.hear(said.LobbyUpdate)).talk):
            pass
