"""Deals that can be checked, at a table: what is promised for the next one, and what the seats add to it.

The promise for a deal is published as soon as the one before is dealt, so clients pledge in their own time. When cards
are to be dealt, whoever has pledged is asked for the bytes; the last to answer lets the deal happen, or time does.
Somebody whose client computes nothing may add a word instead, which the house pledges for them.
"""

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engines.game import Game
from engines.promise import SECRET_BYTES, DroppedDeal, Proof, pledge_of, promise_of
from engines.words import N_
from net.messages import DealLine
from net.refusal import Refusal
from net.tables import entries as log

if TYPE_CHECKING:
    from net.tables.table import Table

PATIENCE = 2.0
"""How long a deal waits, in seconds of the table, for those who have pledged."""


@dataclass(slots=True)
class Promise:
    """A promised deal: `pledges` and what was `added` by seat; `asked_at` is when the seats were asked for it.

    Once they were asked nothing more is pledged (`closed`), also where somebody left and the deal has to wait again.
    """

    number: int
    secret: bytes
    digest: bytes
    pledges: dict[int, bytes] = field(default_factory=dict)
    added: dict[int, bytes] = field(default_factory=dict)
    asked_at: float | None = None
    closed: bool = False

    @property
    def missing(self) -> list[int]:
        """The seats that have pledged something and not shown it yet."""
        return [seat for seat in sorted(self.pledges) if seat not in self.added]

    @property
    def due_at(self) -> float:
        """When the cards are dealt, at the latest; never where nobody was asked."""
        if self.asked_at is None:
            return float("inf")
        return self.asked_at + PATIENCE if self.missing else self.asked_at

    def line(self) -> DealLine:
        """What everybody may know of it."""
        return DealLine(
            number=self.number,
            promise=self.digest,
            pledged=tuple(sorted(self.pledges)),
            added=tuple(sorted(self.added)),
            asked=self.asked_at is not None,
        )


class Deals:
    """The promised deals of a table: the `next` one, how many there were, and those that no record has revealed yet.

    It changes only by what the table's log holds. A table of before, or in one's own house, promises nothing.
    """

    def __init__(self, table: str, game: Game, seats: int, *, promises: bool) -> None:
        self.promises = promises
        self.next: Promise | None = None
        self._table = table
        self._game = game
        self._seats = seats
        self._count = 0
        self._dropped: tuple[DroppedDeal, ...] = ()

    @property
    def due_at(self) -> float:
        """When cards for which everybody was asked are dealt at the latest."""
        return float("inf") if self.next is None else self.next.due_at

    def proof(self, start: int | None) -> Proof | None:
        """Everything that the luck of the next deal follows from, where it is promised."""
        promise = self.next
        if promise is None:
            return None
        return Proof(
            table=self._table,
            number=promise.number,
            promise=promise.digest,
            secret=promise.secret,
            added=tuple(promise.added.get(seat, b"") for seat in range(self._seats)),
            start=start,
            dropped=self._dropped,
            withheld=tuple(promise.missing),
        )

    def begin(self, start: int | None) -> Proof | None:
        """Let the promised cards be dealt."""
        proof = self.proof(start)
        self.next, self._dropped = None, ()
        return proof

    def drop(self, proof: Proof) -> None:
        """Give up the proof of a game in which cards were drawn anew; the next record reveals what was promised."""
        self._dropped = (*proof.dropped, DroppedDeal(number=proof.number, secret=proof.secret))

    def promised(self, entry: log.Promised) -> None:
        """The house has bound itself to a secret for the next deal."""
        self._count += 1
        digest = promise_of(self._table, self._count, self._game.id, self._game.version, entry.secret)
        self.next = Promise(self._count, entry.secret, digest)

    def pledged(self, entry: log.Pledged) -> None:
        """A seat has bound itself."""
        self._promise.pledges[entry.seat] = entry.digest

    def asked(self, entry: log.Asked) -> None:
        """Everybody who has pledged something is to show it."""
        self._promise.asked_at, self._promise.closed = entry.at, True

    def added(self, entry: log.Added) -> None:
        """A seat has shown what it pledged, or added a word."""
        promise = self._promise
        promise.pledges.setdefault(entry.seat, pledge_of(promise.digest, entry.seat, entry.data))
        promise.added[entry.seat] = entry.data

    @property
    def _promise(self) -> Promise:
        if self.next is None:
            raise log.BadLog("The log adds to a deal that was not promised.")
        return self.next

    def change_hands(self, seat: int) -> None:
        """Let nobody answer for what another one has pledged in that seat; a deal under way waits again."""
        if self.next is not None:
            self.next.pledges.pop(seat, None)
            self.next.added.pop(seat, None)
            self.next.asked_at = None


def dealt_line(proof: Proof) -> DealLine:
    """What everybody may know of the deal that is being played."""
    added = tuple(seat for seat, data in enumerate(proof.added) if data)
    return DealLine(number=proof.number, promise=proof.promise, pledged=added, added=added)


def promised(now: float) -> log.Promised:
    """Bind the house to a new secret for the next deal."""
    return log.Promised(at=now, secret=secrets.token_bytes(SECRET_BYTES))


def pledge(table: "Table", seat: int | None, deal: int, digest: bytes, now: float) -> list[log.Entry]:
    """Bind a seat to what it will add to the next deal."""
    promise = _open_to(table, seat, deal)
    if seat is None or promise.pledges.get(seat) == digest:
        return []
    if seat in promise.pledges or promise.closed:
        raise Refusal(N_("It is too late to add luck to this deal"))
    return [log.Pledged(at=now, seat=seat, digest=digest)]


def add(table: "Table", seat: int | None, deal: int, data: bytes, now: float) -> list[log.Entry]:
    """Take what a seat adds to the next deal: what it has pledged, or before anybody is asked a word of its own."""
    promise = _open_to(table, seat, deal)
    if seat is None or promise.added.get(seat) == data:
        return []
    digest = pledge_of(promise.digest, seat, data)
    if promise.pledges.get(seat, digest) != digest or seat in promise.added:
        raise Refusal(N_("That is not what you have pledged"))
    if seat not in promise.pledges and promise.closed:
        raise Refusal(N_("It is too late to add luck to this deal"))
    return [log.Added(at=now, seat=seat, data=data)]


def _open_to(table: "Table", seat: int | None, deal: int) -> Promise:
    if seat is None:
        raise Refusal(N_("You are only watching"))
    promise = table.deals.next
    if promise is None or promise.number != deal:
        raise Refusal(N_("There is no such deal to add luck to"))
    return promise
