"""Everything that a table's drawing needs to know, and the choices that a player has there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engines.view import Event, View
from tui.draw.flights import Flight

Line = tuple[int | None, str]

PLAYING = "playing"
WAITING = "waiting"
PAUSED = "paused"
OFFLINE = "offline"
OVER = "over"


@dataclass(frozen=True, slots=True)
class Away:
    """A seat whose player is away: since when, and when a bot will play; 0 when it does already."""

    seconds: int
    bot_in: int


@dataclass(frozen=True, slots=True)
class Tip:
    """One move of a hint: the share of games it wins and how they end; `equal` if it is as good as the best.

    `ending` says the score in words. `picks` are the picks that lead to it, `reasons` wordings of what it does, the
    longest first.
    """

    move: str
    words: str
    share: float
    score: str
    ending: str = ""
    equal: bool = False
    picks: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownHint:
    """A bot's advice, best first, and one sentence that compares; `seconds` is None while it still thinks.

    The first of the `measures` that fits heads the scores at the end, `progress` is how much of the longest time has
    been thought.
    """

    tips: tuple[Tip, ...]
    games: int
    seconds: float | None = None
    reason: str = ""
    measures: tuple[str, ...] = ()
    progress: float = 1.0


GOOD, BAD, WON = "good", "bad", "won"


class Stamp(NamedTuple):
    """What a seat has gained or lost, in two or three words where it sits; another `place` is named as flights do.

    `tone` is one of the words above, or nothing for what just happens. Where it lies at no seat, `name` says what
    it is about.
    """

    seat: int | None
    words: str
    tone: str = ""
    place: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that everybody looks up for: a label, a sentence in wordings from the longest on, what it brought whom.

    The table is shown as `view` has it, mostly before it happened, and `events` are those that led up to it. With the
    moment `settled` so many events had happened, 0 for all: the log tells no more until it is over.
    """

    label: str
    sentences: tuple[str, ...]
    stamps: tuple[Stamp, ...]
    view: View
    events: tuple[Event, ...] = ()
    settled: int = 0
    log: tuple[Line, ...] = ()


