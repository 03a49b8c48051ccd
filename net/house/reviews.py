"""Reviews of finished games: judged by the bots' pool for those who played, once for all who look at them, and kept."""

import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, NamedTuple

from bots.bot import Budget
from bots.findings import Answer, Review
from bots.kept_review import dump_review, kept_for
from bots.review import Job, jobs_of, plan, run_jobs
from bots.what_if import DEPTH, what_if
from bots.worker import JobFailed, WorkerDied, cores
from engines.record import dump, load
from engines.words import N_
from net.house.croupier import Thinker
from net.house.member import Member
from net.house.paid_thinker import PaidThinker
from net.limits.allowances import Allowances
from net.messages import Instead, Lead, Led, MyReview, Refused, Reviewed, WhatIf
from net.refusal import Refusal
from net.store.store import Store, StoreError

if TYPE_CHECKING:
    from net.house.house import House

logger = logging.getLogger(__name__)

# So many reviews are made at once for one person.
MOST_EACH = 2
NOT_YOURS = N_("That is none of your finished games")
NOT_JUDGED = N_("The moves of this game can't be judged now")
TOO_MANY = N_("Other reviews are being made for you: wait until they are done")

Spawn = Callable[[Coroutine[Any, Any, None]], None]


class Subject(NamedTuple):
    """What is judged: a seat in a record; `id` is that of a game which the house keeps."""

    id: int | None
    seat: int
    record: bytes


class Judging:
    """A review under way, who looks at it and who pays for it."""

    def __init__(self, subject: Subject, payer: Member) -> None:
        self.subject = subject
        self.payer = payer
        self.members: list[Member] = []
        self.review: Review | None = None

    def join(self, member: Member) -> None:
        """Let somebody look, beginning with all that is found already."""
        self.members.append(member)
        if self.review is not None:
            member.send(told(self.subject.id, self.review))

    def begin(self, review: Review) -> None:
        """Tell everybody what there is to judge."""
        self.review = review
        for member in self.members:
            member.send(told(self.subject.id, review))

    def take(self, answer: Answer) -> None:
        """Tell everybody what was found."""
        if self.review is None:
            raise RuntimeError("Nothing is judged before it is planned.")
        self.review.add(answer)
        news = Review(self.review.plan, self.review.budget)
        news.add(answer)
        for member in self.members:
            member.send(told(self.subject.id, news))


class Reviews:
    """Everything that is being judged in a house, and what is shown to a whole table.

    Whoever asks pays for it with their place in line.
    """

    def __init__(self, store: Store, thinker: Thinker, allowances: Allowances, budget: Budget, spawn: Spawn) -> None:
        self.budget = budget
        self._store = store
        self._thinker = thinker
        self._allowances = allowances
        self._spawn = spawn
        self._judgings: dict[Subject, Judging] = {}
        self._led: dict[str, tuple[Member, Led]] = {}

    async def show(self, member: Member, subject: Subject) -> None:
        """Show somebody a review that was kept, or let it be judged."""
        self._look_away(member)
        kept = None if subject.id is None else await self._store.review(subject.id, subject.seat)
        review = kept_for(kept, subject.record, subject.seat, self.budget)
        if review is not None:
            member.send(told(subject.id, review))
            return
        judging = self._judgings.get(subject)
        if judging is None:
            if sum(other.payer.person == member.person for other in self._judgings.values()) >= MOST_EACH:
                raise Refusal(TOO_MANY)
            judging = self._judgings[subject] = Judging(subject, member)
            self._spawn(self._judge(judging))
        judging.join(member)

    def _look_away(self, member: Member) -> None:
        for judging in self._judgings.values():
            if member in judging.members:
                judging.members.remove(member)

    async def _judge(self, judging: Judging) -> None:
        """Judge and keep; that also goes on when nobody looks any more."""
        subject = judging.subject
        thinker = PaidThinker(self._thinker, self._allowances, lambda: judging.payer.payer)
        try:
            planned = await thinker.run(plan, subject.record, subject.seat)
            review = Review(planned, self.budget)
            judging.begin(review)
            jobs = jobs_of(subject.record, planned, self.budget)
            await run_jobs(jobs, lambda job: thinker.run(Job.run, job, cost=job.budget.seconds), judging.take, cores())
            await self._keep(subject, review)
        except (JobFailed, WorkerDied):
            for member in judging.members:
                member.send(Refused(about="myreview", text=NOT_JUDGED, values={}))
        finally:
            del self._judgings[subject]

    async def _keep(self, subject: Subject, review: Review) -> None:
        if subject.id is None:
            return
        try:
            await self._store.keep_review(subject.id, subject.seat, dump_review(review, subject.record))
        except StoreError as error:
            logger.error("review can't be stored", extra={"why": str(error)})

    async def play_instead(self, member: Member, subject: Subject, at: int) -> None:
        """Let an expert play on from a moment, at the asker's place in line."""
        thinker = PaidThinker(self._thinker, self._allowances, lambda: member.payer)
        try:
            cost = self.budget.seconds * DEPTH
            record, moves = await thinker.run(what_if, subject.record, at, self.budget, at, cost=cost)
        except (JobFailed, WorkerDied):
            member.send(Refused(about="whatif", text=NOT_JUDGED, values={}))
        else:
            member.send(Instead(id=subject.id, at=at, moves=moves, record=record))

    def led_at(self, member: Member) -> Led | None:
        """What is shown to somebody at their table, of the game that they played there."""
        croupier = member.croupier
        _leader, led = self._led.get(croupier.table.code, (None, None)) if croupier else (None, None)
        return led if croupier and led and croupier.record_for(member.identity) == led.id else None

    def lead(self, member: Member, led: Led) -> None:
        """Show a review to everybody at a table who played, or stop it."""
        croupier = member.at_table
        self._led[croupier.table.code] = (member, led)
        for other in croupier.members:
            self.greet(other)
        if not led.on:
            del self._led[croupier.table.code]

    def greet(self, member: Member) -> None:
        """Tell somebody at a table what is shown there, if they know what to do with it."""
        led = self.led_at(member)
        if led is not None and member.reviews:
            member.send(led)

    def part(self, member: Member) -> None:
        """Forget somebody who has left their table, or the house."""
        self._look_away(member)
        self._led = {code: shown for code, shown in self._led.items() if shown[0] is not member}


