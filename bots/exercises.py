"""Exercises: a position as one seat saw it, where one move is clearly better than every other.

Every game may have a set of them beside its policy, `bots/policies/NAME/exercises.jsonl`, one a line. It is data made
by `python -m bots.training exercises NAME`.
"""

import hashlib
from collections.abc import Iterable
from functools import cache, cached_property
from importlib import resources

import msgspec

from bots.bot import Decision
from bots.findings import JudgedChoice
from engines.record import Record, Replay, dump
from engines.view import Event, heard

FILE = "exercises.jsonl"
CLEAR = 4.0
"""In a set the best move of an exercise is ahead of the next one by at least so many standard errors."""

ID_LENGTH = 12


class Exercise(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A decision to take again: a record that ends where it is, the move that was made, and the better one.

    `choices` are the moves that were tried, the best first, each with the share of the win it could expect and the
    standard error of that. `lead` is by how much the best one wins more often than the next, `error` its standard
    error, with what the method itself is off by.
    """

    record: Record
    move: str
    best: str
    lead: float
    error: float
    choices: tuple[JudgedChoice, ...]

    @cached_property
    def id(self) -> str:
        """A name that is the same wherever and whenever the position is the same."""
        return hashlib.sha256(dump(self.record)).hexdigest()[:ID_LENGTH]

    @property
    def game(self) -> str:
        """The game that it is from."""
        return self.record.game

    @property
    def decision(self) -> Decision:
        """What the seat to move knew, as a bot is asked; a BadRecord where the rules have changed since."""
        return self._seen[0]

    @property
    def events(self) -> tuple[Event, ...]:
        """What the seat to move had heard until then."""
        return self._seen[1]

    @cached_property
    def _seen(self) -> tuple[Decision, tuple[Event, ...]]:
        replay = Replay(self.record)
        events = [event for happened in replay for event in happened]
        return Decision.of(replay.recording), tuple(heard(events, replay.state.turn))

    def solved_by(self, move: str) -> bool:
        """Whether a move is the better one, or as good as it within twice the error of both."""
        found = next((choice for choice in self.choices if choice.move == move), None)
        if found is None or move == self.move:
            return False
        return move == self.best or self.choices[0].win - found.win <= 2 * (self.choices[0].error + found.error)


def cut(record: Record, turn: int) -> Record:
    """The record as it was after so many moves, with the luck that had been needed until then."""
    replay = Replay(record)
    while len(replay.recording.moves) < turn:
        replay.step()
    return msgspec.structs.replace(
        record,
        chance=record.chance[: replay.outcomes_taken],
        moves=record.moves[:turn],
        hints=tuple(number for number in record.hints if number < turn),
        played_on=None,
    )


def write(exercises: Iterable[Exercise]) -> str:
    """A set as text, one exercise a line."""
    return "".join(f"{msgspec.json.encode(each).decode()}\n" for each in exercises)


def read(text: str) -> tuple[Exercise, ...]:
    """A set from its text."""
    return tuple(msgspec.json.decode(line, type=Exercise) for line in text.splitlines())


@cache
def exercises_of(game: str) -> tuple[Exercise, ...]:
    """The set of a game; empty where nobody has made one."""
    try:
        return read(resources.files(f"bots.policies.{game}").joinpath(FILE).read_text(encoding="utf-8"))
    except (ModuleNotFoundError, FileNotFoundError):
        return ()