class Choice(NamedTuple):
    """Something a player can do now: a key and its words, and the move it makes or the pick it starts with.

    A choice with neither belongs to the screen (Enter after a game). `live` choices do something; others are shown
    with the reason why not. `bar` says whether the action bar lists it, `bad` that the note is a warning, and `dear`
    that it costs more than another one: the focus starts on neither. `whole` names the move itself where
    the words of its steps would not: they are no sentence, or the table beside them says the rest.
    """

    key: str
    verb: str
    note: str = ""
    move: str = ""
    pick: str = ""
    live: bool = True
    bar: bool = True
    bad: bool = False
    dear: bool = False
    whole: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coach:
    """Who says one thing at a time beside a table, and points at it.

    `shorter` are other wordings of `words`, each shorter than the one before. `wrong` says that the words answer a try
    that does not lead on. `points` names things on the table (see `engines.lessons.lesson`). `offers` takes the
    place of the table's own choices where no move is wanted, under a `label`. `titles` are the lesson's
    chapters, `chapter` the one that is being taken; there are none in a game. A coach in a game `leaves` when that
    key is pressed.
    """

    words: str
    shorter: tuple[str, ...] = ()
    wrong: bool = False
    points: tuple[str, ...] = ()
    offers: tuple[Choice, ...] = ()
    label: str = ""
    titles: tuple[str, ...] = ()
    chapter: int = 0
    leaves: str = ""

    @property
    def progress(self) -> str:
        """Which chapter of how many this is."""
        return f"{min(self.chapter + 1, len(self.titles))}/{len(self.titles)}" if self.titles else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One moment at a table, as one person sees it.

    `view` is None until the cards are dealt; until then `seat` says where the viewer sits. `legal` holds move texts
    and is empty unless this seat is to act. A free seat has an empty name. `picked` is the first half of a two-step
    move. `newest` is the last event worth the key row, `recent` holds it and the one before, and
    `since` what the others have done since the viewer's own last move. `thinking` is the seat of
    a bot at work, and `step` walks its dot. `keys` are the other keys that work now. `state` is one of the words above,
    `reason` its sentence. `levels` are those of bots that are not called by them. `join` tells how to sit down here:
    words, the line to type, perhaps a page to open. `match` tells how a match stands. `notice` is one sentence in the
    key row, `refused` if it says no. `panel` names what is open: hint, log, talk or nothing. Who is `alone` has
    nobody to talk to. While a `moment` is shown nothing can be decided. A `coach` says what to do at a lesson, and
    what is at stake in a game.
    """

    game: str
    title: str
    names: tuple[str, ...]
    view: View | None
    seat: int | None = None
    table: str = ""
    legal: tuple[str, ...] = ()
    focus: int = 0
    picked: str | None = None
    memory_aid: bool = False
    clock: int | None = None
    away: tuple[Away | None, ...] = ()
    thinking: int | None = None
    step: int | None = None
    log: tuple[Line, ...] = ()
    newest: Line | None = None
    recent: tuple[Line, ...] = ()
    since: tuple[Line, ...] = ()
    talk: tuple[Line, ...] = ()
    alone: bool = False
    hint: ShownHint | None = None
    panel: str = ""
    keys: tuple[tuple[str, str], ...] = ()
    notice: str = ""
    refused: bool = False
    state: str = PLAYING
    reason: str = ""
    join: tuple[str, ...] = ()
    match: str = ""
    motion: tuple[Flight, ...] = ()
    levels: tuple[str, ...] = ()
    moment: Moment | None = None
    coach: Coach | None = None

    @property
    def me(self) -> int:
        """The seat at the bottom: the viewer's, or the first one for a spectator."""
        seat = self.seat if self.view is None else self.view.seat
        return 0 if seat is None else seat

    @property
    def link(self) -> str:
        """The page that others open to sit down here, while the table waits for them."""
        return self.join[2] if len(self.join) > 2 and self.state == WAITING else ""

    @property
    def watching(self) -> bool:
        """Whether the viewer has no seat here."""
        return (self.seat if self.view is None else self.view.seat) is None

    @property
    def others(self) -> list[int]:
        """The other seats in the order of play, from the left."""
        seats = len(self.names)
        return [(self.me + step) % seats for step in range(1, seats)]

    @property
    def turn(self) -> int | None:
        """The seat to act, or None where nobody is."""
        if self.view is None or self.state in (WAITING, OVER) or self.view.turn < 0:
            return None
        return self.view.turn

    @property
    def mine(self) -> bool:
        """Whether the turn is the viewer's, also while something is still shown before the decision is asked for."""
        return self.view is not None and self.turn is not None and self.turn == self.view.seat

    def level_of(self, seat: int) -> str:
        """The level of a seat's bot, where its name does not say it."""
        return self.levels[seat] if seat < len(self.levels) else ""

    def away_mark(self, seat: int) -> Away | None:
        """Since when a seat's player is away, or None."""
        return self.away[seat] if seat < len(self.away) else None


def find_choice(choices: Sequence[Choice], key: str, focus: int) -> Choice | None:
    """What a key does: its own choice, or the focused one for Enter."""
    for choice in choices:
        if choice.key == key and choice.live:
            return choice
    if key in ("enter", "space") and 0 <= focus < len(choices) and choices[focus].live:
        return choices[focus]
    return None


def step_focus(choices: Sequence[Choice], focus: int, step: int) -> int:
    """Move the focus to the next live choice on one side, round the end."""
    places = [place for place, choice in enumerate(choices) if choice.live]
    if not places:
        return 0
    if focus not in places:
        return places[0] if step > 0 else places[-1]
    return places[(places.index(focus) + step) % len(places)]


def first_focus(choices: Sequence[Choice]) -> int:
    """Where the focus starts: on the first choice that loses nothing at once, or else on the first that can be made."""
    live = [place for place, choice in enumerate(choices) if choice.live]
    return next((place for place in live if not choices[place].bad and not choices[place].dear), min(live, default=0))


def key_of(choices: Sequence[Choice], move: str, picks: Sequence[str] = ()) -> str:
    """The key that makes a move, or goes on to it by one of the picks that lead there."""
    return next((choice.key for choice in choices if choice.move == move or choice.pick in picks), "")
