"""One person's place at a table: what the house has told, what they are about to decide, and the scene of it.

Nothing here knows the terminal. Time comes in as `now`, in seconds of any clock that runs forward.
"""

from dataclasses import dataclass, replace
from math import ceil

from engines.games import find
from engines.view import Event, Turn, View
from engines.wire import Message, view_from_wire
from net.messages import Accepted, Advised, Hint, Play, Refused, SeatLine, TakeBack, TalkLine, Update
from tui import tables
from tui.hints import make_hint, thinking_hint
from tui.tables.scene import (
    OFFLINE,
    OVER,
    PAUSED,
    PLAYING,
    WAITING,
    Away,
    Choice,
    Line,
    Scene,
    find_choice,
    step_focus,
)
from tui.tables.scene import Hint as ShownHint
from tui.wording import event_line, match_words, refusal, shown_name, speaker_for, talk_line, worth_telling
from tui.words import _, language, ngettext

STATES = {"waiting": WAITING, "playing": PLAYING, "over": OVER}
WELCOME = 3.0
TALK = 8.0
SHOWN_LOG = 200
QUIET_EVENTS = ("sat",)
# What follows from a move by itself must not hide it from the key row.
ASIDES = ("drew", "drew card", "turned up")


@dataclass(slots=True)
class Notice:
    """A sentence in the key row: until the next key, or for a while."""

    words: str
    refused: bool = False
    until: float | None = None


