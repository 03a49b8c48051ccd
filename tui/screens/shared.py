"""A finished game that somebody has shared: how it ended, and from there the game move by move, and its review."""

from bots.findings import Review
from engines.record import Record
from engines.timeline import Timeline
from tui.draw import bars, felt
from tui.draw.canvas import Canvas
from tui.screens.page import Item, Page
from tui.screens.review import ReviewPage
from tui.screens.score_sheet import draw_sheet, draw_short_sheet
from tui.tables.frame import COMPACT, find_layout
from tui.tables.sheet import make_sheet
from tui.wording import player_names
from tui.words import _

SHORT_ROWS = 3


class SharedPage(Page):
    """The first page of whoever comes with a link; it needs nothing more of the house."""

    def __init__(self, record: Record, seat: int, finished: float, review: Review | None) -> None:
        super().__init__()
        self.felt = record.game
        self._record = record
        self._seat = seat
        self._finished = finished
        self._review = review
        timeline = self._timeline = Timeline(record)
        timeline.go(timeline.length)

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        timeline = self._timeline
        names = tuple(player_names(self._record))
        sheet = make_sheet(self.felt, timeline.view(None), names, timeline.game.low_wins)
        bars.title(canvas, timeline.game.title, (self.tablee.date(self._finished),), ())
        bottom = canvas.height - 1
        if find_layout(canvas.width, canvas.height).form == COMPACT:
            draw_short_sheet(canvas, sheet, (canvas.width - 40) // 2, 1)
            bars.offer_rows(canvas, bottom - SHORT_ROWS, SHORT_ROWS, self._offers(), 0)
        else:
            top = 2 + (canvas.height - 24) // 2
            draw_sheet(canvas, sheet, (canvas.width - 80) // 2, top, canvas.height - 5)
            x = bars.label(canvas, bottom - 1, _("SHARED GAME"), gold=True)
            bars.offers(canvas, x, bottom - 1, self._offers(), 0)
        said = _("{name} shares this game").format(name=names[self._seat])
        bars.keys(canvas, bottom, self._keys(), self.notice or said, canvas.palette.text)

    def _offers(self) -> list[bars.Offer]:
        review = (bars.Offer("v", _("Review")),) if self._review is not None else ()
        return [bars.Offer("enter", _("Watch it move by move")), *review]

    def _keys(self) -> tuple[tuple[str, str], ...]:
        return (("question_mark", _("rules")), ("q", _("leave")))

    def commands(self) -> list[Item]:
        return self.items(*((offer.key, offer.verb) for offer in self._offers()), *self._keys())

    def press(self, key: str) -> None:
        if key in ("enter", "space", "r"):
            self.tablee.open_replay(self._record, seat=self._seat)
        elif key == "v" and self._review is not None:
            self.app.push_screen(ReviewPage(self._record, self._seat, found=self._review))
        elif key == "question_mark":
            self.tablee.open_rules(self.felt)
        elif key in ("escape", "q"):
            self.app.exit()
