"""A table as its house has told it to one client: from a seat, or from among those who watch."""

from typing import TypeVar

from engines.game import BadSetup
from engines.games import find
from engines.view import Event, Turn, View
from engines.wire import BadMessage, view_from_wire
from net.messages import Hint, Play, SeatLine, TakeBack, TalkLine, Update
from net.values import Phase, SeatKind

Told = TypeVar("Told")


class Unreadable(ValueError):
    """A table that only a newer program can follow: its game, or what it shows of it, is not known here."""


class SeenTable:
    """What has been told so far, and the messages that answer it.

    `events` and `talk` are all there are of the current game, `news` and `said` the part of them that came with the
    last Update. `promises` are the deals that were promised here, by number. `moved` is whether that Update asks for
    another decision than the one before, `turned_back` whether moves known before it are no longer part of the game:
    one was taken back, or another game was dealt. `heard_at` is when it came.
    """

    def __init__(self, update: Update, now: float) -> None:
        try:
            self.game = find(update.setup.game)
        except BadSetup as error:
            raise Unreadable(str(error)) from None
        self.update = update
        self.view: View | None = None
        self.history: list[Turn] = []
        self.events: list[Event] = []
        self.talk: list[TalkLine] = []
        self.news: list[Event] = []
        self.said: list[TalkLine] = []
        self.promises: dict[int, bytes] = {}
        self.moved = False
        self.turned_back = False
        self.heard_at = now
        self._answered: int | None = None
        self.hear(update, now)
        # What was told to a newcomer is no news.
        self.news, self.said = [], []

    @property
    def code(self) -> str:
        """The table's code."""
        return self.update.code

    @property
    def seat(self) -> int | None:
        """The client's own seat, or None for somebody who watches."""
        return self.update.seat

    @property
    def line(self) -> SeatLine | None:
        """The client's own line among the seats."""
        return None if self.seat is None else self.update.seats[self.seat]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of everybody as the house writes them; a free seat has none."""
        return tuple(seat.name for seat in self.update.seats)

    @property
    def your_turn(self) -> bool:
        """Whether everybody waits for this client."""
        return bool(self.update.legal) and not self.update.paused

    @property
    def thinking(self) -> int | None:
        """The seat of a bot that is to move."""
        if self.view is None or self.update.phase != Phase.PLAYING or self.update.paused:
            return None
        seat = self.update.seats[self.view.turn]
        return self.view.turn if seat.kind in (SeatKind.BOT, SeatKind.FREE) or seat.kept else None

    def hear(self, update: Update, now: float) -> None:
        """Take an Update of this table in; raise Unreadable, and change nothing, where its view can't be read."""
        view = self._read(update)
        if update.number != self.update.number:
            self.events = []
        self.news = _add(self.events, update.events, update.anew)
        self.said = _add(self.talk, update.talk, update.anew)
        known = len(self.history)
        self.history[update.history_from :] = update.history
        self.turned_back = update.number != self.update.number or len(self.history) < known
        if update.promise is not None:
            self.promises.setdefault(update.promise.number, update.promise.promise)
        self.moved = update.seq != self.update.seq or update.legal != self.update.legal
        self.update, self.view, self.heard_at = update, view, now
        if self.moved or update.anew:
            # What was sent before the line was cut has not arrived, or the state would be another.
            self._answered = None

    def _read(self, update: Update) -> View | None:
        try:
            return None if update.view is None else view_from_wire(self.game, update.view)
        except BadMessage as error:
            raise Unreadable(str(error)) from None

    @property
    def answered(self) -> bool:
        """Whether a move was sent in this state and nothing has been heard of it yet."""
        return self._answered == self.update.seq

    def reopen(self) -> None:
        """Let another move be made in the same state: the last answer was refused."""
        self._answered = None

    def play(self, move: str) -> Play | None:
        """The message that makes a move; None while the answer to another one is on its way."""
        if self.answered:
            return None
        self._answered = self.update.seq
        return Play(seq=self.update.seq, move=move)

    def take_back(self) -> TakeBack:
        """The message that takes the last move back."""
        return TakeBack(seq=self.update.seq)

    def ask_hint(self) -> Hint:
        """The message that asks what a bot would do."""
        return Hint(seq=self.update.seq)


def _add(known: list[Told], told: tuple[Told, ...], anew: bool) -> list[Told]:
    """Add what was told, or where all of it was told anew put that in place of what was known; return what is new."""
    if not anew:
        known += told
        return list(told)
    before = len(known)
    known[:] = told
    return known[before:]
