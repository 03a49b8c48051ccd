"""What people type is cleaned where it enters."""

# ruff: noqa: RUF001 - letters that look like others are what this is about

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.codes import read_code, read_resume, resume_code, table_codes
from net.letters import cells
from net.names import (
    NAME_CELLS,
    NOBODY,
    TALK_CELLS,
    clean_name,
    clean_talk,
    clean_title,
    is_reserved,
    look_alike,
)

BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
HOSTILE = [
    "Eve\x1b[2J\x1b]52;c;aGk=\x07",
    "\x9bEve\x9d0;title\x9c",
    f"E{BIDI}ve",
    "E\u200bv\u200c\u200d\ufeffe\u2060",
    "Eve\r\n\x00\x08\x7f",
    "E\u115f\u1160\u3164\uffa0ve",
    "Eve\ufe0f\U000e0041",
]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_F25_escape_codes_and_unseen_characters_do_not_get_in(text: str) -> None:
    for clean in (clean_name, clean_talk, clean_title):
        kept = clean(text)
        assert "Eve" in kept
        assert kept.isprintable()
        assert not any(unicodedata.bidirectional(letter) in ("LRE", "RLE", "LRO", "RLO", "PDF") for letter in kept)


@given(st.text())
def test_F25_no_text_at_all_gets_a_control_character_in(text: str) -> None:
    for kept in (clean_name(text), clean_talk(text)):
        assert all(unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for letter in kept)
        assert kept == kept.strip()


@given(st.text())
def test_F26_names_fit_their_cells_and_are_never_empty(text: str) -> None:
    name = clean_name(text)
    assert 0 < cells(name) <= NAME_CELLS
    assert cells(clean_talk(text)) <= TALK_CELLS
    assert clean_name(name) == name


def test_F26_wide_letters_count_two_cells() -> None:
    assert clean_name("漢字漢字漢字漢字") == "漢字漢字漢字"
    assert cells("Chloé") == 5


def test_F26_zalgo_is_trimmed() -> None:
    zalgo = "Z" + "\u0335\u0322\u034f\u0300" * 30 + "oe"
    assert clean_name(zalgo).endswith("oe")
    assert len(clean_name(zalgo)) <= 5


def test_F26_marks_without_a_letter_and_emoji_make_no_name() -> None:
    assert clean_name("\u0301\u0301") == NOBODY
    assert clean_name("🎲🃏") == NOBODY
    assert clean_name("   ") == NOBODY


def test_F26_letters_in_other_clothes_become_plain() -> None:
    assert clean_name("Ａｄａ") == "Ada"
    assert clean_name("ﬁg") == "fig"


@pytest.mark.parametrize("other", ["ada", "Adа", "АDA", "A d a", "Áda", "a-d-a", "Ａda"])
def test_F26_look_alikes_have_one_key(other: str) -> None:
    assert look_alike(clean_name(other)) == look_alike("Ada")


def test_F26_other_names_have_other_keys() -> None:
    keys = {look_alike(name) for name in ("Ada", "Chloé", "Zoé", "Maximilien", "Noémie", "Léo", "李", "王")}
    assert len(keys) == 8


def test_F26_digits_and_letters_that_look_alike_do_not_tell_people_apart() -> None:
    assert look_alike("Bill") == look_alike("Bi11") == look_alike("BiIl")
    assert look_alike("Bob") == look_alike("B0b")
    assert look_alike("Carmen") == look_alike("Carrnen")


@pytest.mark.parametrize("name", ["hard-1", "Easy", "expert 12", "hаrd-1", "House", "Tablée"])
def test_nobody_passes_for_a_bot_or_for_the_house(name: str) -> None:
    assert is_reserved(clean_name(name))


@pytest.mark.parametrize("name", ["Hardy", "Ada", "Expertise", "Gerhard"])
def test_people_may_be_called_nearly_anything(name: str) -> None:
    assert not is_reserved(name)


def test_F27_markup_stays_what_it_is() -> None:
    assert clean_name("[b]Ada[/b]") == "[b]Ada[/b]"
    assert clean_talk("[@click=quit]hi[/] {who:seat} %s") == "[@click=quit]hi[/] {who:seat} %s"


def test_talk_is_one_line() -> None:
    assert clean_talk(" hello\n  there\t you ") == "hello there you"


def test_a_table_code_is_new_and_can_be_said() -> None:
    code = next(table_codes(public=True))
    assert read_code(f" {code.upper()} ") == code
    assert read_code(code.replace("-", " ")) == code
    secret = next(table_codes(public=False))
    assert read_code(secret.replace("-", " ").upper()) == secret
    assert read_code("kiwi-4242") == "kiwi-4242"


def test_a_crowded_house_has_longer_codes() -> None:
    lengths = [len(code.partition("-")[2]) for code in table_codes(public=True)]
    assert lengths == sorted(lengths)
    assert set(lengths) == {2, 3, 4, 5, 6, 7, 8}


@pytest.mark.parametrize("text", ["", "play", "kiwi-", "42", "kiwi-42; rm", "kiwi-420000000"])
def test_what_is_no_code_is_empty(text: str) -> None:
    assert read_code(text) == ""


def test_resume_codes_are_long_and_differ() -> None:
    assert len({resume_code() for _ in range(100)}) == 100
    assert resume_code().count("-") == 5


def test_a_resume_code_is_read_however_it_is_typed() -> None:
    code = resume_code()
    assert read_resume(f" {code.upper().replace('-', ' ')} ") == code
    for other in ("", "play", "kiwi-42", f"{code}1", code[:-1], f"x{code}", code.replace("-", ".")):
        assert read_resume(other) == ""
