"""A finished game to look at again: move by move, from any seat, and on from any move against bots."""

from engines.record import Record
from net.messages import PlayOn
from tui import tables
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.screens.ask import AskPage
from tui.screens.page import Item, Page
from tui.screens.reel import OPEN, Reel
from tui.screens.saving import save_record
from tui.screens.score_sheet import draw_sheet, draw_short_sheet
from tui.tables.frame import COMPACT, find_layout
from tui.tables.scene import Scene
from tui.tables.sheet import make_sheet
from tui.words import _

STEPS = {"right": 1, "space": 1, "left": -1, "pagedown": 10, "pageup": -10, "home": -100_000, "end": 100_000}
SHORT_ROWS = 3


class ReplayPage(Page):
    """A reel on the same table where the game was played."""

    def __init__(self, record: Record, id: int | None = None, seat: int | None = None) -> None:
        super().__init__()
        self.reel = Reel(record)
        self.felt = record.game
        self._number = id
        self._place = seat or 0
        self._panel = ""
        self.reel.go(0)

    @property
    def viewpoint(self) -> int | None:
        """Where the game is looked at from."""
        return self.reel.viewpoints[self._place % len(self.reel.viewpoints)]

    def scene(self) -> Scene:
        """Give the moment as the table draws it."""
        reel, viewpoint = self.reel, self.viewpoint
        view = reel.view(viewpoint)
        moves = _("move {number} of {all}").format(number=reel.at, all=reel.length)
        return Scene(
            game=reel.game,
            title=reel.title,
            names=reel.names,
            view=view,
            seat=view.seat,
            match=moves,
            memory_aid=viewpoint == OPEN,
            log=tuple(reel.log(viewpoint)),
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
        reel = self.reel
        sheet = make_sheet(reel.game, reel.view(None), reel.names, reel.low_wins)
        bars.title(canvas, reel.title, (_("game over"),), ())
        if compact:
            draw_short_sheet(canvas, sheet, (canvas.width - 40) // 2, 1)
        else:
            draw_sheet(canvas, sheet, (canvas.width - 80) // 2, 2 + (canvas.height - 24) // 2, canvas.height - 5)

    def _offers(self) -> list[bars.Offer]:
        reel = self.reel
        at_end = reel.at == reel.length
        return [
            bars.Offer("right", _("On"), live=not at_end),
            bars.Offer("left", _("Back"), live=reel.at > 0),
            bars.Offer("v", _("Other seat"), live=len(reel.viewpoints) > 1),
            bars.Offer("b", _("Play on"), live=reel.turn >= 0),
            *((bars.Offer("e", _("Score")),) if at_end and reel.over else ()),
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
            return _("as {name} saw it").format(name=self.reel.names[viewpoint])
        hands = [
            f"{seat + 1}: {' '.join(self.reel.card(card) for card in hand)}" for seat, hand in self.reel.hands() if seat
        ]
        return _("all open  {hands}").format(hands="  ".join(hands)).rstrip()

    def press(self, key: str) -> None:
        if self._panel and key not in STEPS:
            self._panel = ""
            return
        if key in STEPS or key == "enter":
            self._panel = ""
            self.reel.go(self.reel.at + STEPS.get(key, 1))
        elif key in ("v", "tab", "up", "down"):
            self._place = (self._place + (-1 if key == "up" else 1)) % len(self.reel.viewpoints)
        else:
            self._do_other(key)

    def _do_other(self, key: str) -> None:
        at_end = self.reel.over and self.reel.at == self.reel.length
        if key == "l" or (key == "e" and at_end):
            self._panel = "log" if key == "l" else "score"
        elif key == "m":
            self.app.push_screen(AskPage(self, _("To which move?"), self._jump, longest=6))
        elif key == "b":
            self._play_on()
        elif key == "w" and self.tablee.venue.own:
            save_record(self, self.reel.record)
        elif key == "question_mark":
            self.tablee.open_rules(self.felt)
        elif key in ("escape", "q"):
            self.app.pop_screen()

    def _jump(self, text: str) -> None:
        if text.isdecimal():
            self.reel.go(int(text))
        else:
            self.notice = _("That is no number")

    def _play_on(self) -> None:
        if self.reel.turn < 0:
            self.notice = _("The game is over there: choose an earlier move")
            return
        viewpoint = self.viewpoint
        seat = self.reel.turn if viewpoint is None or viewpoint == OPEN else viewpoint
        record = self.reel.record if self._number is None else None
        level = self.tablee.settings.level
        self.tablee.say(PlayOn(moves=self.reel.at, seat=seat, level=level, id=self._number, record=record))
