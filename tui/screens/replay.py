"""A finished game to look at again: told move by move, from any seat or with all cards open, and on from any move."""

from dataclasses import replace

from textual.timer import Timer

from bots.advice import Advice
from engines.record import Record
from engines.timeline import OPEN, Timeline, Viewpoint
from engines.wire import Message
from net.messages import Advised, Consult, PlayOn, Refused, Share
from tui import tables
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.hints import make_hint, thinking_hint
from tui.screens.ask import AskPage
from tui.screens.open_cards import draw_open_cards
from tui.screens.page import Item, Page
from tui.screens.saving import save_record
from tui.screens.score_sheet import draw_sheet, draw_short_sheet
from tui.tables.frame import COMPACT, find_layout
from tui.tables.scene import Line, Scene, ShownHint
from tui.tables.seats import event_words
from tui.tables.sheet import make_sheet
from tui.wording import event_line, player_names, speaker_for, worth_telling
from tui.words import _

STEPS = {"right": 1, "left": -1, "pagedown": 10, "pageup": -10, "home": -100_000, "end": 100_000}
SHORT_ROWS = 3
PACES = (3.0, 2.0, 1.2, 0.6, 0.25)
"""The seconds for which each move is shown when the game plays by itself."""

USUAL_PACE = 2


class ReplayPage(Page):
    """A timeline on the same table where the game was played."""

    def __init__(self, record: Record, id: int | None = None, seat: int | None = None, at: int = 0) -> None:
        super().__init__()
        self.timeline = Timeline(record)
        self.felt = record.game
        self._number = id
        self._place = seat or 0
        self._panel = ""
        self._hint: ShownHint | None = None
        self._asked = 0.0
        self._pace = USUAL_PACE
        self._player: Timer | None = None
        self.timeline.go(at)

    @property
    def viewpoint(self) -> Viewpoint:
        """Where the game is looked at from."""
        return self.timeline.viewpoints[self._place % len(self.timeline.viewpoints)]

    @property
    def names(self) -> tuple[str, ...]:
        """What the players were called."""
        return tuple(player_names(self.timeline.record))

    @property
    def plays(self) -> bool:
        """Whether the game goes on by itself."""
        return self._player is not None

    def _told(self) -> list[list[Line]]:
        """What has happened so far, as it was heard from the viewpoint: a list of lines for each move."""
        speaker = speaker_for(self.timeline.game, self.names)
        heard = self.timeline.events(self.viewpoint)
        return [[event_line(event, speaker) for event in worth_telling(events)] for events in heard]

    def scene(self) -> Scene:
        """The moment as the table draws it."""
        timeline, viewpoint = self.timeline, self.viewpoint
        told = self._told()
        last = tuple(told[-1]) if told else ()
        moves = _("move {number} of {all}").format(number=timeline.at, all=timeline.length)
        view = timeline.view(viewpoint)
        scene = Scene(
            game=self.felt,
            title=timeline.game.title,
            names=self.names,
            view=view,
            seat=view.seat,
            match=moves,
            memory_aid=viewpoint == OPEN,
            log=tuple(line for lines in told for line in lines),
            newest=last[-1] if last else None,
            recent=last,
            since=last,
            alone=True,
            panel=self._panel,
        )
        return scene if self._hint is None else replace(scene, hint=self._hint, legal=timeline.legal)

    def told(self) -> str:
        """What the last move brought, in words."""
        scene = self.scene()
        if not scene.recent:
            return _("The cards are dealt") if self.timeline.at == 0 else ""
        (seat, _words), *more = scene.recent
        # Of whoever moves the name is said once.
        also = [words for who, words in more if who == seat]
        others = [event_words(scene, line) for line in more if line[0] != seat]
        return "; ".join([", ".join([event_words(scene, scene.recent[0]), *also]), *others])

    def draw(self, canvas: Canvas) -> None:
        compact = find_layout(canvas.width, canvas.height).form == COMPACT
        bottom = canvas.height - 1
        top = bottom - (SHORT_ROWS if compact else 1)
        if self._panel == "score":
            felt.lay_felt(canvas)
            self._draw_score(canvas, compact)
        else:
            tables.draw(canvas, self.scene())
            if self.viewpoint == OPEN and not self._panel:
                draw_open_cards(canvas, self.timeline, self.names, top)
        canvas.cover(0, top, canvas.width, SHORT_ROWS + 1)
        if compact:
            bars.offer_rows(canvas, top, SHORT_ROWS, self._offers(), 0)
        else:
            x = bars.label(canvas, top, _("REPLAY"), gold=True)
            bars.offers(canvas, x, top, self._offers(), 0)
        bars.keys(canvas, bottom, self._keys(), self.notice or self.told(), canvas.palette.text)

    def _draw_score(self, canvas: Canvas, compact: bool) -> None:
        timeline = self.timeline
        sheet = make_sheet(self.felt, timeline.view(None), self.names, timeline.game.low_wins)
        bars.title(canvas, timeline.game.title, (_("game over"),), ())
        if compact:
            draw_short_sheet(canvas, sheet, (canvas.width - 40) // 2, 1)
        else:
            draw_sheet(canvas, sheet, (canvas.width - 80) // 2, 2 + (canvas.height - 24) // 2, canvas.height - 5)

    def _offers(self) -> list[bars.Offer]:
        timeline = self.timeline
        at_end = timeline.at == timeline.length
        return [
            bars.Offer("right", _("On"), live=not at_end),
            bars.Offer("left", _("Back"), live=timeline.at > 0),
            bars.Offer("space", _("Stop") if self.plays else _("Play")),
            *((bars.Offer("e", _("Score")),) if at_end and timeline.over else ()),
            *((bars.Offer("b", _("Play on")),) if timeline.turn >= 0 and self._welcomed else ()),
            bars.Offer("v", self._seen_as(), live=len(timeline.viewpoints) > 1),
        ]

    def _pace_words(self) -> str:
        return _("{seconds} s a move").format(seconds=f"{PACES[self._pace]:g}")

    def _keys(self) -> tuple[tuple[str, str], ...]:
        keys = (
            ("escape", _("close"), True),
            ("h", _("hint"), self._advisable),
            ("o", _("open cards"), self.timeline.over and self.viewpoint != OPEN),
            ("+/-", self._pace_words(), True),
            ("m", _("go to move"), True),
            ("l", _("log"), True),
            ("w", _("save"), self.tablee.venue.own),
            ("p", _("public link"), self._linkable),
            ("question_mark", _("rules"), True),
        )
        return tuple((key, words) for key, words, works in keys if works)

    def commands(self) -> list[Item]:
        pace = (("plus", _("faster")), ("minus", _("slower")))
        keys = [(key, words) for key, words in self._keys() if key != "+/-"]
        return self.items(*((offer.key, offer.verb) for offer in self._offers() if offer.live), *keys, *pace)

    def _seen_as(self) -> str:
        """Whose view this is."""
        viewpoint = self.viewpoint
        if viewpoint is None:
            return _("As a watcher")
        return _("All open") if viewpoint == OPEN else _("As {name}").format(name=self.names[viewpoint])

    @property
    def _advisable(self) -> bool:
        """Whether a bot can be asked what it would have done here."""
        welcome = self.tablee.welcome
        return self.timeline.over and self.timeline.turn >= 0 and welcome is not None and welcome.consults

    @property
    def _welcomed(self) -> bool:
        """Whether there is a house where the game can be played on."""
        return self.tablee.welcome is not None

    @property
    def _linkable(self) -> bool:
        """Whether the house lets others see this game by a link."""
        return self._number is not None and self.tablee.welcome is not None and self.tablee.welcome.shares

    def press(self, key: str) -> None:
        if key != "space":
            self._stop()
        closing = self._panel
        if closing and key not in STEPS:
            self._close_panel()
            if key in ("escape", closing[0]):
                return
        if key in STEPS or key == "enter":
            self._step(STEPS.get(key, 1))
        elif key in ("v", "tab", "up", "down"):
            self._place = (self._place + (-1 if key == "up" else 1)) % len(self.timeline.viewpoints)
        elif key in ("plus", "minus"):
            self._pace = max(0, min(len(PACES) - 1, self._pace + (1 if key == "plus" else -1)))
            self.notice = self._pace_words()
        else:
            self._do_other(key)

    def _close_panel(self) -> None:
        self._panel = ""
        self._hint = None

    def _step(self, moves: int) -> None:
        self._close_panel()
        self.timeline.go(self.timeline.at + moves)

    def _play_by_itself(self) -> None:
        """Go on by itself from here, or from the start where it is at the end; stop where it does already."""
        if self._stop():
            return
        if self.timeline.at == self.timeline.length:
            self.timeline.go(0)
        self._close_panel()
        self._player = self.set_interval(PACES[self._pace], self._play)

    def _play(self) -> None:
        self._step(1)
        if self.timeline.at == self.timeline.length:
            self._stop()
        self.refresh_page()

    def _stop(self) -> bool:
        """Stand still; return whether the game was going on."""
        player, self._player = self._player, None
        if player is not None:
            player.stop()
        return player is not None

    def _do_other(self, key: str) -> None:
        at_end = self.timeline.over and self.timeline.at == self.timeline.length
        if key == "l" or (key == "e" and at_end):
            self._panel = "log" if key == "l" else "score"
        elif key == "space":
            self._play_by_itself()
        elif key == "h":
            self._ask_hint()
        elif key == "o" and self.timeline.over:
            self._place = self.timeline.viewpoints.index(OPEN)
        elif key == "m":
            self.app.push_screen(AskPage(self, _("To which move?"), self._jump, longest=6))
        elif key == "b" and self._welcomed:
            self._play_on()
        elif key in ("p", "w"):
            self._hand_on(key)
        elif key == "question_mark":
            self.tablee.open_rules(self.felt)
        elif key in ("escape", "q"):
            self.close()

    def _hand_on(self, key: str) -> None:
        """Let others have the game: by a link, or as a file."""
        if key == "p" and self._linkable and self._number is not None:
            self.tablee.say(Share(id=self._number))
        elif key == "w" and self.tablee.venue.own:
            save_record(self, self.timeline.record)

    def _jump(self, text: str) -> None:
        if text.isdecimal():
            self.timeline.go(int(text))
        else:
            self.notice = _("That is no number")

    def _ask_hint(self) -> None:
        """Ask what a bot would have done here, with what the seat to move knew."""
        if not self._advisable:
            self.notice = _("There is no hint here")
            return
        self._place = self.timeline.viewpoints.index(self.timeline.turn)
        self._panel = "hint"
        self._hint = thinking_hint()
        self._asked = self.tablee.now
        record = self.timeline.record if self._number is None else None
        self.tablee.say(Consult(moves=self.timeline.at, id=self._number, record=record))

    def hear(self, message: Message) -> None:
        """Show the advice that was asked for, unless the game has gone on since."""
        if self._panel != "hint":
            return
        if isinstance(message, Refused) and message.about in ("hint", "consult"):
            self._close_panel()
        elif isinstance(message, Advised) and message.seq == self.timeline.at:
            advice = Advice(message.move, message.choices, message.iterations)
            self._hint = make_hint(advice, self.scene(), self.timeline.game, self.tablee.now - self._asked)

    def _play_on(self) -> None:
        if self.timeline.turn < 0:
            self.notice = _("The game is over there: choose an earlier move")
            return
        viewpoint = self.viewpoint
        seat = self.timeline.turn if viewpoint is None or viewpoint == OPEN else viewpoint
        record = self.timeline.record if self._number is None else None
        level = self.tablee.settings.level
        self.tablee.say(PlayOn(moves=self.timeline.at, seat=seat, level=level, id=self._number, record=record))
