"""The rules as texts: found by language and laid out for any width."""

import re
from collections import Counter

import pytest

from engines.games import GAMES
from tui.rulebook import languages, rules_rows, rules_text

WIDTHS = (36, 76, 116)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("width", WIDTHS)
def test_every_row_fits_and_no_mark_of_the_markup_is_left(game: str, language: str, width: int) -> None:
    rows = rules_rows(game, language, width)
    assert max(len(row.words) for row in rows) <= width
    assert not any(mark in row.words for row in rows for mark in ("|", "`", "**", "##"))
    assert not any(re.search(r"\b[GDBC]\d+\b", row.words) for row in rows)
    assert [row.words for row in rows if row.heading]


@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_lost_in_laying_out(game: str) -> None:
    _title, _, text = rules_text(game, "en").partition("\n\n")
    told = " ".join(row.words for row in rules_rows(game, "en", 76, clauses=True))
    assert Counter(re.findall(r"\w+", told)) == Counter(re.findall(r"\w+", text))


def test_D1_the_table_of_cards_stands_in_columns_where_there_is_room() -> None:
    rows = [row.words for row in rules_rows("danger13", "en", 76)]
    head = next(row for row in rows if row.startswith("kind"))
    plain = next(row for row in rows if row.startswith("plain"))
    assert head.index("what it does") == plain.index("only counts")


def test_D1_the_table_of_cards_is_a_list_where_there_is_none() -> None:
    assert "- plain, 21, 1 to 4, only counts" in [row.words for row in rules_rows("danger13", "en", 40)]


def test_a_language_without_rules_gets_the_english_ones() -> None:
    assert "tlh" not in languages("geschenkt")
    assert rules_text("geschenkt", "tlh") == rules_text("geschenkt", "en")


@pytest.mark.plugged_in
def test_the_rules_of_a_game_lie_in_its_own_package() -> None:
    assert languages("cuckoo") == ["en", "fr"]
    assert rules_text("cuckoo", "fr").startswith("# Coucou")


@pytest.mark.parametrize(("game", "drawing"), [("bumbesi", "limit   pile"), ("danger13", "[++ 5]      10 of 13")])
def test_a_drawing_stands_as_it_was_drawn_or_not_at_all(game: str, drawing: str) -> None:
    assert any(drawing in row.words for row in rules_rows(game, "en", 36))
    assert not any("[" in row.words for row in rules_rows(game, "en", 20))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_clauses_are_named_to_those_who_ask_and_to_nobody_else(game: str, language: str) -> None:
    asked, plain = (
        " ".join(row.words for row in rules_rows(game, language, 76, clauses=clauses)) for clauses in (True, False)
    )
    assert re.search(r"\([A-Z]\d", asked)
    assert re.findall(r"\([A-Z]\d[^)]*\)?", plain) == []
