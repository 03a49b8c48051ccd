"""What a game is: its rules (Game), a position (State), and a guess at the hidden part of one (Sampler).

These modules compile with mypyc as one group, so they stay plain: typed attributes, lists of ints, no cleverness. Where
every move passes, a variable is an i64: a machine word when compiled, and nothing that plain Python ever looks at. For
the same reason `numbers[at] += 1` is written out there: mypyc leaves it to the interpreter.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from engines.chance import Chance, FastChance
from engines.info import GameInfo, MatchPlan, Result
from engines.view import OVER, CommonFields, Event, View
from engines.words import N_, Speaker, seat_names

Move = int


class IllegalMove(ValueError):
    """A move that the rules refuse, with the sentence that says why and the clause it breaks."""

    def __init__(self, text: str, values: Mapping[str, int], clause: str) -> None:
        super().__init__(text)
        self.text = text
        self.values = values
        self.clause = clause

    def say(self, speaker: Speaker) -> str:
        """The sentence for a player, with the clause."""
        sentence = speaker.say(self.text, self.values)
        return f"{sentence} ({self.clause})" if self.clause else sentence


class BadSetup(ValueError):
    """A seat count or an option that the game does not have."""


class State(ABC):
    """The whole truth of one position; it never leaves the process that owns the table.

    `turn` is the seat to act, or OVER. `shown` holds the cards that the last move turned up for everybody, one after
    the other in base 256 (see `show`): a search tells positions apart by it. `log` collects events in live play and
    is None in search.
    """

    def __init__(self, seats: int, chance: Chance) -> None:
        self.seats: int = seats
        self.chance: Chance = chance
        self.turn: int = 0
        self.start: int = 0
        self.shown: int = 0
        self.log: list[Event] | None = None

    @abstractmethod
    def legal(self) -> list[Move]:
        """List every legal move once, in a fixed order; never empty before the game is over."""

    @abstractmethod
    def play(self, move: Move) -> None:
        """Make a legal move in place; unchecked, for search calls it millions of times."""

    @abstractmethod
    def copy(self, chance: Chance) -> "State":
        """An independent position that asks `chance` for its luck and keeps no log."""

    @abstractmethod
    def scores(self) -> list[int]:
        """The game's own points of each seat, as they stand."""

    @abstractmethod
    def winners(self) -> list[int]:
        """The winning seats, ascending, after all tie-breaks."""

    @abstractmethod
    def why_not(self, move: Move) -> IllegalMove:
        """The refusal of a move that is not legal here: which rule it breaks. It must tell nothing hidden."""

    def tiebreaks(self) -> list[int]:
        """What decides between equal scores, fewest first; zeros where nothing does."""
        return [0] * self.seats

    def show(self, card: int) -> None:
        """Note a card, from 1 to 255, that the move in progress turned up for everybody; `play` starts from 0."""
        self.shown = self.shown * 256 + card

    def shuffle_unseen(self, chance: Chance) -> None:  # noqa: B027 - a game that does nothing here is right too
        """Shuffle cards anew whose place nobody can know, as far as the game likes; no seat's View changes."""

    def playout(self, luck: FastChance) -> int:
        """Play random legal moves to the end and return their number."""
        count = 0
        while self.turn != OVER:
            moves = self.legal()
            self.play(moves[luck.below(len(moves))])
            count += 1
        return count

    def tell(
        self,
        kind: str,
        seat: int | None,
        text: str,
        args: Mapping[str, int],
        audience: tuple[int, ...] | None = None,
    ) -> None:
        """Add an event to the log, if one is kept; rules that search plays a lot ask for the log first."""
        if self.log is not None:
            self.log.append(Event(kind, seat, text, args, audience))


class Sampler(ABC):
    """Draws whole positions that one seat can't rule out, from what its View says."""

    @abstractmethod
    def draw(self, chance: FastChance) -> State:
        """Draw one such position, whose luck comes from `chance` too."""