class Sitting:
    """A seat, or a place among those who watch.

    `focus` and `picked` are the choice under the cursor and the first half of a two-step move. `panel` is what lies
    open over the table, `scroll` how far its lines are turned back. `news` are the events of the last Update.
    """

    def __init__(self, update: Update, now: float, join: tuple[str, ...] = ()) -> None:
        self.update = update
        self.game = find(update.setup.game)
        self.view: View | None = None
        self.log: list[Line] = []
        self.recent: list[Line] = []
        self.talk: list[Line] = []
        self._offered_at: Update | None = None
        self._offered_in: tuple[str | None, ...] = ()
        self._offered: list[Choice] = []
        self.history: list[Turn] = []
        self.news: tuple[Event, ...] = ()
        self.join = join
        self.focus = 0
        self.picked: str | None = None
        self.panel = ""
        self.scroll = 0
        self.offline = ""
        self._hint: ShownHint | None = None
        self._asked = 0.0
        self._notice: Notice | None = None
        self._answered: int | None = None
        self._heard = now
        self._take_in(update, now)
        self.news = ()
        self._welcome_back(now)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of everybody; a free seat has none."""
        return tuple(shown_name(seat.name) for seat in self.update.seats)

    @property
    def seat(self) -> int | None:
        """The viewer's seat, or None for somebody who watches."""
        return self.update.seat

    @property
    def line(self) -> SeatLine | None:
        """The viewer's own line among the seats."""
        return None if self.seat is None else self.update.seats[self.seat]

    @property
    def your_turn(self) -> bool:
        """Whether everybody waits for the viewer."""
        return bool(self.update.legal) and not self.update.paused

    @property
    def thinking(self) -> int | None:
        """The seat of a bot that is to move."""
        if self.view is None or self.update.phase != "playing" or self.update.paused:
            return None
        seat = self.update.seats[self.view.turn]
        return self.view.turn if seat.kind in ("bot", "free") or seat.kept else None

    @property
    def restless(self) -> bool:
        """Whether the scene changes by itself as time goes by."""
        counting = self.update.left is not None or any(seat.away is not None for seat in self.update.seats)
        timed = self._notice is not None and self._notice.until is not None
        return self.thinking is not None or timed or (counting and not self.update.paused)

    def hear(self, message: Message, now: float) -> None:
        """Take in what the house says about this table."""
        if isinstance(message, Update):
            self._take_in(message, now)
            if not message.anew:
                self._overhear(message.talk, now)
        elif isinstance(message, Refused):
            self._answered = None
            if message.about == "hint":
                self.close_panel()
            self.notify(refusal(message, speaker_for(self.game, self.names)), refused=True)
        elif isinstance(message, Advised) and message.seq == self.update.seq and self._hint is not None:
            scene = self.scene(now)
            self._hint = make_hint(message, scene, self.game, now - self._asked)
        elif isinstance(message, Accepted):
            self._notice = None

    def _take_in(self, update: Update, now: float) -> None:
        if update.anew or update.number != self.update.number:
            self.log = []
            self.recent = []
        if update.anew:
            self.talk = []
        moved = update.seq != self.update.seq or update.legal != self.update.legal
        self.update = update
        self.view = None if update.view is None else view_from_wire(self.game, update.view)
        speaker = speaker_for(self.game, self.names)
        self.news = update.events
        for event in worth_telling(update.events):
            if event.kind not in QUIET_EVENTS:
                self.log.append(event_line(event, speaker))
                if event.kind not in ASIDES:
                    self.recent = [*self.recent[-1:], self.log[-1]]
        self.history[update.history_from :] = update.history
        self.talk.extend(talk_line(said) for said in update.talk)
        self._heard = now
        self.offline = ""
        if moved:
            self._forget_decision()

    def _overhear(self, talk: tuple[TalkLine, ...], now: float) -> None:
        """Show what somebody else says in the key row for a while, unless the talk lies open."""
        others = [said for said in talk if said.seat is None or said.seat != self.seat]
        if others and self.panel != "talk":
            words = _(others[-1].text) if others[-1].phrase else others[-1].text
            self.notify(f"{others[-1].name}: {words}", until=now + TALK)

    def _forget_decision(self) -> None:
        self.focus = 0
        self.picked = None
        self._answered = None
        self._hint = None
        self._notice = None if self._notice is None or self._notice.until is None else self._notice
        if self.panel == "hint":
            self.panel = ""

    def _welcome_back(self, now: float) -> None:
        turns = self.history[1:]
        if self.seat is None or self.update.phase != "playing" or not turns:
            return
        since = next((count for count, turn in enumerate(reversed(turns)) if turn.seat == self.seat), len(turns))
        words = ngettext("welcome back, {moves} move since yours", "welcome back, {moves} moves since yours", since)
        self.notify(words.format(moves=since) if since else _("welcome back"), until=now + WELCOME)

    def notify(self, words: str, *, refused: bool = False, until: float | None = None) -> None:
        """Show a sentence in the key row."""
        self._notice = Notice(words, refused, until)

    def choices(self) -> list[Choice]:
        """List what the viewer can do at the table now; they are the same until something changes."""
        moment = (self.picked, self.offline, language())
        if self._offered_at is not self.update or self._offered_in != moment:
            self._offered_at, self._offered_in = self.update, moment
            self._offered = tables.choices(self.scene(self._heard))
        return self._offered

    def touch(self) -> None:
        """Note that a key was pressed: a sentence that waited for one goes."""
        if self._notice is not None and self._notice.until is None:
            self._notice = None

    def walk(self, step: int) -> None:
        """Move the focus to the next choice."""
        self.focus = step_focus(self.choices(), self.focus, step)

    def choose(self, key: str) -> Choice | None:
        """Give the choice that a key means, and make its pick; one that is not live says why."""
        choices = self.choices()
        choice = find_choice(choices, key, self.focus)
        if choice is None:
            choice = next((each for each in choices if each.key == key), None)
            if choice is not None and not choice.move:
                self.notify(choice.note or choice.verb, refused=True)
        elif choice.pick:
            self.picked = choice.pick
            self.focus = step_focus(self.choices(), -1, 1)
        return choice

    def put_back(self) -> bool:
        """Undo the first half of a two-step move, and say whether there was one."""
        if self.picked is None:
            return False
        self.picked = None
        self.focus = 0
        return True

    def play(self, move: str) -> Play | None:
        """Give the message that makes a move; None while the answer to another one is on its way."""
        if self._answered == self.update.seq:
            return None
        self._answered = self.update.seq
        return Play(seq=self.update.seq, move=move)

    def take_back(self) -> TakeBack:
        """Give the message that takes the last move back."""
        return TakeBack(seq=self.update.seq)

    def ask_hint(self, now: float) -> Hint | None:
        """Open the hint, and give the message that asks for one if there is none yet."""
        if not self.update.setup.hints:
            self.notify(_("This table gives no hints"), refused=True)
            return None
        if not self.your_turn:
            self.notify(_("A hint is for your own turn"), refused=True)
            return None
        self.panel = "hint"
        if self._hint is not None:
            return None
        self._hint = thinking_hint()
        self._asked = now
        return Hint(seq=self.update.seq)

    def open_panel(self, name: str) -> None:
        """Lay the log or the talk over the table."""
        self.panel = name
        self.scroll = 0

    def close_panel(self) -> bool:
        """Take away what lies over the table, and say whether anything did."""
        was_open = bool(self.panel)
        if self.panel == "hint":
            self._hint = None
        self.panel = ""
        self.scroll = 0
        return was_open

    def turn_back(self, lines: int) -> None:
        """Scroll the log back, or forward again."""
        self.scroll = max(0, min(self.scroll + lines, len(self.log) - 1))

    def scene(self, now: float, step: int | None = None) -> Scene:
        """Give the moment as the table draws it; `step` walks the dot of a bot that thinks."""
        update = self.update
        log = self.log[: len(self.log) - self.scroll] if self.scroll else self.log
        notice = self._current_notice(now)
        scene = Scene(
            game=self.game.id,
            title=self.game.title,
            names=self.names,
            view=self.view,
            seat=self.seat,
            table=update.setup.title or update.code,
            legal=() if update.paused or self.offline else update.legal,
            focus=self.focus,
            picked=self.picked,
            memory_aid=update.setup.memory_aid,
            clock=self._clock(now),
            away=tuple(self._away(seat, now) for seat in update.seats),
            thinking=self.thinking,
            step=step,
            log=tuple(log[-SHOWN_LOG:]),
            newest=self.recent[-1] if self.recent else None,
            recent=tuple(self.recent),
            talk=tuple(self.talk[-SHOWN_LOG:]),
            hint=self._hint,
            panel=self.panel,
            state=self._state(),
            reason=self._reason(),
            join=self.join,
            match=match_words(update.standing, update.phase == "playing", self.names),
        )
        return replace(scene, notice=notice.words, refused=notice.refused) if notice else scene

    def _state(self) -> str:
        if self.offline:
            return OFFLINE
        return PAUSED if self.update.paused else STATES[self.update.phase]

    def _reason(self) -> str:
        if self.offline:
            return self.offline
        return _(self.update.paused) if self.update.paused else ""

    def _current_notice(self, now: float) -> Notice | None:
        notice = self._notice
        if notice is not None and notice.until is not None and notice.until <= now:
            notice = self._notice = None
        return notice

    def _clock(self, now: float) -> int | None:
        if self.update.left is None:
            return None
        passed = 0.0 if self.update.paused else now - self._heard
        return max(0, ceil(self.update.left - passed))

    def _away(self, seat: SeatLine, now: float) -> Away | None:
        if seat.away is None or (seat.bot_in is None and not seat.kept):
            return None
        passed = 0.0 if self.update.paused else now - self._heard
        bot_in = 0 if seat.bot_in is None else max(1, ceil(seat.bot_in - passed))
        return Away(int(seat.away + passed), bot_in)
