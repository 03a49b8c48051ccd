"""A game in progress at a table."""

from collections.abc import Sequence

import msgspec

from bots.bot import Decision
from engines.chance import Chance, Outcome, PlaybackChance, RecordingChance
from engines.game import Game
from engines.info import Result
from engines.promise import Proof, luck_of
from engines.record import Record, Recording, resume
from engines.unseen import reshuffled
from engines.view import OVER, Event
from net.setup import Setup

Luck = tuple[Outcome, ...]


def draw_deal(game: Game, setup: Setup, chance: Chance) -> Luck:
    """Let chance deal, and return what it brought."""
    luck: list[Outcome] = []
    game.deal(setup.seats, setup.options, RecordingChance(chance, luck))
    return tuple(luck)


class LiveGame:
    """A position, its record, and what must be said about the result later.

    Chance is asked in `try_move`, on a copy; `move` plays back what it brought. `stand_ins` are the seats for which a
    bot has made a move, `taken_back` counts the moves that were decided again. `proof` is what the luck follows from
    where it was promised; nobody sees it before the game is over.
    """

    def __init__(self, recording: Recording, proof: Proof | None = None) -> None:
        self.recording = recording
        self.proof = proof
        self.stand_ins: set[int] = set()
        self.taken_back = 0

    @classmethod
    def dealt(cls, game: Game, setup: Setup, luck: Luck, proof: Proof | None = None) -> "LiveGame":
        """Begin a game whose deal has been drawn."""
        return cls(Recording(game, setup.seats, setup.options, [""] * setup.seats, PlaybackChance(list(luck))), proof)

    @classmethod
    def played_on(cls, record: Record, moves: int) -> "LiveGame":
        """Begin in the middle of an older game, and mark it: whoever has its record knows the cards."""
        live = cls(resume(record, PlaybackChance([]), moves))
        live.recording.played_on = moves
        return live

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.recording.over

    @property
    def turn(self) -> int:
        """The seat to act, or OVER."""
        return self.recording.state.turn

    def legal(self) -> list[str]:
        """List the legal moves of the seat to act."""
        return [self.recording.game.say(move) for move in self.recording.state.legal()]

    def read(self, text: str) -> str:
        """Return a move in its one true spelling."""
        game = self.recording.game
        return game.say(game.parse(text))

    def try_move(self, text: str, chance: Chance) -> Luck:
        """Return what chance brings if this move is made, or raise IllegalMove; the position stays as it is."""
        state = self.recording.state
        move = self.recording.game.parse(text)
        if state.turn == OVER or move not in state.legal():
            raise state.why_not(move)
        luck: list[Outcome] = []
        state.copy(RecordingChance(chance, luck)).play(move)
        return tuple(luck)

    def move(self, text: str, luck: Luck) -> list[Event]:
        """Make a move with what chance brought, and return what happened."""
        self.recording.state.chance = RecordingChance(PlaybackChance(list(luck)), self.recording.outcomes)
        return self.recording.play(text)

    def moves_before_last_of(self, seat: int) -> int | None:
        """Count the moves made before this seat's last one; None where it has made none."""
        turns = self.recording.history
        return next((number - 1 for number in range(len(turns) - 1, 0, -1) if turns[number].seat == seat), None)

    def try_take_back(self, moves: int, chance: Chance) -> Luck:
        """Return the luck of the first moves, with what nobody had seen by then shuffled anew."""
        return reshuffled(self.recording.record(), moves, chance)

    def take_back(self, moves: int, luck: Luck) -> None:
        """Go back to where the game had so many moves, with the luck that was found for it."""
        self.taken_back += 1
        record = self.recording.record()
        if luck:
            record = msgspec.structs.replace(record, chance=luck, moves=record.moves[:moves])
        self.recording = resume(record, PlaybackChance([]), moves)

    def mark_hint(self) -> None:
        """Note that a hint was asked for before the next move."""
        self.recording.hints.append(len(self.recording.moves))

    @property
    def hinted(self) -> bool:
        """Whether a hint was already asked for before the next move."""
        return len(self.recording.moves) in self.recording.hints

    def decision(self, bots: Sequence[str] = ()) -> Decision:
        """All that a bot in the seat to act may know, these bots being at the table."""
        game = self.recording.game
        view = game.view(self.recording.state, self.turn)
        return Decision(game.id, view, tuple(self.recording.history), self.legal(), bots)

    def result(self) -> Result:
        """How the finished game counts in a match."""
        state = self.recording.state
        return Result(state.start, tuple(state.scores()), tuple(state.winners()), tuple(state.tiebreaks()))

    def record(self, players: Sequence[str]) -> Record:
        """The game so far, with the names of its players; once it is over also what proves its luck."""
        self.recording.players = list(players)
        return msgspec.structs.replace(self.recording.record(), proof=self.proof if self.over else None)

    def chance(self, other: Chance) -> Chance:
        """Where the next luck comes from: what was promised, or where nothing was another source."""
        return other if self.proof is None else luck_of(self.proof, len(self.recording.outcomes))
