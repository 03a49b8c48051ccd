"""A finished game as the decisions it was made of, each with what every seat knew then."""

from dataclasses import dataclass
from functools import lru_cache

from bots.bot import Decision
from engines.chance import FastChance
from engines.game import Game, State
from engines.record import BadRecord, Record, Replay, load
from engines.view import Turn, View


class NotOver(BadRecord):
    """A game that still goes on: judging it would tell its players what they can't know yet."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after `turn` moves: whose turn it is, what each seat sees, what may be done there and what was done."""

    turn: int
    seat: int
    views: tuple[View, ...]
    legal: tuple[str, ...]
    move: str


@dataclass(frozen=True, slots=True)
class Course:
    """All moments of a finished game, its public history, and the share of the win that each seat had in the end.

    Whoever judges or shows a moment does so by its Views. The `positions` are for weighing what moves did to all.
    """

    game: Game
    seats: int
    moments: tuple[Moment, ...]
    positions: tuple[State, ...]
    history: tuple[Turn, ...]
    wins: tuple[float, ...]

    def decision(self, moment: Moment) -> Decision:
        """What the seat to move knew then, as a bot is asked."""
        known = self.history[: moment.turn + 1]
        return Decision(self.game.id, moment.views[moment.seat], known, moment.legal)

    def decisions(self, seat: int) -> list[Moment]:
        """The moments at which this seat had a choice."""
        return [moment for moment in self.moments if moment.seat == seat and len(moment.legal) > 1]


def follow(record: Record) -> Course:
    """Play a record again; raises NotOver for a game that goes on, and BadRecord for one that does not fit."""
    replay = Replay(record)
    moments, positions = [], []
    for turn, move in enumerate(record.moves):
        moments.append(_moment(replay, turn, move))
        positions.append(replay.state.copy(FastChance(turn)))
        replay.step()
    if not replay.recording.over:
        raise NotOver("The game is not over yet, and its review would tell of hidden cards.")
    winners = replay.state.winners()
    wins = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(record.seats))
    return Course(replay.game, record.seats, tuple(moments), tuple(positions), tuple(replay.recording.history), wins)


def _moment(replay: Replay, turn: int, move: str) -> Moment:
    game, state = replay.game, replay.state
    views = tuple(game.view(state, seat) for seat in range(state.seats))
    legal = tuple(game.say(option) for option in state.legal())
    return Moment(turn, state.turn, views, legal, game.say(game.parse(move)))


@lru_cache(maxsize=2)
def course_of(data: bytes) -> Course:
    """The course of a record in bytes, followed once for all jobs on it that this process does."""
    return follow(load(data))
