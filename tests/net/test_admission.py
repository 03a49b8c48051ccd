"""Who is let in: counted for each source and for the whole house."""

import random

import pytest

from net.bucket import Bucket
from net.door.admission import SWEEP_AT, Admission, TurnedAway, Visit
from net.door.settings import Limits
from net.limits.crowd import EVERYBODY, Count
from net.limits.sources import plain, source_of

OPEN = Limits(
    connections=100,
    connections_per_source=50,
    strangers=100,
    strangers_start=100,
    strangers_per_source=50,
    arrivals_per_second=1000.0,
    arrivals_burst=1000,
    arrivals_per_second_per_source=1000.0,
    arrivals_burst_per_source=1000,
)


def with_limits(**limits: int | float) -> Admission:
    return Admission(Limits(**{**{name: getattr(OPEN, name) for name in OPEN.__struct_fields__}, **limits}), now=0.0)


def let_in(admission: Admission, address: str = "192.0.2.1", now: float = 0.0) -> Visit:
    visit = admission.arrive(address, now)
    assert isinstance(visit, Visit)
    return visit


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=2.0, burst=3, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(1.0) for _ in range(3)] == [True, True, False]


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = Bucket(rate=2.0, burst=3, now=0.0)
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_an_overspent_bucket_says_how_long_to_wait() -> None:
    bucket = Bucket(rate=2.0, burst=3, now=0.0)
    bucket.spend(0.0, 7)
    assert bucket.wait(0.0) == 2.0
    assert bucket.wait(1.5) == 0.5
    assert bucket.wait(2.0) == 0.0


def test_a_clock_that_jumps_back_fills_nothing() -> None:
    bucket = Bucket(rate=2.0, burst=1, now=10.0)
    assert bucket.take(10.0)
    assert not bucket.take(5.0)


def test_a_full_house_says_so() -> None:
    admission = with_limits(connections=2)
    first = let_in(admission, "192.0.2.1")
    let_in(admission, "192.0.2.2")
    assert admission.arrive("192.0.2.3", 0.0) is TurnedAway.HOUSE_FULL
    assert "full" in TurnedAway.HOUSE_FULL.sentence
    first.leave()
    let_in(admission, "192.0.2.3")


def test_one_source_does_not_fill_the_house() -> None:
    admission = with_limits(connections_per_source=2)
    let_in(admission)
    let_in(admission)
    assert admission.arrive("192.0.2.1", 0.0) is TurnedAway.SOURCE_FULL
    let_in(admission, "192.0.2.2")


def test_strangers_are_few_until_they_log_in() -> None:
    admission = with_limits(strangers_per_source=1)
    visit = let_in(admission)
    assert admission.arrive("192.0.2.1", 0.0) is TurnedAway.TOO_MANY_STRANGERS
    visit.log_in()
    let_in(admission)


def test_strangers_are_few_in_the_whole_house() -> None:
    admission = with_limits(strangers=1)
    let_in(admission, "192.0.2.1")
    assert admission.arrive("192.0.2.2", 0.0) is TurnedAway.TOO_MANY_STRANGERS


def test_F53_the_fuller_it_is_the_more_newcomers_are_dropped_at_random() -> None:
    limits = Limits(strangers=100, strangers_start=10, strangers_drop=30)
    admission = Admission(limits, 0.0)
    shares = []
    for strangers in (0, 9, 10, 55, 99, 100):
        admission.strangers = strangers
        shares.append(round(admission._drop_share(), 2))
    assert shares == [0.0, 0.0, 0.3, 0.65, 0.99, 1.0]


def silent(admission: Admission, number: int, now: float) -> list[Visit]:
    """Let connections that say nothing come from eight addresses of different networks, as often as they may."""
    came = [admission.arrive(f"10.{place % 8}.0.1", now) for place in range(number)]
    return [visit for visit in came if isinstance(visit, Visit)]


def test_F53_some_log_in_while_others_sit_in_the_door_and_say_nothing() -> None:
    admission = Admission(Limits(), 0.0, random.Random(7).random)
    held = silent(admission, 64, 0.0)
    assert len(held) > 20
    logins = 0
    for number in range(52):
        visit = admission.arrive(f"172.{number}.0.1", 10.0 + number / 10)
        if isinstance(visit, Visit):
            visit.log_in()
            logins += 1
    assert logins > 20


def test_F53_whoever_held_places_for_nothing_is_turned_away_for_a_while() -> None:
    admission = Admission(Limits(), 0.0, lambda: 1.0)
    for visit in silent(admission, 64, 0.0):
        visit.hang_up(20.0)
    assert admission.arrive("10.0.0.1", 21.0) is TurnedAway.PENALTY
    assert admission.arrive("10.9.0.1", 21.0) is not TurnedAway.PENALTY
    assert isinstance(admission.arrive("10.0.0.1", 1000.0), Visit)


