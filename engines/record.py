"""A game as bytes: header, luck and moves, replayed without a random generator."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgpack
import msgspec

from engines.chance import Chance, ChanceMismatch, Outcome, PlaybackChance, RecordingChance
from engines.game import BadSetup, Game, IllegalMove, State
from engines.games import GAMES, find
from engines.promise import Proof
from engines.view import OVER, Event, Turn, cards_shown

MAGIC = "tablee"
FORMAT = 1
SUFFIX = ".tablee"
LARGEST = 4 * 1024 * 1024


class BadRecord(ValueError):
    """Bytes that are not a whole record of a game this program knows."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Everything needed to play a game again.

    `hints` lists the moves before which a hint was asked for. Of a game that went on from an older one, whose cards
    somebody may have known, `played_on` counts the moves that were the older one's. `proof` lets anybody recompute the
    luck of a game that is over.
    """

    game: str
    rules: int
    seats: int
    options: dict[str, str]
    players: tuple[str, ...]
    chance: tuple[Outcome, ...]
    moves: tuple[str, ...]
    hints: tuple[int, ...] = ()
    played_on: int | None = None
    proof: Proof | None = None


class Recording:
    """A game in progress that writes itself down; `play` is the one checked gate to its position."""

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, str], players: Sequence[str], chance: Chance
    ) -> None:
        game.check(seats, options)
        self.game = game
        self.options = dict(options)
        self.players = list(players)
        self.outcomes: list[Outcome] = []
        self.moves: list[str] = []
        self.hints: list[int] = []
        self.played_on: int | None = None
        self.state: State = game.deal(seats, options, RecordingChance(chance, self.outcomes))
        self.history = [Turn(self.state.start, "deal", cards_shown(self.state.shown))]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.turn == OVER

    def play(self, text: str) -> list[Event]:
        """Make a move and return what happened; an IllegalMove says why the rules refuse it, and changes nothing."""
        move = self.game.parse(text)
        if move not in self.state.legal():
            raise self.state.why_not(move)
        seat = self.state.turn
        events: list[Event] = []
        self.state.log = events
        self.state.play(move)
        self.state.log = None
        said = self.game.say(move)
        self.moves.append(said)
        self.history.append(Turn(seat, said, cards_shown(self.state.shown)))
        return events

    def record(self) -> Record:
        """The game so far."""
        return Record(
            game=self.game.id,
            rules=self.game.version,
            seats=self.state.seats,
            options=self.options,
            players=tuple(self.players),
            chance=tuple(self.outcomes),
            moves=tuple(self.moves),
            hints=tuple(self.hints),
            played_on=self.played_on,
        )


class Replay:
    """A record played again, move by move."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = _game_of(record)
        self._chance = PlaybackChance(list(record.chance))
        if len(record.players) != record.seats:
            raise BadRecord("The record does not name a player for each seat.")
        try:
            self.recording = Recording(self.game, record.seats, record.options, record.players, self._chance)
        except (ChanceMismatch, BadSetup) as error:
            raise BadRecord(f"The record does not fit the rules: {str(error).rstrip('.')}.") from None

    @property
    def state(self) -> State:
        """The position after the moves played so far."""
        return self.recording.state

    @property
    def outcomes_taken(self) -> int:
        """How many outcomes of chance the game has used so far."""
        return self._chance.taken

    def step(self) -> list[Event]:
        """Play the next recorded move."""
        number = len(self.recording.moves)
        move = self.record.moves[number]
        try:
            events = self.recording.play(move)
        except IllegalMove as error:
            why = error.say(self.game.speaker(self.record.seats))
            raise BadRecord(f"The record does not fit the rules: move {number + 1}, {move!r}: {why}.") from None
        except ChanceMismatch as error:
            raise BadRecord(f"The record does not fit the rules: {error}.") from None
        if number + 1 == len(self.record.moves) and self.outcomes_taken < len(self.record.chance):
            raise BadRecord("The record does not fit the rules: it holds luck that no move asked for.")
        return events

    def __iter__(self) -> Iterator[list[Event]]:
        """Play every move that is left."""
        while len(self.recording.moves) < len(self.record.moves):
            yield self.step()


