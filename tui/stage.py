"""What one person sees of a table and is about to decide there, put together as the scene that is drawn or told.

Nothing here knows the terminal. Time comes in as `now`, in seconds of any clock that runs forward.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from bots.advice import Advice
from bots.pool import merge
from engines.view import Event
from engines.wire import Message
from engines.words import Speaker
from net.client.seen_table import SeenTable
from net.messages import Accepted, Advised, Hint, Led, Refused, SeatLine, TalkLine, Update
from net.values import Phase, SeatKind
from tui import tables
from tui.coaching import GameCoach
from tui.hints import is_decided, make_hint, thinking_hint
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
    ShownHint,
    find_choice,
    first_focus,
    step_focus,
)
from tui.wording import (
    LEVEL_NAMES,
    event_line,
    goes_on,
    greeting,
    level_word,
    refusal,
    run_line,
    seat_name,
    speaker_for,
    table_words,
    talk_line,
    worth_telling,
)
from tui.words import _, language, ngettext

STATES = {Phase.WAITING: WAITING, Phase.PLAYING: PLAYING, Phase.OVER: OVER}
WELCOME = 3.0
TALK = 8.0
SHOWN_LOG = 200
# A hint asks so often before it calls moves equal; in seconds that is about as long.
MOST_THOUGHTS = 5
LONGEST_HINT = 6.0
QUIET_EVENTS = ("sat",)
# A line of the log is not made longer than this by more cards.
LONGEST_RUN = 28
# What follows from a move by itself must not hide it from the key row.
ASIDES = ("drew", "drew card", "turned up")


@dataclass(slots=True)
class Notice:
    """A sentence in the key row: until the next key, or for a while."""

    words: str
    refused: bool = False
    until: float | None = None


class Stage:
    """A table as it stands before one person, and where their attention is.

    `focus` and `picked` are the choice under the cursor and the first half of a two-step move. `panel` is what lies
    open over the table, `scroll` how far its lines are turned back. `offline` says when the line is dialled again and
    `led` who shows a review here. A `coach` says something to every decision, where one was called.
    """

    def __init__(self, table: SeenTable, now: float, join: tuple[str, ...] = ()) -> None:
        self.table = table
        self.log: list[Line] = greetings(table)
        self.recent: list[Line] = []
        self.since: list[Line] = []
        self.talk: list[Line] = []
        self._run: list[Event] = []
        self._offered_at: Update | None = None
        self._offered_in: tuple[str | None, ...] = ()
        self._offered: list[Choice] = []
        self.join = join
        self.focus = 0
        self.picked: str | None = None
        self.panel = ""
        self.scroll = 0
        self.offline = ""
        self.coach: GameCoach | None = None
        self.led: Led | None = None
        self._number = table.update.number
        self._hint: ShownHint | None = None
        self._asked = 0.0
        self._advices: list[Advice] = []
        self._thinks_on = False
        self._notice: Notice | None = None
        self._note(table.events, table.talk)
        self._welcome_back(now)
        self.focus = first_focus(self.choices())

    @property
    def names(self) -> tuple[str, ...]:
        """The names of everybody as the reader calls them; a free seat has none."""
        return shown_names(self.table)

    @property
    def _speaker(self) -> Speaker:
        return speaker_for(self.table.game, self.names)

    @property
    def restless(self) -> bool:
        """Whether the scene changes by itself as time goes by."""
        update = self.table.update
        timers = (update.left, update.bots_in, *(seat.away for seat in update.seats))
        counting = any(seconds is not None for seconds in timers)
        timed = self._notice is not None and self._notice.until is not None
        asked = self._hint is not None and self._hint.seconds is None
        return self.table.thinking is not None or timed or asked or (counting and not update.paused)

    def hear(self, message: Message, now: float) -> None:
        """Show what the house says about this table; the table itself has taken it in already."""
        if isinstance(message, Update):
            self._show(message, now)
        elif isinstance(message, Refused):
            if message.about == "hint":
                self.close_panel()
                if self.coach is not None:
                    self.coach.hear_nothing()
            self.notify(refusal(message, speaker_for(self.table.game, self.names)), refused=True)
        elif isinstance(message, Advised):
            self._hear_advice(message.seq, Advice(message.move, message.choices, message.iterations), now)
        elif isinstance(message, Accepted):
            self._notice = None
            if self.coach is not None:
                self.coach.made(message.seq, message.move)
        elif isinstance(message, Led):
            self.led = message if message.on else None

    @property
    def led_words(self) -> str:
        """Who shows the review of the game that was played here, if anybody does."""
        if self.led is None or self.table.update.phase != Phase.OVER:
            return ""
        return _("{name} shows the review: v looks along").format(name=self.led.name)

    def _hear_advice(self, seq: int, advice: Advice, now: float) -> None:
        if self.coach is not None:
            self.coach.hear(seq, advice)
        if seq == self.table.update.seq and self._hint is not None:
            self._advise(advice, now)

    def _advise(self, advice: Advice, now: float) -> None:
        """Add what a bot found out to what is known; undecided, it thinks on while the hint is open."""
        self._advices.append(advice)
        advice = merge(self._advices)
        self._thinks_on = not is_decided(advice) and len(self._advices) < MOST_THOUGHTS
        seconds = None if self._thinks_on else now - self._asked
        self._hint = make_hint(advice, self.scene(now), self.table.game, seconds)

    def _show(self, update: Update, now: float) -> None:
        if update.anew or update.number != self._number:
            self.log, self.recent, self.since, self._run = greetings(self.table), [], [], []
        if update.anew:
            self.talk = []
        if self.table.turned_back and self.coach is not None:
            self.coach.begin()
        self._number = update.number
        self._note(update.events, update.talk)
        self.offline = ""
        if self.table.moved:
            self._forget_decision()
            self.focus = first_focus(self.choices())
        if not update.anew:
            self._overhear(update.talk, now)

    def _note(self, events: Sequence[Event], talk: Iterable[TalkLine]) -> None:
        for event, line in log_lines(self.table, events):
            if goes_on(self._run, event) and len(run_line([*self._run, event], self._speaker)[1]) <= LONGEST_RUN:
                self._run.append(event)
                told = run_line(self._run, self._speaker)
                self.log[-1:], self.recent[-1:], self.since[-1:] = [told], [told], [told] if self.since else []
                continue
            self._run = [event]
            self.log.append(line)
            if event.kind not in ASIDES:
                self.recent = [*self.recent[-1:], line]
                self.since = [] if event.seat == self.table.seat else [*self.since, line]
        self.talk.extend(talk_line(said) for said in talk)

    def _overhear(self, talk: tuple[TalkLine, ...], now: float) -> None:
        """Show what somebody else says in the key row for a while, unless the talk lies open."""
        others = [said for said in talk if said.seat is None or said.seat != self.table.seat]
        if others and self.panel != "talk":
            words = _(others[-1].text) if others[-1].phrase else others[-1].text
            self.notify(f"{others[-1].name}: {words}", until=now + TALK)

    def _forget_decision(self) -> None:
        self.focus = 0
        self.picked = None
        self._drop_hint()
        self._notice = None if self._notice is None or self._notice.until is None else self._notice
        if self.panel == "hint":
            self.panel = ""

    def _welcome_back(self, now: float) -> None:
        seat, turns = self.table.seat, self.table.history[1:]
        if seat is None or self.table.update.phase != Phase.PLAYING or not turns:
            return
        since = next((count for count, turn in enumerate(reversed(turns)) if turn.seat == seat), len(turns))
        words = ngettext("welcome back, {moves} move since yours", "welcome back, {moves} moves since yours", since)
        self.notify(words.format(moves=since) if since else _("welcome back"), until=now + WELCOME)

    def notify(self, words: str, *, refused: bool = False, until: float | None = None) -> None:
        """Show a sentence in the key row."""
        self._notice = Notice(words, refused, until)

    def choices(self) -> list[Choice]:
        """List what the viewer can do at the table now; they are the same until something changes."""
        moment = (self.picked, self.offline, language())
        if self._offered_at is not self.table.update or self._offered_in != moment:
            self._offered_at, self._offered_in = self.table.update, moment
            self._offered = tables.choices(self.scene(self.table.heard_at))
        return self._offered

    def touch(self) -> None:
        """Note that a key was pressed: a sentence that waited for one goes."""
        if self._notice is not None and self._notice.until is None:
            self._notice = None

    def walk(self, step: int) -> None:
        """Move the focus to the next choice."""
        self.focus = step_focus(self.choices(), self.focus, step)

    def choose(self, key: str) -> Choice | None:
        """Make the pick that a key means and return its choice; one that is not live says why."""
        choices = self.choices()
        choice = find_choice(choices, key, self.focus)
        if choice is None:
            choice = next((each for each in choices if each.key == key), None)
            if choice is not None and not choice.move:
                self.notify(choice.note or choice.verb, refused=True)
        elif choice.pick:
            self.picked = choice.pick
            self.focus = first_focus(self.choices())
        return choice

    def put_back(self) -> bool:
        """Undo the first half of a two-step move; return whether there was one."""
        if self.picked is None:
            return False
        self.picked = None
        self.focus = first_focus(self.choices())
        return True

    def ask_hint(self, now: float) -> Hint | None:
        """Open the hint; return the message that asks for one if there is none yet."""
        if not self.table.update.setup.hints:
            self.notify(_("This table gives no hints"), refused=True)
            return None
        if not self.table.your_turn:
            self.notify(_("A hint is for your own turn"), refused=True)
            return None
        self.panel = "hint"
        if self._hint is not None:
            return None
        self._hint = thinking_hint()
        self._asked = now
        return self.table.ask_hint() if self.coach is None else self._share(self.coach, now)

    def _share(self, coach: GameCoach, now: float) -> Hint | None:
        """Begin a hint with what the coach has heard about the decision, or wait for it with him."""
        known = coach.advice_on(self.table.update.seq)
        if known is not None:
            self._advise(known, now)
            return self.ask_on()
        return None if coach.asked else self.table.ask_hint()

    def ask_coach(self, now: float) -> Hint | None:
        """The message that asks for the coach what there is to say about the viewer's decision, where it is new."""
        update = self.table.update
        if self.coach is None or not self.table.your_turn or not update.setup.hints:
            return None
        return self.table.ask_hint() if self.coach.look(update.seq, self.scene(now)) else None

    def ask_on(self) -> Hint | None:
        """The message that lets an open hint think on, where it has not decided."""
        return self.table.ask_hint() if self._thinks_on and self._hint is not None else None

    def _drop_hint(self) -> None:
        self._hint = None
        self._advices = []
        self._thinks_on = False

    def _shown_hint(self, now: float) -> ShownHint | None:
        """The hint, and while it thinks how far it has come."""
        if self._hint is None or self._hint.seconds is not None:
            return self._hint
        return replace(self._hint, progress=min(1.0, (now - self._asked) / LONGEST_HINT))

    def open_panel(self, name: str) -> None:
        """Lay the log or the talk over the table."""
        self.panel = name
        self.scroll = 0

    def close_panel(self) -> bool:
        """Take away what lies over the table; return whether anything did."""
        was_open = bool(self.panel)
        if self.panel == "hint":
            self._drop_hint()
        self.panel = ""
        self.scroll = 0
        return was_open

    def turn_back(self, lines: int) -> None:
        """Scroll the log back, or forward again."""
        self.scroll = max(0, min(self.scroll + lines, len(self.log) - 1))

    def scene(self, now: float, step: int | None = None) -> Scene:
        """The moment as the table draws it; `step` walks the dot of a bot that thinks."""
        table, update = self.table, self.table.update
        log = self.log[: len(self.log) - self.scroll] if self.scroll else self.log
        notice = self._current_notice(now)
        scene = Scene(
            game=table.game.id,
            title=table.game.title,
            names=self.names,
            view=table.view,
            seat=table.seat,
            table=update.setup.title or update.code,
            legal=() if update.paused or self.offline else update.legal,
            focus=self.focus,
            picked=self.picked,
            memory_aid=update.setup.memory_aid,
            clock=self._clock(now),
            away=tuple(self._away(seat, now) for seat in update.seats),
            thinking=table.thinking,
            step=step,
            log=tuple(log[-SHOWN_LOG:]),
            newest=self.recent[-1] if self.recent else None,
            recent=tuple(self.recent),
            since=tuple(self.since),
            talk=tuple(self.talk[-SHOWN_LOG:]),
            hint=self._shown_hint(now),
            panel=self.panel,
            state=self._state(),
            reason=self._reason(),
            join=self.join,
            match=table_words(table, update.phase == Phase.PLAYING, self.names),
            levels=tuple(level_word(seat.name) if seat.kind == SeatKind.BOT else "" for seat in update.seats),
            coach=self.coach.as_shown() if self.coach is not None and update.phase == Phase.PLAYING else None,
        )
        return replace(scene, notice=notice.words, refused=notice.refused) if notice else scene

    def countdown(self, now: float) -> str:
        """When bots take the free seats of a table that waits for people."""
        if self.table.update.bots_in is None:
            return ""
        seconds = max(0, round(self.table.update.bots_in - self._passed(now)))
        return _("bots take the free seats in {seconds} s").format(seconds=seconds)

    def _state(self) -> str:
        if self.offline:
            return OFFLINE
        return PAUSED if self.table.update.paused else STATES[self.table.update.phase]

    def _reason(self) -> str:
        if self.offline:
            return self.offline
        return _(self.table.update.paused) if self.table.update.paused else ""

    def _current_notice(self, now: float) -> Notice | None:
        notice = self._notice
        if notice is not None and notice.until is not None and notice.until <= now:
            notice = self._notice = None
        return notice

    def _passed(self, now: float) -> float:
        """The seconds since the last Update in which clocks ran."""
        return 0.0 if self.table.update.paused else now - self.table.heard_at

    def _clock(self, now: float) -> int | None:
        left = self.table.update.left
        return None if left is None else max(0, ceil(left - self._passed(now)))

    def _away(self, seat: SeatLine, now: float) -> Away | None:
        if seat.away is None or (seat.bot_in is None and not seat.kept):
            return None
        passed = self._passed(now)
        bot_in = 0 if seat.bot_in is None else max(1, ceil(seat.bot_in - passed))
        return Away(int(seat.away + passed), bot_in)


def shown_names(table: SeenTable) -> tuple[str, ...]:
    """The names at a table as the reader calls them; a free seat has none, and in a running game its bot's level."""
    level = table.update.setup.keeper
    keeper = _(LEVEL_NAMES[level]) if table.update.phase == Phase.PLAYING and level in LEVEL_NAMES else ""
    return tuple(seat_name(seat) or keeper for seat in table.update.seats)


def greetings(table: SeenTable) -> list[Line]:
    """What the bots say when the cards are dealt."""
    if table.update.phase == Phase.WAITING:
        return []
    said = [(seat, greeting(line)) for seat, line in enumerate(table.update.seats)]
    return [(seat, words) for seat, words in said if words]


def log_lines(table: SeenTable, events: Sequence[Event]) -> Iterator[tuple[Event, Line]]:
    """Put events of a table into lines, without those that nobody reads a log for."""
    speaker = speaker_for(table.game, shown_names(table))
    for event in worth_telling(events):
        if event.kind not in QUIET_EVENTS:
            yield event, event_line(event, speaker)
