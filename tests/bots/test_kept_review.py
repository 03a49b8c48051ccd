"""A review that is kept: the same again, and anything that does not fit is judged anew."""

import msgpack
import msgspec
import pytest

from bots.bot import Budget
from bots.findings import Review
from bots.kept_review import METHOD, BadReview, KeptReview, digest, dump_review, kept_for, load_review
from bots.review import jobs_of, plan, review_here
from engines.games import GAMES
from engines.record import dump
from tests.setups import Setup

FEW = Budget(iterations=8)
RECORD = dump(Setup(GAMES["bumbesi"], 3).finished(1).record())
OTHER = dump(Setup(GAMES["bumbesi"], 3).finished(2).record())


@pytest.fixture(scope="module")
def review() -> Review:
    found = Review(plan(RECORD, 1), FEW)
    for job in jobs_of(RECORD, found.plan, FEW)[:12]:
        found.add(job.run())
    return found


def test_a_kept_review_is_the_same_again(review: Review) -> None:
    kept = load_review(dump_review(review, RECORD))
    assert kept.review() == review
    assert kept.record == digest(RECORD)
    assert kept_for(dump_review(review, RECORD), RECORD, 1, FEW) == review


def test_it_serves_whoever_wants_no_more_thinking_and_no_other_kind(review: Review) -> None:
    data = dump_review(review, RECORD)
    assert kept_for(data, RECORD, 1, Budget(iterations=4)) is not None
    assert kept_for(data, RECORD, 1, Budget(iterations=9)) is None
    assert kept_for(data, RECORD, 1, Budget(seconds=0.001)) is None


def test_another_game_or_seat_is_not_taken_for_this_one(review: Review) -> None:
    data = dump_review(review, RECORD)
    assert kept_for(data, OTHER, 1, FEW) is None
    assert kept_for(data, RECORD, 0, FEW) is None
    assert kept_for(None, RECORD, 1, FEW) is None


def test_every_altered_byte_is_noticed(review: Review) -> None:
    data = dump_review(review, RECORD)
    for place in range(0, len(data), 7):
        with pytest.raises(BadReview):
            load_review(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
    for length in range(0, len(data), 11):
        with pytest.raises(BadReview):
            load_review(data[:length])


def test_what_another_method_found_is_judged_again(review: Review) -> None:
    kept = load_review(dump_review(review, RECORD))
    older = msgspec.structs.replace(kept, method=METHOD - 1)
    body = msgpack.packb(msgspec.to_builtins(older, builtin_types=(bytes,)))
    data = msgpack.packb(["tablee-review", 1, body, digest(body)])
    with pytest.raises(BadReview, match="has changed since"):
        load_review(data)
    assert kept_for(data, RECORD, 1, FEW) is None


def test_a_field_that_a_later_version_adds_is_no_hindrance(review: Review) -> None:
    fields = msgspec.to_builtins(load_review(dump_review(review, RECORD)), builtin_types=(bytes,)) | {"later": 1}
    assert msgspec.convert(fields, KeptReview).review() == review


def test_a_whole_game_is_kept_in_few_bytes() -> None:
    record = dump(Setup(GAMES["geschenkt"], 3).finished(1).record())
    whole = review_here(record, 0, FEW)
    assert whole.complete
    assert len(dump_review(whole, record)) < 300 * whole.plan.jobs
