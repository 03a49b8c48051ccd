"""A finished game to look at again: move by move, from any seat, and on from any move against bots."""

from engines.record import Record
from engines.timeline import OPEN, Timeline, Viewpoint
from net.messages import PlayOn
from tui import tables
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.screens.ask import AskPage
from tui.screens.page import Item, Page
from tui.screens.saving import save_record
from tui.screens.score_sheet import draw_sheet, draw_short_sheet
from tui.tables.frame import COMPACT, find_layout
from tui.tables.scene import Line, Scene
from tui.tables.sheet import make_sheet
from tui.wording import event_line, player_names, speaker_for, worth_telling
from tui.words import _

STEPS = {"right": 1, "space": 1, "left": -1, "pagedown": 10, "pageup": -10, "home": -100_000, "end": 100_000}
SHORT_ROWS = 3


class ReplayPage(Page):
    """A timeline on the same table where the game was played."""

    def __init__(self, record: Record, id: int | None = None, seat: int | None = None, at: int = 0) -> None:
        super().__init__()
        self.timeline = Timeline(record)
        self.felt = record.game
        self._number = id
        self._place = seat or 0
        self._panel = ""
        self.timeline.go(at)

    @property
    def viewpoint(self) -> Viewpoint:
        """Where the game is looked at from."""
        return self.timeline.viewpoints[self._place % len(self.timeline.viewpoints)]

    @property
    def names(self) -> tuple[str, ...]:
        """What the players were called."""
        return tuple(player_names(self.timeline.record))

    def _lines(self) -> tuple[Line, ...]:
        """What has happened so far, as it was heard from the viewpoint."""
        speaker = speaker_for(self.timeline.game, self.names)
        heard = self.timeline.events(self.viewpoint)
        return tuple(event_line(event, speaker) for events in heard for event in worth_telling(events))

    def scene(self) -> Scene:
        """The moment as the table draws it."""
        timeline, viewpoint = self.timeline, self.viewpoint
        view = timeline.view(viewpoint)
        moves = _("move {number} of {all}").format(number=timeline.at, all=timeline.length)
        return Scene(
            game=self.felt,
            title=timeline.game.title,
            names=self.names,
            view=view,
            seat=view.seat,
            match=moves,
            memory_aid=viewpoint == OPEN,
            log=self._lines(),
            alone=True,
            panel=self._panel,
        )

    def draw(self, canvas: Canvas) -> None:
        layout = find_layout(canvas.width, canvas.height)
        compact = layout.form == COMPACT
        bottom = canvas.height - 1
        if self._panel == "score":
            felt.lay_felt(canvas)
            self._draw_score(canvas, compact)
        else:
            tables.draw(canvas, self.scene())
        canvas.cover(0, bottom - (SHORT_ROWS if compact else 1), canvas.width, SHORT_ROWS + 1)
        if compact:
            bars.offer_rows(canvas, bottom - SHORT_ROWS, SHORT_ROWS, self._offers(), 0)
        else:
            x = bars.label(canvas, bottom - 1, _("REPLAY"), gold=True)
            bars.offers(canvas, x, bottom - 1, self._offers(), 0)
        bars.keys(canvas, bottom, self._keys(), self.notice or self._seen_from(), canvas.palette.text)

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
            bars.Offer("v", _("Other seat"), live=len(timeline.viewpoints) > 1),
            bars.Offer("b", _("Play on"), live=timeline.turn >= 0),
            *((bars.Offer("e", _("Score")),) if at_end and timeline.over else ()),
        ]

    def _keys(self) -> tuple[tuple[str, str], ...]:
        save = (("w", _("save")),) if self.tablee.venue.own else ()
        return (("escape", _("close")), ("m", _("go to move")), ("l", _("log")), *save, ("question_mark", _("rules")))

    def commands(self) -> list[Item]:
        return self.items(*((offer.key, offer.verb) for offer in self._offers() if offer.live), *self._keys())

    def _seen_from(self) -> str:
        """Say whose view this is; with everything open, also the hands that the table has no room for."""
        viewpoint = self.viewpoint
        if viewpoint is None:
            return _("as those who watched")
        if viewpoint != OPEN:
            return _("as {name} saw it").format(name=self.names[viewpoint])
        hands = [
            f"{seat + 1}: {' '.join(self.timeline.game.card(card) for card in hand)}"
            for seat, hand in self.timeline.hands()
            if seat
        ]
        return _("all open  {hands}").format(hands="  ".join(hands)).rstrip()

    def press(self, key: str) -> None:
        if self._panel and key not in STEPS:
            self._panel = ""
            return
        if key in STEPS or key == "enter":
            self._panel = ""
            self.timeline.go(self.timeline.at + STEPS.get(key, 1))
        elif key in ("v", "tab", "up", "down"):
            self._place = (self._place + (-1 if key == "up" else 1)) % len(self.timeline.viewpoints)
        else:
            self._do_other(key)

    def _do_other(self, key: str) -> None:
        at_end = self.timeline.over and self.timeline.at == self.timeline.length
        if key == "l" or (key == "e" and at_end):
            self._panel = "log" if key == "l" else "score"
        elif key == "m":
            self.app.push_screen(AskPage(self, _("To which move?"), self._jump, longest=6))
        elif key == "b":
            self._play_on()
        elif key == "w" and self.tablee.venue.own:
            save_record(self, self.timeline.record)
        elif key == "question_mark":
            self.tablee.open_rules(self.felt)
        elif key in ("escape", "q"):
            self.close()

    def _jump(self, text: str) -> None:
        if text.isdecimal():
            self.timeline.go(int(text))
        else:
            self.notice = _("That is no number")

    def _play_on(self) -> None:
        if self.timeline.turn < 0:
            self.notice = _("The game is over there: choose an earlier move")
            return
        viewpoint = self.viewpoint
        seat = self.timeline.turn if viewpoint is None or viewpoint == OPEN else viewpoint
        record = self.timeline.record if self._number is None else None
        level = self.tablee.settings.level
        self.tablee.say(PlayOn(moves=self.timeline.at, seat=seat, level=level, id=self._number, record=record))