def resume(record: Record, chance: Chance, moves: int | None = None) -> Recording:
    """Play a record again, or its first `moves`, and go on with fresh luck from there."""
    replay = Replay(record)
    wanted = len(record.moves) if moves is None else moves
    while len(replay.recording.moves) < wanted:
        replay.step()
    recording = replay.recording
    recording.state.chance = RecordingChance(chance, recording.outcomes)
    recording.hints = [number for number in record.hints if number <= wanted]
    recording.played_on = record.played_on
    return recording


def _game_of(record: Record) -> Game:
    if record.game not in GAMES:
        raise BadRecord(f"The record is of a game that is not known here: {record.game!r}.")
    game = find(record.game)
    if record.rules != game.version:
        raise BadRecord(
            f"The record follows version {record.rules} of the rules of {game.title}; here they are at {game.version}."
        )
    return game


def dump(record: Record) -> bytes:
    """Write a record as bytes, with a digest that shows any change."""
    fields = msgspec.to_builtins(record, builtin_types=(bytes,))
    for later in ("played_on", "proof"):
        # Left out where there is none, so that every other game has the same bytes as before there was this field.
        if fields[later] is None:
            del fields[later]
    body: bytes = msgpack.packb(fields)
    packed: bytes = msgpack.packb([MAGIC, FORMAT, body, hashlib.sha256(body).digest()])
    return packed


def load(data: bytes) -> Record:
    """Read a record; a BadRecord says what is wrong with the bytes."""
    if len(data) > LARGEST:
        raise BadRecord("The file is too large to be a record of a game.")
    try:
        outer = msgpack.unpackb(data)
    except ValueError:
        raise BadRecord("The file is not a whole record of a game: it is cut short or of another kind.") from None
    if not isinstance(outer, list) or len(outer) < 2 or outer[0] != MAGIC:
        raise BadRecord("The file is not a record of a game.")
    if outer[1] != FORMAT:
        raise BadRecord(f"The record has format {outer[1]!r}; this program reads format {FORMAT}.")
    return _body(outer)


def _body(outer: list[Any]) -> Record:
    if len(outer) != 4 or not isinstance(outer[2], bytes) or hashlib.sha256(outer[2]).digest() != outer[3]:
        raise BadRecord("The record was altered: its digest does not fit.")
    try:
        return msgspec.convert(msgpack.unpackb(outer[2]), Record)
    except ValueError as error:
        raise BadRecord(f"The record is not complete: {error}.") from None


def transcript(record: Record) -> Iterator[dict[str, Any]]:
    """Tell a finished game in full, in the order of happening."""
    replay = Replay(record)
    lines = [_header(replay), *_luck(replay, 0)]
    for text in record.moves:
        state = replay.state
        legal = sorted(replay.game.say(move) for move in state.legal())
        lines.append({"seat": state.turn, "legal": legal, "move": text})
        before = replay.outcomes_taken
        replay.step()
        lines.extend(_luck(replay, before))
    if not replay.recording.over:
        raise BadRecord("The game is not over yet, and its transcript would show hidden cards.")
    lines.append({"over": True, "scores": replay.state.scores(), "winners": replay.state.winners()})
    return iter(lines)


def _header(replay: Replay) -> dict[str, Any]:
    record = replay.record
    return {
        "game": record.game,
        "version": record.rules,
        "seats": record.seats,
        "options": record.options,
        "players": list(record.players),
    }


def _luck(replay: Replay, since: int) -> Iterator[dict[str, Any]]:
    card = replay.game.card
    for name, values in replay.record.chance[since : replay.outcomes_taken]:
        if name == "pile":
            yield {"chance": name, "cards": [card(value) for value in values]}
        elif name == "start":
            yield {"chance": name, "seat": values[0]}
        else:
            yield {"chance": name, "card": card(values[0])}
