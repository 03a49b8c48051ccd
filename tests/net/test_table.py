"""A table as a plain object: what may happen there, and what its log makes of it."""

import pytest

from net.house.archive import finished_game
from net.refusal import Refusal
from net.setup import Setup
from net.tables import entries as log
from net.tables import seating, turns
from net.tables.entries import BadLog, Entry, Moved, decode, encode
from net.tables.table import Table
from net.tables.update import Bookmark, seat_lines, update
from net.values import MovedBy
from tests.net.house_harness import TRIO, dealt_table, finish, happen, live_turn, moves_of, new_table, play


def test_people_sit_down_in_turn_and_the_owner_fills_up_with_bots() -> None:
    table = new_table(Setup(game="geschenkt", seats=4), "Ada", "Bob")
    assert [seat.kind for seat in table.seats] == ["person", "person", "bot", "bot"]
    assert [seat.name for seat in table.seats] == ["Ada", "Bob", "easy-Prudence", "easy-Renard"]


def test_bots_are_told_which_bots_sit_there_and_of_people_nothing() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=4), "Ada", "hard-Bob")
    assert table.live is not None
    assert table.live.decision(table.seats.bots).bots == ("", "", "easy-Prudence", "easy-Renard")


def test_a_seat_that_is_taken_is_refused_and_so_is_a_full_table() -> None:
    table = new_table(TRIO, "Ada")
    with pytest.raises(Refusal, match="full"):
        seating.sit(table, "Bob", "Bob", None, 0.0)
    happen(table, seating.free(table, "Ada", 2, 0.0))
    with pytest.raises(Refusal, match="taken"):
        seating.sit(table, "Bob", "Bob", 0, 0.0)
    happen(table, seating.sit(table, "Bob", "Bob", None, 0.0))
    assert table.seats.of("Bob") == 2


def test_who_has_a_seat_keeps_it() -> None:
    table = new_table(TRIO, "Ada")
    assert seating.sit(table, "Ada", "Ada", 2, 0.0) == []


def test_only_the_owner_starts_fills_and_frees() -> None:
    table = new_table(TRIO, "Ada", "Bob")
    with pytest.raises(Refusal, match="owner"):
        turns.start(table, "Bob", 0.0)
    with pytest.raises(Refusal, match="owner"):
        seating.fill(table, "Bob", "hard", None, 0.0)
    with pytest.raises(Refusal, match="owner"):
        seating.free(table, "Bob", 2, 0.0)


def test_while_the_owner_is_away_the_first_person_here_may_start() -> None:
    table = new_table(TRIO, "Ada", "Bob")
    assert [line.host for line in seat_lines(table, 1.0)] == [True, False, False]
    table.go("Ada", 1.0)
    assert [line.host for line in seat_lines(table, 1.0)] == [False, True, False]
    happen(table, turns.start(table, "Bob", 2.0))
    assert table.phase == "playing"


def test_nothing_is_dealt_while_a_seat_is_free() -> None:
    table = new_table(TRIO, "Ada")
    happen(table, seating.free(table, "Ada", 1, 0.0))
    with pytest.raises(Refusal) as refused:
        turns.start(table, "Ada", 0.0)
    assert refused.value.values == {"free": 1}


def test_the_owner_releases_the_seat_of_somebody_away_and_not_of_somebody_here() -> None:
    table = new_table(TRIO, "Ada", "Bob")
    with pytest.raises(Refusal, match="is here"):
        seating.free(table, "Ada", 1, 0.0)
    table.go("Bob", 1.0)
    with pytest.raises(Refusal, match="may still come back"):
        seating.free(table, "Ada", 1, 60.0)
    happen(table, seating.free(table, "Ada", 1, 61.0))
    assert table.seats[1].kind == "free"


def test_a_bots_seat_in_a_game_of_one_person_is_played_by_another_until_somebody_sits_down() -> None:
    table = dealt_table(TRIO, "Ada")
    happen(table, seating.free(table, "Ada", 1, 2.0))
    while live_turn(table) != 1:
        play(table)
    turn = table.bot_turn(3.0)
    assert turn is not None
    assert turn.by == "keeper"
    happen(table, seating.sit(table, "Cleo", "Cleo", None, 4.0))
    assert table.bot_turn(5.0) is None


def test_a_table_that_everybody_has_left_closes() -> None:
    table = new_table(TRIO, "Ada", "Bob")
    happen(table, seating.give_up(table, "Ada", 0.0))
    assert table.owner == "Bob"
    assert not table.closed
    happen(table, seating.give_up(table, "Bob", 0.0))
    assert table.closed


