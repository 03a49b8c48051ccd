"""What must happen at a table when things go wrong, by their rows in the list of faults."""

import pytest
from msgspec import structs

from engines.chance import LiveChance
from engines.record import dump
from engines.view import OVER
from net.house.archive import finished_game
from net.refusal import Refusal
from net.setup import Setup
from net.tables import entries as log
from net.tables import seating, turns
from net.tables.clock import Moment, TableClock
from net.tables.entries import Entry
from net.tables.table import Table
from net.tables.update import Bookmark, update
from tests.net.house_harness import TRIO, dealt_table, finish, happen, live_turn, moves_of, new_table, play


def test_F30_a_move_out_of_turn_is_refused_and_changes_nothing() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    waiting = next(seat for seat in range(3) if seat != live_turn(table))
    before = moves_of(table), table.seq
    with pytest.raises(Refusal, match="turn of") as refused:
        turns.play(table, waiting, table.seq, "take", 0.0)
    assert refused.value.values == {"who": live_turn(table)}
    assert (moves_of(table), table.seq) == before


def test_F30_an_illegal_move_is_refused_with_the_rule_it_breaks() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    while True:
        assert table.live is not None
        if table.live.legal() == ["take"]:
            break
        happen(table, turns.play(table, live_turn(table), table.seq, "pass", 0.0))
    before = moves_of(table)
    with pytest.raises(Refusal, match="no chip left") as refused:
        turns.play(table, live_turn(table), table.seq, "pass", 0.0)
    assert refused.value.clause == "G6"
    assert set(refused.value.values) == {"card"}
    assert moves_of(table) == before


def test_F30_words_that_are_no_move_and_moves_before_the_deal_or_after_the_end_are_refused() -> None:
    table = new_table(TRIO, "Ada", "Bob", "Cleo")
    with pytest.raises(Refusal, match="not dealt"):
        turns.play(table, 0, 0, "take", 0.0)
    happen(table, turns.start(table, "Ada", 0.0))
    with pytest.raises(Refusal, match="not a move"):
        turns.play(table, live_turn(table), table.seq, "dance", 0.0)
    finish(table)
    with pytest.raises(Refusal, match="over"):
        turns.play(table, 0, table.seq, "take", 0.0)


def test_F31_the_same_move_twice_is_one_event() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    seat, seq = live_turn(table), table.seq
    assert len(happen(table, turns.play(table, seat, seq, "take", 0.0))) == 1
    assert turns.play(table, seat, seq, " TAKE ", 0.0) == []
    assert moves_of(table) == ["take"]


def test_F31_the_same_move_twice_is_one_event_after_a_restart_and_after_the_end_too() -> None:
    opening: list[Entry] = [log.Opened(at=0.0, code="kiwi-42", setup=TRIO, rules=1, owner="Ada")]
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    assert table.live is not None
    told = [*opening, *(log.Sat(at=0.0, seat=n, identity=w, name=w) for n, w in enumerate(("Ada", "Bob", "Cleo")))]
    told += [log.Dealt(at=0.0, luck=tuple(table.live.recording.outcomes))]
    while table.phase == "playing":
        seat, seq = live_turn(table), table.seq
        told += play(table)
        again = Table.restore(told)
        assert turns.play(again, seat, seq, moves_of(table)[-1], 0.0) == []
        assert moves_of(again) == moves_of(table)


def test_F32_a_stale_state_number_is_refused_with_the_current_one() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    play(table)
    with pytest.raises(Refusal, match="moved on") as refused:
        turns.play(table, live_turn(table), table.seq - 1, "pass", 0.0)
    assert refused.value.seq == table.seq
    with pytest.raises(Refusal, match="moved on"):
        turns.play(table, live_turn(table), table.seq + 1, "pass", 0.0)