def told(id: int | None, review: Review) -> Reviewed:
    """All that is known of a review, as it is told."""
    weighed = tuple(review.weighed[turn] for turn in sorted(review.weighed))
    return Reviewed(id=id, plan=review.plan, judgements=tuple(review.in_order), weighed=weighed)


async def my_review(house: "House", member: Member, message: MyReview) -> None:
    """Let somebody's own decisions in a finished game be judged, or look at what is shown at their table."""
    await house.reviews.show(member, await _subject(house, member, message))


async def _subject(house: "House", member: Member, message: MyReview) -> Subject:
    if message.id is None:
        if message.record is None or not house.rules.own:
            raise Refusal(NOT_YOURS)
        return Subject(None, _seat(message.seat or 0, message.record.seats), dump(message.record))
    kept = await house.store.game(message.id)
    if kept is None or member.identity not in kept.game.identities:
        raise Refusal(NOT_YOURS)
    own = kept.game.identities.index(member.identity)
    seat = own if message.seat is None else _seat(message.seat, len(kept.game.identities))
    led = house.reviews.led_at(member)
    shown = led is not None and (led.id, led.seat) == (message.id, seat)
    if seat != own and not shown and not house.rules.own:
        raise Refusal(NOT_YOURS)
    return Subject(message.id, seat, kept.record)


def _seat(seat: int, seats: int) -> int:
    if seat >= seats:
        raise Refusal(N_("There is no such seat"))
    return seat


async def ask_what_if(house: "House", member: Member, message: WhatIf) -> None:
    """Tell somebody what an expert would have played in a game of theirs, on the side."""
    subject = await _subject(house, member, MyReview(id=message.id, record=message.record))
    if message.at >= len(load(subject.record).moves):
        raise Refusal(N_("The game is over there: choose an earlier move"))
    house.spawn(house.reviews.play_instead(member, subject, message.at))


async def lead_review(house: "House", member: Member, message: Lead) -> None:
    """Show a review to everybody at the table who played; only of one's own seat, or of the one that is shown."""
    kept = await house.store.game(message.id)
    if kept is None or member.at_table.record_for(member.identity) != message.id:
        raise Refusal(NOT_YOURS)
    led = house.reviews.led_at(member)
    if message.seat not in (kept.game.identities.index(member.identity), None if led is None else led.seat):
        raise Refusal(NOT_YOURS)
    if message.on or (led is not None and led.name == member.name):
        house.reviews.lead(
            member, Led(id=message.id, seat=message.seat, at=message.at, name=member.name, on=message.on)
        )
