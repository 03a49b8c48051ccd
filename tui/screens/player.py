"""A page about one player: ratings and how they came about, games won, results, and oneself against them."""

from typing import NamedTuple

from engines.wire import Message
from net.messages.company import AskPlayer, PlayerSheet
from tui.draw import bars, felt
from tui.draw.canvas import Area, Canvas
from tui.draw.course import course
from tui.draw.glyphs import wrap
from tui.screens.page import Page
from tui.standing import result_words, standing_words
from tui.wording import title_of
from tui.words import _, ngettext, titled

TOP = 2
GRAPH_ROWS = 3


class Row(NamedTuple):
    """A row of the page: words, or the first of those that the course of a rating takes."""

    words: str = ""
    bold: bool = False
    course: tuple[int, ...] = ()


class PlayerPage(Page):
    """What everybody may know of somebody; the arrow keys turn it where it is longer than the screen."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._who = name
        self._sheet: PlayerSheet | None = None
        self._first = self._most = 0

    def on_mount(self) -> None:
        """Ask for it."""
        self.tablee.say(AskPlayer(name=self._who))

    def hear(self, message: Message) -> None:
        """Take what was asked for."""
        if isinstance(message, PlayerSheet):
            self._sheet = message

    def draw(self, canvas: Canvas) -> None:
        felt.lay_felt(canvas)
        sheet = self._sheet
        bars.title(canvas, self._who if sheet is None else sheet.name, (), ())
        if sheet is not None:
            rows = self._rows(sheet, canvas.width - 4)
            self._most = max(0, len(rows) - (canvas.height - 2 - TOP))
            self._first = min(self._first, self._most)
            self._draw_rows(canvas, rows)
        more = (("down", _("more")),) if self._first < self._most else ()
        bars.keys(canvas, canvas.height - 1, (("escape", _("back")), *more), self.notice)

    def _rows(self, sheet: PlayerSheet, width: int) -> list[Row]:
        """Everything on the page, row by row; the course of a rating takes several, drawn from the first of them."""
        rows: list[Row] = []
        for game in sheet.games:
            words = wrap(titled(title_of(game.game), standing_words(game)), width)
            rows += [Row(row, bold=True) for row in words]
            if len(game.course) > 1:
                rows += [Row(course=game.course), *[Row()] * (GRAPH_ROWS - 1)]
            rows.append(Row())
        for line in self._lines(sheet):
            rows += [Row(row, bold=line.endswith(":")) for row in wrap(line, width, rest="  ")] or [Row()]
        return rows[:-1]

    def _draw_rows(self, canvas: Canvas, rows: list[Row]) -> None:
        """Draw as much as there is room for, from the row on that was turned to."""
        palette, bottom = canvas.palette, canvas.height - 2
        for y, row in enumerate(rows[self._first : self._first + bottom - TOP], TOP):
            canvas.text(2, y, row.words, palette.text if row.bold else palette.felt_muted, bold=row.bold)
            if row.course and y + GRAPH_ROWS <= bottom:
                course(canvas, Area(3, y, min(canvas.width - 4, 70), GRAPH_ROWS), row.course, palette.accent_text)

    def _lines(self, sheet: PlayerSheet) -> list[str]:
        """The part of the page that is told line by line."""
        shares = [
            _("{game} at {seats} seats: {won} of {played} won").format(
                game=title_of(share.game), seats=share.seats, won=share.won, played=share.played
            )
            for share in sheet.shares
        ]
        versus = [
            ngettext(
                "{game}: {met} game, you before them in {before}, behind in {behind}",
                "{game}: {met} games, you before them in {before}, behind in {behind}",
                each.met,
            ).format(game=title_of(each.game), met=each.met, before=each.before, behind=each.behind)
            for each in sheet.versus
        ]
        parts = [
            (_("Games won:"), shares or [_("No finished games yet.")]),
            (_("Best results:"), [result_words(result) for result in sheet.best]),
            (_("Last results:"), [result_words(result) for result in sheet.last]),
            (_("You and {name}:").format(name=sheet.name), versus),
        ]
        return [line for heading, lines in parts if lines for line in (heading, *lines, "")]

    def press(self, key: str) -> None:
        if key in ("escape", "q"):
            self.close()
        elif key in ("down", "pagedown"):
            self._first += 1 if key == "down" else 10
        elif key in ("up", "pageup", "home"):
            self._first = 0 if key == "home" else max(0, self._first - (1 if key == "up" else 10))
