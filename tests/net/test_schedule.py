"""When an exercise comes back, told by a clock that the test holds."""

from net.schedule import DAY, MOST, SOLVED, Mark, after, begun, with_mark


def test_a_mistake_comes_back_after_1_3_7_and_21_days_until_it_was_found_each_time() -> None:
    mark, now, days = begun(0.0), 0.0, []
    while not mark.solved:
        assert not mark.is_due(mark.due - 1)
        assert mark.is_due(mark.due)
        days.append((mark.due - now) / DAY)
        now = mark.due
        mark = after(mark, right=True, now=now)
    assert days == [1, 3, 7, 21]
    assert not mark.is_due(now + 1000 * DAY)


def test_a_wrong_answer_begins_anew() -> None:
    mark = after(after(begun(0.0), right=True, now=DAY), right=True, now=4 * DAY)
    assert (mark.step, mark.due) == (2, 11 * DAY)
    again = after(mark, right=False, now=12 * DAY)
    assert again == begun(12 * DAY)


def test_who_comes_late_waits_from_then_on() -> None:
    late = after(begun(0.0), right=True, now=30 * DAY)
    assert late.due == 33 * DAY


def test_an_exercise_of_a_set_comes_back_only_if_it_was_missed() -> None:
    assert after(None, right=True, now=5.0).solved
    assert after(None, right=False, now=5.0) == begun(5.0)


def test_the_latest_marks_are_kept_and_solved_ones_go_first() -> None:
    marks = {str(number): Mark(SOLVED if number == 7 else 0, 0.0) for number in range(MOST)}
    marks = with_mark(marks, "new", Mark(0, 1.0))
    assert (len(marks), "7" in marks, "0" in marks, marks["new"]) == (MOST, False, True, Mark(0, 1.0))
    marks = with_mark(marks, "newer", Mark(0, 1.0))
    assert (len(marks), "0" in marks) == (MOST, False)
    assert len(with_mark(marks, "newer", Mark(1, 2.0))) == MOST