def test_F8_somebody_who_drops_out_keeps_the_seat_and_the_clock_runs() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3, clock=30, grace=60), "Ada", "Bob", "Cleo")
    seat = live_turn(table)
    who = table.seats[seat].identity
    before = update(table, seat, Bookmark(), 10.0, program=False)
    table.go(who, 10.0)
    assert table.seats.of(who) == seat
    assert update(table, seat, Bookmark(), 25.0, program=False).left == 5.0
    table.come(who, 10.0)
    after = update(table, seat, Bookmark(), 10.0, program=False)
    assert [event.text for event in after.events] == ["has lost the connection", "is back"]
    assert structs.replace(after, events=()) == structs.replace(before, events=())


def test_F10_after_the_grace_a_bot_keeps_the_seat_and_hands_it_back() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3, grace=60), "Ada", "Bob", "Cleo")
    seat = live_turn(table)
    who = table.seats[seat].identity
    table.go(who, 100.0)
    assert table.wake() == 160.0
    assert not table.tick(159.0)
    assert table.bot_turn(159.0) is None
    assert table.tick(160.0)
    turn = table.bot_turn(160.0)
    assert turn is not None
    assert (turn.level, turn.by) == ("medium", "keeper")
    happen(table, turns.play_bot(table, turn, "pass", 161.0))
    assert table.live is not None
    assert table.live.stand_ins == {seat}
    table.come(who, 170.0)
    assert not table.seats[seat].kept
    finish(table)
    assert finished_game(table, 0.0).game.stand_ins == (seat,)


def test_F10_a_seat_handed_back_in_its_turn_has_a_full_clock() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3, clock=30, grace=5), "Ada", "Bob", "Cleo")
    seat = live_turn(table)
    table.go(table.seats[seat].identity, 0.0)
    table.tick(5.0)
    assert table.deadline is None
    table.come(table.seats[seat].identity, 100.0)
    assert table.deadline == 130.0


def test_F37_a_table_clock_is_never_set_back_and_stands_when_told() -> None:
    clock = TableClock(5.0)
    clock.start(Moment(1000.0))
    assert clock.read(Moment(1010.0)) == 15.0
    assert clock.read(Moment(900.0)) == 15.0
    assert clock.read(Moment(1011.0)) == 16.0
    clock.stop(Moment(1012.0))
    assert clock.read(Moment(99_999.0)) == 17.0
    clock.start(Moment(100_000.0))
    assert clock.read(Moment(100_001.0)) == 18.0


def test_F1_a_table_brought_back_from_its_log_shows_everybody_the_same() -> None:
    opened = log.Opened(at=0.0, code="kiwi-42", setup=Setup(game="geschenkt", seats=4, clock=30), rules=1, owner="Ada")
    told: list[Entry] = [opened]
    table = Table(opened, LiveChance(5))
    told += happen(table, seating.sit(table, "Ada", "Ada", 1, 0.0))
    told += happen(table, seating.fill(table, "Ada", "hard", None, 0.0))
    told += happen(table, turns.start(table, "Ada", 0.0))
    told += happen(table, turns.say(table, "Ada", "Ada", "hello", None, 1.0))
    for now in range(30):
        told += play(table, float(now))
    again = Table.restore(told)
    assert table.clock.read(Moment(0.0)) == 0.0
    assert again.clock.read(Moment(0.0)) == 29.0
    again.come("Ada", 29.0)
    for seat in (0, 1, 2, 3, None):
        shown = update(again, seat, Bookmark(), 29.0, program=True)
        assert shown == update(table, seat, Bookmark(), 29.0, program=True)
    finish(again)
    assert again.phase == "over"


def test_F35_no_record_is_given_before_the_game_is_over() -> None:
    table = dealt_table(TRIO, "Ada")
    with pytest.raises(ValueError, match="hidden cards"):
        finished_game(table, 0.0)
    finish(table)
    assert table.live is not None
    assert live_turn(table) == OVER
    assert finished_game(table, 0.0).record == dump(table.live.record(table.players))