def test_F53_a_network_of_many_addresses_is_one_crowd() -> None:
    admission = with_limits(strangers_per_source=2, crowd=4)
    came = [admission.arrive(f"192.0.2.{number}", 0.0) for number in range(20)]
    assert sum(isinstance(visit, Visit) for visit in came) == 8
    let_in(admission, "198.51.100.1")


def test_whoever_logs_in_owes_nothing() -> None:
    admission = with_limits()
    for _ in range(40):
        visit = let_in(admission)
        visit.log_in()
        visit.hang_up(1000.0)
    let_in(admission, now=1000.0)


def test_a_source_in_a_hurry_waits_while_others_come_in() -> None:
    admission = with_limits(arrivals_per_second_per_source=1.0, arrivals_burst_per_source=1)
    let_in(admission, now=0.0)
    assert admission.arrive("192.0.2.1", 0.5) is TurnedAway.TOO_FAST
    let_in(admission, "192.0.2.2", now=0.5)
    let_in(admission, now=1.0)


def test_a_refused_flood_uses_nothing_of_what_everybody_may() -> None:
    admission = with_limits(arrivals_burst=3, arrivals_per_second=1.0, arrivals_burst_per_source=1)
    for _ in range(100):
        admission.arrive("192.0.2.1", 0.0)
    let_in(admission, "192.0.2.2")
    let_in(admission, "192.0.2.3")


def test_leaving_twice_counts_once() -> None:
    admission = with_limits()
    visit = let_in(admission)
    visit.log_in()
    visit.leave()
    visit.leave()
    assert (admission.connections, admission.strangers) == (0, 0)


def test_leaving_as_a_stranger_makes_room_for_strangers() -> None:
    admission = with_limits(strangers=1)
    let_in(admission).leave()
    let_in(admission)


def test_nobody_joins_a_house_that_closes() -> None:
    admission = with_limits()
    admission.closing = True
    assert admission.arrive("192.0.2.1", 0.0) is TurnedAway.CLOSING


def test_a_flood_is_told_nothing() -> None:
    assert TurnedAway.TOO_FAST.sentence == TurnedAway.TOO_MANY_STRANGERS.sentence == ""


def test_quiet_sources_are_forgotten() -> None:
    admission = with_limits(arrivals_per_second_per_source=10.0, arrivals_burst_per_source=10)
    for number in range(3 * SWEEP_AT):
        let_in(admission, f"10.0.{number // 256}.{number % 256}", now=float(number)).leave()
    assert len(admission._sources) <= SWEEP_AT


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_a_source_is_an_address_or_a_household(address: str, source: str) -> None:
    assert source_of(plain(address)) == source


def test_connections_at_other_doors_of_the_house_count_too() -> None:
    admission = with_limits(connections_per_source=3)
    crowd = admission.crowd
    assert isinstance(admission.arrive("10.0.0.1", 0.0), Visit)
    crowd.hear("other", {"10.0.0.1/32": Count(connections=2)})
    assert admission.arrive("10.0.0.1", 0.0) is TurnedAway.SOURCE_FULL
    assert isinstance(admission.arrive("10.0.0.2", 0.0), Visit), "others come in"
    crowd.forget("other")
    assert isinstance(admission.arrive("10.0.0.1", 0.0), Visit), "that house is gone"


def test_strangers_at_other_doors_of_the_house_count_too() -> None:
    admission = with_limits(strangers_per_source=3, strangers_start=9, strangers=10)
    crowd = admission.crowd
    crowd.hear("other", {"10.0.0.1/32": Count(3, 3)})
    assert admission.arrive("10.0.0.1", 0.0) is TurnedAway.TOO_MANY_STRANGERS
    assert isinstance(admission.arrive("10.0.0.2", 0.0), Visit), "others come in"
    crowd.hear("other", {EVERYBODY: Count(10, 10)})
    assert admission.arrive("10.0.0.2", 0.0) is TurnedAway.TOO_MANY_STRANGERS


def test_each_of_several_houses_lets_its_part_of_the_arrivals_in() -> None:
    admission = with_limits(arrivals_burst_per_source=6, arrivals_per_second_per_source=2.0)
    for name in ("east", "west"):
        admission.crowd.hear(name, {})
    arrivals = [admission.arrive("10.0.0.1", now) for now in (0.0, 0.0, 0.0, 1.0, 1.5)]
    assert [isinstance(arrival, Visit) for arrival in arrivals] == [True, True, False, False, True]
    for number in range(20):
        admission.crowd.hear(f"house-{number}", {})
    assert isinstance(admission.arrive("10.0.0.2", 2.0), Visit), "one at a time comes in anywhere"


def test_what_is_told_of_a_crowd_are_those_who_are_here() -> None:
    admission = with_limits()
    visit = admission.arrive("10.0.0.1", 0.0)
    assert isinstance(visit, Visit)
    assert admission.crowd.told()["10.0.0.1/32"] == admission.crowd.told()[EVERYBODY] == Count(1, 1)
    visit.log_in()
    assert admission.crowd.told()["10.0.0.1/32"] == Count(1, 0)
    visit.leave()
    assert admission.crowd.told() == {}
