"""A recorded game at one of its moves, to be looked at from any seat: Views and Events, never a position."""

from dataclasses import fields, replace
from typing import Any

from engines.game import Game
from engines.record import Record, Replay
from engines.view import OVER, Event, View, heard

OPEN = -1
"""The viewpoint from which everything lies open."""

Viewpoint = int | None
"""A seat, None for those who watched, or OPEN."""


class Timeline:
    """A place in a record, `at` being the number of moves made by then; a new one is at the end.

    Of a game that is not over only what everybody could see is shown: another viewpoint is a ValueError. A record that
    does not fit the rules is refused at once, with a BadRecord.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.length = len(record.moves)
        self._replay = Replay(record)
        self._events = list(self._replay)
        self.over = self._replay.recording.over
        self.history = tuple(self._replay.recording.history)
        self.at = self.length

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self._replay.game

    @property
    def turn(self) -> int:
        """The seat to move here, or OVER."""
        return self._replay.state.turn

    @property
    def legal(self) -> tuple[str, ...]:
        """The moves that the seat to move has here; of a game that goes on they are nobody's business."""
        state = self._replay.state
        return tuple(self.game.say(move) for move in state.legal()) if self.over and state.turn != OVER else ()

    @property
    def viewpoints(self) -> list[Viewpoint]:
        """From where the game may be looked at."""
        return [*range(self.record.seats), None, OPEN] if self.over else [None]

    def go(self, move: int) -> None:
        """Go to where so many moves have been made, or to the nearest end."""
        move = max(0, min(move, self.length))
        if move < self.at:
            self._replay = Replay(self.record)
        while len(self._replay.recording.moves) < move:
            self._replay.step()
        self.at = move

    def view(self, viewpoint: Viewpoint) -> View:
        """What is seen from a viewpoint."""
        self._check(viewpoint)
        if viewpoint == OPEN:
            return _merged(self._views())
        return self.game.view(self._replay.state, viewpoint)

    def hands(self) -> list[tuple[int, tuple[int, ...]]]:
        """Each seat and its hand, in a game that has hands and is over."""
        views: list[Any] = self._views() if self.over else []
        if views and hasattr(views[0], "hand"):
            return [(seat, view.hand) for seat, view in enumerate(views)]
        return [(seat, view.hands[seat] or ()) for seat, view in enumerate(views) if hasattr(view, "hands")]

    def events(self, viewpoint: Viewpoint) -> list[list[Event]]:
        """What was heard from a viewpoint, a list for each move made so far."""
        self._check(viewpoint)
        told = self._events[: self.at]
        return told if viewpoint == OPEN else [heard(events, viewpoint) for events in told]

    def _views(self) -> list[View]:
        return [self.game.view(self._replay.state, seat) for seat in range(self.record.seats)]

    def _check(self, viewpoint: Viewpoint) -> None:
        if viewpoint not in self.viewpoints:
            raise ValueError(f"The game can't be looked at from {viewpoint}, only from {self.viewpoints}.")


def _merged(views: list[View]) -> View:
    """Fill in from the other seats what the first one does not know."""
    first = views[0]
    known: dict[str, Any] = {}
    for field in fields(first):
        columns = [getattr(view, field.name) for view in views]
        if isinstance(columns[0], tuple) and any(None in column for column in columns):
            known[field.name] = tuple(
                next((value for value in values if value is not None), None) for values in zip(*columns, strict=True)
            )
    return replace(first, **known)
