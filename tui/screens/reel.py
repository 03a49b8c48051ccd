"""A record that can be wound to any move and looked at from any seat."""

from dataclasses import fields, replace
from typing import Any

from engines.record import Record, Replay
from engines.view import Event, View, heard
from engines.wire import printable
from engines.words import seat_names
from tui.tables.scene import Line
from tui.wording import event_line, shown_name, speaker_for, worth_telling

OPEN = -1
"""The viewpoint from which everything lies open."""

Viewpoint = int | None


class Reel:
    """A game at one of its moves. Of a game that is not over only what everybody could see is shown."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.length = len(record.moves)
        self._replay = Replay(record)
        self._events: list[list[Event]] = [list(events) for events in self._replay]
        self.over = self._replay.recording.over
        self.at = self.length

    @property
    def game(self) -> str:
        """The game's id."""
        return self.record.game

    @property
    def title(self) -> str:
        """The game's name."""
        return self._replay.game.title

    @property
    def low_wins(self) -> bool:
        """Whether the fewest points win."""
        return self._replay.game.low_wins

    @property
    def names(self) -> tuple[str, ...]:
        """What the players were called; a seat without a name gets one."""
        seats = seat_names(self.record.seats)
        return tuple(shown_name(printable(name)) or seat for name, seat in zip(self.record.players, seats, strict=True))

    @property
    def turn(self) -> int:
        """The seat to move, or OVER."""
        return self._replay.state.turn

    @property
    def viewpoints(self) -> list[Viewpoint]:
        """From where the game may be looked at."""
        return [*range(self.record.seats), None, OPEN] if self.over else [None]

    def go(self, move: int) -> None:
        """Wind to where so many moves have been made."""
        move = max(0, min(move, self.length))
        if move < self.at:
            self._replay = Replay(self.record)
        while len(self._replay.recording.moves) < move:
            self._replay.step()
        self.at = move

    def view(self, viewpoint: Viewpoint) -> View:
        """Give what is seen from a viewpoint."""
        game, state = self._replay.game, self._replay.state
        if viewpoint != OPEN:
            return game.view(state, viewpoint)
        views = [game.view(state, seat) for seat in range(self.record.seats)]
        return _open(views)

    def hands(self) -> list[tuple[int, tuple[int, ...]]]:
        """Give everybody's hand in a game whose views know only their own."""
        game, state = self._replay.game, self._replay.state
        views: list[Any] = [game.view(state, seat) for seat in range(self.record.seats)]
        return [(seat, view.hand) for seat, view in enumerate(views) if hasattr(view, "hand")]

    def card(self, card: int) -> str:
        """Give a card's text."""
        return self._replay.game.card(card)

    def log(self, viewpoint: Viewpoint) -> list[Line]:
        """Tell what has happened so far, as it was heard from a viewpoint."""
        speaker = speaker_for(self._replay.game, self.names)
        return [
            event_line(event, speaker)
            for events in self._events[: self.at]
            for event in worth_telling(events if viewpoint == OPEN else heard(events, viewpoint))
        ]


def _open(views: list[View]) -> View:
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
