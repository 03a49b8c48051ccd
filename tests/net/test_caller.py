"""What a client's words say about a guest."""

import pytest

from net.door.caller import Caller, clamp


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
    guest = Caller(asked=asked)
    assert (guest.table, guest.watches) == (table, watches)


def test_sizes_are_clamped() -> None:
    assert clamp(0, 0) == (80, 24)
    assert clamp(1, 1) == (20, 5)
    assert clamp(10_000, 10_000) == (400, 200)
    assert clamp(120, 40) == (120, 40)


@pytest.mark.parametrize("term", ["", "dumb", "unknown"])
def test_some_terminals_cant_draw(term: str) -> None:
    assert not Caller(term=term).can_draw
    assert Caller(term="xterm").can_draw
