"""A review as bytes, to be kept beside its record and be there at once the next time."""

import hashlib
from typing import Any, Final

import msgpack
import msgspec

from bots.bot import Budget
from bots.findings import Judgement, Plan, Review, Weighed

MAGIC: Final = "tablee-review"
FORMAT: Final = 1
REVIEW_SUFFIX: Final = ".review"
METHOD: Final = 5
"""How moves are judged: what another method found is judged again."""
LARGEST: Final = 8 * 1024 * 1024


class BadReview(ValueError):
    """Bytes that are no review, or a review that can't be used: of an older format or method, or damaged."""


class KeptReview(msgspec.Struct, frozen=True, kw_only=True):
    """A whole review, the `method` that made it, and the SHA-256 of the `record` it is about."""

    method: int
    record: bytes
    budget: Budget
    plan: Plan
    judgements: tuple[Judgement, ...]
    weighed: tuple[Weighed, ...]

    def review(self) -> Review:
        """The review that was kept."""
        review = Review(self.plan, self.budget)
        review.judgements = {judgement.turn: judgement for judgement in self.judgements}
        review.weighed = {weighed.turn: weighed for weighed in self.weighed}
        return review

    def serves(self, wanted: Budget) -> bool:
        """Whether it was thought about at least as long as wanted; seconds say nothing about iterations."""
        if wanted.seconds:
            return self.budget.seconds >= wanted.seconds
        return self.budget.iterations >= wanted.iterations


def digest(record: bytes) -> bytes:
    """What a record is known by."""
    return hashlib.sha256(record).digest()


def dump_review(review: Review, record: bytes) -> bytes:
    """Write a review of a record (as bytes), with a digest that shows any change."""
    kept = KeptReview(
        method=METHOD,
        record=digest(record),
        budget=review.budget,
        plan=review.plan,
        judgements=tuple(review.in_order),
        weighed=tuple(review.weighed[turn] for turn in sorted(review.weighed)),
    )
    body: bytes = msgpack.packb(msgspec.to_builtins(kept, builtin_types=(bytes,)))
    packed: bytes = msgpack.packb([MAGIC, FORMAT, body, digest(body)])
    return packed


def load_review(data: bytes) -> KeptReview:
    """Read a kept review; raises BadReview for anything but a whole one by the method of today."""
    if len(data) > LARGEST:
        raise BadReview("The file is too large to be a review.")
    try:
        outer = msgpack.unpackb(data)
    except ValueError:
        raise BadReview("The file is not a whole review: it is cut short or of another kind.") from None
    if not isinstance(outer, list) or outer[:2] != [MAGIC, FORMAT] or len(outer) != 4:
        raise BadReview("The file is not a review of this format.")
    return _body(outer)


def _body(outer: list[Any]) -> KeptReview:
    if not isinstance(outer[2], bytes) or digest(outer[2]) != outer[3]:
        raise BadReview("The review was altered: its digest does not fit.")
    try:
        kept = msgspec.convert(msgpack.unpackb(outer[2]), KeptReview)
    except ValueError as error:
        raise BadReview(f"The review is not complete: {error}.") from None
    if kept.method != METHOD:
        raise BadReview("The review was made in a way that has changed since.")
    return kept


def kept_for(data: bytes | None, record: bytes, seat: int, wanted: Budget) -> Review | None:
    """The review that some bytes hold, if it is one of this record and seat and was thought about long enough."""
    if data is None:
        return None
    try:
        kept = load_review(data)
    except BadReview:
        return None
    fits = kept.record == digest(record) and kept.plan.seat == seat and kept.serves(wanted)
    return kept.review() if fits else None
