"""The pace of bots: a whole turn has its time, however many cards are played in it."""

import pytest

from bots.bot import Budget
from net.house.pace import LEAST_PAUSE, THOUGHT, TURN, Pace

ROOM = 0.4


def turn(cards: int, usual: float) -> float:
    """Let a bot that takes all the time it is given play so many cards; return how long it took."""
    pace, now = Pace(usual), 100.0
    for _ in range(cards):
        pace.begin(3, now)
        now += max(pace.thought(now), pace.pause(1, now))
    return now - 100.0


def test_a_turn_of_one_card_has_the_usual_second() -> None:
    assert turn(1, 0.35) == pytest.approx(THOUGHT)


@pytest.mark.parametrize("cards", [2, 5, 12])
def test_a_turn_of_many_cards_is_not_much_longer_than_its_time(cards: int) -> None:
    assert turn(cards, 0.35) <= TURN + LEAST_PAUSE * cards


def test_the_first_cards_of_a_turn_are_thought_over_longest() -> None:
    pace, now, times = Pace(0.35), 0.0, []
    for _ in range(6):
        pace.begin(0, now)
        times.append(pace.thought(now))
        now += times[-1]
    assert times == sorted(times, reverse=True)


def test_every_seat_has_a_turn_of_its_own_and_another_one_after_the_others() -> None:
    pace = Pace(0.35)
    pace.begin(1, 0.0)
    assert pace.thought(10.0) < ROOM
    pace.begin(2, 10.0)
    assert pace.thought(10.0) == THOUGHT
    pace.end()
    pace.begin(2, 20.0)
    assert pace.thought(20.0) == THOUGHT


def test_who_likes_slow_bots_can_follow_every_card() -> None:
    assert turn(3, 1.4) > turn(3, 0.35)


def test_other_programs_keep_their_own_time() -> None:
    pace = Pace(0.35)
    pace.begin(0, 0.0)
    assert pace.budget("exec:./bot", 0.0) == Budget()
    assert pace.budget("expert", 0.0) == Budget(seconds=THOUGHT)
