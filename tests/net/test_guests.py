"""What a client's words say about a guest."""

import pytest

from net.ssh.guests import Guest, clamp, depth_of, language_of, speaks_unicode


@pytest.mark.parametrize(
    ("asked", "table", "watches"),
    [
        ("play", "", False),
        ("guest", "", False),
        ("robert", "", False),
        ("kiwi-42", "kiwi-42", False),
        ("watch-kiwi-42", "kiwi-42", True),
        ("watch-", "", True),
    ],
)
def test_the_user_name_says_what_they_came_for(asked: str, table: str, watches: bool) -> None:
    guest = Guest(asked=asked)
    assert (guest.table, guest.watches) == (table, watches)


@pytest.mark.parametrize(
    ("term", "environment", "depth"),
    [
        ("xterm-256color", {}, "256"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "true"),
        ("xterm", {"COLORTERM": "24bit"}, "true"),
        ("xterm-kitty", {}, "true"),
        ("xterm-direct", {}, "true"),
        ("xterm", {}, "16"),
        ("linux", {}, "16"),
        ("vt220", {}, "none"),
        ("xterm-256color", {"NO_COLOR": "1", "COLORTERM": "truecolor"}, "none"),
        ("xterm-256color", {"NO_COLOR": ""}, "256"),
    ],
)
def test_colours_by_what_the_client_can_show(term: str, environment: dict[str, str], depth: str) -> None:
    assert depth_of(term, environment) == depth


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, ""),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, ""),
        ({"LANG": "POSIX"}, ""),
        ({"LANG": "\x1b[31m"}, ""),
    ],
)
def test_language_by_locale(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


@pytest.mark.parametrize(
    ("environment", "unicode"),
    [({}, True), ({"LANG": "fr_FR.UTF-8"}, True), ({"LANG": "de_DE"}, True), ({"LC_CTYPE": "fr_FR.ISO-8859-1"}, False)],
)
def test_characters_are_utf8_unless_the_locale_says_otherwise(environment: dict[str, str], unicode: bool) -> None:
    assert speaks_unicode(environment) == unicode


def test_sizes_are_clamped() -> None:
    assert clamp(0, 0) == (80, 24)
    assert clamp(1, 1) == (20, 5)
    assert clamp(10_000, 10_000) == (400, 200)
    assert clamp(120, 40) == (120, 40)


@pytest.mark.parametrize("term", ["", "dumb", "unknown"])
def test_some_terminals_cant_draw(term: str) -> None:
    assert not Guest(term=term).can_draw
    assert Guest(term="xterm").can_draw