class Game(ABC):
    """Rules without a position. A Move is an index into `texts`; an empty text is no move.

    Every game declares its `info` on the class; a class without it is refused where it is defined.
    """

    info: ClassVar[GameInfo]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not hasattr(cls, "info"):
            raise TypeError(f"The game {cls.__name__} declares no info")

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts
        self._moves = {text.lower(): move for move, text in enumerate(texts) if text}

    @property
    def id(self) -> str:
        """The game's name in records, on the wire and on the command line."""
        return self.info.id

    @property
    def title(self) -> str:
        """The game's name as its box has it."""
        return self.info.title

    @property
    def version(self) -> int:
        """The version of the rules."""
        return self.info.version

    @property
    def seats(self) -> range:
        """How many can play."""
        return self.info.seats

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants there are beside the usual game."""
        return self.info.variants

    @property
    def low_wins(self) -> bool:
        """Whether the fewest points win."""
        return self.info.low_wins

    @property
    def open_moves(self) -> bool:
        """Whether everybody can see which moves the seat to act has."""
        return self.info.open_moves

    @property
    def counts_cards(self) -> bool:
        """Whether a score is a number of cards and not of points."""
        return self.info.counts_cards

    @property
    def match(self) -> MatchPlan:
        """How long a match is."""
        return self.info.match

    @property
    def view_type(self) -> type[View]:
        """The game's own kind of View."""
        return self.info.view_type

    @property
    def package(self) -> str:
        """The package that the game lives in; its rules to read lie there too, as `rules.LANGUAGE.md`."""
        return type(self).__module__.rpartition(".")[0]

    @abstractmethod
    def deal(self, seats: int, options: Mapping[str, str], chance: Chance) -> State:
        """Set the game up; the seat count and the options have been checked."""

    @abstractmethod
    def look(self, state: State, seat: int | None, common: CommonFields) -> View:
        """Build the game's own View; `common` goes into it as it is. Everybody else calls `view`."""

    @abstractmethod
    def sampler(self, view: View) -> Sampler:
        """Prepare to draw positions behind this View."""

    @abstractmethod
    def card(self, card: int) -> str:
        """A card's text."""

    def view(self, state: State, seat: int | None) -> View:
        """What this seat, or a spectator, may know: the only way out of a State."""
        over = state.turn == OVER
        common: CommonFields = {
            "seat": seat,
            "seats": state.seats,
            "turn": state.turn,
            "start": state.start,
            "scores": tuple(state.scores()) if over else (),
            "winners": tuple(state.winners()) if over else (),
        }
        return self.look(state, seat, common)

    def match_points(self, result: Result) -> Sequence[int]:
        """What a game that has ended brings each seat in a match: its score, unless the rules say otherwise."""
        return result.scores

    def sample(self, view: View, chance: FastChance) -> State:
        """Draw one whole position that this View's seat can't rule out."""
        return self.sampler(view).draw(chance)

    def moves(self) -> list[Move]:
        """List every move there is, legal here or not."""
        return [move for move, text in enumerate(self._texts) if text]

    def say(self, move: Move) -> str:
        """A move's text: the one notation for it, in logs, records and on the wire."""
        return self._texts[move]

    def parse(self, text: str) -> Move:
        """The move that a text means, legal or not."""
        move = self._moves.get(" ".join(text.lower().split()))
        if move is None:
            raise IllegalMove(N_("That is not a move of this game"), {}, "")
        return move

    def speaker(self, seats: int) -> Speaker:
        """A speaker for a table whose players have no names."""
        return Speaker(seat_names(seats), self.card)

    def check(self, seats: int, options: Mapping[str, str]) -> None:
        """Refuse a seat count or an option that the game does not have."""
        if seats not in self.seats:
            raise BadSetup(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players, not {seats}.")
        for name, value in options.items():
            if name != "variant":
                raise BadSetup(f"{self.title} has no option {name!r}.")
            if value not in self.variants:
                known = f"it has {', '.join(self.variants)}" if self.variants else "it has none"
                raise BadSetup(f"{self.title} has no variant {value!r}; {known}.")