def test_a_whole_game_ends_with_scores_for_everybody() -> None:
    table = dealt_table(TRIO, "Ada", "Bob")
    finish(table)
    shown = update(table, None, Bookmark(), 0.0, program=False)
    assert shown.view is not None
    assert len(shown.view["scores"]) == 3
    assert shown.legal == ()


def test_a_spectator_does_not_play() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    with pytest.raises(Refusal, match="watching"):
        turns.play(table, None, table.seq, "take", 0.0)


def test_talk_and_presence_leave_the_state_number_alone() -> None:
    table = dealt_table(TRIO, "Ada", "Bob")
    seq = table.seq
    happen(table, turns.say(table, "Ada", "Ada", "hello", None, 0.0))
    table.go("Bob", 1.0)
    assert table.seq == seq


def test_a_bot_that_thought_too_long_for_somebody_who_came_back_does_not_move() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3, grace=5), "Ada", "Bob", "Cleo")
    who = table.seats[live_turn(table)].identity
    table.go(who, 0.0)
    table.tick(5.0)
    turn = table.bot_turn(5.0)
    assert turn is not None
    table.come(who, 6.0)
    assert turns.play_bot(table, turn, "pass", 7.0) == []


def test_at_zero_on_the_clock_a_bot_moves_and_the_person_no_longer_can() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3, clock=20), "Ada", "Bob", "Cleo")
    seat = live_turn(table)
    assert table.bot_turn(19.9) is None
    turn = table.bot_turn(20.0)
    assert turn is not None
    assert turn.by == "clock"
    with pytest.raises(Refusal, match="time is up"):
        turns.play(table, seat, table.seq, "take", 20.0)
    happen(table, turns.play_bot(table, turn, "pass", 20.5))
    assert table.deadline == 40.5


def test_a_program_that_says_nothing_loses_its_move_where_people_have_all_the_time() -> None:
    table = new_table(TRIO, "Ada")
    happen(table, seating.free(table, "Ada", 1, 0.0))
    happen(table, seating.sit(table, "bot", "bot", 1, 0.0, program=True))
    happen(table, turns.start(table, "Ada", 0.0))
    while live_turn(table) != 1:
        play(table)
    assert table.bot_turn(29.0) is None
    turn = table.bot_turn(30.0)
    assert turn is not None
    assert turn.by == "clock"


def test_a_pause_stops_play_and_says_why() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    table.paused = "The house closes"
    with pytest.raises(Refusal, match="The house closes"):
        turns.play(table, live_turn(table), table.seq, "take", 0.0)
    assert update(table, 0, Bookmark(), 0.0, program=False).paused == "The house closes"


def test_another_game_is_dealt_when_everybody_here_wants_it() -> None:
    table = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    with pytest.raises(Refusal, match="not over"):
        turns.again(table, "Ada", 0.0)
    finish(table)
    table.go("Cleo", 0.0)
    happen(table, turns.again(table, "Ada", 0.0))
    assert table.phase == "over"
    assert update(table, 0, Bookmark(), 0.0, program=False).seats[0].again
    happen(table, turns.again(table, "Bob", 0.0))
    assert (table.phase, table.number) == ("playing", 2)
    assert not any(seat.again for seat in table.seats)


def test_a_match_adds_the_games_up_and_lets_the_next_seat_start() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3, match=2), "Ada")
    starts = []
    for _ in range(2):
        assert table.live is not None
        starts.append(table.live.recording.state.start)
        finish(table)
        happen(table, turns.start(table, "Ada", 0.0))
    assert starts[1] == (starts[0] + 1) % 3
    assert table.match is not None
    assert table.match.results == []


def test_the_standing_of_a_match_is_shown() -> None:
    table = dealt_table(Setup(game="geschenkt", seats=3, match=1), "Ada")
    finish(table)
    standing = table.standing()
    assert standing is not None
    assert standing.over
    assert standing.games == 1
    assert standing.totals == standing.scores[0]
    assert standing.winners


ALONE = Setup(game="geschenkt", seats=3, take_back=True, hints=True)


def test_taking_back_leads_to_the_askers_last_decision() -> None:
    table = dealt_table(ALONE, "Ada")
    while live_turn(table) != 0:
        play(table)
    before = update(table, 0, Bookmark(), 0.0, program=False)
    happen(table, turns.play(table, 0, table.seq, "pass", 0.0))
    while live_turn(table) != 0:
        play(table)
    happen(table, turns.take_back(table, 0, table.seq, 0.0))
    after = update(table, 0, Bookmark(), 0.0, program=False)
    assert (after.view, after.legal, after.history) == (before.view, before.legal, before.history)
    assert after.seq > before.seq
    finish(table)
    assert finished_game(table, 0.0).game.taken_back == 1


