"""What the environment says about a terminal and its owner."""

import pytest

from tui.terminal.environment import depth_of, language_of, speaks_unicode


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
