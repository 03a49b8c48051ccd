"""What is said about a finished game that is judged, alone or together."""

from bots.findings import Judgement, Plan, Weighed
from engines.record import Record
from engines.wire import Message
from net.messages.parts import Number, SeatNumber


class MyReview(Message, frozen=True, kw_only=True):
    """How did I play in one of my finished games, or in my own house any seat in this record?

    Where a review is led at my table I may ask for the seat that it is about. Ask only a house whose Welcome has
    `reviews`.
    """

    id: Number | None = None
    seat: SeatNumber | None = None
    record: Record | None = None


class Lead(Message, frozen=True, kw_only=True):
    """I show everybody here who played the review of a seat, after so many moves; or no more, unless `on`."""

    id: Number
    seat: SeatNumber
    at: Number = 0
    on: bool = True


class WhatIf(Message, frozen=True, kw_only=True):
    """What would an expert have played after so many moves of my finished game, or in my own house of this one?"""

    at: Number
    id: Number | None = None
    record: Record | None = None


class Reviewed(Message, frozen=True, kw_only=True):
    """A part of a review, or all of it: what there is to judge, and what has been found out since the last part."""

    id: int | None
    plan: Plan
    judgements: tuple[Judgement, ...] = ()
    weighed: tuple[Weighed, ...] = ()


class Instead(Message, frozen=True, kw_only=True):
    """What an expert would have played: a game that leaves yours after `at` moves, and in which they made `moves`."""

    id: int | None
    at: int
    moves: int
    record: Record


class Led(Message, frozen=True, kw_only=True):
    """Somebody shows everybody here who played the review of a seat, after so many moves; or no more, unless `on`."""

    id: int
    seat: int
    at: int
    name: str
    on: bool = True