def test_a_card_that_was_seen_before_a_take_back_is_no_free_look() -> None:
    """What nobody had seen by then is shuffled anew, so the next card is open again, and everybody is told so."""
    table = dealt_table(ALONE, "Ada")
    while live_turn(table) != 0:
        play(table)
    seen = set()
    for _ in range(8):
        happen(table, turns.play(table, 0, table.seq, "take", 0.0))
        seen.add(str(update(table, 0, Bookmark(), 0.0, program=False).view))
        mark = Bookmark()
        update(table, 0, mark, 0.0, program=False)
        happen(table, turns.take_back(table, 0, table.seq, 0.0))
        told = update(table, 0, mark, 0.0, program=False)
        assert "unseen cards are shuffled" in str(told), told
    assert len(seen) > 1
    finish(table)
    assert finished_game(table, 0.0).game.taken_back == 8


def test_taking_back_is_only_for_those_who_play_alone_where_it_is_allowed() -> None:
    together = dealt_table(ALONE, "Ada", "Bob")
    play(together)
    with pytest.raises(Refusal, match="alone"):
        turns.take_back(together, 0, together.seq, 0.0)
    strict = dealt_table(TRIO, "Ada")
    with pytest.raises(Refusal, match="nothing is taken back"):
        turns.take_back(strict, 0, strict.seq, 0.0)
    fresh = dealt_table(ALONE, "Ada")
    with pytest.raises(Refusal, match="nothing to take back"):
        turns.take_back(fresh, 0, fresh.seq, 0.0)


def test_a_hint_is_marked_once_in_the_record() -> None:
    table = dealt_table(ALONE, "Ada")
    while live_turn(table) != 0:
        play(table)
    happen(table, turns.hint(table, 0, table.seq, 0.0))
    assert turns.hint(table, 0, table.seq, 0.0) == []
    number = len(moves_of(table))
    finish(table)
    assert table.live is not None
    assert table.live.record(table.players).hints == (number,)


def test_a_hint_is_for_ones_own_turn_where_the_table_gives_any() -> None:
    table = dealt_table(ALONE, "Ada", "Bob", "Cleo")
    waiting = next(seat for seat in range(3) if seat != live_turn(table))
    with pytest.raises(Refusal, match="own turn"):
        turns.hint(table, waiting, table.seq, 0.0)
    strict = dealt_table(TRIO, "Ada", "Bob", "Cleo")
    with pytest.raises(Refusal, match="no hints"):
        turns.hint(strict, live_turn(strict), strict.seq, 0.0)


def test_talk_is_cleaned_and_phrases_travel_as_templates() -> None:
    table = new_table(TRIO, "Ada")
    happen(table, turns.say(table, "Ada", "Ada", "hi\x1b[31m  there", None, 0.0))
    happen(table, turns.say(table, "Eve", "Eve", "", 2, 0.0))
    assert turns.say(table, "Ada", "Ada", "\x1b", None, 0.0) == []
    first, second = update(table, None, Bookmark(), 0.0, program=False).talk
    assert (first.seat, first.text, first.phrase) == (0, "hi[31m there", False)
    assert (second.seat, second.text, second.phrase) == (None, "Well played!", True)


def test_playing_on_begins_in_the_middle_of_an_older_game() -> None:
    old = dealt_table(TRIO, "Ada")
    finish(old)
    assert old.live is not None
    record = old.live.record(old.players)
    table = new_table(TRIO, "Ada")
    happen(table, turns.play_on(record, 10, 0.0))
    assert moves_of(table) == list(record.moves[:10])
    finish(table)
    with pytest.raises(Refusal, match="earlier move"):
        turns.play_on(record, 9999, 0.0)


def test_who_moved_is_plain_text_in_the_log_and_a_later_word_for_it_is_kept() -> None:
    moved = Moved(at=1.0, seat=0, move="take", luck=(), by=MovedBy.KEEPER)
    assert b"keeper" in encode(moved)
    later = decode(encode(moved).replace(b"keeper", b"oracle"))
    assert isinstance(later, Moved)
    assert later.by == "oracle"
    assert decode(encode(later)) == later


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [log.Closed(at=0.0)],
        [log.Opened(at=0.0, code="kiwi-42", setup=TRIO, rules=99, owner="Ada")],
        [log.Opened(at=0.0, code="kiwi-42", setup=TRIO, rules=1, owner="Ada"), log.Hinted(at=0.0, seat=0)],
        [log.Opened(at=0.0, code="kiwi-42", setup=TRIO, rules=1, owner="Ada"), log.Dealt(at=0.0, luck=())],
    ],
    ids=["empty", "no opening", "other rules", "hint before the deal", "deal without luck"],
)
def test_a_log_that_does_not_fit_is_refused(entries: list[Entry]) -> None:
    with pytest.raises(BadLog):
        Table.restore(entries)
