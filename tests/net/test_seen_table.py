"""A table as one client was told of it: what is known, what is new, and what may be answered."""

import pytest
from msgspec.structs import replace

from engines.view import Event, Turn
from net.client.seen_table import SeenTable, Unreadable
from net.messages import Hint, Play, TakeBack, TalkLine, Update
from tests.net.client_cases import SHOWN

PASSES = Event("passed", 1, "passes")
TAKES = Event("took", 0, "takes")
HELLO = TalkLine(name="Bob", text="hello", seat=1)
MOVED: Update = replace(SHOWN, anew=False, phase="playing", seq=1, number=1, legal=("take", "pass"))


@pytest.fixture
def table() -> SeenTable:
    return SeenTable(replace(MOVED, anew=True, events=(PASSES,), talk=(HELLO,), history=(Turn(1, "pass", ()),)), 5.0)


def test_what_a_newcomer_is_told_is_known_and_no_news(table: SeenTable) -> None:
    assert (table.events, table.talk, table.history) == ([PASSES], [HELLO], [Turn(1, "pass", ())])
    assert (table.news, table.said) == ([], [])


def test_what_comes_next_is_added_and_is_news(table: SeenTable) -> None:
    table.hear(replace(MOVED, seq=2, events=(TAKES,), history_from=1, history=(Turn(0, "take", ()),)), 6.0)
    assert (table.events, table.news, table.said) == ([PASSES, TAKES], [TAKES], [])
    assert [turn.move for turn in table.history] == ["pass", "take"]
    assert (table.moved, table.heard_at) == (True, 6.0)


def test_told_anew_only_what_was_missed_is_news(table: SeenTable) -> None:
    both = replace(MOVED, anew=True, seq=2, events=(PASSES, TAKES), talk=(HELLO,))
    table.hear(both, 6.0)
    assert (table.events, table.news, table.said) == ([PASSES, TAKES], [TAKES], [])
    table.hear(both, 7.0)
    assert (table.events, table.news) == ([PASSES, TAKES], [])


def test_a_new_game_begins_a_new_list_of_events_but_the_talk_goes_on(table: SeenTable) -> None:
    table.hear(replace(MOVED, number=2, events=(TAKES,), talk=(HELLO,)), 6.0)
    assert (table.events, table.news, table.talk) == ([TAKES], [TAKES], [HELLO, HELLO])


def test_moves_are_gone_where_one_was_taken_back_or_another_game_was_dealt(table: SeenTable) -> None:
    took = replace(MOVED, seq=2, history_from=1, history=(Turn(0, "take", ()),))
    table.hear(took, 6.0)
    assert not table.turned_back
    table.hear(replace(MOVED, seq=3, history_from=0, history=(Turn(1, "pass", ()),)), 7.0)
    assert table.turned_back
    table.hear(replace(MOVED, seq=3, history_from=1, talk=(HELLO,)), 8.0)
    assert not table.turned_back
    table.hear(replace(took, seq=4, number=2), 9.0)
    assert table.turned_back


def test_a_state_is_answered_once(table: SeenTable) -> None:
    assert table.play("take") == Play(seq=1, move="take")
    assert table.answered
    assert table.play("pass") is None
    table.hear(replace(MOVED, talk=(HELLO,)), 6.0)
    assert table.play("pass") is None
    table.hear(replace(MOVED, seq=2), 7.0)
    assert table.play("pass") == Play(seq=2, move="pass")


def test_an_answer_that_was_lost_with_the_line_can_be_given_again(table: SeenTable) -> None:
    table.play("take")
    table.hear(replace(MOVED, anew=True), 6.0)
    assert table.play("take") == Play(seq=1, move="take")


def test_hints_and_taking_back_name_the_state_they_are_about(table: SeenTable) -> None:
    assert (table.ask_hint(), table.take_back()) == (Hint(seq=1), TakeBack(seq=1))


def test_it_is_nobodys_turn_while_the_table_stands_still(table: SeenTable) -> None:
    assert table.your_turn
    table.hear(replace(MOVED, paused="The house closes"), 6.0)
    assert not table.your_turn


def test_what_only_a_newer_program_can_read_is_refused_and_changes_nothing(table: SeenTable) -> None:
    with pytest.raises(Unreadable):
        SeenTable(replace(SHOWN, setup=replace(SHOWN.setup, game="chess")), 0.0)
    with pytest.raises(Unreadable):
        table.hear(replace(MOVED, seq=9, view={"board": 64}, events=(TAKES,)), 6.0)
    assert (table.update.seq, table.events) == (1, [PASSES])
